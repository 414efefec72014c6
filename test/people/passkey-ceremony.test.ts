import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createAuthenticationOptions,
  createRegistrationOptions,
  PasskeyRefused,
  readChallenge,
  type StoredPasskey,
  verifyAuthentication,
  verifyRegistration,
} from '../../src/features/people/passkeys/ceremony.ts'
import { relyingPartyOf } from '../../src/features/people/passkeys/rules.ts'
import { newToken } from '../../src/shared/crypto/tokens.ts'
import { array, type Claims, createAuthenticator, map, text } from './authenticator.ts'

const PARTY = relyingPartyOf('https://portal.example:8443')
const SITE = { origin: 'https://portal.example:8443', rpId: 'portal.example' }
const PERSON = 'usr_01m7zb6f8ye1jva8wcchpbtxwq'

const refuses = async (work: Promise<unknown>, says: RegExp): Promise<void> =>
  assert.rejects(
    work,
    (error) => error instanceof PasskeyRefused && says.test(error.message) && !error.message.includes('\n'),
  )

async function register(claims: Claims = {}) {
  const device = createAuthenticator(SITE)
  const challenge = newToken()
  const passkey = await verifyRegistration(PARTY, challenge, device.register({ challenge, ...claims }))
  return { device, passkey }
}

/** Signs a new challenge, or what the claims say, and verifies that. */
async function sign(
  device: ReturnType<typeof createAuthenticator>,
  passkey: StoredPasskey,
  claims: Claims = {},
  isNamedByPasskey = true,
) {
  const challenge = newToken()
  const response = device.sign(PERSON, { challenge, ...claims })
  return await verifyAuthentication(PARTY, challenge, response, passkey, { personId: PERSON, isNamedByPasskey })
}

test('a passkey is created for the host of the pages, verifies its owner, and is found without an address', async () => {
  const challenge = newToken()
  const owner = { personId: PERSON, email: 'sam@northwind.example', name: 'Sam', accountName: 'Northwind' }
  const options = await createRegistrationOptions(PARTY, challenge, owner, [
    { externalId: 'AQID', transports: ['usb'] },
  ])
  assert.equal(options.challenge, challenge)
  assert.deepEqual(options.rp, { id: 'portal.example', name: 'Plumbline' })
  assert.equal(Buffer.from(options.user.id, 'base64url').toString(), PERSON)
  assert.equal(options.user.name, 'sam@northwind.example (Northwind)')
  const { residentKey, userVerification } = options.authenticatorSelection ?? {}
  assert.deepEqual([residentKey, userVerification, options.attestation], ['required', 'required', 'none'])
  assert.deepEqual(
    options.excludeCredentials?.map(({ id }) => id),
    ['AQID'],
  )
  const asked = await createAuthenticationOptions(PARTY, challenge)
  assert.deepEqual([asked.challenge, asked.rpId, asked.userVerification], [challenge, 'portal.example', 'required'])
  assert.deepEqual(asked.allowCredentials ?? [], [])
})

test('a passkey signs in as the person that it names', async () => {
  const { device, passkey } = await register({ counter: 3, backedUp: false })
  assert.deepEqual(
    [passkey.externalId, passkey.counter, passkey.backupEligible, passkey.backedUp],
    [device.id, 3, true, false],
  )
  assert.deepEqual(await sign(device, passkey, { counter: 4 }), { counter: 4, backedUp: true })
  assert.deepEqual(await sign(device, passkey, { counter: 4, userHandle: null }, false), { counter: 4, backedUp: true })
})

test('a response names the challenge that it answers', () => {
  const device = createAuthenticator(SITE)
  assert.equal(readChallenge(device.sign(PERSON, { challenge: 'abc' })), 'abc')
  const broken = device.sign(PERSON, {})
  assert.equal(readChallenge({ ...broken, response: { ...broken.response, clientDataJSON: 'AAAA' } }), undefined)
})

const WRONG: readonly [title: string, claims: Claims, says: RegExp][] = [
  ['another challenge', { challenge: newToken() }, /challenge/],
  ['another origin', { origin: 'https://portal.example' }, /origin/],
  [
    'a look-alike site',
    { origin: 'https://portal.example.evil.example', rpId: 'portal.example.evil.example' },
    /origin/,
  ],
  ['another relying party', { rpId: 'example' }, /RP ID/],
  ['a response of the other kind', { type: 'payment.get' }, /type/],
  ['a person who was not verified', { userVerified: false }, /verif/],
  ['a person who was not present', { userPresent: false }, /present/],
  ['a frame of another site', { crossOrigin: true }, /frame/],
  ['a frame of a named site', { topOrigin: 'https://evil.example' }, /frame/],
  ['a copy of what cannot be copied', { backupEligible: false, backedUp: true }, /backed up/],
]

for (const [title, claims, says] of WRONG) {
  test(`refused at creation and at use: ${title}`, async () => {
    await refuses(register(claims), says)
    const { device, passkey } = await register()
    await refuses(sign(device, passkey, claims), says)
  })
}

test('a counter that does not increase is refused, because the key may have been copied', async () => {
  const { device, passkey } = await register({ counter: 7 })
  for (const counter of [0, 6, 7]) await refuses(sign(device, passkey, { counter }), /counter/i)
  assert.equal((await sign(device, passkey, { counter: 8 })).counter, 8)
})

test('a device-bound passkey cannot become one that can be copied', async () => {
  const { device, passkey } = await register({ backupEligible: false, backedUp: false })
  await refuses(sign(device, passkey, { backupEligible: true }), /has changed/)
})

test('a passkey that names another person, or nobody, is refused', async () => {
  const { device, passkey } = await register()
  await refuses(sign(device, passkey, { userHandle: 'usr_01m7zb6f8ye1jva8wcchpbtxwr' }), /owner/)
  await refuses(sign(device, passkey, { userHandle: 'usr_01m7zb6f8ye1jva8wcchpbtxwr' }, false), /owner/)
  await refuses(sign(device, passkey, { userHandle: null }), /owner/)
})

test('a signature of another key is refused', async () => {
  const [one, other] = [await register(), await register()]
  await refuses(sign(one.device, other.passkey), /signature/)
})

test('an attestation with certificates is refused before anything in it is evaluated', async () => {
  for (const format of ['packed', 'apple', 'tpm', 'android-key', 'android-safetynet', 'fido-u2f']) {
    const challenge = newToken()
    const statement = map([[text('x5c'), array([text('not a certificate')])]])
    const response = createAuthenticator(SITE).register({ challenge }, { format, statement })
    await refuses(verifyRegistration(PARTY, challenge, response), /nobody asked for/)
  }
})

test('bytes that are not a response are always refused', async () => {
  const { device, passkey } = await register()
  const challenge = newToken()
  const good = device.sign(PERSON, { challenge })
  const made = device.register({ challenge })
  const person = { personId: PERSON, isNamedByPasskey: true }
  for (const junk of [
    'AAAA',
    'oWNmb28',
    Buffer.alloc(300, 0xff).toString('base64url'),
    Buffer.alloc(9, 0x9f).toString('base64url'),
  ]) {
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature'])
      await refuses(
        verifyAuthentication(
          PARTY,
          challenge,
          { ...good, response: { ...good.response, [field]: junk } },
          passkey,
          person,
        ),
        /./,
      )
    for (const field of ['clientDataJSON', 'attestationObject'])
      await refuses(
        verifyRegistration(PARTY, challenge, { ...made, response: { ...made.response, [field]: junk } }),
        /./,
      )
  }
})
