import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { createRateLimiter } from '../../src/http/rate-limits/exact.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { newKey } from '../../src/shared/crypto/keys.ts'
import { startAnotherServer } from '../harness/another-server.ts'
import { assertProblem, countRows } from '../harness/answers.ts'
import { type Api, startApi } from '../harness/api.ts'
import type { Answer } from '../harness/client.ts'

const ME = '/v1/partner/me'

let nowMs = Date.parse('2031-05-15T12:00:00.000Z')
const now = (): Date => new Date(nowMs)

const api = await startApi({ now })
after(() => api[Symbol.asyncDispose]())

const acme = await api.as('acme')

/** A valid key with one mistyped character. */
function mistyped(key: string): string {
  const at = key.length - 20
  return key.slice(0, at) + (key[at] === 'A' ? 'B' : 'A') + key.slice(at + 1)
}

const MALFORMED = [
  'x',
  'pk_live_',
  'pk_test_00000000000000000000000000000000000000',
  'pk_live_000000000000000000000000000000000000',
  acme.key.toLowerCase(),
  `${acme.key}0`,
  acme.key.slice(0, -1),
  mistyped(acme.key),
  `${acme.key}, ${acme.key}`,
  `Bearer ${acme.key}`,
  "' or 1=1 --",
]

test('a missing or blank key is MISSING_KEY, and the error names the header to use', async () => {
  for (const answer of [
    await api.client('').get(ME),
    await acme.get(ME, { headers: { 'X-Partner-Key': ' ' } }),
    await api.client(acme.key, 'Authorization').get(ME),
  ]) {
    assert.match(assertProblem(answer, 401, 'MISSING_KEY').message, /X-Partner-Key/)
  }
})

test('a malformed key, a mistyped one and an unknown one are INVALID_KEY on every endpoint', async () => {
  for (const key of [...MALFORMED, newKey('partner')]) assertProblem(await api.client(key).get(ME), 401, 'INVALID_KEY')
  const stranger = api.client(newKey('partner'))
  const calls: [method: string, path: string][] = [
    ['GET', '/v1/partner/products'],
    ['GET', '/v1/partner/customers'],
    ['POST', '/v1/partner/customers'],
    ['GET', '/v1/partner/customers/x'],
    ['PUT', '/v1/partner/customers/x'],
    ['DELETE', '/v1/partner/customers/x'],
    ['GET', '/v1/partner/assessments'],
    ['POST', '/v1/partner/assessments'],
    ['GET', '/v1/partner/assessments/x'],
  ]
  for (const [method, path] of calls) assertProblem(await stranger.call(method, path), 401, 'INVALID_KEY')
})

test('a key with a wrong checksum is refused without a query', async () => {
  const { db } = openDatabase('postgres://nobody@127.0.0.1:1/none', { poolSize: 1, onError: () => {} })
  await using adrift = await startAnotherServer({ ...api.app, db })
  assertProblem(await adrift.client('').get(ME), 401, 'MISSING_KEY')
  for (const key of [...MALFORMED, newKey('distributor')])
    assertProblem(await adrift.client(key).get(ME), 401, 'INVALID_KEY')
  // The same server does query the database for a well-formed key.
  assertProblem(await adrift.client(newKey('partner')).get(ME), 503, 'SERVICE_UNAVAILABLE')
})

test('the error about a distributor key in the header of the Partner API names the right header', async () => {
  const error = assertProblem(await api.client(newKey('distributor')).get(ME), 401, 'INVALID_KEY')
  assert.match(error.message, /X-Distributor-Key/)
})

test('the name of the header may be written in any case', async () => {
  assert.equal((await api.client(acme.key, 'x-partner-key').get(ME)).status, 200)
  assert.equal((await api.client(acme.key, 'X-PARTNER-KEY').get(ME)).status, 200)
})

const keysOf = async (name: string) => {
  const { partnerId } = await api.partner(name)
  return api.db.updateTable('api_keys').where('partner_id', '=', partnerId)
}
const setStatus = async (name: string, status: 'active' | 'suspended' | 'pending'): Promise<void> => {
  const { partnerId } = await api.partner(name)
  await api.db.updateTable('partners').set({ status }).where('id', '=', partnerId).execute()
}

test('a manually revoked key is INVALID_KEY at once, whatever the state of the account', async () => {
  const client = await api.as('revoker')
  assert.equal((await client.get(ME)).status, 200)
  await (await keysOf('revoker')).set({ revoked_at: now(), revoked_reason: 'revoked' }).execute()
  for (const status of ['active', 'suspended', 'pending'] as const) {
    await setStatus('revoker', status)
    assertProblem(await client.get(ME), 401, 'INVALID_KEY')
  }
})

