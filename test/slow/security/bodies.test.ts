import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { newToken } from '../../../src/shared/crypto/tokens.ts'
import { startAnotherServer } from '../../harness/another-server.ts'
import { startApi } from '../../harness/api.ts'
import { countStatements } from '../../harness/statements.ts'
import { invite } from '../../questionnaires/invitation-fixture.ts'
import { eventually } from '../../runs/eventually.ts'
import { tenantIdOf } from '../../runs/follow.ts'
import { openRaw, type RawAnswer, readAnswer, SIDES } from '../../security/raw-client.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

const MIB = 1024 * 1024

/** Sends only the head of a POST, and returns the response that comes before any byte of the body. */
async function answerBeforeBody(path: string, headers: Record<string, string>, target = api): Promise<RawAnswer> {
  const connection = await openRaw('TLS', { port: target.port, ca: api.ca })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  connection.send(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`)
  const answer = await eventually(`an answer to ${path} before its body`, async () => {
    const found = readAnswer(connection.received())
    return found.status > 0 && found.body.length >= Number(found.headers['content-length']) && found
  })
  connection.socket.destroy()
  return answer
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }
const ofLength = (bytes: number) => ({ ...FORM, 'Content-Length': String(bytes) })
const CHUNKED = { ...FORM, 'Transfer-Encoding': 'chunked' }

test('a page refuses a large body by its declared length, before reading any of it', async () => {
  const token = newToken()
  const pages: [path: string, limitBytes: number][] = [
    ['/q/anything', 64 * 1024],
    [`/q/${token}`, 64 * 1024],
    [`/q/${token}/enter`, 4096],
    [`/q/${token}/colleague`, 4096],
  ]
  for (const [path, limitBytes] of pages) {
    const refused = await answerBeforeBody(path, ofLength(4 * MIB))
    assert.equal(`${refused.status} ${refused.json?.error.code}`, '413 PAYLOAD_TOO_LARGE', path)
    assert.equal(refused.json.error.message, `The request body is larger than ${limitBytes / 1024} KiB.`)
    assert.equal((await answerBeforeBody(path, ofLength(limitBytes + 1))).status, 413, path)
    assert.equal((await answerBeforeBody(path, ofLength(limitBytes))).status, 404, path)
  }
})

test('the link of a form is checked before its body is read, however long the body is', async () => {
  for (const path of ['/q/x', `/q/${newToken()}`, `/q/${newToken()}/enter`, `/q/${newToken()}/colleague`]) {
    assert.equal((await answerBeforeBody(path, CHUNKED)).status, 404, path)
  }
  assert.equal((await answerBeforeBody(`/activate/${newToken()}`, CHUNKED)).status, 404)
})

test('the rest of a large body is not read after its refusal, and the refusal arrives', async () => {
  for (const side of SIDES) {
    const connection = await openRaw(side, { port: api.port, ca: api.ca })
    connection.send('POST /q/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n')
    const chunk = Buffer.concat([Buffer.from('4000000\r\n'), Buffer.alloc(64 * MIB)])
    let isTaken = false
    connection.socket.write(chunk, (error) => {
      isTaken = !error
    })
    await connection.closed
    assert.equal(isTaken, false, side)
    assert.match(connection.received(), /^HTTP\/1\.1 40[34] /, side)
  }
})

test('a malformed link causes no query, and an unknown one causes one', async () => {
  const counted = countStatements(api.app)
  await using another = await startAnotherServer(counted.app)
  const target = { ...api, port: Number(new URL(another.baseUrl).port) }
  const sent = (path: string): Promise<number> => counted.during(() => answerBeforeBody(path, CHUNKED, target))
  for (const path of ['/q/x', `/q/${newToken()}x/enter`, '/activate/x', '/activate/%00'])
    assert.equal(await sent(path), 0, path)
  for (const path of [`/q/${newToken()}`, `/activate/${newToken()}`]) assert.equal(await sent(path), 1, path)
})

test('reading a body without a declared length stops at the limit of the page', async () => {
  await using inviting = await startApi({ worker: true })
  const { link } = await invite(inviting, await inviting.as('acme'), { tenantId: tenantIdOf('weak') })
  const connection = await openRaw('TLS', { port: inviting.port, ca: inviting.ca })
  connection.send(`POST ${link}/enter HTTP/1.1\r\nHost: localhost\r\n`)
  connection.send(`Content-Type: ${FORM['Content-Type']}\r\nTransfer-Encoding: chunked\r\n\r\n`)
  const piece = `1000\r\n${'x'.repeat(4096)}\r\n`
  connection.send(piece + piece)
  const answer = await eventually('an answer', async () => {
    const found = readAnswer(connection.received())
    return found.status > 0 && found
  })
  connection.socket.destroy()
  assert.equal(`${answer.status} ${answer.json.error.code}`, '413 PAYLOAD_TOO_LARGE')
  assert.equal(answer.json.error.message, 'The request body is larger than 4 KiB.')
})

test('key, account and rate are checked before the body of a call is read', async () => {
  const path = '/api/v1/partner/customers'
  const acme = await api.as('acme')
  const length = { 'Content-Length': String(MIB) }
  const codeOf = async (headers: Record<string, string>, target = api): Promise<string> =>
    (await answerBeforeBody(path, { ...length, ...headers }, target)).json.error.code
  assert.equal(await codeOf({}), 'MISSING_KEY')
  assert.equal(await codeOf({ 'X-Partner-Key': 'pk_live_x' }), 'INVALID_KEY')
  assert.equal(
    (await answerBeforeBody(path, { 'Content-Length': String(MIB + 1), 'X-Partner-Key': acme.key })).json.error.code,
    'PAYLOAD_TOO_LARGE',
  )
  await using slow = await startApi({ partnerRate: 1 })
  const limited = await slow.as('acme')
  assert.equal((await limited.get('/v1/partner/me')).status, 200)
  assert.equal(await codeOf({ 'X-Partner-Key': limited.key }, slow), 'RATE_LIMITED')
  await slow.db.updateTable('partners').set({ status: 'suspended' }).execute()
  assert.equal(await codeOf({ 'X-Partner-Key': limited.key }, slow), 'PARTNER_INACTIVE')
})

test('a link that could exist is looked up', async () => {
  const { db } = openDatabase('postgres://nobody@127.0.0.1:1/none', { poolSize: 1, onError: () => {} })
  await using adrift = await startAnotherServer({ ...api.app, db })
  const target = { ...api, port: Number(new URL(adrift.baseUrl).port) }
  assert.equal((await answerBeforeBody(`/q/${newToken()}`, CHUNKED, target)).json.error.code, 'SERVICE_UNAVAILABLE')
})
