import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { openS3Store } from '../../src/platform/objects/s3.ts'
import { readObjectList } from '../../src/platform/objects/s3-answers.ts'
import { ObjectStoreAway } from '../../src/platform/objects/store.ts'
import { readSettings } from '../../src/platform/settings/settings.ts'
import { listAll, startObjectServer } from '../harness/object-store.ts'

const bytes = (text: string): Buffer => Buffer.from(text)

const page = (inner: string): string => `<?xml version="1.0" encoding="UTF-8"?>
  <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>bucket</Name>${inner}</ListBucketResult>`
const object = (name: string): string =>
  `<Contents><Key>${name}</Key><LastModified>2026-10-12T17:50:30.000Z</LastModified><Size>5</Size></Contents>`

/** A server that answers lists in a way of its own, with a client. */
async function startListServer(answer: (query: URLSearchParams) => string) {
  const server = createServer((request, response) => {
    response.end(answer(new URL(request.url ?? '', 'http://localhost').searchParams))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/plumbline`
  const keys = { region: 'us-east-1', accessKey: 'id', secretKey: 'secret' }
  const store = openS3Store({ url, ...keys, log: createLog('silent'), metrics: createMetrics() })
  return {
    store,
    async [Symbol.asyncDispose]() {
      await store.close()
      await once(server.close(), 'close')
    },
  }
}

test('an object is written, read, listed and deleted', async () => {
  await using server = await startObjectServer()
  const store = server.open()
  const content = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, n) => n % 251))
  await store.put('one/a b+c', content)
  assert.deepEqual(await store.get('one/a b+c'), content)
  const { objects, isLast } = await store.list('one/', '')
  assert.deepEqual([objects.map(({ name }) => name), isLast], [['one/a b+c'], true])
  assert.ok(Math.abs((objects[0]?.writtenAt.getTime() ?? 0) - Date.now()) < 60_000)
  await store.delete('one/a b+c')
  await store.delete('one/a b+c')
  assert.equal(await store.get('one/a b+c'), undefined)
  const other = server.open({ url: server.url.replace('plumbline', 'missing') })
  await assert.rejects(other.get('one'), /the bucket does not exist/)
  await assert.rejects(other.list('', ''), /404 NoSuchBucket/)
  await assert.rejects(
    other.delete('one'),
    /the bucket does not exist/,
    'the object may be where the settings do not look',
  )
})

test('a list is sorted by name, and can begin after a name', async () => {
  await using server = await startObjectServer()
  const store = server.open()
  for (const name of ['many/2', 'many/1', 'many/3', 'other/1']) await store.put(name, bytes('x'))
  assert.deepEqual(await listAll(store, 'many/'), ['many/1', 'many/2', 'many/3'])
  const rest = await store.list('many/', 'many/1')
  assert.deepEqual(
    rest.objects.map(({ name }) => name),
    ['many/2', 'many/3'],
  )
})

test('an empty page does not end a list, and a server that starts the list again is refused', async () => {
  const answers = new Map([
    ['', page('<IsTruncated>true</IsTruncated><NextContinuationToken>a+/=</NextContinuationToken>')],
    ['a+/=', page(`<IsTruncated>false</IsTruncated>${object('many/2')}`)],
  ])
  const asked: URLSearchParams[] = []
  await using server = await startListServer((query) => {
    asked.push(query)
    return answers.get(query.get('continuation-token') ?? '') ?? ''
  })
  const found = await server.store.list('many/', 'many/1')
  assert.deepEqual([found.objects.map(({ name }) => name), found.isLast], [['many/2'], true])
  assert.deepEqual(
    asked.map((query) => [query.get('start-after'), query.get('continuation-token')]),
    [
      ['many/1', null],
      [null, 'a+/='],
    ],
  )
  answers.set('', page(`<IsTruncated>true</IsTruncated>${object('many/1')}`))
  await assert.rejects(server.store.list('many/', 'many/1'), /does not support lists that start after a name/)
  answers.set('', page('<IsTruncated>true</IsTruncated>'))
  await assert.rejects(server.store.list('many/', 'many/1'), /how to continue an unfinished list/)
})

test('a list of pages without objects ends, although each names another token', async () => {
  let pages = 0
  await using server = await startListServer(() => {
    pages++
    return page(`<IsTruncated>true</IsTruncated><NextContinuationToken>${pages}</NextContinuationToken>`)
  })
  await assert.rejects(server.store.list('many/', ''), /1000 empty pages/)
  assert.equal(pages, 1_000)
})

test('a truncated list is recognized, and an invalid one is refused', () => {
  const list = (inner: string): Buffer => bytes(page(inner))
  const one =
    '<Contents><Key>a&amp;b</Key><LastModified>2026-10-12T17:50:30.000Z</LastModified><Size>5</Size></Contents>'
  assert.deepEqual(readObjectList(list(`<IsTruncated>true</IsTruncated>${one}`)), {
    objects: [{ name: 'a&b', writtenAt: new Date('2026-10-12T17:50:30.000Z') }],
    isLast: false,
    next: undefined,
  })
  const undated = '<Contents><Key>a</Key><LastModified/></Contents>'
  for (const body of [list(one), list(`<IsTruncated>false</IsTruncated>${undated}`), bytes('<html>'), bytes('{}')])
    assert.throws(() => readObjectList(body), body.toString())
})

test('the name of the bucket may be in the path or in the host', async () => {
  await using server = await startObjectServer({ verifies: false })
  const byPath = server.open()
  await byPath.put('one', bytes('x'))
  const byHost = server.open({ url: `https://plumbline:${server.port}` })
  assert.deepEqual(await byHost.get('one'), bytes('x'))
  await byHost.delete('one')
  assert.deepEqual((await byHost.list('', '')).objects, [])
  assert.deepEqual(server.requests, [
    'PUT /plumbline/one',
    'GET /one',
    'DELETE /one',
    'GET /?list-type=2&max-keys=1000&prefix=',
  ])
})

test('a server whose certificate is not signed by a trusted authority is refused', async () => {
  await using server = await startObjectServer()
  const store = server.open({ ca: undefined })
  await assert.rejects(store.get('one'), ObjectStoreAway)
  assert.deepEqual(server.requests, [])
})

test('wrong credentials, a dead server and one that does not respond are reported once, without the secret', async () => {
  await using server = await startObjectServer()
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const metrics = createMetrics()
  const secret = 'a secret that nobody may see'
  const wrong = server.open({ secretKey: secret, log, metrics })
  for (let n = 0; n < 2; n++)
    await assert.rejects(wrong.put('one', bytes('x')), (error: Error) => {
      assert.ok(error instanceof ObjectStoreAway)
      assert.match(error.message, /403.*SignatureDoesNotMatch/)
      assert.ok(!JSON.stringify([error, error.stack, error.cause]).includes(secret))
      return true
    })
  const right = server.open({ log, metrics, deadlineMs: 300 })
  await right.put('one', bytes('x'))
  server.setGate(() => new Promise(() => {}))
  await assert.rejects(right.get('one'), /no answer in time/)
  await server.stop()
  await assert.rejects(right.get('one'), ObjectStoreAway)
  server.setGate(() => undefined)
  await server.start()
  assert.deepEqual(await right.get('one'), bytes('x'))
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).event),
    ['object-store.lost', 'object-store.lost', 'object-store.reached'],
  )
  assert.ok(!lines.join('').includes(secret) && !lines.join('').includes('S3RVER'))
  assert.match(await metrics.registry.metrics(), /plumbline_object_calls_total\{operation="get",outcome="failed"\} 2/)
})

test('settings of a bucket are checked at the start', () => {
  const keys = { PLUMBLINE_BLOB_ACCESS_KEY: 'id', PLUMBLINE_BLOB_SECRET_KEY: 'secret' }
  const refused = (PLUMBLINE_BLOB_URL: string, says: RegExp, more: Record<string, string> = keys): void =>
    assert.throws(() => readSettings({ PLUMBLINE_BLOB_URL, ...more }), says, PLUMBLINE_BLOB_URL)
  refused('https://storage.example.com/bucket', /PLUMBLINE_BLOB_ACCESS_KEY/, {})
  refused('http://storage.example.com/bucket', /https/)
  refused('https://id:secret@storage.example.com/bucket', /access key/)
  refused('https://storage.example.com/bucket/folder', /folder/)
  refused('https://storage.example.com/bucket?x=1', /folder/)
  for (const url of ['https://storage.example.com/bucket/', 'https://bucket.example.com', 'http://127.0.0.1:9000/b'])
    assert.equal(readSettings({ PLUMBLINE_BLOB_URL: url, ...keys }).blobUrl, url.replace(/\/$/, ''))
})
