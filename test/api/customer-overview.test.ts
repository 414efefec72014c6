import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { CollectFailure } from '../../src/graph/transport/collect-failure.ts'
import { assertProblem, makeRun, NO_CUSTOMER, NO_RUN } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { signIn } from '../portal/sessions.ts'
import { askSamples, makeCustomer, pathOf } from '../questionnaires/fixture.ts'
import { emptySnapshot } from '../runs/collections.ts'

let now = new Date('2026-05-04T10:00:00.000Z')
let isReadable = true
const api = await startApi({
  now: () => now,
  collect: async ({ tenantId }) => {
    if (!isReadable) throw new CollectFailure('CONSENT_MISSING', 'The tenant has not consented.')
    return emptySnapshot(tenantId, now.toISOString())
  },
})
after(() => api[Symbol.asyncDispose]())
askSamples()

async function begin(name: string) {
  const client = await api.as(name)
  const { partnerId } = await api.partner(name)
  const portal = await signIn(api, partnerId, { role: 'reader' })
  const customerId = await makeCustomer(client)
  const assess = async (answers: Readonly<Record<string, string>> = {}): Promise<string> => {
    now = new Date(now.getTime() + 60_000)
    const rows = Object.entries(answers).map(([id, answer]) => ({ id, answer }))
    if (rows.length > 0) await client.put(pathOf(customerId), { answers: rows })
    const id = await makeRun(client, customerId)
    await executeRun(api.app, id, { deadlineMs: 10_000 })
    return id
  }
  const read = async () => (await portal.get(`/partner/customers/${customerId}/overview`)).body
  return { client, portal, customerId, assess, read }
}

test('a customer without runs has every framework of the plan, each not assessed', async () => {
  const { read } = await begin('overview-empty')
  const { products, access, repairs } = await read()
  assert.ok(products.length > 0)
  for (const { isIncluded, trend, findings } of products)
    assert.deepEqual([isIncluded, trend, findings], [true, [], undefined])
  assert.deepEqual(access, { isApproved: true, approvedAt: access.approvedAt, how: 'sandbox', missingPermissions: [] })
  assert.deepEqual(repairs, { planned: 0, overdue: 0, done: 0, verified: 0 })
})

test('completed runs show a trend, findings, the first action and what would resolve unknowns', async () => {
  const { assess, read } = await begin('overview-runs')
  const first = await assess({ 'ISM-1810': 'no' })
  const second = await assess({ 'ISM-1515': 'no' })
  const { products } = await read()
  const [{ trend, findings, action, unknown, failed }] = products
  assert.deepEqual(
    trend.map(({ runId }: { runId: string }) => runId),
    [first, second],
  )
  assert.equal(trend[1].completedAt, now.toISOString())
  const { critical, high, medium, low } = findings
  assert.equal(critical + high + medium + low, 2)
  assert.ok(action.title.length > 0)
  assert.ok(unknown.rows > 0 && unknown.by.length > 0)
  assert.deepEqual(
    unknown.by.map(({ rows }: { rows: number }) => rows),
    unknown.by.map(({ rows }: { rows: number }) => rows).toSorted((a: number, b: number) => b - a),
  )
  assert.equal(failed, undefined)
})

test('a failed run is shown until a later one completes', async () => {
  const { assess, read } = await begin('overview-failed')
  isReadable = false
  const runId = await assess()
  isReadable = true
  const [{ failed }] = (await read()).products
  assert.deepEqual([failed.runId, failed.code], [runId, 'CONSENT_MISSING'])
})

test('a consent link is shown while it is valid, by its expiry date only', async () => {
  const { client, customerId, read } = await begin('overview-link')
  const { body } = await client.post(`/v1/partner/customers/${customerId}/consent-link`)
  const overview = await read()
  assert.equal(overview.access.linkEndsAt, body.expiresAt)
  assert.ok(!JSON.stringify(overview).includes(body.url.split('/').at(-1)))
})

test('runs in progress are listed with their progress, for one customer or for all', async () => {
  const { client, portal, customerId } = await begin('overview-running')
  const other = await makeCustomer(client, { name: 'Other', tenantId: '7e57ab1e-1111-4222-8333-444455556666' })
  const [mine, others] = [await makeRun(client, customerId), await makeRun(client, other)]
  await api.db.updateTable('runs').set({ progress_done: 3, progress_of: 40 }).where('id', '=', mine).execute()
  const all = (await portal.get('/partner/running-runs')).body.runs
  assert.deepEqual(all.map(({ id }: { id: string }) => id).sort(), [mine, others].sort())
  const own = (await portal.get(`/partner/running-runs?customerId=${customerId}`)).body.runs
  assert.deepEqual(
    own.map(({ id, status, progress }: { id: string; status: string; progress: unknown }) => [id, status, progress]),
    [[mine, 'queued', { done: 3, of: 40 }]],
  )
  assert.deepEqual((await portal.get('/partner/running-runs?customerId=nothing')).body, { runs: [] })
})

