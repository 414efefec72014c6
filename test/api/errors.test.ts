import assert from 'node:assert/strict'
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { connect as connectPlain, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { connect as connectSecure } from 'node:tls'
import { openDatabase } from '../../src/platform/database/database.ts'
import { startAnotherServer } from '../harness/another-server.ts'
import { assertProblem, countRows, fieldsAtFault, makeCustomer, NO_CUSTOMER, TENANT } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Answer, Json } from '../harness/client.ts'
import { openTestDatabase } from '../harness/database.ts'

const CUSTOMERS = '/v1/partner/customers'
const RUNS = '/v1/partner/assessments'

const api = await startApi()
const behindProxy = await startApi({ trustProxy: ['127.0.0.1', '::1'] })
after(async () => {
  await api[Symbol.asyncDispose]()
  await behindProxy[Symbol.asyncDispose]()
})

const acme = await api.as('acme')
const valid = { name: 'N', tenantId: TENANT }

test('all problems are reported at once with the path of their field, missing fields first', async () => {
  const email = 'nobody'
  const missing = await acme.post(CUSTOMERS, { tenantId: 'x', email, receivers: ['a@b.example', 5] })
  const error = assertProblem(missing, 400, 'MISSING_FIELD')
  assert.deepEqual(fieldsAtFault(error), [
    'email INVALID_FIELD',
    'name MISSING_FIELD',
    'receivers[1] INVALID_FIELD',
    'tenantId INVALID_FIELD',
  ])
  assert.match(error.message, /name/)
  const invalid = assertProblem(await acme.post(CUSTOMERS, { ...valid, email }), 400, 'INVALID_FIELD')
  assert.deepEqual(fieldsAtFault(invalid), ['email INVALID_FIELD'])
  assert.match(invalid.details[0].message, /^email /)
})

test('errors that do not concern a field have no details', async () => {
  const answers = [
    await acme.get(`${CUSTOMERS}/x`),
    await acme.post(CUSTOMERS, undefined, { raw: '{' }),
    await api.client('').get('/v1/partner/me'),
    await acme.get('/v1/nowhere'),
  ]
  for (const { body } of answers) assert.deepEqual(Object.keys(body.error), ['code', 'message', 'requestId'])
})

test('every response has its own request id, which errors contain as well', async () => {
  const answers = [
    await acme.get('/v1/partner/me'),
    await acme.delete(`${CUSTOMERS}/${await makeCustomer(acme)}`),
    await acme.get('/v1/nowhere'),
    await acme.call('PATCH', '/v1/partner/me', {}),
    await acme.post(CUSTOMERS, {}),
    await acme.get(`${CUSTOMERS}/%E0%A4%A`),
    await acme.call('GET', '/openapi.json'),
    await acme.call('GET', '/docs/'),
    await acme.call('HEAD', '/v1/partner/me'),
    await api.client('').get('/v1/partner/me'),
  ]
  const ids = answers.map((answer) => String(answer.headers['x-request-id']))
  for (const id of ids) assert.match(id, /^req_[0-9a-z]{26}$/)
  assert.equal(new Set(ids).size, ids.length)
  const own = await acme.get('/v1/partner/me', { headers: { 'x-request-id': 'mine' } })
  assert.notEqual(own.headers['x-request-id'], 'mine')
})

