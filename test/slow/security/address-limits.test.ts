import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { Agent, request } from 'undici'
import { createBoundedRateLimiter } from '../../../src/http/rate-limits/bounded.ts'
import { addressGroup } from '../../../src/platform/client-address.ts'
import { newKey } from '../../../src/shared/crypto/keys.ts'
import { newToken } from '../../../src/shared/crypto/tokens.ts'
import { startAnotherServer } from '../../harness/another-server.ts'
import { assertProblem } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import { countStatements } from '../../harness/statements.ts'
import { eventually } from '../../runs/eventually.ts'

const START_MS = Date.parse('2031-05-15T12:00:00.000Z')
let nowMs = START_MS
const now = (): Date => new Date(nowMs)
const PROXY = ['127.0.0.0/8', '::1']
const ME = '/v1/partner/me'

const api = await startApi({ now, trustProxy: PROXY, addressRate: 5, linkRate: 30 })
const dispatcher = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
})

let used = 0
/** An address that no test has used yet. */
const newAddress = (): string => `198.18.${++used >> 8}.${used & 255}`

interface Got {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

async function get(path: string, from?: string, more: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const headers = { ...(from !== undefined && { 'x-forwarded-for': from, 'x-forwarded-proto': 'https' }), ...more }
  const answer = await request(`${api.baseUrl}${path}`, { method: method as 'GET', dispatcher, headers })
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
}

/** Statuses of this many requests, one after the other. */
async function statuses(times: number, call: (index: number) => Promise<Got>): Promise<number[]> {
  const found: number[] = []
  for (let index = 0; index < times; index++) found.push((await call(index)).status)
  return found
}

test('every route without a key has a limit per address', async () => {
  const paths = [
    '/healthz',
    '/readyz',
    '/readyz/workers',
    '/api/openapi.json',
    '/api/docs',
    '/api/docs/static/index.css',
    '/docs',
    '/docs/nowhere',
    '/docs/search',
    '/llms.txt',
    '/q/app.js',
    '/q/x',
    '/activate/x',
    '/reports/x',
    '/consent/callback',
  ]
  for (const path of paths) {
    const from = newAddress()
    const found = await statuses(6, () => get(path, from))
    assert.deepEqual(found.slice(0, 5).includes(429), false, `${path}: ${found}`)
    assert.equal(found[5], 429, path)
    assert.notEqual((await get(path, newAddress())).status, 429, path)
  }
})

test('all of these routes share one limit, and it ends when Retry-After says', async () => {
  const from = newAddress()
  const paths = ['/api/openapi.json', '/q/x', '/activate/x', '/reports/x', '/q/app.js']
  for (const path of paths) assert.notEqual((await get(path, from)).status, 429)
  const refused = await get('/api/docs', from)
  assert.equal(refused.status, 429)
  const waitS = Number(refused.headers['retry-after'])
  assert.ok(waitS >= 1 && waitS <= 120, String(waitS))
  nowMs += waitS * 1000
  assert.equal((await get('/api/docs', from)).status, 200)
})

test('programs get an error from the catalogue, and people a page that says how long to wait', async () => {
  const from = newAddress()
  for (let sent = 0; sent < 5; sent++) await get('/q/x', from)
  const error = await get('/q/x', from)
  assert.equal(JSON.parse(error.text).error.code, 'RATE_LIMITED')
  const page = await get('/q/x', from, { accept: 'text/html,*/*' })
  assert.equal(page.status, 429)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  assert.ok(page.text.includes(`Wait ${page.headers['retry-after']} second`), page.text)
  const document = await get('/api/openapi.json', from, { accept: 'text/html' })
  assert.equal(JSON.parse(document.text).error.code, 'RATE_LIMITED')
})

test('cached files have their own limit, which a whole office behind one address does not reach', async () => {
  const from = newAddress()
  assert.ok(!(await statuses(50, () => get('/portal/files/unknown.js', from))).includes(429))
  assert.notEqual((await get('/q/x', from)).status, 429, 'pages are counted apart')
  assert.equal((await get('/portal/files/unknown.js', from)).status, 429)
})

test('all addresses of an IPv6 /64 network count as one', async () => {
  const found = await statuses(6, (index) => get('/q/x', `2001:db8:1:2:${index}::1`))
  assert.equal(found[5], 429)
  assert.notEqual((await get('/q/x', '2001:db8:1:3::1')).status, 429)
})

test('neither a trusted proxy itself nor a probe from this machine is limited', async () => {
  assert.ok(!(await statuses(20, () => get('/q/app.js'))).includes(429))
  await using direct = await startApi({ addressRate: 5 })
  const probe = async (path: string) => (await request(`${direct.baseUrl}${path}`, { dispatcher })).statusCode
  for (let sent = 0; sent < 12; sent++) assert.equal(await probe('/healthz'), 200)
  for (let sent = 0; sent < 5; sent++) assert.equal(await probe('/q/app.js'), 200)
  assert.equal(await probe('/q/app.js'), 429)
})

test('each link has its own limit, whatever addresses use it', async () => {
  const found = async (times: number, path: string | ((index: number) => string), method = 'GET') => {
    const pathOf = typeof path === 'string' ? () => path : path
    const headers = { 'sec-fetch-site': 'same-origin' }
    const call = (index: number) => get(pathOf(index), `198.51.${index}.${++used % 250}`, headers, method)
    return (await statuses(times, call)).indexOf(429)
  }
  const page = `/q/${newToken()}`
  assert.equal(await found(40, page), 30)
  // A form counts as six pages, but the questionnaire saves each answer as it is given.
  assert.equal(await found(10, `/activate/${newToken()}`, 'POST'), 5)
  assert.equal(await found(40, `/q/${newToken()}`, 'POST'), 30)
  // A file counts as twelve, and the files of one questionnaire share its limit.
  const [files, upload] = [newToken(), newToken()]
  assert.equal(await found(40, (index) => `/q/${files}/attachments/att_${index}`), 30)
  assert.equal(await found(10, (index) => `/q/${upload}/attachments/ISM-${index}`, 'POST'), 2)
  const report = '/reports/run_01jd0000000000000000000000?expires=1&signature='
  assert.equal(await found(10, `${report}a&format=pdf`), 1)
  assert.equal(await found(40, `${report}b`), 30)
  assert.equal(await found(40, `/consent/callback?state=${newToken()}`), 30)
})

test('keys that do not exist stop reaching the database, and a key used within ten minutes still passes', async () => {
  const counted = countStatements(api.app)
  await using another = await startAnotherServer(counted.app, { trustProxy: PROXY })
  const [recent, other] = [(await api.as('recent')).key, (await api.as('other')).key]
  const from = newAddress()
  const client = another.client('')
  const call = (key: string) => client.get(ME, { headers: { 'X-Forwarded-For': from, 'X-Partner-Key': key } })
  assert.equal((await call(recent)).status, 200)
  // Stored after the answer, in a statement that would be counted.
  const { partnerId } = await api.partner('recent')
  await eventually('the use of the key is stored', async () => {
    const [key] = await api.db.selectFrom('api_keys').selectAll().where('partner_id', '=', partnerId).execute()
    return key?.last_used_at ?? undefined
  })
  const lookups = await counted.during(async () => {
    for (let tried = 0; tried < 200; tried++) await call(newKey('partner'))
  })
  assert.equal(lookups, 120)
  assertProblem(await call(newKey('partner')), 429, 'RATE_LIMITED')
  assertProblem(await call(other), 429, 'RATE_LIMITED')
  assert.equal((await call(recent)).status, 200)
  const elsewhere = { 'X-Forwarded-For': newAddress(), 'X-Partner-Key': other }
  assert.equal((await client.get(ME, { headers: elsewhere })).status, 200)
})

test('parallel guesses of keys get no further than sequential ones', async () => {
  const counted = countStatements(api.app)
  await using another = await startAnotherServer(counted.app, { trustProxy: PROXY })
  const [client, from] = [another.client(''), newAddress()]
  const call = () => client.get(ME, { headers: { 'X-Forwarded-For': from, 'X-Partner-Key': newKey('partner') } })
  const statuses: number[] = []
  const lookups = await counted.during(async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, call))
    statuses.push(...answers.map(({ status }) => status))
  })
  // Keys that arrive together are looked up in one statement.
  assert.ok(lookups > 0 && lookups <= 120, `${lookups} statements`)
  assert.deepEqual(
    [401, 429].map((status) => statuses.filter((each) => each === status).length),
    [120, 180],
  )
})

