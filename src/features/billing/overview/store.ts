import type { Connection } from '../../../platform/database/database.ts'
import type { BillingProcessor } from '../../../platform/database/tables.gen.ts'

/** Who bills the partner, and what an unpaid invoice leads to. */
export interface Biller {
  processor: BillingProcessor
  hasDistributor: boolean
  mustConfirm: boolean
  nextAttemptAt: Date | null
  stopsAt: Date | null
}

/** Undefined without a subscription. */
export async function findBiller(db: Connection, partnerId: string): Promise<Biller | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('partners', 'partners.id', 'subscriptions.partner_id')
    .select([
      'subscriptions.processor',
      'subscriptions.must_confirm as mustConfirm',
      'subscriptions.next_attempt_at as nextAttemptAt',
      'subscriptions.stops_at as stopsAt',
      'partners.distributor_id as distributorId',
    ])
    .where('subscriptions.partner_id', '=', partnerId)
    .executeTakeFirst()
  if (!row) return undefined
  const { distributorId, ...biller } = row
  return { ...biller, hasDistributor: distributorId !== null }
}