const nested = (levels: number): string =>
  `{"name":"N","tenantId":"${TENANT}","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

const NO_JSON_OBJECT: [what: string, body: string | Buffer][] = [
  ['an empty body', ''],
  ['blanks', ' \n'],
  ['broken JSON', '{"name": "N",'],
  ['single quotes', "{'name': 'N'}"],
  ['an extra comma', '{"name": "N",}'],
  ['two values', '{} {}'],
  ['a list', '[]'],
  ['a string', '"name"'],
  ['a number', '5'],
  ['null', 'null'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['a truncated character', Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xe2, 0x82]), Buffer.from('"}')])],
  ['33 levels', nested(33)],
  ['a hundred thousand levels', '['.repeat(100_000)],
  ['a form', 'name=N&tenantId=x'],
]

for (const [what, raw] of NO_JSON_OBJECT) {
  test(`a body with ${what} is INVALID_JSON`, async () => {
    for (const [method, path] of [
      ['POST', CUSTOMERS],
      ['POST', RUNS],
      ['PUT', `${CUSTOMERS}/${NO_CUSTOMER}`],
    ] as const) {
      assertProblem(await acme.call(method, path, undefined, { raw }), 400, 'INVALID_JSON')
    }
  })
}

test('a request without a required body is INVALID_JSON', async () => {
  assertProblem(await acme.post(CUSTOMERS), 400, 'INVALID_JSON')
  assertProblem(await acme.put(`${CUSTOMERS}/${NO_CUSTOMER}`), 400, 'INVALID_JSON')
})

test('32 levels and a byte order mark are accepted', async () => {
  assert.equal((await acme.post(CUSTOMERS, undefined, { raw: nested(32) })).status, 201)
  assert.equal((await acme.post(CUSTOMERS, undefined, { raw: `\ufeff${JSON.stringify(valid)}` })).status, 201)
})

test('the content type must be JSON if there is one', async () => {
  const send = (type: string): Promise<Answer> => {
    return acme.post(CUSTOMERS, undefined, { raw: JSON.stringify(valid), headers: { 'content-type': type } })
  }
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/vnd.x+json',
  ]) {
    assert.equal((await send(type)).status, 201, type)
  }
  for (const type of [
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'nonsense',
    'application/jsonp',
  ]) {
    assertProblem(await send(type), 415, 'UNSUPPORTED_MEDIA_TYPE')
  }
})

test('a missing content type counts as JSON', async () => {
  const text = JSON.stringify(valid)
  const [head] = await converse(secure(), [
    `POST /api${CUSTOMERS} HTTP/1.1\r\nHost: localhost\r\nX-Partner-Key: ${acme.key}\r\n`,
    `Content-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
  ])
  assert.match(head, /^HTTP\/1\.1 201 /)
})

test('a body over 1 MiB is PAYLOAD_TOO_LARGE, one of exactly 1 MiB is read', async () => {
  const sized = (bytes: number): string => {
    const start = `{"name":"N","tenantId":"${TENANT}","x":"`
    return `${start}${'x'.repeat(bytes - start.length - 2)}"}`
  }
  assert.equal((await acme.post(CUSTOMERS, undefined, { raw: sized(1024 * 1024) })).status, 201)
  assertProblem(await acme.post(CUSTOMERS, undefined, { raw: sized(1024 * 1024 + 1) }), 413, 'PAYLOAD_TOO_LARGE')
  assertProblem(
    await acme.post(CUSTOMERS, undefined, { raw: Buffer.alloc(2 * 1024 * 1024, 0x20) }),
    413,
    'PAYLOAD_TOO_LARGE',
  )
})

test('unknown body fields are ignored, unless the caller prefers strict handling', async () => {
  const body = { ...valid, colour: 'red', constructor: 1, id: 5 }
  assert.equal((await acme.post(CUSTOMERS, body)).status, 201)
  const strict = { headers: { Prefer: 'respond-async, handling=strict' } }
  const error = assertProblem(await acme.post(CUSTOMERS, body, strict), 400, 'INVALID_FIELD')
  assert.deepEqual(fieldsAtFault(error), ['colour INVALID_FIELD', 'constructor INVALID_FIELD', 'id INVALID_FIELD'])
  const other = { ...valid, tenantId: '0f0e0d0c-1111-4222-8333-444455556666' }
  assert.equal((await acme.post(CUSTOMERS, other, strict)).status, 201)
  assert.equal((await acme.post(CUSTOMERS, body, { headers: { Prefer: 'handling=lenient' } })).status, 201)
})

test('an endpoint without a body ignores any body', async () => {
  const bodies: [raw: string | Buffer, type: string][] = [
    ['{', 'application/json'],
    ['x', 'text/plain'],
    ['x', 'nonsense'],
    [Buffer.alloc(2 * 1024 * 1024), 'application/json'],
  ]
  for (const [raw, type] of bodies) {
    const options = { raw, headers: { 'content-type': type } }
    assert.equal((await acme.get('/v1/partner/me', options)).status, 200)
    const id = await makeCustomer(acme)
    assert.equal((await acme.delete(`${CUSTOMERS}/${id}`, options)).status, 204)
  }
})

test('an unknown address is NOT_FOUND with every method, with or without a key', async () => {
  for (const path of [
    '/v1/partner/nowhere',
    '/v1/partner',
    '/v2/partner/me',
    '/v1/partner/customers/a/b',
    '/nowhere',
    '//v1',
    '/v1/partner/ME',
  ]) {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      assertProblem(await acme.call(method, path, method === 'POST' ? {} : undefined), 404, 'NOT_FOUND')
    }
    assertProblem(await api.client('').get(path), 404, 'NOT_FOUND')
  }
})

