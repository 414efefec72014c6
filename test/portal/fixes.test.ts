import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { rankOf } from '../../src/features/portal/fixes/rules.ts'
import type { Posture } from '../../src/simulator/tenants/tenants.ts'
import { sampleSnapshot } from '../engine/sample-snapshot.ts'
import { assertProblem, makeCustomer, makeRun } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'
import { signIn } from './sessions.ts'

/** Fixes across customers, and what changed for several of them at once. */

let nowMs = Date.parse('2031-05-15T12:00:00.000Z')
let posture: Posture = 'weak'
const api = await startApi({
  now: () => new Date(nowMs),
  collect: async ({ tenantId }) => ({ ...sampleSnapshot(posture, new Date(nowMs).toISOString()), tenantId }),
})
after(() => api[Symbol.asyncDispose]())

async function assess(client: Client, customerId: string): Promise<string> {
  const id = await makeRun(client, customerId)
  await executeRun(api.app, id, { deadlineMs: 60_000 })
  return id
}

/** A partner with customers of these names, each assessed once, and a reader of it. */
async function createWorld(partner: string, names: readonly string[]) {
  const client = await api.as(partner)
  const { partnerId } = await api.partner(partner)
  const ids: string[] = []
  for (const name of names) {
    const id = await makeCustomer(client, name)
    await assess(client, id)
    ids.push(id)
  }
  const reader = await signIn(api, partnerId, { role: 'reader' })
  const read = async (path: string): Promise<Json> => {
    // Days may have passed, and with them a session.
    const reader = await signIn(api, partnerId, { role: 'reader' })
    const { status, body, text } = await reader.get(`/partner${path}`)
    assert.equal(status, 200, text)
    return body
  }
  return { client, partnerId, ids, reader, read }
}

/** The lines after the first, by their commas: none of the names in this test has one. */
const linesOf = (csv: string): string[][] =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))

test('a fix counts the customers it helps, with the points that it adds to each; customers without a result are named', async () => {
  const { client, read, ids } = await createWorld('counts', ['Bellbird', 'Umbrella'])
  await makeCustomer(client, 'Never assessed')
  const unapproved = { name: 'Not approved', tenantId: '11111111-1111-4111-8111-111111111111' }
  assert.equal((await client.post('/v1/partner/customers', unapproved)).status, 201)
  const { customers, fixes } = await read('/fixes')
  const { oldestAt, ...counts } = customers
  assert.deepEqual(counts, { total: 4, included: 2, notApproved: 1, notAssessed: 1, notRead: 0 })
  assert.equal(oldestAt, new Date(nowMs).toISOString())
  const mfa = fixes.find(({ id }: Json) => id === 'require-mfa-of-everyone')
  assert.deepEqual([mfa?.customers, mfa?.severity, mfa?.bySeverity.critical], [2, 'critical', 2])
  const ranks = fixes.map(rankOf)
  assert.deepEqual(
    ranks,
    ranks.toSorted((a: number, b: number) => b - a),
  )
  const detail = await read('/fixes/require-mfa-of-everyone')
  assert.equal(detail.title, mfa.title)
  assert.ok(detail.remedy.steps.length > 1)
  assert.deepEqual(
    detail.customers.map(({ customerId, name }: Json) => [customerId, name]),
    [
      [ids[0], 'Bellbird'],
      [ids[1], 'Umbrella'],
    ],
  )
  // Services that do not sign in with Entra ID may lack a second factor, so this fix alone adds no points.
  assert.deepEqual([mfa.points, detail.customers[0].points], [0, 0])
  const gaining = fixes.find(({ points }: Json) => points > 0)
  assert.ok(gaining)
  assert.equal((await read(`/fixes/${gaining.id}`)).customers[0].points, gaining.points)
})

