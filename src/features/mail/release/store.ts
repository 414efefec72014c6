import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { MailWait } from '../../../platform/database/tables.gen.ts'
import type { MailRow } from '../outbox/store.ts'

export interface ReleaseLimits {
  at: Date
  account: number
  /** null: the kind has no limit. */
  address: number | null
  digestMs: number
}

/**
 * Releases a waiting mail and counts it if the quotas have room, with its counters locked; otherwise records what it waits
 * for. `place` is how many mails of its account were released before it today. Undefined if the email is not waiting or not
 * due.
 */
export async function claimMailQuota(
  tx: Connection,
  mailId: string,
  { at, account, address, digestMs }: ReleaseLimits,
): Promise<{ outcome: 'released' | MailWait; place: number } | undefined> {
  const { rows } = await sql<{ outcome: 'released' | MailWait; place: number }>`
    select outcome, place
    from release_mail(${mailId}::text, ${at}::timestamptz, ${account}::int, ${address}::int, ${digestMs}::int)`.execute(
    tx,
  )
  return rows[0]
}

/** Due mails, the oldest of each account first, so that no account waits for another's long queue. */
export async function listDueMails(db: Connection, at: Date, max: number): Promise<{ id: string; kind: string }[]> {
  const { rows } = await sql<{ id: string; kind: string }>`
    select id, kind from (
      select id, kind, created_at,
        row_number() over (partition by coalesce(partner_id, distributor_id) order by created_at, id) as place
      from mails where status = 'waiting' and due_at <= ${at}
    ) as due order by place, created_at, id limit ${max}`.execute(db)
  return rows
}

/** Other report mails that wait for the same receiver, the oldest first. */
export async function listWaitingReports(tx: Connection, mail: MailRow, max: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('mails')
    .select('id')
    .where('partner_id', '=', mail.partner_id)
    .where(sql<boolean>`lower(recipient) = lower(${mail.recipient})`)
    .where('kind', '=', 'report-ready')
    .where('status', '=', 'waiting')
    .orderBy('created_at')
    .orderBy('id')
    .limit(max)
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Other mails of the same kind about the same customer that wait for the same recipient. */
export async function listWaitingToCombine(tx: Connection, mail: MailRow): Promise<string[]> {
  const rows = await tx
    .selectFrom('mails')
    .select('id')
    .where('customer_id', '=', mail.customer_id)
    .where(sql<boolean>`lower(recipient) = lower(${mail.recipient})`)
    .where('kind', '=', mail.kind)
    .where('status', '=', 'waiting')
    .where('id', '<>', mail.id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks mails as merged into another one, which has their content. */
export async function updateMerged(tx: Connection, ids: readonly string[], digestId: string): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ status: 'merged', digest_id: digestId, waits_for: null, due_at: null, text: null, html: null })
    .where('id', 'in', ids)
    .execute()
}
