import { sql } from 'kysely'
import type { Place } from '../../ground/page.ts'
import type { AccountStatus } from '../../ground/tables.ts'
import type { Connection } from '../../platform/database.ts'
import { prepare } from '../../platform/statement.ts'
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

export async function insertCustomers(tx: Connection, rows: readonly CustomerRow[]): Promise<void> {
  await tx
    .insertInto('customers')
    .values(
      rows.map((row) => ({
        id: row.id,
        partner_id: row.partnerId,
        name: row.name,
        tenant_id: row.tenantId,
        email: row.email,
        receivers: row.receivers,
        questionnaire_recipients: row.questionnaireRecipients,
        created_at: row.createdAt,
        updated_at: row.updatedAt,
      })),
    )
    .execute()
}

/** A customer with the status of its partner. */
export type HeldCustomer = CustomerRow & { partnerStatus: AccountStatus }

const selectHeldCustomer = prepare<{ partnerId: string; id: string }>()((db, param) =>
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
 * The customer, and nobody deletes it, nor suspends its partner, until the transaction ends: what is about to refer to
 * it finds it there, and the partner's status stands.
 */
export async function holdCustomer(tx: Connection, partnerId: string, id: string): Promise<HeldCustomer | undefined> {
  const [row] = await selectHeldCustomer(tx, { partnerId, id })
  return row
}

/** Which of these ids are customers of the partner, held in the same way. */
export async function holdKnownCustomers(tx: Connection, partnerId: string, ids: readonly string[]) {
  return await tx
    .selectFrom('customers')
    .innerJoin('partners as partner', 'partner.id', 'customers.partner_id')
    .select(['customers.id', 'partner.status as partnerStatus'])
    .where('customers.partner_id', '=', partnerId)
    .where('customers.id', '=', sql<string>`any(${ids}::text[])`)
    .forKeyShare()
    .execute()
}

/** The customer, and nobody else changes or deletes it until the transaction ends. */
export async function lockCustomer(tx: Connection, partnerId: string, id: string): Promise<CustomerRow | undefined> {
  return await tx
    .selectFrom('customers')
    .select(COLUMNS)
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
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

/** A customer with its newest runs, in one statement: this is the one place that reads another feature's table. */
export async function findCustomerWithRuns(db: Connection, partnerId: string, id: string) {
  const [row] = await selectCustomerWithRuns(db, { partnerId, id })
  return row
}

export async function listCustomers(db: Connection, partnerId: string, page: { limit?: number; after?: Place }) {
  return await db
    .selectFrom('customers')
    .select(['id', 'name', 'tenant_id as tenantId', 'email', 'created_at as createdAt'])
    .where('partner_id', '=', partnerId)
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

/** Deletes the customer and, by the foreign keys, its runs and results; jobs that wait for those runs go with them. */
export async function deleteCustomerRow(tx: Connection, row: CustomerRow, at: Date): Promise<void> {
  const { id, partnerId, createdAt } = row
  // Each run is locked before its job, as everywhere: a run that is canceled or ends meanwhile would be a deadlock.
  await sql`select graphile_worker.remove_job(id) from (
    select id from runs where customer_id = ${id} and status in ('queued', 'running') order by id for update) as run`.execute(
    tx,
  )
  await tx
    .insertInto('deleted_customers')
    .values({ partner_id: partnerId, created_at: createdAt, deleted_at: at })
    .execute()
  await tx.deleteFrom('customers').where('partner_id', '=', partnerId).where('id', '=', id).execute()
}
