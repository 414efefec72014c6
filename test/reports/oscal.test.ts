import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { isUnknown } from '../../src/engine/evaluation/unknowns.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { NIST_CSF } from '../../src/engine/frameworks/nist-csf/nist-csf.ts'
import type { ReportInput } from '../../src/features/reports/content/input.ts'
import { renderOscal } from '../../src/features/reports/formats/oscal.ts'
import { fields } from '../../src/shared/json.ts'
import { sampleSnapshot } from '../engine/sample-snapshot.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import type { Json } from '../harness/client.ts'
import { OSCAL_MODEL } from './oscal-model.ts'
import { type Posture, sampleResult } from './sample.ts'
import { sampleReport } from './sample-report.ts'

const NIST_SCHEMA = JSON.parse(readFileSync(new URL('oscal-schema/assessment-results.json', import.meta.url), 'utf8'))
/** NIST's own schema of the model. */
const fitsSchema = new Ajv({
  strict: false,
  unicodeRegExp: true,
  formats: { email: true, uri: true, 'uri-reference': true },
}).compile(NIST_SCHEMA)
const fitsModel = new Ajv({ unicodeRegExp: true }).compile(OSCAL_MODEL)

const oscalOf = (input: ReportInput): Json => JSON.parse(renderOscal(input))['assessment-results']
const resultOf = (posture: Posture): Json => oscalOf(sampleReport(sampleResult(posture))).results[0]

/** Every value of a field with this name, at any depth. */
function valuesOf(node: unknown, named: (name: string) => boolean): string[] {
  if (Array.isArray(node)) return node.flatMap((item) => valuesOf(item, named))
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(fields(node)).flatMap(([name, value]) =>
    named(name) ? [value].flat().map(String) : valuesOf(value, named),
  )
}

const csf = evaluateFramework(NIST_CSF, readTenant(snapshotOf({}, '6f0e2a7c-3f1d-4b52-9a60-1c7a2b9e4d11')), {
  target: 3,
  answers: {
    format: 'plumbline-answers/1',
    answers: { 'GV.OC-01': { answer: 1 }, 'GV.OC-02': { answer: 4 }, 'GV.OC-03': { answer: 'not_applicable' } },
  },
})

test('a report fits the model for any result and any names', () => {
  const evil = ' \u202e=<b>\r\n\ttwo  lines\u0000 '
  const mixed = sampleResult('mixed')
  const strange = {
    ...mixed,
    product: 'no-more',
    requirements: mixed.requirements.map((row) => ({ ...row, id: `1 ${row.id} §`, observed: '', expected: '' })),
  }
  const inputs = [
    ...(['weak', 'mixed', 'strong'] as const).map((posture) => sampleReport(sampleResult(posture))),
    sampleReport(mixed, { customerName: evil, partnerName: evil, productName: evil }),
    sampleReport(strange),
    sampleReport(csf, { productName: NIST_CSF.name, maturityTarget: 3 }),
  ]
  for (const input of inputs) {
    const document = JSON.parse(renderOscal(input))
    assert.ok(fitsModel(document), JSON.stringify(fitsModel.errors?.slice(0, 3)))
    assert.ok(fitsSchema(document), JSON.stringify(fitsSchema.errors?.slice(0, 3)))
  }
})

test('the model refuses a report with a missing or extra part', () => {
  const good = JSON.parse(renderOscal(sampleReport(sampleResult('weak'))))
  const { 'import-ap': _, ...without } = good['assessment-results']
  assert.ok(!fitsModel({ 'assessment-results': without }))
  assert.ok(!fitsSchema({ 'assessment-results': without }))
  assert.ok(!fitsModel({ 'assessment-results': { ...good['assessment-results'], more: 1 } }))
})

test('ids are unique, and every reference exists', () => {
  for (const input of [sampleReport(sampleResult('mixed')), sampleReport(csf)]) {
    const document = oscalOf(input)
    const ids = valuesOf(document, (name) => name === 'uuid')
    assert.equal(new Set(ids).size, ids.length)
    const references = valuesOf(document, (name) => /-uuids?$/.test(name))
    assert.ok(references.length > 10)
    for (const reference of references) assert.ok(ids.includes(reference), reference)
    assert.ok(ids.includes(document['import-ap'].href.slice(1)))
  }
})

