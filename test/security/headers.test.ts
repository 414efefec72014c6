import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connect } from 'node:tls'
import { nextPage } from '../../src/http/responses/next-page.ts'
import { hstsOf } from '../../src/shared/security-headers.ts'
import { makeCustomer } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { ask, type RawAnswer, SIDES, type Side } from './raw-client.ts'

const PUBLIC = 'https://api.plumbline.example'
const api = await startApi({ baseUrl: PUBLIC })
after(() => api[Symbol.asyncDispose]())
const acme = await api.as('acme')

const send = (side: Side, head: string, body = ''): Promise<RawAnswer> =>
  ask(side, api, `${head}\r\nHost: localhost\r\nConnection: close\r\n\r\n${body}`)
const key = `X-Partner-Key: ${acme.key}`

/** Every kind of response of the service, by what is sent; over TLS. */
const ANSWERS: readonly [status: number, head: string][] = [
  [200, `GET /api/v1/partner/me HTTP/1.1\r\n${key}`],
  [200, 'GET /healthz HTTP/1.1'],
  [200, 'GET /api/openapi.json HTTP/1.1'],
  [200, 'GET /api/docs HTTP/1.1'],
  [200, 'GET /q/app.js HTTP/1.1'],
  [401, 'GET /api/v1/partner/me HTTP/1.1'],
  [404, 'GET /nowhere HTTP/1.1'],
  [404, 'GET /api/v1/partner/customers/%E0%A4%A HTTP/1.1'],
  [404, 'GET /q/x HTTP/1.1'],
  [405, 'PATCH /api/v1/partner/customers HTTP/1.1'],
  [405, 'TRACE /healthz HTTP/1.1'],
  [405, 'CONNECT evil.example:443 HTTP/1.1'],
  [413, `POST /api/v1/partner/customers HTTP/1.1\r\n${key}\r\nContent-Length: 1048577`],
  [415, `POST /api/v1/partner/customers HTTP/1.1\r\n${key}\r\nContent-Type: text/plain\r\nContent-Length: 0`],
  [417, `POST /api/v1/partner/customers HTTP/1.1\r\n${key}\r\nExpect: miracles`],
  [431, `GET /healthz HTTP/1.1\r\nX-Long: ${'y'.repeat(17 * 1024)}`],
  [400, 'NONSENSE'],
]

test('every response disables content sniffing and, over TLS at a public name, demands HTTPS for a year', async () => {
  for (const [status, head] of ANSWERS) {
    const { headers, ...answer } = await send('TLS', head)
    const what = head.slice(0, 60)
    assert.equal(answer.status, status, what)
    assert.equal(headers['x-content-type-options'], 'nosniff', what)
    assert.equal(headers['strict-transport-security'], 'max-age=31536000', what)
    assert.match(headers['x-request-id'] ?? '', /^req_/, what)
  }
})

test('responses to keys and refusals must not be cached; documents must be revalidated', async () => {
  for (const [status, head] of ANSWERS) {
    const { headers } = await send('TLS', head)
    const stored = /openapi|docs/.test(head) ? 'public, no-cache' : /app\.js/.test(head) ? /immutable/ : /no-store/
    if (stored instanceof RegExp) assert.match(headers['cache-control'] ?? '', stored, `${status} ${head.slice(0, 60)}`)
    else assert.equal(headers['cache-control'], stored)
  }
})

test('every refusal has the shape of all errors, with its request id', async () => {
  const codes = new Map([
    [400, 'INVALID_JSON'],
    [401, 'MISSING_KEY'],
    [404, 'NOT_FOUND'],
    [405, 'METHOD_NOT_ALLOWED'],
    [413, 'PAYLOAD_TOO_LARGE'],
    [415, 'UNSUPPORTED_MEDIA_TYPE'],
    [417, 'EXPECTATION_FAILED'],
    [431, 'HEADERS_TOO_LARGE'],
  ])
  for (const [status, head] of ANSWERS) {
    if (status < 400 || head.startsWith('GET /q/')) continue
    const { json, headers } = await send('TLS', head)
    const what = head.slice(0, 60)
    assert.deepEqual(Object.keys(json.error).slice(0, 3), ['code', 'message', 'requestId'], what)
    assert.equal(json.error.code, codes.get(status), what)
    assert.equal(json.error.requestId, headers['x-request-id'], what)
    if (status === 405) assert.match(headers.allow ?? '', /GET/, what)
  }
})

