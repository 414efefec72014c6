import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { queueWeeklyDigests } from '../../src/features/mail/digests/service.ts'
import { sendQueuedMail } from '../../src/features/mail/sending/service.ts'
import { dueWeek } from '../../src/features/mail/writing/digests/rules.ts'
import { DAY_MS, HOUR_MS } from '../../src/shared/dates/time-units.ts'
import { newId } from '../../src/shared/ids.ts'
import { makeCustomer } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'
import { outcomeOf, visit } from '../people/portal.ts'
import { eventually } from '../runs/eventually.ts'
import { mailsOf, openMailbox } from '../security/mails.ts'

/** A Monday, the first of seven that the tests use one after the other. */
const FIRST_MONDAY = Date.parse('2031-05-12T00:00:00Z')

let nowMs = FIRST_MONDAY - 30 * DAY_MS
const mailer = openMailbox()
const api = await startApi({ now: () => new Date(nowMs), mailer })
after(() => api[Symbol.asyncDispose]())

const digests = async (account: string) =>
  (await mailsOf(api, 'weekly-digest')).filter(({ to }) => to.endsWith(`@${account}.example`))
const textOf = async (id: string) =>
  (await api.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst())?.text ?? ''

/** A run that ended at a time, as a worker leaves it. */
async function makeEnded(partnerId: string, customerId: string, atMs: number, score?: number): Promise<string> {
  const id = newId('run')
  const at = new Date(atMs)
  const ended =
    score === undefined
      ? { status: 'failed' as const, failure_code: 'GRAPH_ERROR', failure_message: 'No.' }
      : {
          status: 'completed' as const,
          score,
          score_ceiling: score,
          coverage: 1,
          maturity_achieved: 1,
          critical: 0,
          high: 0,
          medium: 0,
          low: 0,
        }
  await api.db
    .insertInto('runs')
    .values({
      id,
      partner_id: partnerId,
      customer_id: customerId,
      product: 'essential-eight',
      maturity_target: 2,
      created_at: at,
      started_at: at,
      completed_at: at,
      ...ended,
    })
    .execute()
  return id
}

/** A critical finding that a run has opened. */
async function openCritical(partnerId: string, customerId: string, runId: string, atMs: number): Promise<void> {
  const about = { customer_id: customerId, product: 'essential-eight', partner_id: partnerId }
  const at = new Date(atMs)
  await api.db
    .insertInto('tracked_runs')
    .values({ ...about, run_id: runId, maturity_target: 2, framework_version: '1', completed_at: at, is_read: true })
    .execute()
  await api.db
    .insertInto('requirement_states')
    .values({
      ...about,
      requirement: 'ISM-1504',
      state: 'open',
      verdict: 'not_met',
      severity: 'critical',
      since: at,
      since_run: runId,
      change: 'opened',
      changed_at: at,
      changed_run: runId,
    })
    .execute()
}

/** A partner with a reader of the digest, and a customer whose score fell in the week before a Monday. */
async function createWorld(name: string, mondayMs: number) {
  const client: Client = await api.as(name)
  const { partnerId } = await api.partner(name)
  const person = await visit(api, partnerId, { email: `owner@${name}.example` })
  const customerId = await makeCustomer(client, `Falling of ${name}`)
  await makeEnded(partnerId, customerId, mondayMs - 20 * DAY_MS, 80)
  await makeEnded(partnerId, customerId, mondayMs - 3 * DAY_MS, 71)
  return { client, partnerId, person, customerId }
}

test('a weekly digest is due from Monday morning to the end of Tuesday in its time zone', () => {
  const cases: [string, string, string | undefined][] = [
    ['2031-05-12T06:59:59Z', 'UTC', undefined],
    ['2031-05-12T07:00:00Z', 'UTC', '2031-05-05T00:00:00.000Z 2031-05-12T00:00:00.000Z'],
    ['2031-05-13T23:59:59Z', 'UTC', '2031-05-05T00:00:00.000Z 2031-05-12T00:00:00.000Z'],
    ['2031-05-14T00:00:00Z', 'UTC', undefined],
    ['2031-05-11T21:00:00Z', 'Australia/Sydney', '2031-05-04T14:00:00.000Z 2031-05-11T14:00:00.000Z'],
    ['2031-05-11T20:59:00Z', 'Australia/Sydney', undefined],
    ['2031-05-11T17:00:00Z', 'Pacific/Kiritimati', '2031-05-04T10:00:00.000Z 2031-05-11T10:00:00.000Z'],
    // The week in which the clocks of Berlin change has an hour less.
    ['2031-03-31T05:00:00Z', 'Europe/Berlin', '2031-03-23T23:00:00.000Z 2031-03-30T22:00:00.000Z'],
  ]
  for (const [at, zone, expected] of cases) {
    const week = dueWeek(new Date(at), zone)
    const found = week && `${week.since.toISOString()} ${week.until.toISOString()}`
    assert.equal(found, expected, `${at} ${zone}`)
  }
})

