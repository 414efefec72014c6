import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../src/engine/frameworks/catalogue.ts'
import type { ReportInput } from '../../src/features/reports/content/input.ts'
import { renderOcsf } from '../../src/features/reports/formats/ocsf.ts'
import { fields, list } from '../../src/shared/json.ts'
import { sampleSnapshot } from '../engine/sample-snapshot.ts'
import { sampleResult } from './sample.ts'
import { sampleReport } from './sample-report.ts'

const NOW = '2026-05-08T03:11:02Z'

interface Attribute {
  requirement?: string | null
  enum?: Record<string, { caption: string }>
  '@deprecated'?: unknown
}

function attributesOf(...names: string[]): Map<string, Attribute> {
  const attributes = new Map<string, Attribute>()
  for (const name of names) {
    const { attributes: own } = JSON.parse(readFileSync(new URL(`ocsf/${name}.json`, import.meta.url), 'utf8'))
    for (const [key, attribute] of Object.entries<Attribute>(own)) {
      if (key === '$include') continue
      const known = attributes.get(key)
      attributes.set(key, { ...known, ...attribute, enum: { ...known?.enum, ...attribute.enum } })
    }
  }
  return attributes
}

/** Values that every id of a status or severity may have, by the schema's dictionary. */
const ANY_ID = new Set(['0', '99'])

/** Attributes of the abstract objects `_entity` and `_resource`, which others extend. */
const ENTITY: readonly [string, Attribute][] = [
  ['name', {}],
  ['uid', {}],
]
const RESOURCE: readonly [string, Attribute][] = [...ENTITY, ['type', {}], ['labels', {}], ['data', {}]]

/** The definitions of an event and of the objects in it, by the path at which they are. */
const DEFINITIONS: Readonly<Record<string, ReadonlyMap<string, Attribute>>> = {
  '': attributesOf('base_event', 'finding', 'compliance_finding'),
  metadata: attributesOf('metadata'),
  'metadata.product': new Map([...ENTITY, ...attributesOf('product')]),
  finding_info: attributesOf('finding_info'),
  compliance: attributesOf('compliance'),
  'compliance.checks': attributesOf('check'),
  resources: new Map([...RESOURCE, ...attributesOf('resource_details')]),
  remediation: attributesOf('remediation'),
  evidences: new Map([...ENTITY, ...attributesOf('evidences')]),
}

/** What is wrong with an object of an event, by the definitions. */
function faultsIn(value: unknown, path = ''): string[] {
  const attributes = DEFINITIONS[path]
  if (!attributes) return []
  const object = fields(value)
  const required = [...attributes].filter(([, { requirement }]) => requirement === 'required').map(([name]) => name)
  return [
    ...required.filter((name) => object[name] === undefined).map((name) => `${path}.${name} is required`),
    ...Object.entries(object).flatMap(([name, its]) => {
      const attribute = attributes.get(name)
      const at = path === '' ? name : `${path}.${name}`
      if (!attribute) return [`${at} is not defined`]
      if (attribute['@deprecated']) return [`${at} is deprecated`]
      const known = attribute.enum && Object.keys(attribute.enum).length > 0
      if (name.endsWith('_id') && known && !attribute.enum?.[String(its)] && !ANY_ID.has(String(its)))
        return [`${at} is ${its}`]
      return (Array.isArray(its) ? its : [its]).flatMap((one) => faultsIn(one, at))
    }),
  ]
}

// The schema's severities are in its dictionary.
const SEVERITIES = ['Unknown', 'Informational', 'Low', 'Medium', 'High', 'Critical']

function eventsOf(input: ReportInput): Record<string, unknown>[] {
  const text = renderOcsf(input)
  assert.ok(text.endsWith('\n'))
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line))
}

const RESULTS = FRAMEWORKS.flatMap((framework) =>
  (['weak', 'strong', 'unlicensed'] as const).map((posture) =>
    evaluateFramework(framework, readTenant(sampleSnapshot(posture, NOW)), { target: framework.defaultTarget }),
  ),
)

test('every event fits the definitions of its class, for all frameworks and odd names', () => {
  const evil = ' \u202e=<b>\r\n\ttwo  lines '
  const inputs = [
    ...RESULTS.map((result) => sampleReport(result)),
    sampleReport(sampleResult('mixed'), { customerName: evil, productName: evil }),
  ]
  for (const input of inputs) {
    const events = eventsOf(input)
    const { requirements, target } = input.result
    assert.equal(events.length, requirements.filter(({ levels }) => levels.includes(target)).length)
    for (const event of events) {
      assert.deepEqual(faultsIn(event), [])
      assert.deepEqual([event.class_uid, event.category_uid, event.type_uid], [2003, 2, 200301])
      assert.equal(event.severity, SEVERITIES[Number(event.severity_id)])
      assert.equal(event.time, Date.parse(input.completedAt))
      const { caption } = DEFINITIONS['']?.get('status_id')?.enum?.[String(event.status_id)] ?? { caption: 'Unknown' }
      assert.equal(event.status, caption)
    }
  }
})

test('the test detects what the definitions do not allow', () => {
  const [event] = eventsOf(sampleReport(sampleResult('weak')))
  assert.deepEqual(faultsIn({ ...event, finding_info: { title: 'a', more: 1 } }), [
    'finding_info.uid is required',
    'finding_info.more is not defined',
  ])
  assert.deepEqual(faultsIn({ ...event, activity_id: 7, resource: {} }), ['activity_id is 7', 'resource is deprecated'])
})

test('what is unknown is neither pass nor fail, and only what falls short has a severity and a remediation', () => {
  const seen = new Set<unknown>()
  for (const result of RESULTS) {
    const rows = result.requirements.filter(({ levels }) => levels.includes(result.target))
    for (const [index, event] of eventsOf(sampleReport(result)).entries()) {
      const row = rows[index]
      const { status } = fields(event.compliance)
      seen.add(status)
      const isUnknown = ['not_assessed', 'no_visibility', 'not_licensed'].includes(row?.verdict ?? '')
      assert.equal(status === 'Warning', isUnknown)
      assert.equal(status === 'Fail', event.remediation !== undefined)
      assert.equal(Number(event.severity_id) > 1, row?.severity !== undefined)
    }
  }
  assert.deepEqual([...seen].sort(), ['Fail', 'Not applicable', 'Pass', 'Warning'])
})

test('a remediation has the steps of the remedy and its documentation', () => {
  const events = eventsOf(sampleReport(RESULTS[0] ?? sampleResult('weak')))
  const event = events.find(({ message }) => String(message).startsWith('ISM-1504'))
  const { desc, references } = fields(event?.remediation)
  assert.match(String(desc), /^Require multi-factor authentication for everyone, everywhere\n1\. /)
  assert.match(String(list(references)[0]), /^https:\/\/learn\.microsoft\.com\//)
})

test('a finding has the same id in every run, and each event its own', () => {
  const result = sampleResult('mixed')
  const [one, other] = [eventsOf(sampleReport(result)), eventsOf(sampleReport(result, { runId: 'run_other' }))]
  const findings = (events: readonly Record<string, unknown>[]) =>
    events.map(({ finding_info }) => fields(finding_info).uid)
  const ids = (events: readonly Record<string, unknown>[]) => events.map(({ metadata }) => fields(metadata).uid)
  assert.deepEqual(findings(one), findings(other))
  assert.equal(new Set([...findings(one), ...ids(one), ...ids(other)]).size, 3 * one.length)
})
