import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

/**
 * At most `max` partners whose subscription is not at the processor where it belongs, and has begun a period after `since`:
 * those after `after` in the order of their ids.
 */
export async function listMisplaced(
  db: Connection,
  { since, after, max }: { since: Date; after: string; max: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('partners as partner')
    .innerJoin('subscriptions as subscription', 'subscription.partner_id', 'partner.id')
    .select('partner.id')
    .where(sql<boolean>`(subscription.processor = 'stripe') <> partner.processor_billing`)
    .where('subscription.status', 'in', ['active', 'trialing', 'past_due'])
    .where('subscription.period_start', '>', since)
    .where('partner.id', '>', after)
    .orderBy('partner.id')
    .limit(max)
    .execute()
  return rows.map(({ id }) => id)
}
