import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { prepare } from '../../platform/database/statement.ts'
import type { AccountStatus } from '../../platform/database/tables.gen.ts'
import { monthOf } from '../../shared/dates/month.ts'
import type { ListPosition } from '../../shared/pagination.ts'
import type { CustomerRow } from './rules.ts'

const COLUMNS = [
  'customers.id',
  'customers.partner_id as partnerId',
  'customers.name',
  'customers.tenant_id as tenantId',
  'customers.email',
  'customers.receivers',
  'customers.questionnaire_recipients as questionnaireRecipients',
  'customers.created_at as createdAt',
  'customers.updated_at as updatedAt',
] as const

const RECENT_RUNS = 10

/**
 * Inserts customers of one partner, as many as its limit allows, in their order; returns how many. The lock on the partner's
 * counter serializes parallel calls, so the limit is exact.
 */
export async function insertCustomers(tx: Connection, rows: readonly CustomerRow[], limit: number): Promise<number> {
  const partnerId = rows[0]?.partnerId
  if (partnerId === undefined) return 0
  if (await insertAllCustomers(tx, partnerId, rows, limit)) return rows.length
  const fitting = rows.slice(0, Math.max(0, limit - (await lockCustomerCount(tx, partnerId))))
  if (fitting.length > 0) await insertAllCustomers(tx, partnerId, fitting, limit)
  return fitting.length
}

/** One text for any number of rows, so that it is prepared once; the rows are one parameter. */
const countAndInsert = prepare<{ partnerId: string; count: number; limit: number; rows: string }>()(
  (_, param) =>
    sql<{ id: string }>`
    with counted as (
      insert into customer_counts as stored (partner_id, customers)
      select ${param('partnerId')}, ${param('count')}::integer where ${param('count')}::integer <= ${param('limit')}::integer
      on conflict (partner_id) do update set customers = stored.customers + excluded.customers
      where stored.customers + excluded.customers <= ${param('limit')}::integer
      returning stored.partner_id
    )
    insert into customers (
      id, partner_id, name, tenant_id, email, receivers, questionnaire_recipients, created_at, updated_at)
    select item.id, counted.partner_id, item.name, item."tenantId", item.email, item.receivers,
      item."questionnaireRecipients", item."createdAt", item."updatedAt"
    from counted cross join json_to_recordset(${param('rows')}::json) as item (
      id text, name text, "tenantId" text, email text, receivers text[], "questionnaireRecipients" text[],
      "createdAt" timestamptz, "updatedAt" timestamptz)
    returning id`,
)

/** Counts and inserts all of them, or none if the limit does not allow all, in one statement. */
async function insertAllCustomers(
  tx: Connection,
  partnerId: string,
  rows: readonly CustomerRow[],
  limit: number,
): Promise<boolean> {
  const inserted = await countAndInsert(tx, { partnerId, count: rows.length, limit, rows: JSON.stringify(rows) })
  return inserted.length > 0
}