test('a wrong method on a known address is METHOD_NOT_ALLOWED with the allowed ones, even without a key', async () => {
  const allowed: [path: string, refused: string[], allow: string[]][] = [
    ['/v1/partner/me', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'], ['GET', 'HEAD']],
    ['/v1/partner/products', ['POST', 'DELETE', 'OPTIONS'], ['GET', 'HEAD']],
    [CUSTOMERS, ['PUT', 'PATCH', 'DELETE', 'OPTIONS'], ['GET', 'HEAD', 'POST']],
    [`${CUSTOMERS}/${NO_CUSTOMER}`, ['POST', 'PATCH', 'OPTIONS', 'PROPFIND'], ['DELETE', 'GET', 'HEAD', 'PUT']],
    [RUNS, ['PUT', 'PATCH', 'DELETE', 'OPTIONS'], ['GET', 'HEAD', 'POST']],
    [`${RUNS}/x`, ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], ['GET', 'HEAD']],
  ]
  for (const [path, methods, allow] of allowed) {
    for (const method of methods) {
      for (const client of [acme, api.client('')]) {
        const refused = await client.call(method, path)
        assertProblem(refused, 405, 'METHOD_NOT_ALLOWED')
        assert.deepEqual(String(refused.headers.allow).split(', '), allow)
      }
    }
  }
})

test('HEAD is like GET without a body', async () => {
  for (const path of ['/v1/partner/me', `${CUSTOMERS}/${await makeCustomer(acme)}`]) {
    const [got, head] = [await acme.get(path), await acme.call('HEAD', path)]
    assert.deepEqual([head.status, head.text], [200, ''])
    assert.equal(head.headers['content-length'], got.headers['content-length'])
  }
  const missing = await acme.call('HEAD', `${CUSTOMERS}/${NO_CUSTOMER}`)
  assert.deepEqual([missing.status, missing.text], [404, ''])
})

test('an address works with and without a trailing slash and with a query', async () => {
  assert.equal((await acme.get('/v1/partner/me/')).status, 200)
  assert.equal((await acme.get('/v1/partner/me?limit=x&unknown=1')).status, 200)
})

test('checks run in order: each request fails with its first error', async () => {
  const suspended = await api.as('inactive')
  const { partnerId } = await api.partner('inactive')
  await api.db.updateTable('partners').set({ status: 'suspended' }).where('id', '=', partnerId).execute()
  const noKey = api.client('')
  const broken = { raw: '{' }
  const before = await countRows(api.db)
  assertProblem(await plain('PATCH', `/api${RUNS}`), 403, 'HTTPS_REQUIRED')
  assertProblem(await plain('GET', '/nowhere'), 403, 'HTTPS_REQUIRED')
  assertProblem(await plain('GET', '/api/v1/partner/customers/%E0%A4%A'), 403, 'HTTPS_REQUIRED')
  assertProblem(await noKey.call('PATCH', RUNS, undefined, broken), 405, 'METHOD_NOT_ALLOWED')
  assertProblem(await noKey.post(RUNS, undefined, broken), 401, 'MISSING_KEY')
  assertProblem(await api.client('pk_live_x').post(RUNS, undefined, broken), 401, 'INVALID_KEY')
  assertProblem(await suspended.post(RUNS, undefined, broken), 403, 'PARTNER_INACTIVE')
  assertProblem(await acme.post(RUNS, undefined, broken), 400, 'INVALID_JSON')
  assertProblem(await acme.post(RUNS, { product: 'unknown', maturityTarget: 9 }), 400, 'MISSING_FIELD')
  const rest = { customerId: NO_CUSTOMER, product: 'unknown' }
  assertProblem(await acme.post(RUNS, { ...rest, maturityTarget: 9 }), 400, 'INVALID_FIELD')
  assertProblem(await acme.post(RUNS, rest), 400, 'INVALID_PRODUCT')
  assertProblem(await acme.post(RUNS, { ...rest, product: 'essential-eight' }), 404, 'NOT_FOUND')
  assertProblem(await acme.put(`${CUSTOMERS}/${NO_CUSTOMER}`, { name: 1 }), 400, 'INVALID_FIELD')
  assert.deepEqual(await countRows(api.db), before)
})

test('the rate is checked after the account and before the body', async () => {
  await using slow = await startApi({ partnerRate: 1 })
  const client = await slow.as('acme')
  assert.equal((await client.get('/v1/partner/me')).status, 200)
  assertProblem(await client.post(RUNS, undefined, { raw: '{' }), 429, 'RATE_LIMITED')
  await slow.db.updateTable('partners').set({ status: 'suspended' }).execute()
  assertProblem(await client.post(RUNS, undefined, { raw: '{' }), 403, 'PARTNER_INACTIVE')
})

