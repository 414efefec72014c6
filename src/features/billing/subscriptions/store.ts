import type { Connection } from '../../../platform/database/database.ts'
import type { SubscriptionStatus } from '../../../shared/plans.ts'

export async function findSubscriptionStatus(
  tx: Connection,
  partnerId: string,
): Promise<SubscriptionStatus | undefined> {
  const row = await tx
    .selectFrom('subscriptions')
    .select('status')
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  return row?.status
}

/** Who bills these partners, and has their subscriptions. */
export async function listBilledPartners(tx: Connection, partnerIds: readonly string[]) {
  return await tx
    .selectFrom('partners as partner')
    .leftJoin('subscriptions as subscription', 'subscription.partner_id', 'partner.id')
    .select(['partner.id as partnerId', 'partner.processor_billing as processorBilling', 'subscription.processor'])
    .where('partner.id', 'in', partnerIds)
    .execute()
}