test('the same run gives the same ids, another run different ones, and the tenant’s id never changes', () => {
  const result = sampleResult('mixed')
  const [one, again] = [oscalOf(sampleReport(result)), oscalOf(sampleReport(result))]
  assert.deepEqual(one, again)
  const other = oscalOf(sampleReport(result, { runId: 'run_2' }))
  assert.notEqual(other.uuid, one.uuid)
  const tenantOf = (document: Json) => document.results[0]['local-definitions'].components[0].uuid
  assert.equal(tenantOf(other), tenantOf(one))
})

test('a known requirement has a finding, a failed one a risk with its severity, and an unknown one only an observation', () => {
  const result = sampleResult('mixed')
  const asked = result.requirements.filter((row) => row.levels.includes(result.target))
  const { findings, risks, observations } = resultOf('mixed')
  assert.equal(observations.length, asked.length)
  for (const { id, verdict, severity, remedy } of asked) {
    const finding = findings.find(({ title }: Json) => title.startsWith(`${id}:`))
    const risk = risks.find(({ title }: Json) => title.startsWith(`${id}:`))
    const seen = observations.find(({ title }: Json) => title.startsWith(`${id}:`))
    const failed = verdict === 'ineffective' || verdict === 'partial'
    assert.equal(
      finding?.target.status.state,
      isUnknown(verdict) ? undefined : failed ? 'not-satisfied' : 'satisfied',
      id,
    )
    assert.equal(risk !== undefined, failed, id)
    if (failed) {
      assert.equal(risk.characterizations[0].facets[0].value, severity)
      assert.equal(risk.remediations[0].description, remedy)
    }
    if (isUnknown(verdict)) assert.match(seen.remarks, /neither satisfied nor not/)
  }
})

test('the coverage of a requirement and of the result says what it counts', () => {
  const { observations, props } = resultOf('mixed')
  const of = (all: Json[]): Json | undefined => all.find(({ name }: Json) => name === 'coverage')
  assert.equal(of(props)?.class, 'share-of-checks')
  const [counted] = observations.flatMap((observation: Json) => of(observation.props) ?? [])
  assert.equal(typeof counted?.value, 'string')
  const row = sampleResult('mixed').requirements[0]
  assert.ok(row)
  const devices = { ...row, coverage: { n: 43, of: 49, counts: 'device' } } as const
  const report = sampleReport({ ...sampleResult('mixed'), requirements: [devices] })
  const prop = of(oscalOf(report).results[0].observations[0].props)
  assert.deepEqual([prop?.value, prop?.class], ['43 of 49', 'devices'])
  assert.match(prop?.remarks, /devices/)
})

test('a requirement in two groups has an observation in each, and is satisfied only if it holds in both', () => {
  const result = sampleResult('strong')
  const [first] = result.requirements
  assert.ok(first)
  const twin = { ...first, group: 'regular-backups', verdict: 'ineffective', severity: 'high' } as const
  const { observations, findings } = oscalOf(sampleReport({ ...result, requirements: [...result.requirements, twin] }))
    .results[0]
  const own = ({ title }: Json) => title.startsWith(`${first.id}:`)
  assert.equal(observations.filter(own).length, 2)
  assert.equal(findings.filter(own).length, 1)
  assert.equal(findings.find(own).target.status.state, 'not-satisfied')
  assert.equal(findings.find(own)['related-observations'].length, 2)
})

test('controls have the ids of their catalogues', () => {
  const idsOf = ({ 'reviewed-controls': reviewed }: Json): string[] =>
    reviewed['control-selections'][0]['include-controls'].map((control: Json) => control['control-id'])
  assert.ok(idsOf(resultOf('weak')).includes('ism-1000'))
  const [first] = resultOf('weak').findings
  assert.deepEqual([first.target.type, first.target['target-id']], ['statement-id', 'ism-1000_smt'])
  const [validated] = oscalOf(sampleReport(csf)).results
  assert.equal(idsOf(validated).length, 106)
  const finding = validated.findings.find(({ title }: Json) => title.startsWith('GV.OC-01:'))
  assert.equal(finding.target['target-id'], 'GV.OC-01_statement')
})

