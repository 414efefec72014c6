import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import { chooseEncoding } from '../../../src/http/openapi/static-document.ts'
import { startApi } from '../../harness/api.ts'
import { startBrowser, withoutBrowser } from '../../harness/browser.ts'
import { ask } from '../../security/raw-client.ts'

const api = await startApi()
const dispatcher = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
})

const STATIC = '/api/docs/static'

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await request(`${api.baseUrl}${path}`, { dispatcher, headers })
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) }
}

test('an unknown document is NOT_FOUND in the shape of all errors, however its name is written', async () => {
  const names = [
    '%2e%2e/x',
    '%2e%2e%2fx',
    '../../../package.json',
    '..%5c..%5cpackage.json',
    '%00',
    'index.css%00',
    '%5c',
    '%2f%2fetc%2fpasswd',
    'nope.js',
    'swagger-ui.css/',
    'swagger-ui.css/x',
    '__proto__',
    'constructor',
    '',
    '.',
    '%E0%A4%A',
    '%',
    'x'.repeat(9_000),
  ]
  for (const name of names) {
    const head = `GET ${STATIC}/${name} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
    const { status, json, headers } = await ask('TLS', api, head)
    if (name === 'swagger-ui.css/') assert.equal(status, 200)
    else {
      assert.equal(`${status} ${json?.error.code}`, '404 NOT_FOUND', name.slice(0, 40))
      assert.equal(json.error.requestId, headers['x-request-id'])
    }
  }
  assert.equal((await get('/api/docs/json')).status, 404)
  assert.equal((await get('/api/docs/yaml')).status, 404)
})

const DOCUMENTS = [
  '/api/openapi.json',
  '/api/docs',
  `${STATIC}/swagger-ui.css`,
  `${STATIC}/swagger-ui-bundle.js`,
  `${STATIC}/initializer.js`,
  `${STATIC}/explorer.css`,
]

test('a document is the same in every encoding, and is not sent again to clients that have it', async () => {
  for (const path of DOCUMENTS) {
    const plain = await get(path)
    const [br, gzip] = [
      await get(path, { 'accept-encoding': 'gzip, deflate, br' }),
      await get(path, { 'accept-encoding': 'gzip' }),
    ]
    assert.equal(plain.headers['content-encoding'], undefined, path)
    assert.equal(br.headers['content-encoding'], 'br', path)
    assert.equal(gzip.headers['content-encoding'], 'gzip', path)
    assert.ok(brotliDecompressSync(br.body).equals(plain.body), path)
    assert.ok(gunzipSync(gzip.body).equals(plain.body), path)
    assert.equal(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size, 3)
    for (const [answer, encoding] of [
      [plain, 'identity'],
      [br, 'br'],
      [gzip, 'gzip'],
    ] as const) {
      assert.equal(answer.headers.vary, 'Accept-Encoding')
      assert.equal(answer.headers['cache-control'], 'public, no-cache')
      const etag = String(answer.headers.etag)
      const again = await get(path, { 'accept-encoding': encoding, 'if-none-match': `"other", W/${etag}` })
      assert.equal(again.status, 304, path)
      assert.equal(again.body.length, 0)
      assert.equal(again.headers.etag, etag)
    }
  }
})

test('the description is the one that the routes declare', async () => {
  const { body } = await get('/api/openapi.json')
  const description = JSON.parse(body.toString())
  assert.equal(description.openapi, '3.1.0')
  for (const path of ['/v1/partner/me', '/v1/distributor/partners']) assert.ok(description.paths[path], path)
  assert.deepEqual(
    Object.keys(description.paths).filter((path) => !path.startsWith('/v1/')),
    [],
  )
})

test('HEAD sends the same headers of a document without its content', async () => {
  for (const path of DOCUMENTS) {
    const head = await request(`${api.baseUrl}${path}`, { method: 'HEAD', dispatcher })
    assert.equal(head.statusCode, 200, path)
    assert.equal(await head.body.text(), '')
    assert.ok(head.headers.etag, path)
  }
})

test('the response uses the available encoding that the client prefers', () => {
  const cases: [header: string | undefined, chosen: 'br' | 'gzip' | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['GZIP;Q=1', 'gzip'],
    ['br;q=nonsense, gzip', 'gzip'],
    ['deflate', undefined],
  ]
  for (const [header, chosen] of cases) assert.equal(chooseEncoding(header), chosen, String(header))
})

test('the documentation page shows the API in a browser, under its own policy', { skip: withoutBrowser }, async () => {
  await using browser = await startBrowser(api)
  const { page, complaints } = await browser.open()
  await page.goto('/api/docs')
  await page.getByText('/v1/partner/me', { exact: true }).first().waitFor()
  assert.deepEqual(complaints, [])
})