test('a key that was last used more than ten minutes ago, or was refused since, counts as unknown', async () => {
  await using another = await startAnotherServer(api.app, { trustProxy: PROXY })
  const from = newAddress()
  const client = another.client('')
  const call = (key: string) => client.get(ME, { headers: { 'X-Forwarded-For': from, 'X-Partner-Key': key } })
  const [stale, revoked] = [(await api.as('stale')).key, (await api.as('revoked')).key]
  for (const key of [stale, revoked]) assert.equal((await call(key)).status, 200)
  nowMs += 11 * 60_000
  assert.equal((await call(revoked)).status, 200)
  const { partnerId } = await api.partner('revoked')
  const rows = api.db.updateTable('api_keys').where('partner_id', '=', partnerId)
  await rows.set({ revoked_at: now(), revoked_reason: 'revoked' }).execute()
  assertProblem(await call(revoked), 401, 'INVALID_KEY')
  for (let tried = 0; tried < 120; tried++) await call(newKey('partner'))
  assertProblem(await call(revoked), 429, 'RATE_LIMITED')
  assertProblem(await call(stale), 429, 'RATE_LIMITED')
})

test('valid keys never count towards the limit of an address for invalid ones', async () => {
  await using another = await startAnotherServer(api.app, { trustProxy: PROXY })
  const from = { headers: { 'X-Forwarded-For': newAddress() } }
  const suspended = await api.as('suspended')
  const { partnerId } = await api.partner('suspended')
  await api.db.updateTable('partners').set({ status: 'suspended' }).where('id', '=', partnerId).execute()
  const client = another.client(suspended.key)
  for (let sent = 0; sent < 150; sent++) assertProblem(await client.get(ME, from), 403, 'PARTNER_INACTIVE')
  assertProblem(await another.client(newKey('partner')).get(ME, from), 401, 'INVALID_KEY')
})

