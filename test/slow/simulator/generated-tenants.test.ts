import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATASETS } from '../../../src/engine/datasets/catalogue.ts'
import { type Dataset, snapshotKey } from '../../../src/engine/datasets/dataset.ts'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'
import { collectSnapshot } from '../../../src/graph/collection/collect.ts'
import { fields, list } from '../../../src/shared/json.ts'

import { personasOf } from '../../../src/simulator/sign-in/personas.ts'
import {
  findRecipe,
  GENERATED_POSTURES,
  generatedTenantId,
  generateTenantIds,
  MIN_USERS,
  parseGeneratedTenantId,
} from '../../../src/simulator/tenants/generated-tenants.ts'
import { createRecentMap } from '../../../src/simulator/tenants/recent-map.ts'
import { SAMPLE_TENANTS } from '../../../src/simulator/tenants/tenants.ts'
import { generatedSnapshot } from '../../engine/sample-snapshot.ts'
import { openSimulator } from '../../harness/simulator.ts'

const NOW = '2026-03-01T00:00:00Z'
const IDS = generateTenantIds({ tenants: 40, users: { min: MIN_USERS, max: 60 }, seed: 1 })

const valuesOf = ({ responses }: Snapshot, key: string) =>
  list(responses[snapshotKey(DATASETS.find((each) => each.key === key) ?? assert.fail(key))]?.value).map(fields)