test('the digest has what changed for the customers of the account, and nothing about others', async () => {
  const monday = FIRST_MONDAY
  const { client, partnerId, customerId } = await createWorld('news', monday)
  await createWorld('others', monday)
  const rising = await makeCustomer(client, 'Rising')
  await makeEnded(partnerId, rising, monday - 9 * DAY_MS, 40)
  const run = await makeEnded(partnerId, rising, monday - DAY_MS, 55)
  await openCritical(partnerId, rising, run, monday - DAY_MS)
  const failing = await makeCustomer(client, 'Failing <b>')
  await makeEnded(partnerId, failing, monday - 2 * DAY_MS)
  const recovered = await makeCustomer(client, 'Recovered')
  await makeEnded(partnerId, recovered, monday - 2 * DAY_MS)
  await makeEnded(partnerId, recovered, monday - DAY_MS, 60)
  nowMs = monday + 7 * HOUR_MS
  const exception = {
    kind: 'accepted-risk',
    product: 'essential-eight',
    requirement: 'ISM-1504',
    reason: 'The network lets nobody in who has not passed it.',
    approver: 'Ada Park',
    expiresAt: new Date(nowMs + 10 * DAY_MS).toISOString(),
  }
  const recorded = await client.post(`/v1/partner/customers/${customerId}/exceptions`, exception)
  assert.equal(recorded.status, 201, recorded.text)
  await queueWeeklyDigests(api.app)
  const [mail, ...more] = await digests('news')
  assert.deepEqual(more, [])
  assert.equal(mail?.subject, 'What changed last week: news')
  const text = await textOf(mail?.id ?? '')
  assert.match(text, /From 5 May 2031 to 11 May 2031/)
  assert.match(text, /New critical findings\n- Rising: 1/)
  assert.match(text, /Scores that fell\n- Falling of news, Essential Eight: 80 to 71/)
  assert.match(text, /Scores that rose\n- Rising, Essential Eight: 40 to 55/)
  assert.match(text, /Failed runs\n- Failing <b>\n/)
  assert.match(text, /Exceptions that end within 14 days\n- Falling of news, ISM-1504: 22 May 2031/)
  assert.match(text, /Runs this month: +\d+ of 250/)
  assert.match(text, /Choose which emails you receive:\nhttps:\/\/app\.example\/settings/)
  assert.doesNotMatch(text, /others|Recovered/)
})

test('each person gets one digest a week, even with many workers, and none without news', async () => {
  const monday = FIRST_MONDAY + 7 * DAY_MS
  nowMs = monday - DAY_MS
  const { partnerId, person } = await createWorld('once', monday)
  const sydney = await visit(api, partnerId, { email: 'sydney@once.example', role: 'technician' })
  assert.equal(outcomeOf(await sydney.put('/me/preferences', { timeZone: 'Australia/Sydney' })), '204')
  const off = await visit(api, partnerId, { email: 'off@once.example' })
  const choice = { topics: [{ topic: 'weekly-digest', isWanted: false }] }
  assert.equal(outcomeOf(await off.put('/me/notifications', choice)), '200')
  await visit(api, partnerId, { email: 'reader@once.example', role: 'reader' })
  const blocked = await visit(api, partnerId, { email: 'blocked@once.example' })
  await api.db.updateTable('people').set({ status: 'blocked' }).where('id', '=', blocked.personId).execute()
  const readersAt = async (atMs: number): Promise<string[]> => {
    nowMs = atMs
    await Promise.all([1, 2, 3, 4].map(() => queueWeeklyDigests(api.app)))
    return (await digests('once')).map(({ to }) => to)
  }
  assert.deepEqual(await readersAt(monday - 4 * HOUR_MS), [], 'it is 06:00 in Sydney')
  assert.deepEqual(await readersAt(monday - 3 * HOUR_MS), [sydney.email])
  assert.deepEqual(await readersAt(monday + 7 * HOUR_MS), [sydney.email, person.email])
  assert.deepEqual(await readersAt(monday + 30 * HOUR_MS), [sydney.email, person.email])
  assert.deepEqual(await readersAt(monday + 7 * DAY_MS + 8 * HOUR_MS), [sydney.email, person.email], 'nothing new')
})

test('people who joined on Monday, and suspended accounts, get no digest', async () => {
  const monday = FIRST_MONDAY + 14 * DAY_MS
  nowMs = monday - DAY_MS
  const { partnerId } = await createWorld('quiet', monday)
  await api.db
    .updateTable('partners')
    .set({ status: 'suspended', suspended_at: new Date(nowMs) })
    .where('id', '=', partnerId)
    .execute()
  const { person } = await createWorld('joined', monday)
  const created_at = new Date(monday + HOUR_MS)
  await api.db.updateTable('people').set({ created_at }).where('id', '=', person.personId).execute()
  nowMs = monday + 7 * HOUR_MS
  await queueWeeklyDigests(api.app)
  assert.deepEqual([...(await digests('quiet')), ...(await digests('joined'))], [])
})

