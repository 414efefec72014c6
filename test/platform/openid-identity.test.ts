import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toIdentity } from '../../src/platform/openid/identity.ts'

const OKTA = 'https://example.okta.com'
const MICROSOFT = 'https://login.microsoftonline.com/8a6b1e0c-6d5a-4b0e-9d6f-2f9a1a4f7c11/v2.0'
const GOOGLE = 'https://accounts.google.com'

const claimsOf = (iss: string, other: object = {}) => ({
  iss,
  aud: 'client',
  sub: 'subject',
  iat: 0,
  exp: 1,
  email: 'robin@example.com',
  ...other,
})

/** Who states how that an address is verified. */
const STATEMENTS: readonly [issuer: string, claims: object, isVerified: boolean][] = [
  [OKTA, { email_verified: true }, true],
  [GOOGLE, { email_verified: true }, true],
  [OKTA, { email_verified: 'true' }, false],
  [OKTA, { email_verified: false }, false],
  [OKTA, {}, false],
  [OKTA, { xms_edov: true }, false],
  ['https://login.microsoftonline.com.evil.example', { xms_edov: true }, false],
  [MICROSOFT, { xms_edov: true }, true],
  [MICROSOFT, { xms_edov: '1' }, true],
  [MICROSOFT, { xms_edov: 1 }, true],
  [MICROSOFT, { xms_edov: 'true' }, true],
  [MICROSOFT, { xms_edov: false }, false],
  [MICROSOFT, { xms_edov: '0' }, false],
  [MICROSOFT, {}, false],
  // An administrator can have any claim added to the tokens of a tenant; only Microsoft itself sets the other one.
  [MICROSOFT, { email_verified: true }, false],
]

test('an address counts as verified if the provider says so in its own way', () => {
  for (const [iss, claims, isVerified] of STATEMENTS)
    assert.equal(toIdentity(claimsOf(iss, claims)).isEmailVerified, isVerified, `${iss} ${JSON.stringify(claims)}`)
})

test('a token names its person by sub, and everything else is for display', () => {
  const { email: _, ...bare } = claimsOf(OKTA)
  assert.deepEqual(toIdentity({ ...bare, preferred_username: 'ro\u202ebin', amr: ['pwd', 7, 'mfa'], acr: 'one' }), {
    subject: 'subject',
    isEmailVerified: false,
    name: 'robin',
    methods: ['pwd', 'mfa'],
    context: 'one',
  })
  assert.equal(toIdentity(bare).name, 'Unnamed account')
  assert.equal(toIdentity(claimsOf(OKTA, { email: 'x'.repeat(500) })).name.length, 200)
  for (const sub of ['', 'x'.repeat(256), 'a\0b'])
    assert.throws(() => toIdentity(claimsOf(OKTA, { sub })), { name: 'ProviderFailure', code: 'NOT_PROVEN' })
})
