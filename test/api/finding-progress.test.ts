import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findAccount } from '../../src/features/accounts/service.ts'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { deleteMember } from '../../src/features/people/team/service.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'
import { AUTHOR } from '../harness/accounts.ts'
import { assertProblem, fieldsAtFault, NO_CUSTOMER } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'
import { signIn } from '../portal/sessions.ts'
import { askSamples, makeCustomer, pathOf } from '../questionnaires/fixture.ts'
import { emptySnapshot } from '../runs/collections.ts'

const PRODUCT = 'essential-eight'

let now = new Date('2026-05-04T10:00:00.000Z')
/** When the tenant is read, if that is not when the run ends. */
let readAt: Date | undefined
const api = await startApi({
  now: () => now,
  collect: async ({ tenantId }) => emptySnapshot(tenantId, (readAt ?? now).toISOString()),
})
after(() => api[Symbol.asyncDispose]())
askSamples()

let accounts = 0
/** A partner with a customer, of which a run has found what its people answered with no. */
async function begin(...missing: string[]) {
  accounts += 1
  const name = `repairs-${accounts}`
  const client = await api.as(name)
  const { partnerId } = await api.partner(name)
  const portal = await signIn(api, partnerId, { role: 'technician' })
  const customerId = await makeCustomer(client)
  const path = `/partner/customers/${customerId}/findings/progress`
  const answer = async (answer: string, ...ids: string[]): Promise<void> => {
    const saved = await client.put(pathOf(customerId), { answers: ids.map((id) => ({ id, answer })) })
    assert.equal(saved.status, 200, saved.text)
  }
  const assess = async (): Promise<void> => {
    now = new Date(now.getTime() + 60_000)
    const run = await client.post('/v1/partner/assessments', { customerId, product: PRODUCT })
    assert.equal(run.status, 202, run.text)
    await executeRun(api.app, run.body.id, { deadlineMs: 10_000 })
  }
  const read = async (): Promise<Json> => {
    const { status, body, text } = await portal.get(`${path}?product=${PRODUCT}`)
    assert.equal(status, 200, text)
    return body
  }
  const stateOf = async (id: string): Promise<Json> => {
    const { findings, verified } = await read()
    return [...findings, ...verified].find(({ requirement }) => requirement === id)?.progress
  }
  const change = (body: Json) => portal.put(path, { product: PRODUCT, ...body })
  const plan = { status: 'planned', ownerId: portal.session.personId, dueOn: '2026-05-20' }
  await answer('no', ...missing)
  await assess()
  return { name, client, partnerId, portal, customerId, path, answer, assess, read, stateOf, change, plan }
}

const rowsOf = (customerId: string) =>
  api.db.selectFrom('finding_progress').select('status').where('customer_id', '=', customerId).execute()

const auditOf = async (customerId: string) =>
  (await api.db.selectFrom('audit').selectAll().where('subject', '=', customerId).orderBy('id').execute()).filter(
    ({ action }) => action.startsWith('finding.'),
  )

test('a finding is open until somebody plans its repair with an owner and a date, and the plan is audited', async () => {
  const { read, change, plan, portal, customerId } = await begin('ISM-1810', 'ISM-1515')
  const before = await read()
  assert.deepEqual(before.findings.map(({ requirement }: Json) => requirement).sort(), ['ISM-1515', 'ISM-1810'])
  assert.deepEqual(before.findings[0].progress, { status: 'open', isOverdue: false })
  assert.ok(before.actions.length > 0)
  for (const { actions } of before.findings)
    for (const id of actions) assert.ok(before.actions.some((action: Json) => action.id === id))
  const changed = await change({ ...plan, requirements: ['ISM-1810'] })
  assert.equal(changed.status, 200, changed.text)
  const { personId } = portal.session
  const expected = { status: 'planned', ownerId: personId, dueOn: '2026-05-20', isOverdue: false }
  const shown = { ...expected, changedAt: now.toISOString(), changedBy: personId }
  assert.deepEqual(changed.body.findings, [{ requirement: 'ISM-1810', progress: shown }])
  const found = (await read()).findings.find(({ requirement }: Json) => requirement === 'ISM-1810')
  assert.deepEqual(found.progress, shown)
  const [entry, ...more] = await auditOf(customerId)
  assert.equal(more.length, 0)
  assert.deepEqual([entry?.action, entry?.author_kind, entry?.author_id], ['finding.planned', 'person', personId])
  assert.deepEqual(entry?.after, {
    product: PRODUCT,
    requirement: 'ISM-1810',
    ...{ status: 'planned', ownerId: personId, dueOn: '2026-05-20' },
  })
  assert.equal((await change({ ...plan, requirements: ['ISM-1810'] })).status, 200)
  assert.equal((await auditOf(customerId)).length, 1, 'the same plan again changes nothing')
})

