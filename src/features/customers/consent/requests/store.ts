import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { approvedAt } from '../../../approvals/rules.ts'

/**
 * The customers to ask, in the order of their names and locked against deletion, with whether they have approved
 * already.
 */
export async function lockCustomersToAsk(tx: Connection, partnerId: string, ids: readonly string[]) {
  return await tx
    .selectFrom('customers')
    .innerJoin('partners as partner', 'partner.id', 'customers.partner_id')
    .select(['customers.id', 'customers.name', 'customers.email'])
    .select(['partner.company as partnerName', 'partner.distributor_id as distributorId'])
    .select(sql<string>`lower(customers.tenant_id)`.as('tenantId'))
    .select(approvedAt('customers.partner_id', 'customers.tenant_id').as('approvedAt'))
    .where('customers.partner_id', '=', partnerId)
    .where('customers.id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy(sql`lower(customers.name)`)
    .orderBy('customers.id')
    .forKeyShare('customers')
    .execute()
}

export type AskedCustomer = Awaited<ReturnType<typeof lockCustomersToAsk>>[number]
