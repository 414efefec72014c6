import { sql, type Updateable } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Distributors } from '../../../platform/database/tables.gen.ts'

/** The settlement terms of a distributor as stored; `basis_points` as of a day. */
export async function findTerms(db: Connection, distributorId: string, day: string) {
  return await db
    .selectFrom('distributors as distributor')
    .select((eb) => [
      'distributor.email',
      'distributor.billing_email as billingEmail',
      'distributor.processor_billing as processorBilling',
      eb.fn
        .coalesce(
          eb
            .selectFrom('revenue_shares')
            .select('basis_points')
            .where('distributor_id', '=', distributorId)
            .where('day', '<=', day)
            .orderBy('day', 'desc')
            .limit(1),
          eb.lit(0),
        )
        .as('basisPoints'),
    ])
    .where('distributor.id', '=', distributorId)
    .executeTakeFirst()
}

export async function updateDistributor(
  tx: Connection,
  id: string,
  columns: Pick<Updateable<Distributors>, 'billing_email' | 'processor_billing' | 'processor_billing_since'>,
): Promise<void> {
  await tx.updateTable('distributors').set(columns).where('id', '=', id).execute()
}

/** Stores the share from a day on; a share of the same day is replaced. */
export async function upsertShare(
  tx: Connection,
  distributor_id: string,
  day: string,
  basis_points: number,
): Promise<void> {
  await tx
    .insertInto('revenue_shares')
    .values({ distributor_id, day, basis_points })
    .onConflict((conflict) => conflict.columns(['distributor_id', 'day']).doUpdateSet({ basis_points }))
    .execute()
}

/** A partner that was moved to the biller of its distributor. */
export interface MovedPartner {
  partnerId: string
  distributorId: string
  processorBilling: boolean
}

/**
 * Moves at most `max` partners to the biller of their distributor: those for which a period of the subscription has begun
 * since that was changed, and those whose subscription has no further period. Skips rows that a request has locked.
 */
export async function updateBillers(tx: Connection, at: Date, max: number): Promise<MovedPartner[]> {
  const { rows } = await sql<MovedPartner>`
    update partners set processor_billing = distributor.processor_billing, updated_at = ${at}
    from distributors as distributor
    where distributor.id = partners.distributor_id and partners.id in (
      select partner.id from partners as partner
      join distributors as own on own.id = partner.distributor_id
      left join subscriptions as subscription on subscription.partner_id = partner.id
      where partner.processor_billing <> own.processor_billing and (
        subscription.partner_id is null
        or subscription.status not in ('active', 'trialing', 'past_due')
        or subscription.period_start >= own.processor_billing_since)
      order by partner.id limit ${max} for no key update of partner skip locked)
    returning partners.id as "partnerId", distributor.id as "distributorId",
      partners.processor_billing as "processorBilling"`.execute(tx)
  return rows
}
