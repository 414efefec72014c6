import assert from 'node:assert/strict'
import { test } from 'node:test'
import { officeHardening } from '../../../../src/engine/checks/office/office-hardening.ts'
import { officeMacrosDisabled } from '../../../../src/engine/checks/office/office-macros-disabled.ts'
import { officeMacrosInternetBlocked } from '../../../../src/engine/checks/office/office-macros-internet-blocked.ts'
import { MACRO_SETTINGS } from '../../../../src/engine/readers/settings/macros-disabled.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import * as build from '../../intune-builder.ts'
import { PARAMETERS, refused, skus, tenantOf } from '../../snapshot-builder.ts'
import { assess, LICENCES, smallTenant, type TenantParts } from '../../tenant-builder.ts'
import { warnings } from './macros-fixture.ts'

const read = (parts: TenantParts, check = officeMacrosDisabled) =>
  check.evaluate(tenantOf(smallTenant({ policies: { Macros: MACRO_SETTINGS }, ...parts })), PARAMETERS)

test('Office policies prove something only with Apps for enterprise', () => {
  assert.equal(read({ licence: 'e5' }).verdict, 'effective')
  const business = read({ licence: 'businessPremium' })
  assert.deepEqual([business.verdict, business.kind, business.coverage], ['no_visibility', 'absent', undefined])
  assert.match(business.observed, /Apps for business, which ignores such policies/)
  assert.ok(business.evidence.some(({ dataset }) => dataset.endsWith('/subscribedSkus')))
})

test('if the licences are unread, it is unknown whether Office follows its policies', () => {
  const result = read({ licence: 'e5', refused: ['subscribedSkus'] })
  assert.deepEqual([result.verdict, result.kind], ['no_visibility', 'blind'])
  assert.match(result.observed, /The licences could not be read/)
})

const BOTH = skus(...LICENCES.e5, ...LICENCES.businessPremium)
const ENTERPRISE = '43de0ff5-c92c-492b-9116-175376d08c38'
const BUSINESS = '094e7854-93fc-4d55-b2c0-3ab5369ebdc1'

/** The primary users of the ten devices with a plan for Office: `n` with Apps for business. */
const licensed = (n: number, devices = 10) =>
  Array.from({ length: devices }, (_, index) => ({
    id: build.userId(index),
    assignedPlans: [{ servicePlanId: index < n ? BUSINESS : ENTERPRISE, capabilityStatus: 'Enabled' }],
  }))

test('if both editions of Office are licensed, the licence of a device’s user decides which one it has', () => {
  const both = (more: object) => read({ more: { subscribedSkus: BOTH, ...more } })
  const enterprise = both({ users: licensed(0) })
  assert.deepEqual([enterprise.verdict, enterprise.coverage?.of], ['effective', 80])
  assert.ok(!enterprise.limitations.some((limitation) => /Apps for business/.test(limitation)))
  const one = both({ users: licensed(1) })
  assert.deepEqual([one.verdict, one.kind], ['no_visibility', 'absent'])
  assert.match(one.observed, /The users of 1 computer are licensed for Microsoft 365 Apps for business/)
  for (const users of [licensed(0, 9), refused()]) {
    const unknown = both({ users })
    assert.deepEqual([unknown.verdict, unknown.kind], ['no_visibility', 'blind'])
    assert.match(unknown.observed, /Which edition of Office \d+ computers? has is not known/)
  }
})

test('a user with both editions, or one computer of a hundred with the lesser edition, is mentioned without effect', () => {
  const everything = [ENTERPRISE, BUSINESS].map((servicePlanId) => ({ servicePlanId, capabilityStatus: 'Enabled' }))
  const users = licensed(0).map((user) => ({ ...user, assignedPlans: everything }))
  assert.equal(read({ more: { subscribedSkus: BOTH, users } }).verdict, 'effective')
  const hundred = read({ devices: 100, more: { subscribedSkus: BOTH, users: licensed(1, 100) } })
  assert.equal(hundred.verdict, 'effective')
  assert.ok(hundred.limitations.some((limitation) => /The users of 1 computer are licensed/.test(limitation)))
})

test('Macs run Office too, and policies for Windows do not reach them', () => {
  const mac = (n: number) => ({ id: `mac-${n}`, deviceName: `Mac-${n}`, operatingSystem: 'macOS', osVersion: '15.5' })
  const beside = (macs: number, devices: number) =>
    read({ licence: 'e5', devices: [...build.devices(devices), ...Array.from({ length: macs }, (_, n) => mac(n))] })
  const one = beside(1, 10)
  assert.deepEqual([one.verdict, one.kind], ['no_visibility', 'absent'])
  assert.match(one.observed, /Intune also lists 1 Mac; what Office does on Macs is not read\./)
  assert.equal(beside(1, 99).verdict, 'effective')
})

test('a wrong value, or no policy at all, counts the same in every edition of Office', () => {
  for (const licence of ['businessPremium', 'e5'] as const)
    assert.equal(read({ licence, policies: { Macros: warnings('1') } }).verdict, 'ineffective')
  const none = read({ policies: {} }, officeHardening)
  assert.deepEqual([none.verdict, none.kind], ['ineffective', 'absent'])
})

test('a wrong value that Office may ignore does not overrule people who name what sets the right one', () => {
  const values = (licence: 'businessPremium' | 'e5') => smallTenant({ licence, policies: { Macros: warnings('1') } })
  const row = (licence: 'businessPremium' | 'e5', note?: string) =>
    assess(values(licence), { 'ISM-1671': { answer: 'yes', ...(note && { note }) } }).requirements.find(
      ({ id }) => id === 'ISM-1671',
    )
  const named = row('businessPremium', 'By a script, and checked on a computer.')
  assert.deepEqual([named?.verdict, named?.basis], ['effective', 'reported'])
  for (const open of [row('businessPremium'), row('e5'), row('e5', 'By a script.')])
    assert.deepEqual([open?.verdict, open?.basis], ['ineffective', 'contrary'])
})

test('of policies that Office may ignore, what they leave out counts as in place only if people name what sets it', () => {
  const seven = warnings('4').map((setting, index) => (index === 0 ? choice(setting.definitionId, '2') : setting))
  const row = (parts: TenantParts, note?: string) =>
    assess(smallTenant(parts), { 'ISM-1671': { answer: 'yes', ...(note && { note }) } }).requirements.find(
      ({ id }) => id === 'ISM-1671',
    )
  const licence = 'businessPremium'
  assert.equal(row({ licence, policies: { Macros: seven } }, 'The eighth by a script.')?.verdict, 'effective')
  assert.equal(row({ licence, policies: { Macros: seven } })?.verdict, 'partial')
  // If it may not ignore them, the eighth is known to lack the setting.
  const unread = { licence, policies: { Macros: seven }, refused: ['subscribedSkus'] } satisfies TenantParts
  assert.equal(row(unread, 'The eighth by a script.')?.verdict, 'partial')
  assert.equal(row({ licence, policies: { Macros: MACRO_SETTINGS } })?.verdict, 'effective')
})

test('without a policy, Office may block macros from the internet by default', () => {
  for (const licence of ['businessPremium', 'e5'] as const) {
    const result = read({ licence, policies: {} }, officeMacrosInternetBlocked)
    assert.deepEqual([result.verdict, result.kind], ['no_visibility', 'absent'])
    assert.match(result.observed, /\(not seen: the default of current versions of Office\)/)
  }
})
