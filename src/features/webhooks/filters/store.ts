import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { ChannelFilter } from '../channels/rules.ts'

/** The customers and groups of each endpoint that names any, by the ids of endpoints. */
export async function listFilters(db: Connection, endpointIds: readonly string[]): Promise<Map<string, ChannelFilter>> {
  const { rows } = await sql<ChannelFilter & { endpointId: string }>`
    select endpoint.id as "endpointId",
      array(select customer_id from webhook_customers where endpoint_id = endpoint.id order by 1) as customers,
      array(select group_id from webhook_groups where endpoint_id = endpoint.id order by 1) as groups
    from webhook_endpoints as endpoint where endpoint.id = any(${endpointIds}::text[]) and endpoint.is_filtered`.execute(
    db,
  )
  return new Map(rows.map(({ endpointId, ...filter }) => [endpointId, filter]))
}

/** Replaces the filter of an endpoint by those of these customers and groups that exist; returns how many do. */
export async function updateFilter(
  tx: Connection,
  { endpointId, partnerId }: { endpointId: string; partnerId: string },
  { customers, groups }: ChannelFilter,
): Promise<number> {
  await sql`delete from webhook_customers where endpoint_id = ${endpointId}`.execute(tx)
  await sql`delete from webhook_groups where endpoint_id = ${endpointId}`.execute(tx)
  const named = await sql`
    insert into webhook_customers (endpoint_id, customer_id)
    select ${endpointId}, id from customers where partner_id = ${partnerId} and id = any(${customers}::text[])`.execute(
    tx,
  )
  const grouped = await sql`
    insert into webhook_groups (endpoint_id, group_id)
    select ${endpointId}, id from customer_groups where partner_id = ${partnerId} and id = any(${groups}::text[])`.execute(
    tx,
  )
  return Number(named.numAffectedRows ?? 0) + Number(grouped.numAffectedRows ?? 0)
}