test('if a worker dies while it queues a digest, the next one sends it once', async () => {
  const monday = FIRST_MONDAY + 21 * DAY_MS
  nowMs = monday - DAY_MS
  const { person } = await createWorld('dies', monday)
  nowMs = monday + 7 * HOUR_MS
  const blocker = new pg.Client({ connectionString: api.databaseUrl })
  // A transaction sees other processes as they were when it first looked.
  const watcher = new pg.Client({ connectionString: api.databaseUrl })
  await Promise.all([blocker.connect(), watcher.connect()])
  try {
    await blocker.query('begin')
    await blocker.query('lock table mail_mentions in access exclusive mode')
    const dying = assert.rejects(queueWeeklyDigests(api.app), AggregateError)
    const pid = await eventually('the digest is being queued', async () => {
      const { rows } = await watcher.query<{ pid: number }>(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%mail_mentions%' and pid <> pg_backend_pid()`,
      )
      return rows[0]?.pid
    })
    await blocker.query('select pg_terminate_backend($1)', [pid])
    await dying
    await blocker.query('rollback')
  } finally {
    await Promise.all([blocker.end(), watcher.end()])
  }
  assert.deepEqual(await digests('dies'), [])
  await queueWeeklyDigests(api.app)
  await queueWeeklyDigests(api.app)
  assert.deepEqual(
    (await digests('dies')).map(({ to }) => to),
    [person.email],
  )
})

test('a deleted customer is removed from digests, and an unsent digest is written again without it', async () => {
  const monday = FIRST_MONDAY + 28 * DAY_MS
  nowMs = monday - DAY_MS
  const { client, partnerId, customerId } = await createWorld('forgets', monday)
  const staying = await makeCustomer(client, 'Staying')
  await makeEnded(partnerId, staying, monday - 9 * DAY_MS, 40)
  await makeEnded(partnerId, staying, monday - DAY_MS, 55)
  nowMs = monday + 7 * HOUR_MS
  await queueWeeklyDigests(api.app)
  const [mail] = await digests('forgets')
  const id = mail?.id ?? ''
  assert.match(await textOf(id), /Falling of forgets/)
  assert.equal((await client.delete(`/v1/partner/customers/${customerId}`)).status, 204)
  assert.equal(await textOf(id), '')
  await sendQueuedMail(api.app, id)
  const sent = mailer.sent.findLast(({ to }) => to === 'owner@forgets.example')
  assert.match(sent?.text ?? '', /Staying, Essential Eight: 40 to 55/)
  assert.doesNotMatch(sent?.text ?? '', /Falling/)
  assert.equal((await client.delete(`/v1/partner/customers/${staying}`)).status, 204)
  assert.equal(await textOf(id), '', 'and a sent one stores no name')
})

test('a distributor’s digest lists partners that are not active, unpaid or suspended', async () => {
  const monday = FIRST_MONDAY + 35 * DAY_MS
  nowMs = monday - 9 * DAY_MS
  const distributor = await api.distributor('seller')
  await visit(api, distributor.id, { email: 'owner@seller.example' })
  const body = { email: 'a@b.example', name: 'Pat', plan: 'starter', billing: { currency: 'AUD' } }
  const create = async (company: string): Promise<string> =>
    (await distributor.post('/v1/distributor/partners', { ...body, company })).body.id
  await create('Waiting MSP')
  const ids: Json = {}
  for (const company of ['Ended MSP', 'Late MSP', 'Fine MSP']) {
    ids[company] = await create(company)
    await distributor.post(`/v1/distributor/partners/${ids[company]}/activate`)
  }
  await api.db
    .updateTable('subscriptions')
    .set({ status: 'past_due' })
    .where('partner_id', '=', ids['Late MSP'])
    .execute()
  nowMs = monday - 2 * DAY_MS
  await distributor.post(`/v1/distributor/partners/${ids['Ended MSP']}/suspend`)
  nowMs = monday + 7 * HOUR_MS
  await queueWeeklyDigests(api.app)
  const [mail] = await digests('seller')
  const text = await textOf(mail?.id ?? '')
  assert.match(text, /not active yet\n- Waiting MSP\n/)
  assert.match(text, /overdue\n- Late MSP\n/)
  assert.match(text, /Suspended last week\n- Ended MSP\n/)
  assert.doesNotMatch(text, /Fine/)
  const { rows } =
    await sql`select from mail_mentions as m join mails on mails.id = m.mail_id where mails.distributor_id = ${distributor.id}`.execute(
      api.db,
    )
  assert.equal(rows.length, 0)
})
