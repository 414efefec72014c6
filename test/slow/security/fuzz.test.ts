import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { test } from 'node:test'
import { runCampaign } from '../../../fuzz/campaign.ts'
import { type Answer, checkAnswer } from '../../../fuzz/check.ts'
import { type Operation, readDescription, readOperations } from '../../../fuzz/description.ts'
import { createRequest, type FuzzRequest, type Plan } from '../../../fuzz/requests.ts'
import { BrokenError, createSender, HangError } from '../../../fuzz/send.ts'
import { showResult } from '../../../fuzz/show.ts'
import { RAISED_RATES, startTarget } from '../../../fuzz/target.ts'
import type { World } from '../../../fuzz/world.ts'
import { localCertificate } from '../../../src/platform/certificates.ts'
import { required } from '../../harness/database.ts'

const SEED = 7
const REQUESTS = 3_000

test('three thousand generated requests find nothing, and every operation succeeds at least once', async () => {
  const target = await startTarget({ PLUMBLINE_WORKER_CONCURRENCY: '4', ...RAISED_RATES })
  try {
    const result = await runCampaign(target, {
      seed: SEED,
      requests: REQUESTS,
      seconds: 240,
      concurrency: 16,
      hangMs: 30_000,
      // Other tests use the processor at the same time, so only a long delay counts as a stall of the service.
      stallMs: 20_000,
      without: new Set(),
    })
    assert.ok(result.sent >= REQUESTS, `sent ${result.sent}`)
    assert.deepEqual(result.findings, [], showResult(result))
  } finally {
    await target.stop(10_000)
  }
})

const operations = readOperations(readDescription())
const REQUEST_ID = 'req_01m7zb6f93eh8tjt63hnj0n5m0'
const TIME = '2026-05-04T02:11:09.120Z'
const CUSTOMER = {
  id: 'cust_01m7zb6f92ew9sper5vfdkv3j1',
  name: 'Bellbird',
  tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02',
  receivers: [],
  questionnaireRecipients: [],
  recentRuns: [],
  createdAt: TIME,
}
const ERROR = { code: 'NOT_FOUND', message: 'There is nothing here.', requestId: REQUEST_ID }

const operationOf = (id: string): Operation => {
  const found = operations.find((operation) => operation.id === id)
  assert.ok(found, id)
  return found
}

