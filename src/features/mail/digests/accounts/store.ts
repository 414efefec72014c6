import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'

/** An active account with a webhook or channel that takes weekly summaries. */
export interface DigestAccount {
  partnerId: string | null
  distributorId: string | null
  /** That of the brand. */
  timeZone: string | null
  /** YYYY-MM-DD; null: it has had none yet. */
  doneWeek: string | null
}

export async function listDigestAccounts(db: Connection): Promise<DigestAccount[]> {
  const { rows } = await sql<DigestAccount>`
    select distinct endpoint.partner_id as "partnerId", endpoint.distributor_id as "distributorId", brand.time_zone as "timeZone",
      to_char(done.week, 'YYYY-MM-DD') as "doneWeek"
    from webhook_endpoints as endpoint
    left join partners as partner on partner.id = endpoint.partner_id
    left join distributors as distributor on distributor.id = endpoint.distributor_id
    left join partner_brands as brand on brand.partner_id = endpoint.partner_id
    left join account_digests as done on done.account_id = coalesce(endpoint.partner_id, endpoint.distributor_id)
    where endpoint.enabled and 'digest.weekly' = any(endpoint.event_types)
      and coalesce(partner.status, distributor.status) = 'active'`.execute(db)
  return rows
}

/** Marks the week as done for an account; false if another worker was faster. */
export async function claimAccountWeek(tx: Connection, accountId: string, monday: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into account_digests (account_id, week) values (${accountId}, ${monday}::date)
    on conflict (account_id) do update set week = excluded.week where account_digests.week < excluded.week`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}
