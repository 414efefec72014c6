import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import type { SignInAnswer, SignInSecrets } from '../../src/graph/sign-in/code.ts'
import { SignInFailure } from '../../src/graph/sign-in/failure.ts'
import { personSignInUrl, verifyPerson } from '../../src/graph/sign-in/person.ts'
import type { TenantSource } from '../../src/graph/transport/source.ts'
import type { IdTokenFault } from '../../src/simulator/sign-in/id-tokens.ts'
import { STAFF_MEMBERS, type StaffMember } from '../../src/simulator/sign-in/staff.ts'
import { openSimulator } from '../harness/simulator.ts'

const REDIRECT_URI = 'https://app.example/sign-in/microsoft/callback'
const SECRETS: SignInSecrets = { nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) }
const STATE = 's'.repeat(43)
const [SAM, ALEX, , COPYCAT] = STAFF_MEMBERS

const opened = await openSimulator({ redirectUris: [REDIRECT_URI] })
const { simulator, source, client, certificate } = opened
const agent = new Agent({ connect: { ca: certificate.ca } })
after(async () => {
  await agent.close()
  await opened[Symbol.asyncDispose]()
})

async function open(url: URL): Promise<{ status: number; text: string; location: string }> {
  const { statusCode, headers, body } = await request(url, { dispatcher: agent })
  return { status: statusCode, text: await body.text(), location: String(headers.location ?? '') }
}

const startUrl = async (): Promise<URL> =>
  new URL(await personSignInUrl(source, { redirectUri: REDIRECT_URI, state: STATE, secrets: SECRETS }))

/** Signs the person in at the simulated page; returns the address that the browser comes back to. */
async function signIn(member: StaffMember | undefined = SAM): Promise<URL> {
  const url = await startUrl()
  url.pathname += '/sign-in'
  url.searchParams.set('as', member?.key ?? '')
  const { status, location, text } = await open(url)
  assert.equal(status, 302, text)
  return new URL(location)
}

const finish = (callbackUrl: URL, more: Partial<SignInAnswer> & { source?: TenantSource } = {}) =>
  verifyPerson(more.source ?? source, { callbackUrl, state: STATE, secrets: SECRETS, now: new Date(), ...more })

async function assertFailure(work: Promise<unknown>, code: SignInFailure['code']): Promise<string> {
  const error = await work.then(
    () => assert.fail('the sign-in was accepted'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof SignInFailure, String(error))
  assert.equal(error.code, code, error.message)
  assert.ok(![client.clientSecret, SECRETS.codeVerifier, SECRETS.nonce].some((each) => error.message.includes(each)))
  return error.message
}

test('a person of any tenant is identified by tenant and object, whatever the name says', async () => {
  const [sam, alex, copycat] = [
    await finish(await signIn(SAM)),
    await finish(await signIn(ALEX)),
    await finish(await signIn(COPYCAT)),
  ]
  assert.deepEqual([sam.tenantId, sam.id, sam.username], [SAM?.tenantId, SAM?.id, SAM?.userPrincipalName])
  assert.equal(alex.tenantId, sam.tenantId)
  assert.notEqual(alex.id, sam.id)
  assert.equal(copycat.username, sam.username)
  assert.notEqual(copycat.tenantId, sam.tenantId)
  assert.notEqual(copycat.id, sam.id)
})

test('the sign-in service asks which account to use, and personal accounts are refused', async () => {
  const url = await startUrl()
  assert.equal(url.searchParams.get('prompt'), 'select_account')
  assert.equal(url.pathname, '/organizations/oauth2/v2.0/authorize')
  const page = await open(url)
  const [, link = ''] = /href="([^"]+)">Personal account/.exec(page.text) ?? []
  const refused = await open(new URL(link.replaceAll('&amp;', '&'), url))
  assert.deepEqual([refused.status, refused.location], [400, ''])
})

test('a code is exchanged once', async () => {
  const callback = await signIn()
  await finish(callback)
  assert.match(await assertFailure(finish(callback), 'NOT_PROVEN'), /AADSTS54005/)
})

test('a different verifier, nonce, state or redirect address than at the start is rejected', async () => {
  const other = 'o'.repeat(43)
  await assertFailure(finish(await signIn(), { secrets: { ...SECRETS, codeVerifier: other } }), 'NOT_PROVEN')
  await assertFailure(finish(await signIn(), { secrets: { ...SECRETS, nonce: other } }), 'NOT_PROVEN')
  await assertFailure(finish(await signIn(), { state: other }), 'NOT_PROVEN')
  const elsewhere = await signIn()
  elsewhere.pathname = '/elsewhere'
  await assertFailure(finish(elsewhere), 'NOT_PROVEN')
})

test('times are compared with the injected clock', async () => {
  for (const hours of [2, -2])
    await assertFailure(finish(await signIn(), { now: new Date(Date.now() + hours * 3_600_000) }), 'NOT_PROVEN')
})

const FAULTS: readonly IdTokenFault[] = [
  'nonce',
  'audience',
  'issuer',
  'tenant',
  'signature',
  'expired',
  'unsigned',
  'no-person',
]

for (const fault of FAULTS) {
  test(`an id token with this fault identifies nobody: ${fault}`, async () => {
    simulator.application.fault = fault
    try {
      await assertFailure(finish(await signIn()), 'NOT_PROVEN')
    } finally {
      delete simulator.application.fault
    }
    assert.equal((await finish(await signIn())).id, SAM?.id)
  })
}

for (const fault of ['unavailable', 'oversized', 'no-keys'] as const) {
  test(`a service without a usable response is distinguished from one that refuses: ${fault}`, async () => {
    simulator.application.fault = fault
    try {
      await assertFailure(finish(await signIn()), 'UNAVAILABLE')
    } finally {
      delete simulator.application.fault
    }
  })
}

test('a person who cancels is distinguished from one whose identity is not proven', async () => {
  const url = await startUrl()
  url.pathname += '/cancel'
  await assertFailure(finish(new URL((await open(url)).location)), 'REFUSED')
})

test('a code that was never issued is rejected', async () => {
  const callback = await signIn()
  callback.searchParams.set('code', 'x'.repeat(43))
  assert.match(await assertFailure(finish(callback), 'NOT_PROVEN'), /AADSTS9002313/)
})

test('with a wrong secret nobody is signed in', async () => {
  const wrong: TenantSource = { ...source, credential: { secret: 'another' } }
  assert.match(await assertFailure(finish(await signIn(), { source: wrong }), 'NOT_PROVEN'), /AADSTS7000215/)
})
