import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import type { Answers } from '../../../src/engine/model/questionnaire.ts'
import { ASR_RULES } from '../../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { MACRO_APPLICATIONS } from '../../../src/engine/readers/settings/macro-applications.ts'
import { choice } from '../../../src/engine/readers/settings/setting.ts'
import * as build from '../intune-builder.ts'
import { assess, everywhere, smallTenant, type TenantParts } from '../tenant-builder.ts'

const MACROS = MACRO_APPLICATIONS.flatMap(({ blockInternet }) => (blockInternet ? [choice(blockInternet, '1')] : []))
const AUDIT = [choice('device_vendor_msft_policy_config_applicationcontrolv2_auditmode', 'enabled')]

const RULES = ['ISM-1667', 'ISM-1668', 'ISM-1669', 'ISM-1670', 'ISM-1673']
const RULES_IN_AUDIT = Object.values(ASR_RULES).map(({ settingId }) => choice(settingId, 'audit'))
const MEASURED = Object.fromEntries(Object.values(ASR_RULES).map(({ secureScore }) => [secureScore, 10]))

const TENANTS: Readonly<Record<string, TenantParts>> = {
  'Business Premium with group policy': { management: build.HYBRID, policies: { Macros: MACROS } },
  'Business Premium with Configuration Manager': { management: build.CO_MANAGED },
  'cloud-only devices with another vendor’s application control': { policies: { 'App Control': AUDIT } },
  'cloud-only devices with another antivirus': { policies: { Rules: RULES_IN_AUDIT }, reported: MEASURED },
  'no licence for devices': { licence: 'businessBasic', refused: ['managedDevices', 'configurationPolicies'] },
  'no devices in Intune': { devices: 0 },
}

for (const [name, parts] of Object.entries(TENANTS)) {
  test(`${name}: each level is reached when everything is answered and nothing contrary is seen`, () => {
    const result = assess(smallTenant(parts), everywhere('yes', ESSENTIAL_EIGHT, 'By the products of another vendor.'))
    const short = result.requirements.filter(({ verdict }) => verdict !== 'effective')
    assert.deepEqual(
      short.map(({ id, observed }) => `${id}: ${observed}`),
      [],
    )
    assert.equal(result.maturityAchieved, 3)
  })
}

test('without answers, devices with group policy do not fail for settings that no Intune policy sets', () => {
  const { requirements } = assess(smallTenant({ management: build.HYBRID, policies: { Macros: MACROS } }))
  const failed = requirements.filter(({ verdict }) => verdict === 'ineffective' || verdict === 'partial')
  assert.deepEqual(
    failed.map(({ id }) => id),
    [],
  )
  assert.equal(requirements.find(({ id }) => id === 'ISM-1488')?.verdict, 'no_visibility')
})

test('an answer does not overrule a wrong value that was read or that devices report', () => {
  const off = MACROS.map(({ definitionId }) => choice(definitionId, '0'))
  const parts = {
    licence: 'e5',
    management: build.HYBRID,
    policies: { Macros: off },
    reported: { scid_25: 20 },
  } as const
  const { requirements } = assess(smallTenant(parts), everywhere('yes', ESSENTIAL_EIGHT, 'By our provider.'))
  for (const [id, shown] of [
    ['ISM-1488', 'is not in place'],
    ['ISM-1861', 'falls short'],
  ] as const) {
    const row = requirements.find((candidate) => candidate.id === id)
    assert.deepEqual([row?.verdict, row?.basis], ['ineffective', 'contrary'], id)
    assert.equal(row?.contradiction, `People answered “yes”, but the tenant shows that it ${shown}.`)
  }
})

for (const [name, parts] of Object.entries<TenantParts>({
  'rules that only audit': { policies: { Rules: RULES_IN_AUDIT } },
  'rules that devices report not to have': { reported: MEASURED },
  'no rules at all': {},
  'rules that only audit, in a domain': { management: build.HYBRID, policies: { Rules: RULES_IN_AUDIT } },
})) {
  // Without a rule, the makers of PDF software may have done the same.
  const ids = (parts.policies ?? parts.reported) ? RULES : RULES.filter((id) => id !== 'ISM-1670')
  const rowsWith = (answers: Answers['answers']) =>
    assess(smallTenant(parts), answers).requirements.filter(({ id }) => ids.includes(id))

  test(`${name}: a failure, until people name another antivirus or attach a file`, () => {
    for (const { id, verdict, basis, observed } of rowsWith({})) {
      assert.deepEqual([verdict, basis], ['ineffective', 'absent'], id)
      assert.match(observed, /If another antivirus product does this instead, people can say so and name it/)
      assert.doesNotMatch(observed, /what they report decides/)
    }
    const named = Object.fromEntries(RULES.map((id) => [id, { answer: 'yes' as const, note: 'By CrowdStrike.' }]))
    for (const { id, verdict, basis, quality, contradiction } of rowsWith(named))
      assert.deepEqual([verdict, basis, quality, contradiction], ['effective', 'reported', 'poor', undefined], id)
    const attached = Object.fromEntries(RULES.map((id) => [id, { answer: 'yes' as const, attachments: 1 }]))
    for (const { id, verdict, quality } of rowsWith(attached))
      assert.deepEqual([verdict, quality], ['effective', 'fair'], id)
  })

  test(`${name}: “yes” alone is contradicted, and the row says what to add`, () => {
    for (const { id, verdict, basis, contradiction } of rowsWith(everywhere('yes'))) {
      assert.deepEqual([verdict, basis], ['ineffective', 'contrary'], id)
      const shown =
        /^People answered “yes”, but the tenant shows that it (is not in place|falls short)\. Another product or method may do this: an answer counts here if its note names it/
      assert.match(contradiction ?? '', shown)
    }
  })
}

test('a password product of another vendor counts if it is named, although few devices report Windows LAPS', () => {
  const tenant = smallTenant({ reported: { scid_113: 10 } })
  const rowWith = (note?: string) =>
    assess(tenant, { 'ISM-1685': { answer: 'yes', ...(note && { note }) } }).requirements.find(
      ({ id }) => id === 'ISM-1685',
    )
  assert.deepEqual([rowWith()?.verdict, rowWith()?.basis], ['ineffective', 'contrary'])
  assert.deepEqual([rowWith('CyberArk')?.verdict, rowWith('CyberArk')?.basis], ['effective', 'reported'])
})

test('without answers, losing any reading of such tenants does not raise the score', () => {
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
