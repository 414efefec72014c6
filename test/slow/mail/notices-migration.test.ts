import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { findNotice } from '../../../src/features/notices/service.ts'
import { createTestDatabase, openTestDatabase } from '../../harness/database.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)
const MIGRATION = '0025_notices.sql'
const AT = '2026-03-10T08:00:00.000Z'
const OTHERS = { partnerId: 'prt_1', customerId: 'cust_1' }
const PARTNER = { kind: 'partner', id: 'prt_1', address: '192.0.2.7' }
const KEY = { slot: 2, prefix: 'pk_live_EXAM', last4: 'y0Xm' }
const TERMS = { plan: 'starter', billing: 'monthly', currency: 'usd' }
const FAILING = { accountId: 'dist_1', url: 'https://hook.example/', failingSince: AT, pending: 3, failed: 0 }

/** Audit rows that an earlier version notified people of, each with the notice that it has to become. */
const CHANGES: readonly { action: string; subject: string; was?: object; is?: object; notice: object }[] = [
  {
    action: 'partner.created',
    subject: 'prt_1',
    is: { company: 'A' },
    notice: { kind: 'partner-invited', partnerId: 'prt_1', author: PARTNER },
  },
  {
    action: 'partner.invited',
    subject: 'prt_1',
    notice: { kind: 'partner-invited', partnerId: 'prt_1', author: PARTNER },
  },
  {
    action: 'assessment.completed',
    subject: 'run_1',
    is: { customerId: 'cust_1', score: 61 },
    notice: { kind: 'report-ready', ...OTHERS, runId: 'run_1' },
  },
  {
    action: 'approval.missing',
    subject: 'cust_1',
    is: { tenantId: 't', customerId: 'cust_1', runId: 'run_1' },
    notice: { kind: 'approval-missing', ...OTHERS, tenantId: 't', runId: 'run_1' },
  },
  {
    action: 'key.created',
    subject: 'prt_1',
    is: { partnerId: 'prt_1', ...KEY, createdAt: AT },
    notice: { kind: 'key-created', accountId: 'prt_1', ...KEY, author: PARTNER },
  },
  {
    action: 'key.revoked',
    subject: 'prt_1',
    is: { partnerId: 'prt_1', ...KEY, revokedAt: AT, reason: 'expired' },
    notice: { kind: 'key-revoked', accountId: 'prt_1', ...KEY, reason: 'expired', author: PARTNER },
  },
  {
    action: 'plan.changed',
    subject: 'prt_1',
    was: { ...TERMS, currentPeriodEnd: AT },
    is: { ...TERMS, plan: 'enterprise', credit: -1 },
    notice: {
      kind: 'plan-changed',
      partnerId: 'prt_1',
      before: TERMS,
      after: { ...TERMS, plan: 'enterprise' },
      author: PARTNER,
    },
  },
  {
    action: 'webhook.failing',
    subject: 'whk_1',
    is: FAILING,
    notice: { kind: 'webhook-failing', webhookId: 'whk_1', ...FAILING },
  },
  {
    action: 'questionnaire.invited',
    subject: 'qst_1',
    is: { customerId: 'cust_1', product: 'nist-csf', open: 3, dueAt: AT },
    notice: { kind: 'questionnaire-invited', ...OTHERS, invitationId: 'qst_1' },
  },
  {
    action: 'questionnaire.shared',
    subject: 'qst_1',
    is: { customerId: 'cust_1', recipientId: 7, email: 'colleague@c.example', section: null },
    notice: { kind: 'questionnaire-invited', ...OTHERS, invitationId: 'qst_1', recipientId: 7 },
  },
  {
    action: 'questionnaire.reminded',
    subject: 'qst_1',
    is: { customerId: 'cust_1', product: 'nist-csf', open: 3, reminders: 1 },
    notice: { kind: 'questionnaire-reminded', ...OTHERS, invitationId: 'qst_1' },
  },
  {
    action: 'questionnaire.answered',
    subject: 'qst_1',
    is: { customerId: 'cust_1', product: 'nist-csf', answered: 0, of: 9 },
    notice: { kind: 'questionnaire-answered', ...OTHERS, invitationId: 'qst_1', answered: 0, of: 9 },
  },
  {
    action: 'code.requested',
    subject: 'qst_1',
    is: { customerId: 'cust_1', recipientId: 7 },
    notice: { kind: 'code-requested', ...OTHERS, invitationId: 'qst_1', recipientId: 7 },
  },
]

const database = await createTestDatabase()
const client = new pg.Client({ connectionString: database.url })
const read = async (statement: string) => (await client.query({ text: statement, rowMode: 'array' })).rows
const carryOut = async (name: string) => await client.query(await readFile(new URL(name, FOLDER), 'utf8'))

before(() => client.connect())
after(async () => {
  await client.end()
  await database[Symbol.asyncDispose]()
})

/** The schema as it was before this migration. */
async function makeOldSchema(): Promise<void> {
  await client.query('drop schema public cascade; drop schema if exists graphile_worker cascade; create schema public')
  const files = (await readdir(FOLDER)).filter((name) => /^\d{4}_/.test(name)).toSorted()
  for (const name of files.filter((file) => file < MIGRATION)) await carryOut(name)
}

