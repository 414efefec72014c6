import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { findAccount } from '../../src/features/accounts/service.ts'
import { grantByOperator } from '../../src/features/approvals/service.ts'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { releaseWaitingMails } from '../../src/features/mail/release/service.ts'
import { sendQueuedMail } from '../../src/features/mail/sending/service.ts'
import { recordNotices } from '../../src/features/notices/service.ts'
import { eraseDeletedCustomers } from '../../src/features/retention/service.ts'
import { replayDelivery } from '../../src/features/webhooks/replays/service.ts'
import { CollectFailure } from '../../src/graph/transport/collect-failure.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'
import { AUTHOR } from '../harness/accounts.ts'
import { assertProblem } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'
import { signIn } from '../portal/sessions.ts'
import { ALL_YES, askSamples, pathOf } from '../questionnaires/fixture.ts'
import { codeIn, linkIn, visitorOf } from '../questionnaires/visitor.ts'
import { emptySnapshot } from '../runs/collections.ts'
import { hook } from '../webhooks/fixture.ts'
import { carryOutNotices, openMailbox, queuedMails } from './mails.ts'

/**
 * Deletes a customer that has everything a customer can have, then searches every table for it. `MARK` is in all texts that
 * people wrote, in the names of the customer and in all its addresses.
 */
const MARK = 'zebrafish'
const TENANT_ID = '7e57ab1e-1111-4222-8333-444455556666'

let now = new Date('2026-03-10T08:00:00.000Z')
let isReadable = true
const mailbox = openMailbox()
const api = await startApi({
  now: () => now,
  mailer: mailbox,
  collect: async ({ tenantId }) => {
    if (!isReadable) throw new CollectFailure('CONSENT_MISSING', `The tenant of ${MARK} has not consented.`)
    return { ...emptySnapshot(tenantId, now.toISOString()), responses: {} }
  },
})
after(() => api[Symbol.asyncDispose]())
askSamples()

const later = (ms: number): void => {
  now = new Date(now.getTime() + ms)
}

