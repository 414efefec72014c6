import type { Connection } from '../../../platform/database/database.ts'
import { approvedAt } from '../../approvals/rules.ts'

/** A customer and when its tenant was approved for the partner, in one statement. */
export async function findCustomerToRead(db: Connection, partnerId: string, id: string) {
  return await db
    .selectFrom('customers')
    .select(['customers.id', 'customers.partner_id as partnerId', 'customers.tenant_id as tenantId'])
    .select(approvedAt('customers.partner_id', 'customers.tenant_id').as('approvedAt'))
    .where('customers.partner_id', '=', partnerId)
    .where('customers.id', '=', id)
    .executeTakeFirst()
}