async function writeChange({ action, subject, was, is }: (typeof CHANGES)[number]): Promise<number> {
  const { rows } = await client.query({
    text: `insert into audit (occurred_at, author_kind, author_id, address, partner_id, distributor_id, customer_id, action,
        subject, before, after)
      values ($1, 'partner', 'prt_1', '192.0.2.7', 'prt_1', 'dist_1', $2, $3, $4, $5, $6) returning id`,
    values: [AT, is && 'customerId' in is ? 'cust_1' : null, action, subject, was ?? null, is ?? null],
  })
  return Number(rows[0].id)
}

const queueJob = (changeId: number) =>
  client.query(
    "select graphile_worker.add_job('notify', json_build_object('changeId', $1::bigint), job_key => 'notify-' || $1::bigint)",
    [changeId],
  )

test('jobs waiting at the upgrade become notices of each kind, in their order and with their retries', async () => {
  await makeOldSchema()
  await runMigrations({ connectionString: database.url })
  for (const change of CHANGES) await queueJob(await writeChange(change))
  await client.query('update graphile_worker._private_jobs set attempts = 2')
  const jobs = await read('select id, run_at from graphile_worker._private_jobs order by id')
  await carryOut(MIGRATION)
  const after = await read(`select job.id, job.run_at, job.attempts, job.key, (job.payload ->> 'noticeId')::int
    from graphile_worker._private_jobs as job order by job.id`)
  assert.deepEqual(
    after,
    jobs.map(([id, runAt], index) => [id, runAt, 2, `notice-${index + 1}`, index + 1]),
  )
  const { db, pool } = openTestDatabase(database.url, { poolSize: 1 })
  try {
    for (const [index, { action, notice }] of CHANGES.entries()) {
      assert.deepEqual(await findNotice(db, index + 1), { notice, at: new Date(AT) }, action)
    }
  } finally {
    await pool.end()
  }
  const owners = await read('select distinct partner_id, distributor_id, customer_id from notices order by 3')
  assert.deepEqual(owners, [
    ['prt_1', 'dist_1', 'cust_1'],
    ['prt_1', 'dist_1', null],
  ])
})

test('a job whose mails are queued, or whose audit row no longer exists, ends; one that was given up does not change', async () => {
  await makeOldSchema()
  await runMigrations({ connectionString: database.url })
  const [change] = CHANGES
  assert.ok(change)
  const [done, gone, failed] = [await writeChange(change), 900, await writeChange(change)]
  for (const id of [done, gone, failed]) await queueJob(id)
  await client.query(`update graphile_worker._private_jobs set attempts = max_attempts where key = 'notify-${failed}'`)
  await client.query(`
    insert into distributors (id, company, email, status, created_at) values ('dist_1', 'D', 'd@d.example', 'active', now());
    insert into partners (id, distributor_id, company, email, name, status, plan, created_at, updated_at)
      values ('prt_1', 'dist_1', 'A', 'a@a.example', 'A', 'active', 'starter', now(), now());
    insert into mails (id, partner_id, change_id, kind, recipient, subject, status, created_at)
      values ('mail_1', 'prt_1', ${done}, 'activation', 'a@a.example', 'S', 'queued', now())`)
  await carryOut(MIGRATION)
  assert.deepEqual(await read('select key, payload from graphile_worker._private_jobs'), [
    [`notify-${failed}`, { changeId: failed }],
  ])
  assert.deepEqual(await read('select id from notices'), [])
})

test('waiting mails keep the run or invitation that they are about, and a new database has no jobs to convert', async () => {
  await makeOldSchema()
  await client.query(`
    insert into distributors (id, company, email, status, created_at) values ('dist_1', 'D', 'd@d.example', 'active', now());
    insert into partners (id, distributor_id, company, email, name, status, plan, created_at, updated_at)
      values ('prt_1', 'dist_1', 'A', 'a@a.example', 'A', 'active', 'starter', now(), now())`)
  const kinds: [kind: string, action: string][] = [
    ['report-ready', 'assessment.completed'],
    ['questionnaire-invitation', 'questionnaire.shared'],
    ['questionnaire-reminder', 'questionnaire.reminded'],
    ['activation', 'partner.invited'],
  ]
  for (const [kind, action] of kinds) {
    const change = CHANGES.find((each) => each.action === action)
    assert.ok(change)
    await client.query(`insert into mails (id, partner_id, change_id, kind, recipient, subject, status, due_at, created_at)
      values ('mail_${kind}', 'prt_1', ${await writeChange(change)}, '${kind}', 'a@a.example', 'S', 'waiting', now(), now())`)
  }
  await carryOut(MIGRATION)
  assert.deepEqual(await read('select kind, about_id from mails order by kind'), [
    ['activation', null],
    ['questionnaire-invitation', 'qst_1'],
    ['questionnaire-reminder', 'qst_1'],
    ['report-ready', 'run_1'],
  ])
})
