import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { recordChanges } from '../../src/features/audit/service.ts'
import { notify } from '../../src/features/mail/jobs.ts'
import { toNotice } from '../../src/features/mail/notices/changes/rules.ts'
import { listMails } from '../../src/features/mail/sending/service.ts'
import type { AuditAction } from '../../src/shared/portal/audit-actions.ts'
import { AUTHOR } from '../harness/accounts.ts'
import { type Api, startApi } from '../harness/api.ts'
import { eventually } from '../runs/eventually.ts'

/** What a process of version 0.2.0 writes for a change that somebody is notified of. */
async function changeAsBefore(
  api: Api,
  change: { action: AuditAction; subject: string; after: Record<string, unknown> },
): Promise<number> {
  const owner = await api.partner('acme')
  await recordChanges(api.db, AUTHOR, new Date(), [{ ...change, owner }])
  const { id } = await api.db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', change.action)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await sql`select graphile_worker.add_job('notify', json_build_object('changeId', ${id}::bigint), job_key => ${`notify-${id}`})`.execute(
    api.db,
  )
  return id
}

test('a worker turns a job of version 0.2.0 into one email', async () => {
  await using api = await startApi({ worker: true })
  const { partnerId } = await api.partner('acme')
  const mails = async () => (await listMails(api.app, 200)).filter(({ kind }) => kind === 'key-revoked')
  const after = { slot: 2, prefix: 'pk_live_EXAM', last4: 'abcd', reason: 'revoked' }
  await changeAsBefore(api, { action: 'key.revoked', subject: partnerId, after })
  await eventually('the email', async () => (await mails()).length > 0)
  await eventually('no job is left', async () => {
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'notify'`.execute(api.db)
    return rows.length === 0
  })
  assert.equal((await mails()).length, 1)
})

test('a job of version 0.2.0 about a change without notification ends without an email', async () => {
  await using api = await startApi()
  const { partnerId } = await api.partner('acme')
  const id = await changeAsBefore(api, { action: 'brand.updated', subject: partnerId, after: {} })
  const notices = () => api.db.selectFrom('notices').select('id').execute()
  const before = await notices()
  await notify(api.app, { changeId: id })
  await notify(api.app, { changeId: 999_999_999 })
  assert.deepEqual(await notices(), before)
})

test('every kind of change that version 0.2.0 sent mails about becomes a notice', () => {
  const about = { partnerId: 'prt_1', author: { kind: 'operator', id: 'x' }, before: {} }
  const terms = { plan: 'starter', billing: 'monthly', currency: 'usd' }
  const key = { slot: 1, prefix: 'pk_live_EXAM', last4: 'abcd' }
  const failing = {
    accountId: 'prt_1',
    url: 'https://a.example',
    failingSince: '2026-01-01T00:00:00.000Z',
    pending: 1,
    failed: 0,
  }
  const cases: [action: string, kind: string, after: object][] = [
    ['partner.created', 'partner-invited', {}],
    ['partner.invited', 'partner-invited', {}],
    ['assessment.completed', 'report-ready', { customerId: 'cust_1' }],
    ['approval.missing', 'approval-missing', { tenantId: 't', customerId: 'cust_1', runId: 'run_1' }],
    ['key.created', 'key-created', key],
    ['key.revoked', 'key-revoked', { ...key, reason: 'suspension' }],
    ['plan.changed', 'plan-changed', terms],
    ['webhook.failing', 'webhook-failing', failing],
    ['questionnaire.invited', 'questionnaire-invited', { customerId: 'cust_1' }],
    ['questionnaire.shared', 'questionnaire-invited', { customerId: 'cust_1', recipientId: 7 }],
    ['questionnaire.reminded', 'questionnaire-reminded', { customerId: 'cust_1' }],
    ['questionnaire.answered', 'questionnaire-answered', { customerId: 'cust_1', answered: 1, of: 2 }],
    ['code.requested', 'code-requested', { customerId: 'cust_1', recipientId: 7 }],
  ]
  for (const [action, kind, after] of cases)
    assert.equal(toNotice({ ...about, before: terms, action, subject: 'x_1', after })?.kind, kind, action)
})