/** How many customers the partner has. Locks the counter, so that none is added or deleted. */
async function lockCustomerCount(tx: Connection, partnerId: string): Promise<number> {
  const row = await tx
    .selectFrom('customer_counts')
    .select('customers')
    .where('partner_id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.customers ?? 0
}

/** A customer with the status of its partner. */
export type LockedCustomer = CustomerRow & { partnerStatus: AccountStatus }

const selectLockedCustomer = prepare<{ partnerId: string; id: string }>()((db, param) =>
  db
    .selectFrom('customers')
    .innerJoin('partners as partner', 'partner.id', 'customers.partner_id')
    .select(COLUMNS)
    .select('partner.status as partnerStatus')
    .where('customers.partner_id', '=', param('partnerId'))
    .where('customers.id', '=', param('id'))
    .forKeyShare(),
)

/**
 * Locks a customer against deletion and its partner against suspension, so that rows can refer to it and the partner's status
 * stays valid.
 */
export async function lockCustomerForReference(
  tx: Connection,
  partnerId: string,
  id: string,
): Promise<LockedCustomer | undefined> {
  const [row] = await selectLockedCustomer(tx, { partnerId, id })
  return row
}

/** Which of these ids are customers of the partner, locked in the same way. */
export async function lockKnownCustomers(tx: Connection, partnerId: string, ids: readonly string[]) {
  return await tx
    .selectFrom('customers')
    .innerJoin('partners as partner', 'partner.id', 'customers.partner_id')
    .select(['customers.id', 'partner.status as partnerStatus'])
    .where('customers.partner_id', '=', partnerId)
    .where('customers.id', '=', sql<string>`any(${ids}::text[])`)
    .forKeyShare()
    .execute()
}

/** Locks a customer against changes and deletion. */
export async function lockCustomer(tx: Connection, partnerId: string, id: string): Promise<CustomerRow | undefined> {
  return await tx
    .selectFrom('customers')
    .select(COLUMNS)
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Serializes the strict registrations of a partner, so that none of two for one tenant misses the other. */
export async function lockTenants(tx: Connection, partnerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tenants ${partnerId}`}, 0))`.execute(tx)
}

/** The partner's customers of these tenants, given in lower case, oldest first. */
export async function listCustomersOfTenants(tx: Connection, partnerId: string, tenantIds: readonly string[]) {
  return await tx
    .selectFrom('customers')
    .select(['id', sql<string>`lower(tenant_id)`.as('tenantId')])
    .where('partner_id', '=', partnerId)
    .where(sql<string>`lower(tenant_id)`, '=', sql<string>`any(${tenantIds}::text[])`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

const selectCustomerWithRuns = prepare<{ partnerId: string; id: string }>()((db, param) =>
  db
    .selectFrom('customers')
    .select(COLUMNS)
    .select(
      sql<{ id: string; product: string; status: string; completedAt: string | null }[]>`(
        select coalesce(json_agg(run), '[]') from (
          select id, product, status, completed_at as "completedAt" from runs where customer_id = customers.id
          order by created_at desc, id desc limit ${sql.lit(RECENT_RUNS)}) as run)`.as('recentRuns'),
    )
    .where('partner_id', '=', param('partnerId'))
    .where('id', '=', param('id')),
)

/** A customer with its newest runs, in one statement. The only query here on another feature's table. */
export async function findCustomerWithRuns(db: Connection, partnerId: string, id: string) {
  const [row] = await selectCustomerWithRuns(db, { partnerId, id })
  return row
}

/** The partner of any customer: the caller must compare it with the one who asks. */
export async function findCustomersPartner(db: Connection, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('customers').select('partner_id').where('id', '=', id).executeTakeFirst()
  return row?.partner_id
}

/**
 * Customers, newest first; with `text`, those that contain it. A partner has at most some thousand customers, which an index finds:
 * another index for a search within them would slow every write down, and needs an extension.
 */
export async function listCustomers(
  db: Connection,
  partnerId: string,
  text: string | undefined,
  page: { limit?: number; after?: ListPosition },
) {
  return await db
    .selectFrom('customers')
    .select(['id', 'name', 'tenant_id as tenantId', 'email', 'created_at as createdAt'])
    .where('partner_id', '=', partnerId)
    .$if(text !== undefined, (query) =>
      query.where(
        // Neither the text nor what is searched contains line breaks, so that the text is found within one value only.
        sql<boolean>`strpos(
          lower(concat_ws(e'\n', name, tenant_id, email, array_to_string(receivers || questionnaire_recipients, e'\n'))),
          lower(${text}::text)) > 0`,
      ),
    )
    .$if(page.after !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(new Date(page.after?.createdAt ?? ''), page.after?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$if(page.limit !== undefined, (query) => query.limit(page.limit ?? 0))
    .execute()
}

export async function updateCustomer(tx: Connection, row: CustomerRow): Promise<void> {
  await tx
    .updateTable('customers')
    .set({
      name: row.name,
      tenant_id: row.tenantId,
      email: row.email,
      receivers: row.receivers,
      questionnaire_recipients: row.questionnaireRecipients,
      updated_at: row.updatedAt,
    })
    .where('partner_id', '=', row.partnerId)
    .where('id', '=', row.id)
    .execute()
}

/** Deletes the customer with the jobs of its runs and, by foreign keys, its runs and results. */
export async function deleteCustomerRow(tx: Connection, row: CustomerRow, at: Date): Promise<void> {
  const { id, partnerId } = row
  const [created, deleted] = [monthOf(row.createdAt), monthOf(at)]
  // Lock each run before its job, as everywhere else: otherwise canceling or ending a run could deadlock.
  await sql`select graphile_worker.remove_job(id) from (
    select id from runs where customer_id = ${id} and status in ('queued', 'running') order by id for update) as run`.execute(
    tx,
  )
  if (created < deleted) {
    await tx
      .insertInto('deleted_customers')
      .values({ partner_id: partnerId, created_month: created, deleted_month: deleted, customers: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['partner_id', 'created_month', 'deleted_month'])
          .doUpdateSet((eb) => ({ customers: eb('deleted_customers.customers', '+', 1) })),
      )
      .execute()
  }
  await tx.deleteFrom('customers').where('partner_id', '=', partnerId).where('id', '=', id).execute()
  // Last, so that the counter is locked as briefly as possible.
  await tx
    .updateTable('customer_counts')
    .set((eb) => ({ customers: eb('customers', '-', 1) }))
    .where('partner_id', '=', partnerId)
    .execute()
}
