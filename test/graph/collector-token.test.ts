import assert from 'node:assert/strict'
import { generateKeyPairSync, verify, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { CollectFailure, collectSnapshot } from '../../src/graph/collection/collect.ts'
import type { TenantSource } from '../../src/graph/transport/source.ts'
import { fields, text } from '../../src/shared/json.ts'
import {
  makeToken,
  refusal,
  SECRET,
  type StandInAnswer,
  startStandIn,
  startVirtualClock,
  TENANT,
} from './fake-graph.ts'

const OTHER_TENANT = '11111111-2222-4333-8444-555555555555'
const options = () => ({ tenantId: TENANT, deadlineMs: 3_600_000, clock: startVirtualClock() })

async function failureOf(source: TenantSource, chosen = options()): Promise<CollectFailure> {
  const error: unknown = await collectSnapshot(source, chosen).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof CollectFailure, `not a CollectFailure: ${error}`)
  assert.ok(!error.message.includes(SECRET) && !`${error.stack}`.includes(SECRET), 'the secret is in the error')
  return error
}

async function failureAfter(reply: StandInAnswer): Promise<CollectFailure> {
  await using graph = await startStandIn({ login: () => reply })
  const failure = await failureOf(graph.source)
  assert.deepEqual(graph.wire, [], 'Graph was asked without a token')
  return failure
}

const REFUSALS = [
  { number: 700016, error: 'unauthorized_client', code: 'CONSENT_MISSING' },
  { number: 65001, error: 'invalid_grant', code: 'CONSENT_MISSING' },
  { number: 7000229, error: 'unauthorized_client', code: 'CONSENT_MISSING' },
  { number: 90002, error: 'invalid_request', code: 'TENANT_UNKNOWN' },
  { number: 900023, error: 'invalid_request', code: 'TENANT_UNKNOWN' },
  { number: 7000215, error: 'invalid_client', code: 'CREDENTIALS_REJECTED' },
  { number: 7000222, error: 'invalid_client', code: 'CREDENTIALS_REJECTED' },
  { number: 700027, error: 'invalid_client', code: 'CREDENTIALS_REJECTED' },
  { number: 7009999, error: 'invalid_client', code: 'CREDENTIALS_REJECTED' },
  { number: 9999, error: 'server_error', code: 'TENANT_UNREACHABLE' },
] as const

for (const { number, error, code } of REFUSALS) {
  test(`sign-in error ${number} (${error}) is ${code}, and the message names the error`, async () => {
    const failure = await failureAfter(refusal(number, error))
    assert.equal(failure.code, code)
    assert.match(failure.message, new RegExp(`AADSTS${number}\\b`))
  })
}

test('a token of another tenant is a mismatch, and nothing is read with it', async () => {
  const failure = await failureAfter({
    json: { access_token: makeToken(OTHER_TENANT), token_type: 'Bearer', expires_in: 3600 },
  })
  assert.equal(failure.code, 'TENANT_MISMATCH')
  assert.match(failure.message, new RegExp(OTHER_TENANT))
})

test('a token that names no tenant is a mismatch', async () => {
  const failure = await failureAfter({ json: { access_token: 'opaque', token_type: 'Bearer', expires_in: 3600 } })
  assert.equal(failure.code, 'TENANT_MISMATCH')
})

test('the tenant of the token is compared ignoring case', async () => {
  await using graph = await startStandIn()
  const snapshot = await collectSnapshot(graph.source, { ...options(), tenantId: TENANT.toUpperCase() })
  assert.equal(snapshot.tenantId, TENANT.toUpperCase())
})

test('a sign-in service that is down or returns a page makes the tenant unreachable', async () => {
  for (const reply of [{ status: 502, raw: '<html>' }, { status: 404, raw: '<html>' }, { cut: true }, { json: {} }]) {
    assert.equal((await failureAfter(reply)).code, 'TENANT_UNREACHABLE')
  }
})

test('a refused connection makes the tenant unreachable', async () => {
  const graph = await startStandIn()
  await graph[Symbol.asyncDispose]()
  const failure = await failureOf(graph.source)
  assert.equal(failure.code, 'TENANT_UNREACHABLE')
  assert.match(failure.message, /ECONNREFUSED/)
})

test('a server whose certificate is not trusted makes the tenant unreachable, and receives no secret', async () => {
  await using graph = await startStandIn()
  const { ca: _, ...source } = graph.source
  assert.equal((await failureOf(source)).code, 'TENANT_UNREACHABLE')
  assert.deepEqual(graph.logins, [])
})

test('a busy sign-in service is retried after its Retry-After', async () => {
  await using graph = await startStandIn({
    login: (earlier) => (earlier === 0 ? { status: 429, headers: { 'Retry-After': '5' }, json: {} } : undefined),
  })
  const chosen = options()
  await collectSnapshot(graph.source, chosen)
  assert.equal(graph.logins.length, 2)
  assert.ok(chosen.clock.sleeps.includes(5_000))
})

test('a sign-in service that never responds fails at the deadline', async () => {
  await using graph = await startStandIn({ login: () => ({ silent: true }) })
  const startedAt = performance.now()
  const failure = await failureOf(graph.source, { ...options(), deadlineMs: 300 })
  assert.equal(failure.code, 'TENANT_UNREACHABLE')
  assert.ok(performance.now() - startedAt < 5_000)
})

test('a token is requested once, with the default scope of this Graph and the secret in the body', async () => {
  await using graph = await startStandIn()
  await collectSnapshot(graph.source, options())
  const [login] = graph.logins
  assert.equal(graph.logins.length, 1)
  assert.equal(login?.get('scope'), `${graph.url}/.default`)
  assert.equal(login?.get('grant_type'), 'client_credentials')
  assert.equal(login?.get('client_secret'), SECRET)
})

test('a different secret never gets the token of an earlier one', async () => {
  await using graph = await startStandIn({ login: (earlier) => (earlier === 0 ? undefined : refusal(7000215)) })
  await collectSnapshot(graph.source, options())
  const failure = await failureOf({ ...graph.source, credential: { secret: 'another' } })
  assert.equal(failure.code, 'CREDENTIALS_REJECTED')
})

test('with a certificate the request is signed by its key, and names it by its thumbprint', async () => {
  await using graph = await startStandIn()
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const certificatePem = graph.source.ca ?? ''
  const privateKeyPem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  await collectSnapshot({ ...graph.source, credential: { certificatePem, privateKeyPem } }, options())
  const assertion = graph.logins[0]?.get('client_assertion') ?? ''
  const [header = '', claims = '', signature = ''] = assertion.split('.')
  const read = (part: string) => fields(JSON.parse(Buffer.from(part, 'base64url').toString()))
  const thumbprint = Buffer.from(new X509Certificate(certificatePem).fingerprint256.replaceAll(':', ''), 'hex')
  assert.equal(read(header)['x5t#S256'], thumbprint.toString('base64url'))
  assert.equal(read(claims).aud, `${graph.url}/${TENANT}/oauth2/v2.0/token`)
  assert.equal(text(read(header).alg), 'PS256')
  const key = { key: publicKey, padding: 6, saltLength: 32 }
  assert.ok(verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url')))
})

test('an unusable certificate is reported as CREDENTIALS_REJECTED', async () => {
  await using graph = await startStandIn()
  const credential = { certificatePem: 'not a certificate', privateKeyPem: 'not a key' }
  assert.equal((await failureOf({ ...graph.source, credential })).code, 'CREDENTIALS_REJECTED')
})
