import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../src/platform/database/database.ts'
import { makeActivePartner } from '../harness/accounts.ts'
import { makeCustomer, makeRun, TENANT } from '../harness/answers.ts'
import type { Api } from '../harness/api.ts'
import type { Answer, CallOptions, Client, Json } from '../harness/client.ts'

export const under = (key: string): CallOptions => ({ headers: { 'Idempotency-Key': key } })
export const isReplay = ({ headers }: Answer): boolean => headers['idempotency-replayed'] === 'true'
export const outcome = ({ status, body }: Answer): unknown => [status, body]

/** Returns a function that counts the rows of every table except the stored outcomes, in one statement. */
export async function openTableCounts(owner: Database): Promise<() => Promise<Json>> {
  const counts = await prepareCounts(owner)
  return async () => {
    const { rows } = await counts.execute(owner)
    return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
  }
}

async function prepareCounts(owner: Database): Promise<RawBuilder<{ name: string; n: number }>> {
  const { rows } = await sql<{ name: string }>`select table_schema || '.' || table_name as name
    from information_schema.tables where table_type = 'BASE TABLE'
      and table_schema in ('public', 'graphile_worker') and table_name <> 'idempotency_keys'`.execute(owner)
  const counts = rows.map(({ name }) => sql`select ${sql.lit(name)} as name, count(*) as n from ${sql.raw(name)}`)
  return sql`${sql.join(counts, sql` union all `)}`
}

export interface World {
  distributor: Client & { id: string }
  partner: Client
  id: string
  customerId: string
  runId: string
}

let worlds = 0

/** A distributor with an active partner, whose customer has had a run. */
export async function createWorld(api: Api): Promise<World> {
  const distributor = await api.distributor(`distributor-${++worlds}`)
  const { id, client } = await makeActivePartner(api, distributor)
  const customerId = await makeCustomer(client)
  return { distributor, partner: client, id, customerId, runId: await makeRun(client, customerId) }
}

export const customer = { name: 'N', tenantId: TENANT, email: 'a@b.example' }
export const run = ({ customerId }: World) => ({ customerId, product: 'essential-eight' })