/** Tables of every schema but PostgreSQL's own. */
async function listTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`.execute(
    api.db,
  )
  return rows.map(({ name }) => name)
}

/** The rows that contain a text in any column, even inside bytes, by table. */
async function findText(text: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  const hex = Buffer.from(text).toString('hex')
  for (const table of await listTables()) {
    const { rows } = await sql<{ line: string }>`
      select item::text as line from ${sql.raw(table)} as item
      where item::text ilike ${`%${text}%`} or item::text like ${`%${hex}%`}`.execute(api.db)
    if (rows.length > 0) found[table.replace('public.', '')] = rows.map(({ line }) => line)
  }
  return found
}

const HINT =
  'Everything about a customer must be deleted with it: by a foreign key "on delete cascade", or in src/features/retention. See docs/decisions/0022-quotas-and-retention.md.'

async function assertOnlyIn(text: string, tables: readonly string[]): Promise<Record<string, string[]>> {
  const found = await findText(text)
  const elsewhere = Object.entries(found).filter(([table]) => !tables.includes(table))
  assert.deepEqual(elsewhere, [], `${text} was found where it must not be. ${HINT}`)
  return found
}

async function sendMails(): Promise<void> {
  await carryOutNotices(api)
  for (const id of await queuedMails(api)) await sendQueuedMail(api.app, id)
}

let acme: Client
let customerId = ''
let partnerId = ''
const path = () => `/v1/partner/customers/${customerId}`

before(async () => {
  acme = await api.as('acme')
  partnerId = (await api.partner('acme')).partnerId
  await hook(api, partnerId, 'https://localhost:1/hook')
  await grantByOperator(api.app, AUTHOR, partnerId, TENANT_ID)
  const once = { headers: { 'Idempotency-Key': 'created once' } }
  const addresses = { email: `${MARK}@one.example`, receivers: [`${MARK}@two.example`] }
  const created = await acme.post(
    '/v1/partner/customers',
    { name: `${MARK} Ltd`, tenantId: TENANT_ID, ...addresses, questionnaireRecipients: [`${MARK}@three.example`] },
    once,
  )
  assert.equal(created.status, 201, created.text)
  customerId = created.body.id
  await acme.put(path(), { name: `${MARK} & Sons` })
  // A channel for this customer only, which none of these events reaches.
  const portal = await signIn(api, partnerId)
  const channel = {
    format: 'slack',
    name: '#one',
    url: 'https://localhost:1/slack',
    only: { customers: [customerId], groups: [] },
  }
  const added = await portal.post('/partner/channels', { ...channel, events: ['schedule.paused'] })
  assert.equal(added.status, 201, added.text)
  const assess = async (options = {}): Promise<string> => {
    const body = { customerId, product: 'essential-eight' }
    const run = await acme.post('/v1/partner/assessments', body, options)
    assert.equal(run.status, 202, run.text)
    return run.body.id
  }
  await executeRun(api.app, await assess({ headers: { 'Idempotency-Key': 'run once' } }), { deadlineMs: 10_000 })
  isReadable = false
  await executeRun(api.app, await assess(), { deadlineMs: 10_000 })
  isReadable = true
  await sendMails()
  await visit()
  // Reports that wait for a digest, one that is part of a digest, and a queued mail.
  await executeRun(api.app, await assess(), { deadlineMs: 10_000 })
  await carryOutNotices(api)
  later(DAY_MS / 24)
  await executeRun(api.app, await assess(), { deadlineMs: 10_000 })
  await carryOutNotices(api)
  await releaseWaitingMails(api.app)
  await executeRun(api.app, await assess(), { deadlineMs: 10_000 })
  await carryOutNotices(api)
  const decision = {
    kind: 'accepted-risk',
    product: 'essential-eight',
    requirement: 'ISM-1504',
    reason: `Because of the ${MARK}.`,
    approver: MARK,
    expiresAt: new Date(now.getTime() + 100 * DAY_MS).toISOString(),
  }
  const recorded = await acme.post(`${path()}/exceptions`, decision)
  assert.equal(recorded.status, 201, recorded.text)
  await acme.put(`${path()}/exceptions/${recorded.body.id}`, { reason: `Another ${MARK}, for longer.` })
  const unfinished = await assess()
  await insertLeftovers(unfinished)
})

/** The recipient opens the questionnaire, answers, and asks a colleague. */
async function visit(): Promise<void> {
  const mailTo = (subject: string) => {
    const mail = mailbox.sent.findLast((sent) => sent.subject.startsWith(subject))
    assert.ok(mail, subject)
    return mail
  }
  const link = linkIn(mailTo('Questions on'))
  const visitor = visitorOf(api)
  await visitor.post(`${link}/code`)
  await sendMails()
  const entered = await visitor.post(`${link}/enter`, { code: codeIn(mailTo('Your code')) })
  assert.equal(entered.status, 303, entered.text)
  await visitor.post(link, { [`answer.${ALL_YES[1]?.id}`]: 'yes', [`note.${ALL_YES[1]?.id}`]: `A ${MARK}.` })
  await visitor.post(`${link}/colleague`, { email: `colleague.${MARK}@four.example`, section: 'restoring' })
  const file = { name: `${MARK}.txt`, content: `A ${MARK}.` }
  const attached = await visitor.attach(link, ALL_YES[1]?.id ?? '', file)
  assert.match(String(attached.headers.location), /notice=attached/)
  const saved = await acme.put(pathOf(customerId), { answers: [{ id: ALL_YES[2]?.id, answer: 'yes', note: MARK }] })
  assert.equal(saved.status, 200, saved.text)
  await visitor.post(`${link}/code`)
  await sendMails()
}

/** What only a real tenant, a crash or a stopped worker leaves behind; unsealed, so that it would be found. */
async function insertLeftovers(runId: string): Promise<void> {
  const content = Buffer.from(MARK)
  const notice = { kind: 'report-ready' as const, partnerId, customerId, runId }
  await recordNotices(api.db, [{ notice, owner: { partnerId, distributorId: null }, at: now }])
  await sql`insert into attachment_chunks select id, 100, ${content}::bytea from attachments`.execute(api.db)
  await api.db.insertInto('run_checkpoints').values({ run_id: runId, number: 1, content, written_at: now }).execute()
  const objects = { run_id: runId, name: `store/${runId}/1`, key_id: 'key', snapshot_sha256: '' }
  await api.db.insertInto('result_objects').values(objects).execute()
  await sql`insert into questionnaire_suggestions (customer_id, product, run_id, tenant_id, content)
    values (${customerId}, 'nist-csf', ${runId}, ${TENANT_ID}, ${content}) on conflict do nothing`.execute(api.db)
  const scheduled = await acme.post('/v1/partner/schedules', {
    customerId,
    product: 'nist-csf',
    every: { unit: 'day' },
    window: { from: '02:00', to: '04:00' },
    timeZone: 'UTC',
  })
  assert.equal(scheduled.status, 201, scheduled.text)
  await sql`insert into schedule_occurrences (schedule_id, occurs_on, customer_id, due_at, expires_at, outcome, decided_at, run_id)
    values (${scheduled.body.id}, '2026-03-09', ${customerId}, ${now}, ${now}, 'started', ${now}, ${runId})`.execute(
    api.db,
  )
  await sql`insert into open_fixes (customer_id, product, fix, partner_id, severity, findings)
    select customer_id, product, 'a-fix', partner_id, 'high', 1 from tracked_runs on conflict do nothing`.execute(
    api.db,
  )
  await sql`insert into finding_progress (customer_id, partner_id, product, requirement, status, changed_at)
    values (${customerId}, ${partnerId}, 'nist-csf', 'GV.OC-01', 'open', ${now})`.execute(api.db)
  await sql`with labelled as (
      insert into customer_groups (id, partner_id, name, created_at) values ('grp_1', ${partnerId}, 'Gold', ${now}) returning id)
    insert into customer_group_members select id, ${customerId} from labelled`.execute(api.db)
  await sql`insert into consent_links (customer_id, partner_id, tenant_id, state_hash, expires_at)
    values (${customerId}, ${partnerId}, ${TENANT_ID}, ${content}, ${now}) on conflict do nothing`.execute(api.db)
  await sql`insert into customer_consents (customer_id, partner_id, tenant_id, answered_at)
    values (${customerId}, ${partnerId}, ${TENANT_ID}, ${now}) on conflict do nothing`.execute(api.db)
  await sql`with digest as (
      insert into mails (id, partner_id, kind, recipient, subject, text, html, status, created_at)
      values ('mail_digest', ${partnerId}, 'weekly-digest', 'owner@acme.example', 'This week', ${MARK}, ${MARK}, 'outbox', ${now})
      returning id)
    insert into mail_mentions select id, ${customerId} from digest`.execute(api.db)
  await sql`insert into consent_sign_ins (state_hash, customer_id, link_hash, browser_hash, secrets, expires_at)
    values (${content}, ${customerId}, ${content}, ${content}, ${content}, ${now})`.execute(api.db)
}

/** Marks all deliveries as delivered except those of one kind, with a stored response. */
async function endDeliveries(except: string): Promise<void> {
  await sql`
    with ended as (
      update deliveries as delivery set state = 'delivered', ended_at = now(), next_attempt_at = null
      from events as event where event.id = delivery.event_id and event.type <> ${except} returning delivery.id
    ), sent as (
      insert into delivery_attempts (delivery_id, attempt, outcome, started_at, response_body)
      select id, 1, 'delivered', now(), convert_to(${MARK}, 'UTF8') from ended
    )
    delete from delivery_queue where delivery_id in (select id from ended)`.execute(api.db)
}

test('the customer of this test has rows in every table that can contain one', async () => {
  await endDeliveries('customer.updated')
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('customer_id', 'customer_ids', 'run_id', 'invitation_id')`.execute(
    api.db,
  )
  const invitations = await api.db.selectFrom('questionnaire_invitations').select('id').execute()
  const runs = await api.db.selectFrom('runs').select('id').execute()
  const ids = [customerId, ...[...invitations, ...runs].map(({ id }) => id)]
  const holding = new Set((await Promise.all(ids.map(findText))).flatMap((found) => Object.keys(found)))
  for (const { name } of rows)
    assert.ok(holding.has(name), `${name} has no row of the customer: let "before" in this test insert one`)
  const marked = Object.keys(await findText(MARK))
  const written = ['customers', 'events', 'audit', 'mails', 'exceptions', 'attachment_chunks', 'run_checkpoints']
  for (const table of [...written, 'delivery_attempts']) assert.ok(marked.includes(table), `${table} of ${marked}`)
  const statuses = new Set((await api.db.selectFrom('mails').select('status').execute()).map(({ status }) => status))
  for (const status of ['sent', 'queued', 'waiting', 'merged'] as const) assert.ok(statuses.has(status), status)
})

