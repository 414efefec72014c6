import assert from 'node:assert/strict'
import { constants, generateKeyPairSync, verify, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { signInUrl, verifyAdministrator } from '../../src/graph/administrator/sign-in.ts'
import type { SignInSecrets } from '../../src/graph/sign-in/code.ts'
import { SignInFailure } from '../../src/graph/sign-in/failure.ts'
import type { TenantSource } from '../../src/graph/transport/source.ts'
import { fields, text } from '../../src/shared/json.ts'
import { openSimulator } from '../harness/simulator.ts'
import { tenantIdOf } from '../runs/follow.ts'

const REDIRECT_URI = 'https://app.example/consent/callback'
const TENANT = tenantIdOf('weak')
const SECRETS: SignInSecrets = { nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) }
const STATE = 's'.repeat(43)

const opened = await openSimulator({ redirectUris: [REDIRECT_URI] })
const { simulator, source, client, certificate } = opened
const agent = new Agent({ connect: { ca: certificate.ca } })
after(async () => {
  await agent.close()
  await opened[Symbol.asyncDispose]()
})

async function open(url: string): Promise<{ status: number; text: string; location: string }> {
  const { statusCode, headers, body } = await request(url, { dispatcher: agent })
  return { status: statusCode, text: await body.text(), location: String(headers.location ?? '') }
}

/** Signs the administrator in at the simulated page; returns the callback address. */
async function signIn(secrets = SECRETS, redirectUri = REDIRECT_URI): Promise<URL> {
  const url = new URL(await signInUrl(source, { tenantId: TENANT, redirectUri, state: STATE, secrets }))
  url.pathname += '/sign-in'
  url.searchParams.set('as', 'global-administrator')
  const { status, location, text: page } = await open(url.href)
  assert.equal(status, 302, page)
  return new URL(location)
}

const finish = (
  callbackUrl: URL,
  more: { source?: TenantSource; secrets?: SignInSecrets; now?: Date; tenantId?: string } = {},
) =>
  verifyAdministrator(more.source ?? source, {
    tenantId: more.tenantId ?? TENANT,
    callbackUrl,
    state: STATE,
    secrets: more.secrets ?? SECRETS,
    now: more.now ?? new Date(),
  })