test('plain HTTP on the TLS port gets an error, never a redirect, whatever its headers claim', async () => {
  for (const headers of [
    {},
    { 'X-Partner-Key': acme.key, 'X-Forwarded-Proto': 'https' },
    { Forwarded: 'proto=https' },
  ]) {
    for (const [method, path] of [
      ['GET', '/api/v1/partner/me'],
      ['POST', `/api${CUSTOMERS}`],
      ['GET', '/'],
      ['GET', '/healthz'],
    ] as const) {
      const refused = await plain(method, path, headers)
      assertProblem(refused, 403, 'HTTPS_REQUIRED')
      assert.equal(refused.headers.location, undefined)
    }
  }
})

test('X-Forwarded-Proto from a configured proxy counts, whether it is http or https', async () => {
  const client = await behindProxy.as('acme')
  const key = { 'X-Partner-Key': client.key }
  const through = (proto: string): Promise<Answer> =>
    plain('GET', '/api/v1/partner/me', { ...key, 'X-Forwarded-Proto': proto }, behindProxy.port)
  assert.equal((await through('https')).status, 200)
  assertProblem(await through('http'), 403, 'HTTPS_REQUIRED')
  assertProblem(await plain('GET', '/api/v1/partner/me', key, behindProxy.port), 403, 'HTTPS_REQUIRED')
  const downgraded = await client.get('/v1/partner/me', { headers: { 'X-Forwarded-Proto': 'http' } })
  assertProblem(downgraded, 403, 'HTTPS_REQUIRED')
})

test('bytes that are not HTTP, and endless headers, get an error in the usual shape', async () => {
  for (const socket of [secure(), connectPlain(api.port, 'localhost')]) {
    const [head, body] = await converse(socket, ['NONSENSE\r\n\r\n'])
    assert.match(head, /^HTTP\/1\.1 400 /)
    assert.deepEqual(Object.keys(JSON.parse(body).error), ['code', 'message', 'requestId'])
    assert.match(head, /x-request-id: req_/i)
  }
  const [head, body] = await converse(secure(), [
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(17 * 1024)}\r\n\r\n`,
  ])
  assert.match(head, /^HTTP\/1\.1 431 /)
  assert.equal(JSON.parse(body).error.code, 'HEADERS_TOO_LARGE')
})

test('without a database requests get SERVICE_UNAVAILABLE with Retry-After', async () => {
  const { db } = openDatabase('postgres://nobody@127.0.0.1:1/none', { poolSize: 1, onError: () => {} })
  await using adrift = await startAnotherServer({ ...api.app, db })
  const refused = await adrift.client(acme.key).get('/v1/partner/me')
  assertProblem(refused, 503, 'SERVICE_UNAVAILABLE')
  assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/)
})

test('the loser of a deadlock gets SERVICE_UNAVAILABLE with Retry-After, and a retry succeeds', async () => {
  const { pool } = openTestDatabase(api.databaseUrl, { poolSize: 1 })
  await pool.query(`
    CREATE FUNCTION deadlock() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = 'deadlock_detected'; END $$;
    CREATE TRIGGER deadlock BEFORE INSERT ON customers FOR EACH ROW EXECUTE FUNCTION deadlock()`)
  const options = { headers: { 'idempotency-key': 'deadlock-1' } }
  const refused = await acme.post(CUSTOMERS, valid, options)
  assertProblem(refused, 503, 'SERVICE_UNAVAILABLE')
  assert.equal(refused.headers['retry-after'], '1')
  await pool.query('DROP TRIGGER deadlock ON customers; DROP FUNCTION deadlock')
  await pool.end()
  assert.equal((await acme.post(CUSTOMERS, valid, options)).status, 201)
})

const secure = (): Socket => connectSecure({ port: api.port, host: 'localhost', servername: 'localhost', ca: api.ca })

/** Sends text unchanged, and returns head and body of the response. */
async function converse(socket: Socket, parts: string[]): Promise<[head: string, body: string]> {
  let received = ''
  socket.on('error', () => {})
  socket.write(parts.join(''))
  for await (const chunk of socket) received += String(chunk)
  const [head = '', body = ''] = received.split('\r\n\r\n')
  return [head, body]
}

/** One request without TLS. */
function plain(method: string, path: string, headers: Record<string, string> = {}, port = api.port): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = plainRequest({ host: 'localhost', port, method, path, headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () => resolve(toAnswer(response.statusCode ?? 0, response.headers, text)))
    })
    sent.on('error', reject)
    sent.end()
  })
}

function toAnswer(status: number, headers: IncomingHttpHeaders, text: string): Answer {
  const body: Json = JSON.parse(text)
  return { status, headers, text, body }
}