test('a fix disappears once no run finds what it fixes, and other partners never see it', async () => {
  const { client, ids, read, reader } = await createWorld('resolves', ['Bellbird'])
  const { fixes: before } = await read('/fixes')
  try {
    posture = 'strong'
    await assess(client, ids[0] ?? '')
  } finally {
    posture = 'weak'
  }
  const { fixes } = await read('/fixes')
  assert.ok(fixes.length < before.length)
  const gone = before.find(({ id }: Json) => !fixes.some((fix: Json) => fix.id === id))
  assert.deepEqual((await read(`/fixes/${gone.id}`)).customers, [])
  assertProblem(await reader.get('/partner/fixes/no-such-fix'), 404, 'NOT_FOUND')
  const stranger = await createWorld('stranger', [])
  assert.deepEqual((await stranger.read('/fixes')).fixes, [])
  assert.deepEqual((await stranger.read(`/fixes/${fixes[0]?.id ?? gone.id}`)).customers, [])
})

test('fixes are filtered by framework, severity and effort, in the file as well, with one line for each customer', async () => {
  const { read, reader } = await createWorld('filters', ['=cmd|A1', 'Umbrella'])
  const { fixes } = await read('/fixes')
  const some: [string, (fix: Json) => boolean][] = [
    ['product=essential-eight', () => true],
    ['product=nist-csf', () => false],
    ['product=%00', () => false],
    ['severity=critical', ({ bySeverity }) => bySeverity.critical > 0],
    ['effort=hours', ({ effort }) => effort === 'hours'],
  ]
  for (const [query, isWanted] of some) {
    const found = (await read(`/fixes?${query}`)).fixes.map(({ id }: Json) => id)
    const wanted = fixes.filter(isWanted).map(({ id }: Json) => id)
    assert.deepEqual(found.toSorted(), wanted.toSorted(), query)
  }
  assertProblem(await reader.get('/partner/fixes?effort=none'), 400, 'INVALID_FIELD')
  const file = await reader.get('/partner/fixes/file?effort=hours')
  assert.match(String(file.headers['content-disposition']), /^attachment; filename="fixes.csv"$/)
  const lines = linesOf(file.text)
  const hours = fixes.filter(({ effort }: Json) => effort === 'hours')
  assert.deepEqual(new Set(lines.map(([fix]) => fix)), new Set(hours.map(({ id }: Json) => id)))
  assert.equal(
    lines.length,
    hours.reduce((sum: number, { customers }: Json) => sum + customers, 0),
  )
  assert.ok(
    lines.some((line) => line.includes("'=cmd|A1")),
    'formulas are defused',
  )
  const one = await reader.get('/partner/fixes/file?fix=require-mfa-of-everyone')
  assert.equal(linesOf(one.text).length, 2)
})

test('a requirement that changed for three customers within a week is one item; first runs are not changes', async () => {
  const { client, ids, read } = await createWorld('changes', ['A', 'B', 'C', 'D'])
  assert.deepEqual((await read('/fixes/changes')).changes, [])
  const startMs = nowMs
  nowMs += 86_400_000
  try {
    for (const customerId of ids.slice(0, 3)) {
      const control = {
        kind: 'compensating-control',
        product: 'essential-eight',
        requirement: 'ISM-1504',
        reason: 'The network lets nobody in who has not passed it.',
        approver: 'Ada Park',
        expiresAt: new Date(nowMs + 100 * 86_400_000).toISOString(),
      }
      assert.equal((await client.post(`/v1/partner/customers/${customerId}/exceptions`, control)).status, 201)
      await assess(client, customerId)
      const expected = customerId === ids[2] ? 1 : 0
      assert.equal((await read('/fixes/changes')).changes.length, expected)
    }
    const [item] = (await read('/fixes/changes')).changes
    assert.deepEqual(
      [item.product, item.requirement, item.change, item.severity, item.customers],
      ['essential-eight', 'ISM-1504', 'resolved', 'critical', 3],
    )
    assert.deepEqual(item.named.map(({ name }: Json) => name).toSorted(), ['A', 'B', 'C'])
    nowMs += 7 * 86_400_000 + 1
    assert.deepEqual((await read('/fixes/changes')).changes, [])
  } finally {
    nowMs = startMs
  }
})