/** Asserts that it fails with this code, and that the message contains no secret. */
async function assertFailure(work: Promise<unknown>, code: SignInFailure['code']): Promise<string> {
  const error = await work.then(
    () => assert.fail('the sign-in was accepted'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof SignInFailure, String(error))
  assert.equal(error.code, code)
  assert.ok(
    ![client.clientSecret, SECRETS.codeVerifier, SECRETS.nonce].some((secret) => error.message.includes(secret)),
  )
  return error.message
}

test('a sign-in with the application’s secret names the administrator', async () => {
  const { id, name } = await finish(await signIn())
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.ok(name)
})

test('a code is exchanged once', async () => {
  const callback = await signIn()
  await finish(callback)
  assert.match(await assertFailure(finish(callback), 'NOT_PROVEN'), /invalid_grant AADSTS54005/)
})

test('a different verifier, nonce, state, tenant or redirect address than at the start is rejected', async () => {
  const other = 'o'.repeat(43)
  await assertFailure(finish(await signIn(), { secrets: { ...SECRETS, codeVerifier: other } }), 'NOT_PROVEN')
  await assertFailure(finish(await signIn(), { secrets: { ...SECRETS, nonce: other } }), 'NOT_PROVEN')
  await assertFailure(finish(await signIn(), { tenantId: tenantIdOf('strong') }), 'NOT_PROVEN')
  const stateless = await signIn()
  stateless.searchParams.set('state', other)
  await assertFailure(finish(stateless), 'NOT_PROVEN')
  const elsewhere = await signIn()
  elsewhere.pathname = '/elsewhere'
  await assertFailure(finish(elsewhere), 'NOT_PROVEN')
})

test('the times in a token are compared with the injected clock', async () => {
  await assertFailure(finish(await signIn(), { now: new Date(Date.now() + 2 * 3_600_000) }), 'NOT_PROVEN')
  await assertFailure(finish(await signIn(), { now: new Date(Date.now() - 2 * 3_600_000) }), 'NOT_PROVEN')
})

test('with a wrong secret nobody is signed in, and the failure has the service’s error number', async () => {
  const wrong: TenantSource = { ...source, credential: { secret: 'another' } }
  assert.match(
    await assertFailure(finish(await signIn(), { source: wrong }), 'NOT_PROVEN'),
    /invalid_client AADSTS7000215/,
  )
})

test('an unavailable sign-in service is distinguished from one that refuses', async () => {
  const callback = await signIn()
  const away: TenantSource = { ...source, loginUrl: 'https://localhost:1' }
  await assertFailure(finish(callback, { source: away }), 'UNAVAILABLE')
})

test('with a certificate the request is signed by its key for the tenant’s token endpoint, and names the certificate', async () => {
  // The credential needs any certificate, which is named by its thumbprint, and an RSA key.
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const certificatePem = certificate.ca
  const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  let form = new URLSearchParams()
  const { cert, key } = certificate
  const listener = createServer({ cert, key }, (incoming, outgoing) => {
    let body = ''
    incoming.setEncoding('utf8').on('data', (part) => (body += part))
    incoming.on('end', () => {
      form = new URLSearchParams(body)
      outgoing.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}')
    })
  })
  await once(listener.listen(0, 'localhost'), 'listening')
  const address = listener.address()
  const loginUrl = `https://localhost:${typeof address === 'object' && address ? address.port : 0}`
  const credential = { certificatePem, privateKeyPem }
  await assertFailure(finish(await signIn(), { source: { ...source, loginUrl, credential } }), 'NOT_PROVEN')
  listener.closeAllConnections()
  await once(listener.close(), 'close')
  assert.equal(form.get('client_assertion_type'), 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
  const [header = '', payload = '', signature = ''] = (form.get('client_assertion') ?? '').split('.')
  const parse = (part: string) => fields(JSON.parse(Buffer.from(part, 'base64url').toString()))
  const thumbprint = new X509Certificate(certificatePem).fingerprint256.replaceAll(':', '')
  assert.equal(parse(header).alg, 'PS256')
  assert.equal(
    Buffer.from(text(parse(header)['x5t#S256']) ?? '', 'base64url')
      .toString('hex')
      .toUpperCase(),
    thumbprint,
  )
  const claims = parse(payload)
  assert.deepEqual([claims.iss, claims.sub], [source.clientId, source.clientId])
  assert.equal(claims.aud, `${loginUrl}/${TENANT}/oauth2/v2.0/token`)
  // RSASSA-PSS with a salt as long as the digest.
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
    Buffer.from(signature, 'base64url'),
  )
  assert.equal(isSigned, true)
  assert.equal(form.get('client_secret'), null)
})

test('an unusable certificate is reported as a fault of the service, not of the person', async () => {
  const credential = { certificatePem: 'not a certificate', privateKeyPem: 'not a key' }
  await assertFailure(finish(await signIn(), { source: { ...source, credential } }), 'UNAVAILABLE')
})

test('the simulated service is as strict about redirects as the real one', async () => {
  const asked = { tenantId: TENANT, redirectUri: REDIRECT_URI, state: STATE, secrets: SECRETS }
  const good = new URL(await signInUrl(source, asked))
  assert.equal((await open(good.href)).status, 200)
  for (const [name, value] of [
    ['redirect_uri', 'https://evil.example/consent/callback'],
    ['redirect_uri', `${REDIRECT_URI}/`],
    ['client_id', 'another'],
    ['response_type', 'token'],
    ['response_mode', 'fragment'],
    ['scope', 'profile'],
    ['code_challenge_method', 'plain'],
    ['code_challenge', 'short'],
  ] as const) {
    const bad = new URL(good)
    bad.searchParams.set(name, value)
    const { status, location } = await open(bad.href)
    assert.deepEqual([status, location], [400, ''], `${name}=${value}`)
  }
  const elsewhere = new URL(good)
  elsewhere.pathname = elsewhere.pathname.replace(TENANT, '99999999-9999-4999-8999-999999999999')
  assert.equal((await open(elsewhere.href)).status, 400)
  const consent = `${simulator.url}/${TENANT}/v2.0/adminconsent?client_id=${source.clientId}&redirect_uri=`
  assert.equal((await open(consent + encodeURIComponent('https://evil.example/'))).status, 400)
  assert.equal((await open(consent + encodeURIComponent(REDIRECT_URI))).status, 200)
})
