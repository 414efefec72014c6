import type { Connection } from '../../../platform/database/database.ts'

/** The runs of all partners of a distributor by month, from one on, without months that have none. */
export async function listPartnersMonths(
  db: Connection,
  distributorId: string,
  from: string,
): Promise<{ month: string; runs: number }[]> {
  return await db
    .selectFrom('usage_months as usage')
    .innerJoin('partners as partner', 'partner.id', 'usage.partner_id')
    .select((eb) => ['usage.month', eb.fn.sum<number>('usage.runs').as('runs')])
    .where('partner.distributor_id', '=', distributorId)
    .where('usage.month', '>=', from)
    .groupBy('usage.month')
    .execute()
}
