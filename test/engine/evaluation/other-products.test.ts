import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MACRO_APPLICATIONS } from '../../../src/engine/readers/settings/macro-applications.ts'
import { choice } from '../../../src/engine/readers/settings/setting.ts'
import * as build from '../intune-builder.ts'
import { assess, everywhere, smallTenant, type TenantParts } from '../tenant-builder.ts'

const MACROS = MACRO_APPLICATIONS.flatMap(({ blockInternet }) => (blockInternet ? [choice(blockInternet, '1')] : []))
const AUDIT = [choice('device_vendor_msft_policy_config_applicationcontrolv2_auditmode', 'enabled')]

const TENANTS: Readonly<Record<string, TenantParts>> = {
  'Business Premium with group policy': { management: build.HYBRID, policies: { Macros: MACROS } },
  'Business Premium with Configuration Manager': { management: build.CO_MANAGED },
  'cloud-only devices with another vendor’s application control': { policies: { 'App Control': AUDIT } },
  'no licence for devices': { licence: 'businessBasic', refused: ['managedDevices', 'configurationPolicies'] },
  'no devices in Intune': { devices: 0 },
}

for (const [name, parts] of Object.entries(TENANTS)) {
  test(`${name}: each level is reached when everything is answered and nothing contrary is seen`, () => {
    const result = assess(smallTenant(parts), everywhere('yes'))
    const short = result.requirements.filter(({ verdict }) => verdict !== 'effective')
    assert.deepEqual(
      short.map(({ id, observed }) => `${id}: ${observed}`),
      [],
    )
    assert.equal(result.maturityAchieved, 3)
  })
}

test('without answers a fleet with group policy has no failure for what no policy of Intune sets', () => {
  const { requirements } = assess(smallTenant({ management: build.HYBRID, policies: { Macros: MACROS } }))
  const failed = requirements.filter(({ verdict }) => verdict === 'ineffective' || verdict === 'partial')
  assert.deepEqual(
    failed.map(({ id }) => id),
    [],
  )
  assert.equal(requirements.find(({ id }) => id === 'ISM-1488')?.verdict, 'no_visibility')
})

test('an answer does not overrule another value that was seen, or that devices report', () => {
  const off = MACROS.map(({ definitionId }) => choice(definitionId, '0'))
  const parts = { management: build.HYBRID, policies: { Macros: off }, reported: { scid_2501: 20 } }
  const { requirements } = assess(smallTenant(parts), everywhere('yes'))
  for (const id of ['ISM-1488', 'ISM-1667']) {
    const row = requirements.find((candidate) => candidate.id === id)
    assert.deepEqual([row?.verdict, row?.basis], ['ineffective', 'contrary'], id)
    assert.match(row?.contradiction ?? '', /the tenant shows that it is not in place/)
  }
})

test('losing any reading of such tenants raises no score without answers', () => {
  const tenants = [
    ...Object.values(TENANTS),
    { policies: { Macros: MACROS }, reported: { scid_2501: 100, scid_2502: 85, scid_25: 10 }, edition: 'Enterprise' },
    { management: build.HYBRID, reported: { scid_2501: 100 } },
  ]
  for (const parts of tenants) {
    const values = smallTenant(parts)
    const before = assess(values)
    for (const dataset of Object.keys(values)) {
      const after = assess(smallTenant({ ...parts, refused: [...(parts.refused ?? []), dataset] }))
      assert.ok(after.score <= before.score, dataset)
      for (const [index, { verdict, id }] of after.requirements.entries()) {
        const was = before.requirements[index]?.verdict
        if (verdict === 'effective') assert.equal(was, 'effective', `${id} without ${dataset}`)
      }
    }
  }
})