const arrivals = fc.array(fc.oneof(fc.nat(50), fc.nat(1500), fc.nat(90_000)), { minLength: 1, maxLength: 300 })

test('a client that waits for Retry-After is admitted, and a steady one below the limit is never refused', () => {
  fc.assert(
    fc.property(arrivals, fc.integer({ min: 1, max: 60 }), fc.nat(3), (gapsMs, limit, more) => {
      let atMs = START_MS
      const limiter = createBoundedRateLimiter(() => atMs, 10)
      for (const gapMs of gapsMs) {
        atMs += gapMs
        const { allowed, retryAfterS } = limiter.take('key', limit, 1 + more)
        if (allowed) continue
        assert.ok(retryAfterS >= 1 && retryAfterS <= 120)
        atMs += retryAfterS * 1000
        assert.equal(limiter.take('key', limit, 1 + more).allowed, true)
      }
    }),
  )
  let atMs = START_MS
  const limiter = createBoundedRateLimiter(() => atMs, 10)
  for (let sent = 0; sent < 1000; sent++) {
    assert.equal(limiter.take('key', 61).allowed, true)
    atMs += 1000
  }
})

test('no minute has more requests than the limit, even if the clock is set back', () => {
  let atMs = START_MS + 30_000
  const limiter = createBoundedRateLimiter(() => atMs, 10)
  const passed = (): number =>
    Array.from({ length: 100 }, () => limiter.take('key', 60)).filter((t) => t.allowed).length
  assert.equal(passed(), 60)
  atMs -= 45_000
  assert.equal(passed(), 0)
  atMs += 60_000 + 45_000
  assert.ok(passed() <= 30)
})

test('the memory of the limiter is bounded: it forgets the least recently used key first', () => {
  const limiter = createBoundedRateLimiter(() => START_MS, 3)
  for (const key of ['a', 'b', 'c']) limiter.take(key, 1)
  assert.equal(limiter.take('a', 1).allowed, false)
  limiter.take('d', 1)
  assert.equal(limiter.take('a', 1).allowed, false)
  assert.equal(limiter.take('b', 1).allowed, true)
})

test('addresses are grouped by the network of one subscriber', () => {
  assert.equal(addressGroup('192.0.2.1'), '192.0.2.1')
  assert.equal(addressGroup('::ffff:192.0.2.1'), '192.0.2.1')
  assert.equal(addressGroup('2001:db8:1:2:3:4:5:6'), addressGroup('2001:db8:1:2::'))
  assert.notEqual(addressGroup('2001:db8:1:2::'), addressGroup('2001:db8:1:3::'))
  assert.equal(addressGroup('nonsense'), addressGroup('other nonsense'))
})
