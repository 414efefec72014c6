import type { Connection } from '../../../platform/database/database.ts'
import type { BillingProcessor } from '../../../platform/database/tables.gen.ts'

/** The processor of the partner's subscription, whether it has a distributor and has a payment to confirm; undefined without a subscription. */
export async function findBiller(
  db: Connection,
  partnerId: string,
): Promise<{ processor: BillingProcessor; hasDistributor: boolean; mustConfirm: boolean } | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('partners', 'partners.id', 'subscriptions.partner_id')
    .select([
      'subscriptions.processor',
      'subscriptions.dunning_mails as mails',
      'partners.distributor_id as distributorId',
    ])
    .where('subscriptions.partner_id', '=', partnerId)
    .executeTakeFirst()
  if (!row) return undefined
  const { processor, mails, distributorId } = row
  return { processor, hasDistributor: distributorId !== null, mustConfirm: mails.includes('confirm') }
}
