import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { prepare } from '../../../platform/database/statement.ts'
import type { KnownCustomer } from './rules.ts'

const selectKnown = prepare<{ partnerId: string; tenantIds: readonly string[] }>()(
  (_, param) => sql<{ customers: number; known: KnownCustomer[] }>`
    select
      coalesce((select customers from customer_counts where partner_id = ${param('partnerId')}), 0) as customers,
      (select coalesce(json_agg(customer), '[]') from (
        select distinct on (lower(tenant_id)) id, name, lower(tenant_id) as "tenantId" from customers
        where partner_id = ${param('partnerId')} and lower(tenant_id) = any(${param('tenantIds')}::text[])
        order by lower(tenant_id), created_at, id) as customer) as known`,
)

/** How many customers the partner has, and the oldest of each of these tenants, given in lower case. */
export async function findKnownTenants(
  db: Connection,
  partnerId: string,
  tenantIds: readonly string[],
): Promise<{ customers: number; known: KnownCustomer[] }> {
  const [row] = await selectKnown(db, { partnerId, tenantIds })
  return row ?? { customers: 0, known: [] }
}
