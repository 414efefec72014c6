import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApi } from '../../harness/api.ts'
import { askSamples } from '../../questionnaires/fixture.ts'
import { enter, type Invited, invite } from '../../questionnaires/invitation-fixture.ts'
import { PDF } from '../../questionnaires/sample-files.ts'
import type { Visitor } from '../../questionnaires/visitor.ts'
import { emptySnapshot } from '../../runs/collections.ts'
import { eventually } from '../../runs/eventually.ts'
import { openRaw, readAnswer } from '../../security/raw-client.ts'

const LIMITS = { headersMs: 2_000, requestMs: 5_000, lingerMs: 300, checkMs: 50 }
const MIB = 1024 * 1024
const BOUNDARY = 'x'
const PART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`

askSamples()
const collect = async ({ tenantId }: { tenantId: string }) => emptySnapshot(tenantId, '2026-03-10T08:00:00.000Z')
const api = await startApi({ worker: true, collect, connectionLimits: LIMITS })
after(() => api[Symbol.asyncDispose]())

let invited: Invited
let visitor: Visitor
before(async () => {
  invited = await invite(api, await api.as('acme'))
  visitor = await enter(api, invited)
})

const headOf = (more: readonly string[]): string =>
  [
    `POST ${invited.link}/attachments/ISM-1810 HTTP/1.1`,
    'Host: localhost',
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    ...more,
    '\r\n',
  ].join('\r\n')

const countFiles = async (): Promise<number> => (await api.db.selectFrom('attachments').select('id').execute()).length

test('without the code, an upload is refused before the file is read', async () => {
  for (const [link, status] of [
    [invited.link, 303],
    [`/q/${'a'.repeat(43)}`, 404],
  ] as const) {
    await using connection = await openFor(link, ['Content-Length: 1000000'])
    assert.equal((await connection.answer()).status, status)
  }
})

test('a body with a far too large declared length is refused before it is read', async () => {
  await using connection = await openFor(invited.link, ['Content-Length: 34000000', `Cookie: ${visitor.cookie()}`])
  const { status, headers } = await connection.answer()
  assert.deepEqual([status, headers.location], [303, `${invited.link}?notice=file-size&question=ISM-1810#q-ISM-1810`])
})

test('a file without a declared size ends at 10 MiB as well, and the connection at 32 MiB', async () => {
  await using connection = await openChunked()
  for (let n = 0; n < 11; n++) connection.send(toChunk(Buffer.alloc(MIB)))
  connection.send(toChunk(Buffer.from(`\r\n--${BOUNDARY}--\r\n`)))
  connection.send('0\r\n\r\n')
  const { status, headers } = await connection.answer()
  assert.deepEqual([status, headers.location?.split('&')[0]], [303, `${invited.link}?notice=file-size`])
  await using endless = await openChunked()
  const { socket } = endless
  let sent = 0
  for (; sent < 64 && !socket.destroyed; sent++)
    await Promise.race([new Promise((resolve) => socket.write(toChunk(Buffer.alloc(MIB)), resolve)), endless.closed])
  assert.ok(sent > 10 && sent < 64, `${sent} MiB were sent`)
  await eventually('nothing is left', async () => (await countFiles()) === 0)
})

test('a slow upload ends with the time for a body and leaves nothing', async () => {
  await using connection = await openFor(invited.link, ['Content-Length: 1000000', `Cookie: ${visitor.cookie()}`])
  connection.send(Buffer.concat([Buffer.from(PART), PDF]))
  await eventually('the upload has begun', async () => (await countFiles()) === 1)
  const drip = setInterval(() => connection.send('slow'), 40)
  try {
    assert.equal((await connection.answer()).status, 408)
  } finally {
    clearInterval(drip)
  }
  await eventually('nothing is left', async () => (await countFiles()) === 0)
})

const toChunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

/** An upload that has begun with the start of a PDF, and does not say how much will come. */
async function openChunked() {
  const connection = await openFor(invited.link, ['Transfer-Encoding: chunked', `Cookie: ${visitor.cookie()}`])
  connection.send(toChunk(Buffer.concat([Buffer.from(PART), PDF])))
  return connection
}

async function openFor(link: string, more: readonly string[]) {
  const connection = await openRaw('TLS', api)
  connection.send(headOf(more).replace(invited.link, link))
  return {
    send: connection.send,
    socket: connection.socket,
    closed: connection.closed,
    answer: async () => {
      await eventually('an answer', async () => connection.received().includes('\r\n\r\n'))
      return readAnswer(connection.received())
    },
    async [Symbol.asyncDispose]() {
      connection.socket.destroy()
    },
  }
}
