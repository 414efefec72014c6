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