test('a deleted customer remains only in undelivered events, and in the audit trail only by its id', async () => {
  assert.equal((await acme.delete(path())).status, 204)
  const direct = await assertOnlyIn(MARK, ['events', 'audit', 'delivery_attempts'])
  assert.ok((direct.events?.length ?? 0) > 2, 'the periodic task has not run yet')
  await Promise.all([eraseDeletedCustomers(api.app), eraseDeletedCustomers(api.app)])
  await assertOnlyIn(MARK, ['events', 'delivery_attempts'])
  // Clients that poll the list of events have ten minutes to read those about the customer.
  later(DAY_MS / 144)
  await Promise.all([eraseDeletedCustomers(api.app), eraseDeletedCustomers(api.app)])
  // The webhook has not received the change of the name or the deletion yet.
  const found = await assertOnlyIn(MARK, ['events'])
  assert.equal(found.events?.length, 2, 'customer.updated and customer.deleted')
  await assertOnlyIn(customerId, ['events', 'audit'])
})

test('pending events are still delivered, and deleted after that', async () => {
  await endDeliveries('customer.deleted')
  await eraseDeletedCustomers(api.app)
  const { events } = (await acme.get('/v1/partner/events')).body
  const about = events.filter(({ data }: Json) => data.customerId === customerId)
  assert.deepEqual(
    about.map(({ type }: Json) => type),
    ['customer.deleted'],
  )
})

