import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { DeletionEffects } from './schema.ts'

/** Counts what is deleted with a customer; undefined if the partner has no such customer. */
export async function countDeleted(
  db: Connection,
  partnerId: string,
  customerId: string,
  now: Date,
): Promise<DeletionEffects | undefined> {
  const { rows } = await sql<DeletionEffects>`
    select run.reports, run.unfinished,
      (select count(*) from report_links as link where link.customer_id = customer.id
        and link.expires_at > ${now} and link.revoked_at is null)
      + (select count(*) from runs join report_links as link on link.run_id = runs.id where runs.customer_id = customer.id
        and link.expires_at > ${now} and link.revoked_at is null) as links,
      (select count(*) from answers where customer_id = customer.id) as answers,
      (select count(*) from exceptions where customer_id = customer.id and removed_at is null) as exceptions,
      (select count(*) from schedules where customer_id = customer.id) as schedules,
      (select count(*) from finding_progress where customer_id = customer.id and status = 'planned') as repairs
    from customers as customer
    cross join lateral (
      select count(*) filter (where status = 'completed') as reports,
        count(*) filter (where status in ('queued', 'running')) as unfinished
      from runs where customer_id = customer.id) as run
    where customer.partner_id = ${partnerId} and customer.id = ${customerId}`.execute(db)
  return rows[0]
}
