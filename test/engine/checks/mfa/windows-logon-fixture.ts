import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../../src/engine/model/check.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import { WINDOWS_HELLO, WINDOWS_HELLO_GROUP } from '../../../../src/engine/readers/settings/windows-hardening.ts'
import * as build from '../../intune-builder.ts'
import { PARAMETERS, refused, type Values } from '../../snapshot-builder.ts'
import { evaluate } from '../device-settings-fixture.ts'

const registered = (n: number, listed = 10) =>
  Array.from({ length: listed }, (_, index) => ({
    id: build.userId(index),
    userPrincipalName: `user${index}@example.com`,
    methodsRegistered: index < n ? ['windowsHelloForBusiness'] : ['microsoftAuthenticatorPush', 'mobilePhone'],
  }))
const hello = (option: string, assignments: readonly unknown[]) =>
  build.groupedPolicy(
    'Hello',
    WINDOWS_HELLO.map(({ definitionId }) => choice(definitionId, option)),
    assignments,
    WINDOWS_HELLO_GROUP,
  )

/** Tests a check that counts the users of Windows devices with a registered method. */
export function testLogon(check: Check): void {
  const at = (registrationDetails: unknown, more: Values = {}) => evaluate(check, { registrationDetails, ...more })

  test(`${check.id}: it is effective only if every user has a registered method`, () => {
    assert.equal(at(registered(10)).verdict, 'effective')
    assert.equal(at(registered(9)).verdict, 'partial')
    assert.equal(at(registered(0)).verdict, 'ineffective')
    const weak = at(registered(3))
    assert.equal(weak.verdict, 'partial')
    assert.deepEqual(weak.coverage, { n: 3, of: 10 })
    assert.equal(weak.affected?.items[0], 'user3@example.com')
  })
  test(`${check.id}: missing readings are neither a pass nor a failure`, () => {
    assert.equal(at(refused()).verdict, 'no_visibility')
    assert.equal(at(registered(10), { managedDevices: refused() }).verdict, 'no_visibility')
    assert.equal(at(registered(8, 8)).verdict, 'no_visibility')
    const shared = [{ id: 'x', operatingSystem: 'Windows', userId: '' }]
    assert.equal(at(registered(10), { managedDevices: shared }).verdict, 'no_visibility')
  })
  test(`${check.id}: a policy alone, without registered users, does not pass`, () => {
    const configurationPolicies = [hello('true', [build.allDevices])]
    assert.equal(at(registered(0), { configurationPolicies }).verdict, 'ineffective')
    assert.equal(at(refused(), { configurationPolicies }).verdict, 'no_visibility')
  })
  test(`${check.id}: a policy that switches Windows Hello off lowers the verdict, unless it is not assigned`, () => {
    const off = (assignments: readonly unknown[]) =>
      at(registered(10), {
        configurationPolicies: [hello('false', assignments)],
        ...build.usersIn(1, 0, 1),
      }).verdict
    assert.equal(off([build.allDevices]), 'ineffective')
    assert.equal(off([build.group(1)]), 'partial')
    assert.equal(off([]), 'effective')
  })
  test(`${check.id}: disabled and emergency accounts are not counted`, () => {
    const users = [{ id: build.userId(9), accountEnabled: false }]
    assert.deepEqual(at(registered(9), { users }).coverage, { n: 9, of: 9 })
    const parameters = { ...PARAMETERS, breakGlass: ['User9@example.com'] }
    const result = evaluate(check, { registrationDetails: registered(9) }, parameters)
    assert.equal(result.verdict, 'effective')
    assert.ok(result.limitations.some((limitation) => /1 emergency account set aside/.test(limitation)))
  })
}