test('a key is INVALID_KEY as soon as it expires', async () => {
  const client = await api.as('expirer')
  await (await keysOf('expirer')).set({ expires_at: new Date(nowMs + 1) }).execute()
  assert.equal((await client.get(ME)).status, 200)
  nowMs++
  assertProblem(await client.get(ME), 401, 'INVALID_KEY')
})

test('a suspended or pending partner gets PARTNER_INACTIVE, and its calls change nothing', async () => {
  const client = await api.as('inactive')
  const before = await countRows(api.db)
  for (const status of ['suspended', 'pending'] as const) {
    await setStatus('inactive', status)
    const body = { name: 'N', tenantId: '5A3B1C60-7d21-4e0f-9a54-1f0c2d3e4b02' }
    assertProblem(await client.post('/v1/partner/customers', body), 403, 'PARTNER_INACTIVE')
    assertProblem(await client.get(ME), 403, 'PARTNER_INACTIVE')
  }
  assert.deepEqual(await countRows(api.db), before)
  await setStatus('inactive', 'active')
  assert.equal((await client.get(ME)).status, 200)
})

test('a key ended by a suspension is PARTNER_INACTIVE during the suspension and INVALID_KEY afterwards', async () => {
  const client = await api.as('killed')
  await setStatus('killed', 'suspended')
  await (await keysOf('killed')).set({ revoked_at: now(), revoked_reason: 'suspension' }).execute()
  assertProblem(await client.get(ME), 403, 'PARTNER_INACTIVE')
  await setStatus('killed', 'active')
  assertProblem(await client.get(ME), 401, 'INVALID_KEY')
})

test('keys that are looked up at the same time get each its own answer', async () => {
  const other = await api.as('globex')
  const clients = [acme, api.client(newKey('partner')), other, await api.as('killed'), acme]
  const answers = await Promise.all([...clients, ...clients].map((client) => client.get(ME)))
  const seen = answers.map(({ status, body }) => (status === 200 ? body.id : status))
  const [{ partnerId: acmeId }, { partnerId: otherId }] = [await api.partner('acme'), await api.partner('globex')]
  const expected = [acmeId, 401, otherId, 401, acmeId]
  assert.deepEqual(seen, [...expected, ...expected])
})

test('the last use of a key is stored at most once per minute', async () => {
  const { partnerId } = await api.partner('used')
  const client = await api.as('used')
  const read = () => api.db.selectFrom('api_keys').select('last_used_at').where('partner_id', '=', partnerId)
  const lastUsed = async (): Promise<number | undefined> =>
    (await read().executeTakeFirstOrThrow()).last_used_at?.getTime()
  const first = nowMs
  await client.get(ME)
  await until(async () => (await lastUsed()) === first)
  nowMs += 60_000
  await client.get(ME)
  assert.equal(await lastUsed(), first)
  nowMs += 1
  await client.get(ME)
  await until(async () => (await lastUsed()) === nowMs)
})

test('uses of many keys at the same time are all stored, those that came up meanwhile as well', async () => {
  nowMs += 61_000
  const names = ['acme', 'globex', 'used']
  const clients = await Promise.all([...names, ...names].map((name) => api.as(name)))
  await Promise.all(clients.map((client) => client.get(ME)))
  const ids = await Promise.all(names.map(async (name) => (await api.partner(name)).partnerId))
  await until(async () => {
    const rows = await api.db.selectFrom('api_keys').select('last_used_at').where('partner_id', 'in', ids).execute()
    return rows.length >= 3 && rows.every(({ last_used_at: at }) => at?.getTime() === nowMs)
  })
})

test('60 requests a minute pass; the 61st is RATE_LIMITED with Retry-After', async () => {
  await using limited = await startApi({ now, partnerRate: 60 })
  const client = await limited.as('acme')
  const other = await limited.as('globex')
  for (let sent = 1; sent <= 60; sent++) {
    const answer = await client.get(ME)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['ratelimit-policy'], '"partner";q=60;w=60')
    assert.match(String(answer.headers.ratelimit), new RegExp(`^"partner";r=${60 - sent};t=\\d+$`))
  }
  const refused = await client.get(ME)
  assertProblem(refused, 429, 'RATE_LIMITED')
  assert.match(String(refused.headers.ratelimit), /^"partner";r=0;t=\d+$/)
  assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/)
  const retryAfterS = Number(refused.headers['retry-after'])
  assert.equal((await other.get(ME)).status, 200)
  nowMs += (retryAfterS - 1) * 1000
  assertProblem(await client.get(ME), 429, 'RATE_LIMITED')
  nowMs += 1000
  assert.equal((await client.get(ME)).status, 200)
})

