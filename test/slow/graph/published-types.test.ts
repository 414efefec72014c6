import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECKS } from '../../../src/engine/checks/catalogue.ts'
import { DATASETS, dataset, datasetAt } from '../../../src/engine/datasets/catalogue.ts'
import type { Dataset } from '../../../src/engine/datasets/dataset.ts'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { DEFAULT_THRESHOLDS } from '../../../src/engine/model/check.ts'
import { publishedTypes } from '../../../src/runtime/gen/published-types.ts'
import { modelTenant } from '../../../src/simulator/model-tenant.ts'

/** Compares what the datasets ask for, and what the checks read of them, with the types that Microsoft publishes. */

const REST = DATASETS.filter(({ hunt }) => hunt === undefined)

const typeOf = ({ key, type }: Dataset): string => type ?? assert.fail(`${key} has no type`)

/** The properties of a type with those of the types that extend it: a list may contain any of them. */
function everyProperty(apiVersion: Dataset['apiVersion'], type: string): Map<string, Set<string>> {
  const types = publishedTypes(apiVersion)
  const found = new Map<string, Set<string>>()
  for (const name of [type, ...types.extensionsOf(type)]) {
    for (const [property, of] of types.propertiesOf(name) ?? [])
      found.set(property, (found.get(property) ?? new Set()).add(of))
  }
  return found
}

/** Names that `$select` or `$expand` contain, each with what is asked of it in brackets. */
const partsOf = (option: string): { name: string; inner: string }[] =>
  [...option.matchAll(/([\w.]+)(?:\(([^()]*(?:\([^()]*\))?[^()]*)\))?(?:,|$)/g)].map(([, name = '', inner = '']) => ({
    name,
    inner,
  }))

/** What is asked of a type and does not exist. */
function unknownNames(
  apiVersion: Dataset['apiVersion'],
  type: string,
  query: Readonly<Record<string, string>>,
): string[] {
  const known = everyProperty(apiVersion, type)
  return ['$select', '$expand'].flatMap((option) =>
    partsOf(query[option] ?? '').flatMap(({ name, inner }) => {
      const of = [...(known.get(name) ?? [])][0]
      if (of === undefined) return [`${option} ${type}.${name}`]
      return unknownNames(apiVersion, of, Object.fromEntries(new URLSearchParams(inner)))
    }),
  )
}

test('every dataset names a published type, and asks only for properties that it has', () => {
  for (const declared of REST) {
    const { key, apiVersion, query = {} } = declared
    assert.ok(publishedTypes(apiVersion).propertiesOf(typeOf(declared)), `${key}: no type ${declared.type}`)
    assert.deepEqual(unknownNames(apiVersion, typeOf(declared), query), [], key)
  }
})

test('a property or an expansion that does not exist is noticed', () => {
  const asked = { $select: 'id,joinType', $expand: 'users($select=nothing)' }
  assert.deepEqual(unknownNames('v1.0', 'ManagedDevice', asked), [
    '$select ManagedDevice.joinType',
    '$select User.nothing',
  ])
  assert.deepEqual(unknownNames('beta', 'ManagedDevice', { $select: 'joinType' }), [])
})

/** What the checks look for and the types lack, by property, with the reason why that is right. */
const EXPECTED: Readonly<Record<string, string>> = {
  name: 'the name of a policy, which other kinds of policies call displayName',
  displayName: 'the name of a policy, which settings catalogue policies call name',
  isAssigned: 'only some kinds of policies say it',
  count: 'secure score: controlScore is an open type, and measured controls have it',
  total: 'as count',
  scoreInPercentage: 'as count',
  deviceStates: 'a condition that came before devices; old policies may have it, and no check may overlook it',
}

/** Watches an object of a published type; `report` hears of each property that is read and does not exist. */
function watch(
  value: unknown,
  apiVersion: Dataset['apiVersion'],
  types: ReadonlySet<string>,
  report: (name: string) => void,
): unknown {
  if (typeof value !== 'object' || value === null) return value
  const known = new Map<string, Set<string>>()
  for (const type of types)
    for (const [name, of] of everyProperty(apiVersion, type))
      known.set(name, new Set([...(known.get(name) ?? []), ...of]))
  // Free-form objects, such as dictionaries, have no published properties.
  const isOpen = known.size === 0
  return new Proxy(value, {
    get(target, name, receiver) {
      const found: unknown = Reflect.get(target, name, receiver)
      if (typeof name === 'symbol' || name in Object.prototype || name === 'toJSON') return found
      if (Array.isArray(target)) return /^\d+$/.test(name) ? watch(found, apiVersion, types, report) : found
      if (name.includes('@odata.')) return found
      if (!isOpen && !known.has(name)) report(`${[...types].join(' or ')}.${name}`)
      return watch(found, apiVersion, known.get(name) ?? new Set(), report)
    },
  })
}

test('the checks read only properties that the published types have', () => {
  const model = modelTenant()
  const unknown = new Map<string, string>()
  const responses = Object.entries(model.responses).map(([key, response]) => {
    const declared = datasetAt(key)
    if (!declared || declared.hunt !== undefined) return [key, response] as const
    const value = watch(response.value, declared.apiVersion, new Set([typeOf(declared)]), (name) =>
      unknown.set(`${declared.key}: ${name}`, name),
    )
    return [key, { ...response, value }] as const
  })
  const tenant = readTenant({ ...model, responses: Object.fromEntries(responses) })
  const parameters = { thresholds: DEFAULT_THRESHOLDS, breakGlass: [], now: model.collectedAt }
  for (const check of CHECKS.values()) check.evaluate(tenant, parameters)
  const unexpected = [...unknown].filter(([, name]) => EXPECTED[name.split('.').at(-1) ?? ''] === undefined)
  assert.deepEqual(unexpected.map(([where]) => where).sort(), [])
  const found = new Set([...unknown.values()].map((name) => name.split('.').at(-1)))
  assert.deepEqual(found, new Set(Object.keys(EXPECTED)), 'an exception that nothing needs')
})

test('a property that the checks read and the types lack is noticed', () => {
  const heard: string[] = []
  const watched = watch([{ id: 'a' }], 'v1.0', new Set([typeOf(dataset('users'))]), (name) => heard.push(name))
  assert.ok(Array.isArray(watched))
  for (const item of watched) assert.equal(item.id ?? item.identifier, 'a')
  for (const item of watched) assert.equal(item.identifier, undefined)
  assert.deepEqual(heard, ['User.identifier'])
})
