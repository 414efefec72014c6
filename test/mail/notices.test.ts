import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { recordChanges } from '../../src/features/audit/service.ts'
import { createKey, toPartnerKeyAccount } from '../../src/features/keys/service.ts'
import { queueMailsOfNotice } from '../../src/features/mail/notices/service.ts'
import { listMails } from '../../src/features/mail/sending/service.ts'
import type { Notice } from '../../src/features/notices/schema.ts'
import { AUTHOR } from '../harness/accounts.ts'
import { type Api, startApi } from '../harness/api.ts'
import { askSamples, makeCustomer } from '../questionnaires/fixture.ts'
import { codeIn, linkIn, mailsOf, visitorOf } from '../questionnaires/visitor.ts'
import { emptySnapshot } from '../runs/collections.ts'
import { eventually } from '../runs/eventually.ts'
import { carryOutNotices } from '../security/mails.ts'

/** Notices on their way from a change to its mails; without a worker the test carries the jobs out. */

const api = await startApi()
after(() => api[Symbol.asyncDispose]())
beforeEach(() => api.empty())

const jobsOf = async ({ db }: Api): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select (payload ->> 'noticeId')::int as id from graphile_worker._private_jobs where key like 'notice-%' order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

const noticesOf = async ({ db }: Api): Promise<number[]> =>
  (await db.selectFrom('notices').select('id').orderBy('id').execute()).map(({ id }) => id)

const auditOf = async ({ db }: Api): Promise<number> => (await db.selectFrom('audit').select('id').execute()).length

const keyNotice = (accountId: string): Notice => ({
  kind: 'key-created',
  accountId,
  slot: 1,
  prefix: 'pk_live_EXAM',
  last4: 'abcd',
  author: AUTHOR,
})

test('a change, its notice and the job of the notice are written together or not at all', async () => {
  const actor = await api.partner('acme')
  const before = { notices: await noticesOf(api), audit: await auditOf(api) }
  assert.deepEqual(await jobsOf(api), before.notices)
  const change = {
    action: 'key.created' as const,
    subject: actor.partnerId,
    owner: actor,
    notice: keyNotice(actor.partnerId),
  }
  await assert.rejects(
    api.db.transaction().execute(async (tx) => {
      await recordChanges(tx, actor, new Date(), [change])
      throw new Error('rolled back')
    }),
    /rolled back/,
  )
  assert.deepEqual({ notices: await noticesOf(api), audit: await auditOf(api) }, before)
  assert.deepEqual(await jobsOf(api), before.notices)
  await recordChanges(api.db, actor, new Date(), [change, { ...change, notice: keyNotice(actor.partnerId) }])
  assert.equal(await auditOf(api), before.audit + 2)
  assert.equal((await noticesOf(api)).length, before.notices.length + 2)
  assert.deepEqual(await jobsOf(api), await noticesOf(api))
})

test('a notice becomes mails once, however often and by however many workers its job is executed', async () => {
  await api.partner('acme')
  const ids = await noticesOf(api)
  assert.equal(ids.length, 1, 'the key of the partner')
  await Promise.all([...ids, ...ids, ...ids, ...ids].map((id) => queueMailsOfNotice(api.app, id)))
  for (const id of ids) await queueMailsOfNotice(api.app, id)
  assert.equal((await listMails(api.app, 10)).length, 1)
  assert.deepEqual(await noticesOf(api), [])
})

test('the mailed code of a questionnaire works even if two workers execute its job at the same time', async () => {
  askSamples()
  await using api = await startApi({
    collect: async ({ tenantId }) => emptySnapshot(tenantId, new Date().toISOString()),
  })
  const client = await api.as('acme')
  const customerId = await makeCustomer(client, { questionnaireRecipients: ['ada@bellbird.example'] })
  const run = await client.post('/v1/partner/assessments', { customerId, product: 'essential-eight' })
  await executeRun(api.app, run.body.id, { deadlineMs: 10_000 })
  await carryOutNotices(api)
  const [invitation] = await mailsOf(api, 'questionnaire-invitation', 1)
  assert.ok(invitation)
  const link = linkIn(invitation)
  const visitor = visitorOf(api)
  await visitor.post(`${link}/code`)
  const [id = 0, ...others] = await noticesOf(api)
  assert.deepEqual(others, [])
  await Promise.all(Array.from({ length: 6 }, () => queueMailsOfNotice(api.app, id)))
  const [mail] = await mailsOf(api, 'questionnaire-code', 1)
  assert.ok(mail)
  assert.equal((await visitor.post(`${link}/enter`, { code: codeIn(mail) })).status, 303)
})

test('a notice remains if its mails could not be queued, and the next attempt queues them', async () => {
  await api.partner('acme')
  const [id = 0] = await noticesOf(api)
  const broken = { ...api.app, limits: { ...api.app.limits, mailsPerDay: Number.NaN } }
  await assert.rejects(queueMailsOfNotice(broken, id))
  assert.deepEqual([await noticesOf(api), await listMails(api.app, 10)], [[id], []])
  await queueMailsOfNotice(api.app, id)
  assert.equal((await listMails(api.app, 10)).length, 1)
})

test('a notice that does not match its schema sends nothing, and its job fails with the reason', async () => {
  await using api = await startApi({ worker: true })
  const actor = await api.partner('acme')
  await eventually('the mail of the first key', async () => (await listMails(api.app, 10)).length === 1)
  const { slot: _, ...noSlot } = { ...keyNotice(actor.partnerId), slot: 1 }
  const unknown = { ...keyNotice(actor.partnerId), kind: 'key-lost' }
  const add = async ({ kind, ...content }: { kind: string }): Promise<number> => {
    const row = { created_at: new Date(), kind, partner_id: actor.partnerId, content: JSON.stringify(content) }
    const { id } = await api.db.insertInto('notices').values(row).returning('id').executeTakeFirstOrThrow()
    await sql`select graphile_worker.add_job('notify', json_build_object('noticeId', ${id}::bigint), max_attempts => 1)`.execute(
      api.db,
    )
    return id
  }
  const ids = [await add(noSlot), await add(unknown)]
  const errors = await eventually('two failed jobs', async () => {
    const { rows } = await sql<{ error: string }>`
      select last_error as error from graphile_worker.jobs where last_error is not null order by id`.execute(api.db)
    return rows.length === 2 && rows.map(({ error }) => error)
  })
  assert.match(errors[0] ?? '', /notice \d+ of kind key-created does not match its schema: .*slot/)
  assert.match(errors[1] ?? '', /notice \d+ has the unknown kind key-lost/)
  assert.deepEqual(await noticesOf(api), ids, 'they stay, so that nothing is lost silently')
  assert.equal((await listMails(api.app, 10)).length, 1)
})

test('the notice about a key contains only its first and last characters', async () => {
  const actor = await api.partner('acme')
  const { key } = await createKey(api.app, AUTHOR, toPartnerKeyAccount(actor))
  const rows = await api.db.selectFrom('notices').selectAll().orderBy('id').execute()
  assert.equal(rows.length, 2)
  assert.deepEqual(rows[1]?.content, {
    accountId: actor.partnerId,
    slot: 2,
    prefix: key.slice(0, 12),
    last4: key.slice(-4),
    author: AUTHOR,
  })
})