test('every response to a key, success or error, has the rate headers', async () => {
  await setStatus('inactive', 'suspended')
  const answers = [
    await acme.get(ME),
    await acme.get('/v1/partner/customers/x'),
    await acme.post('/v1/partner/customers', {}),
    await acme.post('/v1/partner/customers', undefined, { raw: '{' }),
    await acme.delete('/v1/partner/customers/x'),
    await acme.call('HEAD', ME),
    await (await api.as('inactive')).get(ME),
    await api.client(newKey('partner')).get(ME),
    await api.client('').get(ME),
  ]
  for (const { headers } of answers) {
    assert.match(String(headers['ratelimit-policy']), /^"[a-z-]+";q=\d+;w=60$/)
    assert.match(String(headers.ratelimit), /^"[a-z-]+";r=\d+;t=\d+$/)
  }
  assert.equal(answers[6]?.status, 403)
})

test('failed keys are limited per address, and a key that was used from the same address before still passes', async () => {
  await using guarded = await startApi({ now, trustProxy: ['127.0.0.1', '::1'] })
  const good = await guarded.as('acme')
  const bad = guarded.client(newKey('partner'))
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
  assert.equal((await good.get(ME, from('192.0.2.1'))).status, 200)
  const refusals: Answer[] = []
  for (let tried = 0; tried < 121; tried++) refusals.push(await bad.get(ME, from('192.0.2.1')))
  for (const refused of refusals.slice(0, 120)) assertProblem(refused, 401, 'INVALID_KEY')
  const last = refusals[120]
  assert.ok(last)
  assertProblem(last, 429, 'RATE_LIMITED')
  assert.match(String(last.headers['retry-after']), /^[1-9]\d*$/)
  assertProblem(await guarded.client('').get(ME, from('192.0.2.1')), 429, 'RATE_LIMITED')
  assertProblem(await bad.get(ME, from('192.0.2.2')), 401, 'INVALID_KEY')
  assert.equal((await good.get(ME, from('192.0.2.1'))).status, 200)
  nowMs += 61_000
  assertProblem(await bad.get(ME, from('192.0.2.1')), 401, 'INVALID_KEY')
})

test('a forwarded address counts only from a configured proxy', async () => {
  await using open: Api = await startApi({ now })
  const bad = open.client(newKey('partner'))
  const answers: Answer[] = []
  for (let tried = 0; tried < 121; tried++) {
    answers.push(await bad.get(ME, { headers: { 'X-Forwarded-For': `192.0.2.${tried}` } }))
  }
  assert.equal(answers.filter((answer) => answer.status === 429).length, 1)
})

const arrivals = fc.array(fc.oneof(fc.nat(50), fc.nat(1500), fc.nat(90_000)), { minLength: 1, maxLength: 400 })

test('no 60 seconds contain more requests than the limit, whenever they arrive', () => {
  fc.assert(
    fc.property(arrivals, fc.integer({ min: 1, max: 60 }), fc.nat(1_000_000), (gapsMs, limit, startMs) => {
      let atMs = 1_900_000_000_000 + startMs
      const limiter = createRateLimiter(() => atMs)
      const passed: number[] = []
      for (const gapMs of gapsMs) {
        atMs += gapMs
        if (limiter.take('key', limit).allowed) passed.push(atMs)
      }
      for (const [index, time] of passed.entries()) {
        const earlier = passed[index - limit]
        if (earlier !== undefined) assert.ok(time - earlier >= 60_000)
      }
    }),
  )
})

test('a client that waits for Retry-After is admitted, and one within the limit is never refused', () => {
  fc.assert(
    fc.property(arrivals, fc.integer({ min: 1, max: 60 }), (gapsMs, limit) => {
      let atMs = 1_900_000_000_000
      const limiter = createRateLimiter(() => atMs)
      for (const gapMs of gapsMs) {
        atMs += gapMs
        const state = limiter.take('key', limit)
        assert.equal(state.remaining === 0 || state.allowed, true)
        if (state.allowed) continue
        assert.ok(state.resetS >= 1 && state.resetS <= 60)
        atMs += state.resetS * 1000
        assert.equal(limiter.take('key', limit).allowed, true)
      }
    }),
  )
  let atMs = 1_900_000_000_000
  const limiter = createRateLimiter(() => atMs)
  for (let sent = 0; sent < 1000; sent++) {
    assert.equal(limiter.take('key', 60).allowed, true)
    atMs += 1000
  }
})

test('neither other keys nor a clock that is set back affects the limit of a key', () => {
  let atMs = 1_900_000_000_000
  const limiter = createRateLimiter(() => atMs)
  for (let key = 0; key < 100; key++) assert.equal(limiter.take(`key ${key}`, 1).allowed, true)
  atMs -= 30_000
  for (let key = 0; key < 100; key++) assert.equal(limiter.take(`key ${key}`, 1).allowed, false)
  atMs += 91_000
  for (let key = 0; key < 100; key++) assert.equal(limiter.take(`key ${key}`, 1).allowed, true)
})

/** Waits for something that happens after the response. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  assert.fail('it never happened')
}
