import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mfaFactors } from '../../../../src/engine/checks/mfa/mfa-factors.ts'
import { refused } from '../../snapshot-builder.ts'
import { id, policy, readable, strength, WEAK_STRENGTH } from '../../tenant-parts.ts'
import { evaluate } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(mfaFactors)

const methods = (...configurations: object[]) => ({
  authenticationMethodsPolicy: {
    policyMigrationState: 'migrationComplete',
    authenticationMethodConfigurations: [
      { id: 'Fido2', state: 'enabled' },
      { id: 'MicrosoftAuthenticator', state: 'enabled' },
      { id: 'Email', state: 'enabled' },
      { id: 'QRCodePin', state: 'disabled' },
      ...configurations,
    ],
  },
})

test('two-factor methods are effective; a code by email is mentioned without effect', () => {
  const sms = { id: 'Sms', state: 'enabled', includeTargets: [{ id: 'all_users', isUsableForSignIn: false }] }
  const result = evaluate(mfaFactors, readable([policy()], methods(sms)))
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 3, of: 3 })
  assert.ok(result.limitations.some((text) => text.includes('Codes by email')))
})

test('a text message as the only factor and a QR code are partial', () => {
  const sms = { id: 'Sms', state: 'enabled', includeTargets: [{ id: 'all_users', isUsableForSignIn: true }] }
  const result = evaluate(mfaFactors, readable([policy()], methods(sms, { id: 'QRCodePin', state: 'enabled' })))
  assert.equal(result.verdict, 'partial')
  assert.deepEqual(result.affected?.items, ['the method ‘SMS’', 'the method ‘QRCodePin’'])
  assert.match(
    result.observed,
    /Exceptions: the method ‘SMS’ may sign people in by itself, the method ‘QRCodePin’ signs/,
  )
})

test('an authentication strength that one factor satisfies is ineffective if it is in use, and otherwise ignored', () => {
  const weak = (state: string) => policy({ state, grant: strength(WEAK_STRENGTH) })
  assert.equal(evaluate(mfaFactors, readable([policy(), weak('enabled')], methods())).verdict, 'ineffective')
  assert.equal(evaluate(mfaFactors, readable([policy(), weak('disabled')], methods())).verdict, 'effective')
})

test('good methods that no policy requires are ineffective', () => {
  assert.equal(evaluate(mfaFactors, readable([], methods())).verdict, 'ineffective')
})

test('unread methods, policies or strengths mean no visibility', () => {
  assert.equal(evaluate(mfaFactors, readable([policy()])).verdict, 'no_visibility')
  const noPolicies = readable([], { ...methods(), conditionalAccessPolicies: refused() })
  assert.equal(evaluate(mfaFactors, noPolicies).verdict, 'no_visibility')
  const unreadStrength = readable([policy(), policy({ grant: strength(id(399)) })], methods())
  assert.equal(evaluate(mfaFactors, unreadStrength).verdict, 'no_visibility')
  const noDefaults = readable([], { ...methods(), securityDefaults: refused() })
  assert.equal(evaluate(mfaFactors, noDefaults).verdict, 'no_visibility')
})

test('the text counts methods, and says so if none is enabled', () => {
  const observed = (...configurations: object[]) => {
    const authenticationMethodsPolicy = { authenticationMethodConfigurations: configurations }
    return evaluate(mfaFactors, readable([policy()], { authenticationMethodsPolicy })).observed
  }
  assert.equal(observed(), 'No method is enabled in the policy.')
  assert.match(observed({ id: 'Fido2', state: 'enabled' }), /^1 of 1 enabled method/)
})