const answerOf = (status: number, body: unknown, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': REQUEST_ID, ...headers },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})

const rulesBroken = (id: string, answer: Answer, more: { mayOverload?: boolean } = {}): string[] => [
  ...new Set(checkAnswer({ operation: operationOf(id), method: 'GET', ...more }, answer).map(({ rule }) => rule)),
]

test('a response that follows the description breaks no rule', () => {
  assert.deepEqual(rulesBroken('getCustomer', answerOf(200, CUSTOMER)), [])
  assert.deepEqual(rulesBroken('getCustomer', answerOf(404, { error: ERROR })), [])
  assert.deepEqual(rulesBroken('deleteCustomer', answerOf(204, '', { 'content-type': undefined })), [])
  const pdf = answerOf(200, '%PDF-1.7\n%%EOF\n', { 'content-type': 'application/pdf' })
  assert.deepEqual(rulesBroken('getReport', pdf), [])
  const busy = answerOf(503, { error: { ...ERROR, code: 'SERVICE_UNAVAILABLE' } })
  assert.deepEqual(rulesBroken('getReport', busy, { mayOverload: true }), [])
})

const PLANTED: readonly [what: string, operation: string, answer: Answer, rule: string][] = [
  ['an internal error', 'getCustomer', answerOf(500, { error: { ...ERROR, code: 'INTERNAL_ERROR' } }), 'server error'],
  [
    'an overload that nothing caused',
    'getMe',
    answerOf(503, { error: { ...ERROR, code: 'SERVICE_UNAVAILABLE' } }),
    'server error',
  ],
  ['an undeclared status', 'getCustomer', answerOf(409, { error: ERROR }), 'undeclared status'],
  ['an undeclared success', 'getCustomer', answerOf(201, CUSTOMER), 'undeclared status'],
  ['an undeclared code', 'getCustomer', answerOf(404, { error: { ...ERROR, code: 'GONE' } }), 'undeclared code'],
  ['a missing field', 'getCustomer', answerOf(200, { ...CUSTOMER, name: undefined }), 'shape'],
  ['an undeclared field', 'getCustomer', answerOf(200, { ...CUSTOMER, partnerId: 'prt_x' }), 'shape'],
  [
    'an undeclared field deep inside',
    'getCustomer',
    answerOf(200, { ...CUSTOMER, recentRuns: [{ id: 'r', product: 'p', status: 's', x: 1 }] }),
    'shape',
  ],
  ['null for a field that has no value', 'getCustomer', answerOf(200, { ...CUSTOMER, email: null }), 'shape'],
  ['a time in another form', 'getCustomer', answerOf(200, { ...CUSTOMER, createdAt: '2026-05-04' }), 'shape'],
  ['JSON that is cut off', 'getCustomer', answerOf(200, '{"id":'), 'shape'],
  ['another media type', 'getCustomer', answerOf(200, CUSTOMER, { 'content-type': 'text/html' }), 'shape'],
  ['a body where there is none', 'deleteCustomer', answerOf(204, 'x'), 'shape'],
  ['a PDF that is not a PDF', 'getReport', answerOf(200, 'x', { 'content-type': 'application/pdf' }), 'shape'],
  ['an error in another shape', 'getCustomer', answerOf(404, { message: 'Not Found', statusCode: 404 }), 'error shape'],
  ['an error with extra fields', 'getCustomer', answerOf(404, { error: { ...ERROR, stack: 'at' } }), 'error shape'],
  [
    'an error of another request',
    'getCustomer',
    answerOf(404, { error: { ...ERROR, requestId: 'req_x' } }),
    'error shape',
  ],
  ['no request id', 'getCustomer', answerOf(200, CUSTOMER, { 'x-request-id': undefined }), 'header'],
  [
    'a limit without Retry-After',
    'getCustomer',
    answerOf(429, { error: { ...ERROR, code: 'RATE_LIMITED' } }),
    'header',
  ],
]

for (const [what, operation, answer, rule] of PLANTED) {
  test(`the fuzz reports ${what}`, () => {
    assert.ok(rulesBroken(operation === 'getMe' ? 'getOwnAccount' : operation, answer).includes(rule))
  })
}

test('the fuzz reports a service that never responds, and one that drops the connection', async () => {
  const { cert, key, ca } = await localCertificate(required('TEST_CERTIFICATES'), [])
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    if (incoming.url === '/breaks') outgoing.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  await using sender = createSender({ host: '127.0.0.1', port: address.port, ca }, { connections: 2, timeoutMs: 500 })
  const request = (target: string): FuzzRequest => ({
    index: 0,
    goals: [],
    label: 'planted',
    how: 'planted',
    expected: { method: 'GET' },
    method: 'GET',
    target,
    headers: {},
  })
  await assert.rejects(sender.send(request('/hangs')), HangError)
  await assert.rejects(sender.send(request('/breaks')), BrokenError)
  const raw = { ...request('/hangs'), raw: Buffer.from('GET /hangs HTTP/1.1\r\nHost: a\r\n\r\n') }
  await assert.rejects(sender.send(raw), HangError)
  server.closeAllConnections()
  server.close()
})

test('the same seed gives the same requests, and another seed gives others', () => {
  const world: World = {
    accounts: (['partner', 'distributor'] as const).map((kind) => ({
      kind,
      id: `${kind}-1`,
      keys: new Map([[1, 'key']]),
      partnerIds: new Set(['prt_1']),
      changing: Promise.resolve(),
    })),
    things: new Map(),
    protectedIds: new Set(),
    products: ['essential-eight'],
    questions: new Map(),
    requirements: [],
    cursors: new Map(),
    etags: [],
    pictures: [{ type: 'image/png', data: Buffer.from('a picture that stands for any other').toString('base64') }],
    links: { report: '/reports/x?expires=1&signature=x', visit: '/q/x', activation: '/activate/x', consent: 'state=x' },
    cookie: 'a=b',
  }
  const made = (seed: number): string => {
    const plan: Plan = { seed, operations, world, without: new Set(), nowMs: Date.parse(TIME) }
    return JSON.stringify(Array.from({ length: 300 }, (_, index) => createRequest(plan, index)))
  }
  assert.equal(made(SEED), made(SEED))
  assert.notEqual(made(SEED), made(SEED + 1))
})