test('the event of the deletion is deleted after 30 days, if it was delivered; then only the audit trail has the id', async () => {
  later(31 * DAY_MS)
  await eraseDeletedCustomers(api.app)
  assert.equal((await findText(MARK)).events?.length, 1, 'it has not been delivered')
  const delivery = await api.db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select('deliveries.id')
    .where('events.type', '=', 'customer.deleted')
    .executeTakeFirstOrThrow()
  await endDeliveries('nothing')
  await eraseDeletedCustomers(api.app)
  await assertOnlyIn(MARK, [])
  // The id is the one exception: the audit trail stores what was done to which id, by whom and when, without a name.
  await assertOnlyIn(customerId, ['audit'])
  // It must stay provable who approved reading a tenant, and when that ended. No names are stored.
  const approvals = await assertOnlyIn(TENANT_ID, ['audit'])
  for (const line of approvals.audit ?? []) assert.match(line, /approval\.(granted|withdrawn)/)
  const account = await findAccount(api.app, partnerId)
  await assert.rejects(replayDelivery(api.app, AUTHOR, account, delivery.id), { code: 'NOT_FOUND' })
})

test('the audit trail still shows that the customer was created, changed and deleted, by whom and when', async () => {
  const { entries } = (await acme.get('/v1/partner/audit?limit=200')).body
  const about = entries.filter(({ subject }: Json) => subject === customerId)
  const actions = about.map(({ action }: Json) => action)
  for (const action of ['customer.deleted', 'customer.updated', 'customer.created']) assert.ok(actions.includes(action))
  const updated = about.find(({ action }: Json) => action === 'customer.updated')
  assert.equal(updated.after.erased, true)
  assert.deepEqual(updated.after.changedFields, ['name'])
  assert.deepEqual(updated.author, { kind: 'partner', id: partnerId })
})

test('a repeated call under the key that created the customer is refused and creates nothing', async () => {
  const once = { headers: { 'Idempotency-Key': 'kept once' } }
  const body = { name: `${MARK} again`, tenantId: TENANT_ID }
  const created = await acme.post('/v1/partner/customers', body, once)
  assert.equal((await acme.post('/v1/partner/customers', body, once)).body.id, created.body.id)
  await acme.delete(`/v1/partner/customers/${created.body.id}`)
  await eraseDeletedCustomers(api.app)
  const { message } = assertProblem(await acme.post('/v1/partner/customers', body, once), 422, 'IDEMPOTENCY_MISMATCH')
  assert.match(message, /deleted/)
  assert.deepEqual((await acme.get('/v1/partner/customers')).body.customers, [])
})

test('the erasure function cannot change the audit trail of an existing customer', async () => {
  const created = await acme.post('/v1/partner/customers', { name: 'Umbrella', tenantId: TENANT_ID })
  await assert.rejects(sql`select erase_audit(${created.body.id})`.execute(api.db), /the customer exists/)
  await assert.rejects(api.db.updateTable('audit').set({ after: null }).execute(), { code: '42501' })
})

test('usage is unchanged: the runs of a deleted customer stay counted', async () => {
  const march = await countRunsOfMarch()
  assert.ok(march > 0)
})

async function countRunsOfMarch(): Promise<number> {
  const row = await api.db
    .selectFrom('usage_months')
    .select('runs')
    .where('partner_id', '=', partnerId)
    .where('month', '=', '2026-03')
    .executeTakeFirstOrThrow()
  return row.runs
}