test('an id determines how its tenant is generated, ignoring case', () => {
  const tenant = { posture: 'mixed', users: 512, devices: 700, seed: 281_474_976_710_655 } as const
  const id = generatedTenantId(tenant)
  assert.deepEqual(parseGeneratedTenantId(id), tenant)
  assert.deepEqual(parseGeneratedTenantId(id.toUpperCase()), tenant)
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('sample tenants and unknown ids are not generated', () => {
  for (const { tenantId } of SAMPLE_TENANTS) assert.equal(parseGeneratedTenantId(tenantId), undefined)
  assert.equal(findRecipe('11111111-2222-4333-8444-555555555555'), undefined)
  assert.equal(findRecipe(generatedTenantId({ posture: 'weak', users: 10, devices: 0, seed: 1 }).slice(1)), undefined)
  assert.equal(findRecipe('51b00009-0000-4000-8000-000000000001'), undefined, 'nine users are too few')
  assert.equal(findRecipe('51b0000a-0000-400f-8000-000000000001'), undefined, 'no posture has this number')
})

test('sizes and seeds that do not fit into an id are refused', () => {
  const tenant = { posture: 'weak', users: 20, devices: 20, seed: 1 } as const
  for (const wrong of [{ users: 9 }, { users: 65_536 }, { devices: -1 }, { devices: 65_536 }, { seed: 2 ** 48 }])
    assert.throws(() => generatedTenantId({ ...tenant, ...wrong }), RangeError)
})

test('the same options always give the same ids, all different and within their bounds and posture', () => {
  const batch = { tenants: 500, users: { min: 50, max: 500 }, seed: 7 }
  const ids = generateTenantIds(batch)
  assert.deepEqual(generateTenantIds(batch), ids)
  assert.equal(new Set([...ids, ...generateTenantIds({ ...batch, seed: 8 })]).size, 1_000)
  const tenants = ids.map((id) => parseGeneratedTenantId(id) ?? assert.fail(id))
  for (const { users } of tenants) assert.ok(users >= 50 && users <= 500)
  assert.deepEqual(new Set(tenants.map(({ posture }) => posture)), new Set(GENERATED_POSTURES))
  const weak = generateTenantIds({ ...batch, posture: 'weak' }).map((id) => parseGeneratedTenantId(id)?.posture)
  assert.deepEqual(new Set(weak), new Set(['weak']))
})

test('the same id always gives the same tenant, and another seed gives other people', () => {
  const [one, other] = [3, 4].map((seed) => generatedTenantId({ posture: 'mixed', users: 30, devices: 30, seed }))
  assert.ok(one && other)
  assert.deepEqual(generatedSnapshot(one, NOW), generatedSnapshot(one, NOW))
  const ids = (id: string): unknown[] => valuesOf(generatedSnapshot(id, NOW), 'users').map((user) => user.id)
  const others = new Set(ids(other))
  assert.deepEqual(
    ids(one).filter((user) => others.has(user)),
    [],
  )
})

test('a tenant has as many users and devices as its id says', () => {
  const snapshot = generatedSnapshot(generatedTenantId({ posture: 'strong', users: 200, devices: 240, seed: 5 }), NOW)
  const own = valuesOf(snapshot, 'users').filter(({ displayName }) => !/\(Admin\)|Emergency/.test(String(displayName)))
  assert.equal(own.length, 200)
  assert.equal(valuesOf(snapshot, 'managedDevices').length, 240)
})

/** Every read of a dataset: one, or one for each id in the datasets that it depends on. */
function readsOf(snapshot: Snapshot, declared: Dataset): string[] {
  const { each } = declared
  if (!each) return [snapshotKey(declared)]
  const sources = DATASETS.filter(({ key }) => each.of.includes(key))
  const values = sources.map((source) => snapshot.responses[snapshotKey(source)]?.value)
  return each.ids(values).map((id) => snapshotKey(declared, id))
}

test('every generated tenant answers every dataset, and everything that another dataset refers to', () => {
  for (const id of IDS) {
    const snapshot = generatedSnapshot(id, NOW)
    const keys = new Set(Object.keys(snapshot.responses))
    for (const key of DATASETS.flatMap((declared) => readsOf(snapshot, declared)))
      assert.ok(keys.has(key) || keys.has(key.replace('/beta/', '/v1.0/')), `${id} does not answer ${key}`)
  }
})

test('roles, members and devices of every generated tenant belong to people and devices that exist', () => {
  for (const id of IDS) {
    const snapshot = generatedSnapshot(id, NOW)
    const people = new Set(valuesOf(snapshot, 'users').map((user) => user.id))
    const devices = new Set(valuesOf(snapshot, 'managedDevices').map((device) => device.azureADDeviceId))
    const groups = Object.entries(snapshot.responses).filter(([key]) => key.endsWith('/transitiveMembers'))
    const groupIds = new Set(groups.map(([key]) => key.split('/')[3]))
    for (const { principalId } of [
      ...valuesOf(snapshot, 'roleAssignments'),
      ...valuesOf(snapshot, 'roleEligibilities'),
    ])
      assert.ok(people.has(principalId) || groupIds.has(String(principalId)), `${id}: ${principalId}`)
    for (const member of groups.flatMap(([, { value }]) => list(value)).map(fields))
      assert.ok(people.has(member.id) || devices.has(member.deviceId), `${id}: ${member.displayName}`)
    for (const { userId } of valuesOf(snapshot, 'managedDevices')) assert.ok(userId === '' || people.has(userId))
    const recipe = findRecipe(id) ?? assert.fail(id)
    for (const persona of personasOf(recipe, Date.parse(NOW)).filter(
      ({ key }) => key !== 'privileged-role-administrator',
    ))
      assert.ok(people.has(persona.id))
  }
})

test('mixed tenants differ, and lie between weak and strong ones', () => {
  // The score that is still possible: of what cannot be read, all of them know nothing.
  const scoreOf = (id: string): number =>
    evaluateFramework(ESSENTIAL_EIGHT, readTenant(generatedSnapshot(id, NOW)), {
      target: 2,
      onFault: (check, error) => assert.fail(`${check}: ${error}`),
    }).scoreCeiling
  const scores = (posture: 'strong' | 'weak' | 'mixed', tenants: number): number[] =>
    generateTenantIds({ tenants, users: { min: 20, max: 40 }, posture, seed: 2 }).map(scoreOf)
  const mixed = scores('mixed', 12)
  assert.ok(new Set(mixed).size >= 6, mixed.join())
  assert.ok(Math.min(...mixed) >= Math.max(...scores('weak', 2)), mixed.join())
  assert.ok(Math.max(...mixed) <= Math.min(...scores('strong', 2)), mixed.join())
})

test('the simulator serves generated tenants without being told about them', async () => {
  await using opened = await openSimulator()
  const ids = generateTenantIds({ tenants: 3, users: { min: 20, max: 40 }, posture: 'mixed', seed: 11 })
  await Promise.all(
    ids.map(async (tenantId) => {
      const snapshot = await collectSnapshot(opened.source, { tenantId, deadlineMs: 60_000 })
      const made = generatedSnapshot(tenantId, new Date().toISOString())
      const names = (each: Snapshot): unknown[] => valuesOf(each, 'users').map((user) => user.userPrincipalName)
      assert.equal(snapshot.tenantId, tenantId)
      assert.deepEqual(names(snapshot), names(made))
    }),
  )
})

test('a map of recent entries forgets the one that was set longest ago', () => {
  const map = createRecentMap<number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => map.get(key)),
    [3, undefined, 4],
  )
})