test('a run that finds a repair in place verifies it, and a later run that finds it missing reopens the finding', async () => {
  const { answer, assess, stateOf, change, plan, customerId } = await begin('ISM-1810', 'ISM-1515')
  await change({ ...plan, requirements: ['ISM-1810', 'ISM-1515'] })
  await answer('yes', 'ISM-1810')
  await assess()
  const verified = await stateOf('ISM-1810')
  assert.deepEqual([verified.status, verified.dueOn, verified.changedBy], ['verified', undefined, undefined])
  assert.equal((await stateOf('ISM-1515')).status, 'planned', 'what is still missing stays planned')
  await answer('no', 'ISM-1810')
  await assess()
  const reopened = await stateOf('ISM-1810')
  assert.deepEqual([reopened.status, reopened.reopenedAt], ['open', now.toISOString()])
  assert.deepEqual(
    (await auditOf(customerId)).map(({ action, author_kind }) => `${action} ${author_kind}`),
    ['finding.planned person', 'finding.planned person', 'finding.verified system', 'finding.reopened system'],
  )
})

test('a repair that is marked as done is verified only by a run, which reopens it if the finding is still there', async () => {
  const { assess, stateOf, change } = await begin('ISM-1810')
  await change({ status: 'done', requirements: ['ISM-1810'] })
  assert.equal((await stateOf('ISM-1810')).status, 'done')
  readAt = now
  now = new Date(now.getTime() + 1000)
  await change({ status: 'open', requirements: ['ISM-1810'] })
  await change({ status: 'done', requirements: ['ISM-1810'] })
  await assess()
  assert.equal((await stateOf('ISM-1810')).status, 'done', 'the tenant was read before it was done')
  readAt = undefined
  await assess()
  assert.equal((await stateOf('ISM-1810')).status, 'open')
  assert.ok((await stateOf('ISM-1810')).reopenedAt)
})