test('without TLS the headers are the same, except for HSTS, which browsers would ignore', async () => {
  for (const head of [
    'GET /healthz HTTP/1.1',
    'GET /api/docs/static/%00 HTTP/1.1',
    'NONSENSE',
    'CONNECT a:1 HTTP/1.1',
  ]) {
    const { status, headers, json } = await send('plain', head)
    assert.ok(status >= 400, head)
    assert.match(json.error.requestId, /^req_/)
    assert.equal(headers['x-content-type-options'], 'nosniff', head)
    assert.equal(headers['cache-control'], 'no-store', head)
    assert.equal(headers['strict-transport-security'], undefined, head)
  }
})

test('only a public name demands HTTPS, so that developers’ machines are not pinned', () => {
  for (const host of ['localhost', 'localhost:8443', 'api.localhost', '127.0.0.1', '10.1.2.3:8443', '[::1]:8443'])
    assert.equal(hstsOf(`https://${host}`), undefined, host)
  for (const host of ['plumbline.example', 'localhost.example:8443', 'a.b.example'])
    assert.deepEqual(hstsOf(`https://${host}`), { 'Strict-Transport-Security': 'max-age=31536000' }, host)
})

for (const side of SIDES) {
  test(`${side}: an upgrade is ignored, and a request without a host is refused, without a hanging connection`, async () => {
    const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade, close\r\nSec-WebSocket-Key: x'
    const ignored = await ask(side, api, `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n\r\n`)
    assert.equal(ignored.status, side === 'TLS' ? 200 : 403)
    const refused = await ask(side, api, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')
    assert.equal(refused.status, side === 'TLS' ? 400 : 403)
    assert.match(refused.json.error.requestId, /^req_/)
    const asterisk = await send(side, 'OPTIONS * HTTP/1.1')
    assert.ok(asterisk.status >= 400 && asterisk.status < 500)
    assert.match(asterisk.json.error.requestId, /^req_/)
  })
}

test('TLS has no CBC suites, and no version before 1.2', async () => {
  const shake = (options: object): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect({ port: api.port, host: '127.0.0.1', rejectUnauthorized: false, ...options })
      socket.on('secureConnect', () => resolve(`${socket.getProtocol()} ${socket.getCipher().name}`))
      socket.on('error', () => resolve('refused'))
    })
  const cbc = [
    'ECDHE-ECDSA-AES128-SHA256',
    'ECDHE-ECDSA-AES256-SHA384',
    'ECDHE-ECDSA-AES128-SHA',
    'ECDHE-RSA-AES256-SHA',
    'AES128-SHA',
  ]
  for (const ciphers of [cbc.join(':'), ...cbc])
    assert.equal(await shake({ maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` }), 'refused', ciphers)
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }
  assert.equal(await shake(old), 'refused')
  assert.match(await shake({ maxVersion: 'TLSv1.2' }), /^TLSv1\.2 ECDHE-.*(GCM|POLY1305)/)
  assert.match(await shake({}), /^TLSv1\.3 /)
})

test('an absolute request target is served by its path, and its host never appears in a response', async () => {
  for (const name of ['One', 'Two']) await makeCustomer(acme, name)
  for (const start of ['https://evil.example/api', 'http://evil.example:8080/api', 'https://evil.example', '/api']) {
    const answer = await send('TLS', `GET ${start}/v1/partner/customers?limit=1 HTTP/1.1\r\n${key}`)
    assert.equal(answer.status, 200, start)
    const { link = '' } = answer.headers
    assert.ok(link.startsWith(`<${PUBLIC}/api/v1/partner/customers?limit=1&cursor=`), link)
    assert.ok(link.endsWith('>; rel="next"'), link)
    assert.doesNotMatch(JSON.stringify(answer), /evil/)
  }
  for (const start of ['//evil.example/api', '/\\evil.example/api', '///api', '/api/']) {
    const answer = await send('TLS', `GET ${start}/v1/partner/customers?limit=1 HTTP/1.1\r\n${key}`)
    assert.equal(answer.status, 404, start)
    assert.equal(answer.headers.link, undefined)
  }
})

test('the address of the next page keeps the host and path of the service, whatever the target is', () => {
  for (const target of ['//evil.example/a?b=1', '/\\evil.example/a?b=1', 'https://evil.example/a?b=1', '/a?b=1#//evil'])
    assert.equal(new URL(nextPage('https://api.example/base', target, 'c>')).origin, 'https://api.example', target)
  assert.equal(
    nextPage('https://api.example/base', '/a?q=%3E;x&cursor=old', 'n<w>'),
    'https://api.example/base/a?q=%3E%3Bx&cursor=n%3Cw%3E',
  )
})