test('a report names where the publisher of a framework has its requirements', () => {
  for (const [product, address] of [
    ['essential-eight', /\/ISM_E8_ML2-baseline_profile\.json$/],
    ['nist-csf', /\/NIST_CSF_v2\.0_catalog\.json$/],
    ['scuba-entra', /\/baselines\/aad\.md$/],
  ] as const) {
    const document = oscalOf(sampleReport({ ...sampleResult('weak'), product }))
    const [link] = document.results[0]['reviewed-controls'].links
    const source = document['back-matter'].resources.find(({ uuid }: Json) => link.href === `#${uuid}`)
    assert.match(source.rlinks[0].href, address)
  }
})

test('an observation says nothing twice', () => {
  const mixed = sampleResult('mixed')
  const [row] = mixed.requirements
  assert.ok(row)
  const one = '1 of 2 people is covered. This is not the case for Ada.'
  const other = '1 of 2 people is registered. This is not the case for Ada.'
  const observed = `${one} ${other} ${one}`
  const { observations } = oscalOf(sampleReport({ ...mixed, requirements: [{ ...row, observed }] })).results[0]
  assert.equal(observations[0].description, `${one} ${other}`)
})

test('a failure is an assessment finding, and a compensating control a mitigating factor', () => {
  const { observations } = resultOf('mixed')
  const typesOf = (words: string) => observations.find(({ title }: Json) => title.endsWith(words)).types
  assert.deepEqual(typesOf(': Not in place'), ['control-objective', 'finding'])
  assert.deepEqual(typesOf(': Compensated'), ['control-objective', 'mitigation'])
  assert.deepEqual(typesOf(': In place'), ['control-objective'])
})

test('a risk says what can happen, and recommends the actions of the report with their steps', () => {
  const result = evaluateFramework(ESSENTIAL_EIGHT, readTenant(sampleSnapshot('weak', '2026-06-17T12:00:00Z')), {
    target: 2,
  })
  const { risks, observations } = oscalOf(sampleReport(result)).results[0]
  const risk = risks.find(({ title }: Json) => title.startsWith('ISM-1504:'))
  assert.match(risk.statement, /A stolen or guessed password then no longer opens an account/)
  const [own, action] = risk.remediations
  assert.equal(own.title, 'What to do about ISM-1504')
  assert.match(action.description, /^1\. .+\n2\. /)
  const described = new Set(observations.map(({ description }: Json) => description))
  for (const { title, description } of risks) assert.ok(!described.has(description), title)
})

test('the method is EXAMINE for readings and INTERVIEW for answers, whose origin are the people of the customer', () => {
  const document = oscalOf(sampleReport(csf))
  const { observations } = document.results[0]
  const observationOf = (id: string) => observations.find(({ title }: Json) => title.startsWith(`${id}:`))
  const methodsOf = (id: string) => observationOf(id).methods
  const actorsOf = (id: string) =>
    observationOf(id).origins.flatMap(({ actors }: Json) => actors.map(({ type }: Json) => type))
  assert.deepEqual([actorsOf('GV.OC-02'), actorsOf('GV.OC-05')], [['party'], ['tool']])
  assert.deepEqual(observationOf('GV.OC-02').props.find(({ name }: Json) => name === 'maturity-level')?.value, '4')
  assert.deepEqual(methodsOf('GV.OC-02'), ['INTERVIEW'])
  assert.deepEqual(methodsOf('GV.OC-05'), ['UNKNOWN'])
  const [read] = resultOf('weak').observations
  assert.deepEqual(read.methods, ['EXAMINE'])
  assert.equal(read['relevant-evidence'][0].description, 'GET /v1.0/users at /0')
  assert.equal(read.collected, '2026-05-08T03:11:02Z')
})