/** Carries out the rest of a test at a later time, in which sessions have ended. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const before = now
  now = new Date(now.getTime() + ms)
  try {
    return await work()
  } finally {
    now = before
  }
}

test('a finding that becomes unknown is not verified', async () => {
  const { assess, change, partnerId, path, customerId } = await begin('ISM-1810')
  await change({ status: 'done', requirements: ['ISM-1810'] })
  // Answers count for 12 months.
  await later(400 * DAY_MS, async () => {
    await assess()
    const { body } = await (await signIn(api, partnerId)).get(`${path}?product=${PRODUCT}`)
    assert.deepEqual([body.findings, body.verified], [[], []])
  })
  assert.deepEqual(await rowsOf(customerId), [{ status: 'done' }])
})

test('a planned repair is overdue once its due date has passed', async () => {
  const { stateOf, change, plan, customerId, partnerId } = await begin('ISM-1810')
  await change({ ...plan, dueOn: now.toISOString().slice(0, 10), requirements: ['ISM-1810'] })
  assert.equal((await stateOf('ISM-1810')).isOverdue, false)
  await later(DAY_MS, async () => {
    const portal = await signIn(api, partnerId)
    const { repairs } = (await portal.get(`/partner/customers/${customerId}/overview`)).body
    assert.deepEqual(repairs, { planned: 1, overdue: 1, done: 0, verified: 0 })
  })
})

test('a planned repair needs a member of the team, a future date and an existing finding', async () => {
  const { change, plan, partnerId, customerId } = await begin('ISM-1810')
  const requirements = ['ISM-1810']
  const stranger = await signIn(api, (await api.partner('repairs-stranger')).partnerId)
  const missing = assertProblem(await change({ status: 'planned', requirements }), 400, 'MISSING_FIELD')
  assert.deepEqual(fieldsAtFault(missing), ['dueOn MISSING_FIELD', 'ownerId MISSING_FIELD'])
  for (const [field, value] of [
    ['ownerId', stranger.session.personId],
    ['ownerId', 'usr_01jd0000000000000000000000'],
    ['ownerId', 'nobody'],
    ['dueOn', '2026-01-01'],
    ['dueOn', '2031-01-01'],
    ['dueOn', 'soon'],
  ] as const) {
    const error = assertProblem(await change({ ...plan, [field]: value, requirements }), 400, 'INVALID_FIELD')
    assert.deepEqual(fieldsAtFault(error), [`${field} INVALID_FIELD`], value)
  }
  const blocked = await signIn(api, partnerId, { role: 'reader' })
  const { personId } = blocked.session
  await api.db.updateTable('people').set({ status: 'blocked' }).where('id', '=', personId).execute()
  assertProblem(await change({ ...plan, ownerId: personId, requirements }), 400, 'INVALID_FIELD')
  for (const id of ['ISM-1515', 'ISM-9999', '\u0000'])
    assertProblem(await change({ ...plan, requirements: ['ISM-1810', id] }), 404, 'NOT_FOUND')
  assertProblem(await change({ ...plan, product: 'no-such', requirements }), 400, 'INVALID_PRODUCT')
  assertProblem(await change({ ...plan, status: 'verified', requirements }), 400, 'INVALID_FIELD')
  assert.deepEqual(await rowsOf(customerId), [])
})

test('other accounts neither see nor change repairs, and readers only read them', async () => {
  const { path, plan, partnerId, client } = await begin('ISM-1810')
  const stranger = await signIn(api, (await api.partner('repairs-stranger')).partnerId)
  const body = { product: PRODUCT, ...plan, requirements: ['ISM-1810'] }
  assertProblem(await stranger.get(`${path}?product=${PRODUCT}`), 404, 'NOT_FOUND')
  assertProblem(await stranger.put(path, body), 404, 'NOT_FOUND')
  const none = `/partner/customers/${NO_CUSTOMER}/findings/progress`
  assertProblem(await stranger.get(`${none}?product=${PRODUCT}`), 404, 'NOT_FOUND')
  const reader = await signIn(api, partnerId, { role: 'reader' })
  assert.equal((await reader.get(`${path}?product=${PRODUCT}`)).status, 200)
  assertProblem(await reader.put(path, body), 403, 'ROLE_REQUIRED')
  const byKey = await client.get(`/v1${path}?product=${PRODUCT}`)
  assert.equal(byKey.status, 404, 'only the portal has it')
})

test('a planned repair loses its owner when that person is removed, and is deleted with its customer', async () => {
  const { change, plan, stateOf, partnerId, client, customerId } = await begin('ISM-1810')
  const leaver = await signIn(api, partnerId, { role: 'reader' })
  await change({ ...plan, ownerId: leaver.session.personId, requirements: ['ISM-1810'] })
  const account = await findAccount(api.app, partnerId)
  await deleteMember(api.app, { author: AUTHOR, account, role: 'owner' }, leaver.session.personId)
  const { status, ownerId, dueOn } = await stateOf('ISM-1810')
  assert.deepEqual([status, ownerId, dueOn], ['planned', undefined, '2026-05-20'])
  assert.equal((await client.delete(`/v1/partner/customers/${customerId}`)).status, 204)
  assert.deepEqual(await rowsOf(customerId), [])
})
