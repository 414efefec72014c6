import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../../src/engine/model/check.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import { WINDOWS_HELLO, WINDOWS_HELLO_GROUP } from '../../../../src/engine/readers/settings/windows-hardening.ts'
import * as build from '../../intune-builder.ts'
import { PARAMETERS, refused, type Values } from '../../snapshot-builder.ts'
import { evaluate } from '../device-settings-fixture.ts'

const registered = (n: number, listed = 10, method = 'windowsHelloForBusiness') =>
  Array.from({ length: listed }, (_, index) => ({
    id: build.userId(index),
    userPrincipalName: `user${index}@example.com`,
    methodsRegistered: index < n ? [method] : ['microsoftAuthenticatorPush', 'mobilePhone'],
  }))
const hello = (option: string, assignments: readonly unknown[]) =>
  build.groupedPolicy(
    'Hello',
    WINDOWS_HELLO.map(({ definitionId }) => choice(definitionId, option)),
    assignments,
    WINDOWS_HELLO_GROUP,
  )

/** The verdicts that a check of sign-in to Windows never returns. */
export const OTHER_LOGON = {
  ineffective: 'smart cards and other products are not in the registration report',
  partial: 'smart cards and other products are not in the registration report',
}

/** Tests a check that counts the users of Windows devices with a registered method. */
export function testLogon(check: Check): void {
  const at = (registrationDetails: unknown, more: Values = {}) => evaluate(check, { registrationDetails, ...more })

  test(`${check.id}: it is effective only if every user has a registered method`, () => {
    assert.equal(at(registered(10)).verdict, 'effective')
    assert.equal(at(registered(9)).verdict, 'no_visibility')
    const weak = at(registered(3))
    assert.deepEqual([weak.verdict, weak.kind, weak.coverage], ['no_visibility', 'absent', { n: 3, of: 10 }])
    assert.match(weak.observed, /Without one: user3@example\.com/)
  })
  test(`${check.id}: people without a registered method may use a smart card or another product, so people must answer`, () => {
    const none = at(registered(0))
    assert.deepEqual([none.verdict, none.kind, none.coverage], ['no_visibility', 'absent', undefined])
    assert.match(`${none.observed} ${none.invites}`, /Smart cards, and other products .* say so in the questionnaire/)
  })
  test(`${check.id}: missing readings are neither a pass nor a failure`, () => {
    assert.equal(at(refused()).verdict, 'no_visibility')
    assert.equal(at(registered(10), { managedDevices: refused() }).verdict, 'no_visibility')
    const unlisted = at(registered(8, 8))
    assert.deepEqual([unlisted.verdict, unlisted.kind], ['no_visibility', 'blind'])
    const shared = [{ id: 'x', operatingSystem: 'Windows', userId: '' }]
    assert.equal(at(registered(10), { managedDevices: shared }).verdict, 'no_visibility')
  })
  test(`${check.id}: a policy alone, without registered users, does not pass`, () => {
    const configurationPolicies = [hello('true', [build.allDevices])]
    assert.equal(at(registered(0), { configurationPolicies }).verdict, 'no_visibility')
    assert.equal(at(refused(), { configurationPolicies }).verdict, 'no_visibility')
  })
  test(`${check.id}: if a policy turns Windows Hello off, only security keys count`, () => {
    const off = (assignments: readonly unknown[], method = 'windowsHelloForBusiness') =>
      at(registered(10, 10, method), {
        configurationPolicies: [hello('false', assignments)],
        ...build.usersIn(1, 0, 1),
      })
    const everywhere = off([build.allDevices])
    assert.deepEqual([everywhere.verdict, everywhere.coverage], ['no_visibility', undefined])
    assert.match(everywhere.observed, /Policy switches Windows Hello off: “Hello”/)
    assert.deepEqual(off([build.group(1)]).coverage, { n: 9, of: 10 })
    assert.equal(off([]).verdict, 'effective')
    assert.equal(off([build.allDevices], 'fido2SecurityKey').verdict, 'effective')
  })
  test(`${check.id}: disabled and emergency accounts are not counted`, () => {
    const users = [{ id: build.userId(9), accountEnabled: false }]
    assert.deepEqual(at(registered(9), { users }).coverage, { n: 9, of: 9 })
    const parameters = { ...PARAMETERS, breakGlass: ['User9@example.com'] }
    const result = evaluate(check, { registrationDetails: registered(9) }, parameters)
    assert.equal(result.verdict, 'effective')
    assert.ok(result.limitations.some((limitation) => /1 emergency account excluded/.test(limitation)))
  })
}