test('two runs are compared oldest first, in whichever order they are named', async () => {
  const { assess, portal } = await begin('compare')
  const first = await assess({ 'ISM-1810': 'no', 'ISM-1515': 'yes' })
  const second = await assess({ 'ISM-1810': 'yes' })
  const third = await assess({ 'ISM-1515': 'no' })
  const read = async (id: string, other?: string) =>
    await portal.get(`/partner/assessments/${id}/comparison${other === undefined ? '' : `?with=${other}`}`)
  const { body } = await read(third, first)
  assert.deepEqual([body.before.runId, body.after.runId], [first, third])
  const ids = (changes: { requirement: string }[]) => changes.map(({ requirement }) => requirement)
  assert.deepEqual([ids(body.better), ids(body.worse)], [['ISM-1810'], ['ISM-1515']])
  assert.deepEqual((await read(first, third)).body, body)
  const previous = (await read(third)).body
  assert.deepEqual([previous.before.runId, ids(previous.better), ids(previous.worse)], [second, [], ['ISM-1515']])
  assertProblem(await read(first), 400, 'INVALID_FIELD')
  assertProblem(await read(first, NO_RUN), 404, 'NOT_FOUND')
  const other = await begin('compare-other')
  const foreign = await other.assess()
  assertProblem(await read(first, foreign), 404, 'NOT_FOUND')
  assertProblem(await other.portal.get(`/partner/assessments/${first}/comparison?with=${foreign}`), 404, 'NOT_FOUND')
})

test('runs without a result are not compared', async () => {
  const { assess, portal, client, customerId } = await begin('compare-apart')
  const first = await assess()
  const queued = await makeRun(client, customerId)
  assertProblem(await portal.get(`/partner/assessments/${first}/comparison?with=${queued}`), 409, 'REPORT_NOT_READY')
})

test('invited people are listed with their last email, when they opened it, and their answers', async () => {
  const { client, portal, customerId } = await begin('asked')
  const read = async () => (await portal.get(`/partner/customers/${customerId}/asked`)).body.people
  assert.deepEqual(await read(), [], 'nobody is asked yet')
  const due = new Date(now.getTime() + 14 * 86_400_000)
  const { partnerId } = await api.partner('asked')
  const email = 'it@bellbird.example'
  await api.db
    .insertInto('questionnaire_invitations')
    .values({ id: 'qst_1', customer_id: customerId, product: 'essential-eight', created_at: now, due_at: due })
    .execute()
  await api.db.insertInto('questionnaire_recipients').values({ invitation_id: 'qst_1', email }).execute()
  const [asked, ...more] = await read()
  assert.equal(more.length, 0)
  const expected = { product: 'essential-eight', email, askedAt: now.toISOString(), dueAt: due.toISOString() }
  assert.deepEqual(asked, { ...expected, reminders: 0, answered: 0 })
  const mail = { partner_id: partnerId, customer_id: customerId, recipient: email.toUpperCase(), subject: 'Questions' }
  await api.db
    .insertInto('mails')
    .values([
      { ...mail, id: 'mail_1', kind: 'questionnaire-invitation', status: 'failed', last_error: '550', created_at: now },
      { ...mail, id: 'mail_2', kind: 'questionnaire-code', status: 'sent', sent_at: now, created_at: now },
    ])
    .execute()
  await api.db
    .insertInto('answers')
    .values({
      customer_id: customerId,
      product: 'essential-eight',
      question: 'ISM-1810',
      content: Buffer.of(0),
      author_kind: 'recipient',
      author_id: email,
      answered_at: now,
    })
    .execute()
  const [after] = await read()
  assert.deepEqual(after.mail, { status: 'failed', error: '550' })
  assert.deepEqual([after.openedAt, after.answered], [now.toISOString(), 1])
  await client.delete(`/v1/partner/customers/${customerId}`)
})

test("another partner's customer has no overview", async () => {
  const { customerId } = await begin('overview-owner')
  const { portal } = await begin('overview-stranger')
  for (const id of [customerId, NO_CUSTOMER, 'nothing'])
    for (const part of ['overview', 'asked'])
      assertProblem(await portal.get(`/partner/customers/${id}/${part}`), 404, 'NOT_FOUND')
})
