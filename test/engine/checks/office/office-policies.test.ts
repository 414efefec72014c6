import assert from 'node:assert/strict'
import { test } from 'node:test'
import { officeHardening } from '../../../../src/engine/checks/office/office-hardening.ts'
import { officeMacrosDisabled } from '../../../../src/engine/checks/office/office-macros-disabled.ts'
import { officeMacrosInternetBlocked } from '../../../../src/engine/checks/office/office-macros-internet-blocked.ts'
import { MACRO_SETTINGS } from '../../../../src/engine/readers/settings/macros-disabled.ts'
import { PARAMETERS, skus, tenantOf } from '../../snapshot-builder.ts'
import { LICENCES, smallTenant, type TenantParts } from '../../tenant-builder.ts'
import { warnings } from './macros-fixture.ts'

const read = (parts: TenantParts, check = officeMacrosDisabled) =>
  check.evaluate(tenantOf(smallTenant({ policies: { Macros: MACRO_SETTINGS }, ...parts })), PARAMETERS)

test('policies of Office prove something only where Office is Apps for enterprise', () => {
  assert.equal(read({ licence: 'e5' }).verdict, 'effective')
  const business = read({ licence: 'businessPremium' })
  assert.deepEqual([business.verdict, business.kind, business.coverage], ['no_visibility', 'absent', undefined])
  assert.match(business.observed, /Apps for business, which does not follow such policies/)
  assert.ok(business.evidence.some(({ dataset }) => dataset.endsWith('/subscribedSkus')))
})

test('if the licences are unread, it is unknown whether Office follows its policies', () => {
  const result = read({ licence: 'e5', refused: ['subscribedSkus'] })
  assert.deepEqual([result.verdict, result.kind], ['no_visibility', 'blind'])
  assert.match(result.observed, /The licences could not be read/)
})

test('where both editions of Office are licensed, the result says that one does not follow policies', () => {
  const both = read({ more: { subscribedSkus: skus(...LICENCES.e5, ...LICENCES.businessPremium) } })
  assert.equal(both.verdict, 'effective')
  assert.ok(both.limitations.some((limitation) => /Apps for business/.test(limitation)))
  assert.ok(!read({ licence: 'e5' }).limitations.some((limitation) => /Apps for business/.test(limitation)))
})

test('another value, or no policy at all, is what it is in every edition of Office', () => {
  const on = { policies: { Macros: warnings('1') } }
  assert.deepEqual([read(on).verdict, read(on).kind], ['ineffective', 'contrary'])
  const none = read({ policies: {} }, officeHardening)
  assert.deepEqual([none.verdict, none.kind], ['ineffective', 'absent'])
})

test('without a policy, macros from the internet may be blocked by the default of Office', () => {
  for (const licence of ['businessPremium', 'e5'] as const) {
    const result = read({ licence, policies: {} }, officeMacrosInternetBlocked)
    assert.deepEqual([result.verdict, result.kind], ['no_visibility', 'absent'])
    assert.match(result.observed, /the default of current versions of Office may have set it/)
  }
})
