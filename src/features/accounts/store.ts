import { type Selectable, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { prepare } from '../../platform/database/statement.ts'
import type { Distributors } from '../../platform/database/tables.gen.ts'
import type { LogOwner } from '../events/rules.ts'

export async function findDistributor(db: Connection, id: string): Promise<Selectable<Distributors> | undefined> {
  return await db.selectFrom('distributors').selectAll().where('id', '=', id).executeTakeFirst()
}

const selectPartnerWithUsage = prepare<{ partnerId: string; month: string }>()((db, param) =>
  db
    .selectFrom('partners as partner')
    .select((eb) => [
      'partner.id',
      'partner.company',
      'partner.email',
      'partner.plan',
      'partner.status',
      'partner.created_at as createdAt',
      eb.fn
        .coalesce(
          eb
            .selectFrom('usage_months as usage')
            .select('usage.runs')
            .whereRef('usage.partner_id', '=', 'partner.id')
            .where('usage.month', '=', param('month')),
          eb.lit(0),
        )
        .as('runsUsed'),
      eb.fn
        .coalesce(
          eb
            .selectFrom('customer_counts as counted')
            .select('counted.customers')
            .whereRef('counted.partner_id', '=', 'partner.id'),
          eb.lit(0),
        )
        .as('customersCount'),
    ])
    .where('partner.id', '=', param('partnerId')),
)

/** One partner with its usage of a month. */
export async function findPartnerWithUsage(db: Connection, partnerId: string, month: string) {
  const [row] = await selectPartnerWithUsage(db, { partnerId, month })
  return row
}

export async function findPartnerOf(db: Connection, distributorId: string, id: string) {
  return await db
    .selectFrom('partners as partner')
    .leftJoin('subscriptions as subscription', 'subscription.partner_id', 'partner.id')
    .select(['partner.plan', 'partner.status', 'subscription.status as subscriptionStatus'])
    .where('partner.distributor_id', '=', distributorId)
    .where('partner.id', '=', id)
    .executeTakeFirst()
}

export async function findContactRow(
  db: Connection,
  accountId: string,
): Promise<{ company: string; email: string } | undefined> {
  return await db
    .selectFrom('partners')
    .select(['company', 'email'])
    .where('id', '=', accountId)
    .unionAll(db.selectFrom('distributors').select(['company', 'email']).where('id', '=', accountId))
    .executeTakeFirst()
}

/** The owner of an account: a partner with its distributor, or a distributor. */
export async function findOwner(db: Connection, accountId: string): Promise<LogOwner | undefined> {
  const { rows } = await sql<LogOwner>`
    select id as "partnerId", distributor_id as "distributorId" from partners where id = ${accountId}
    union all select null, id from distributors where id = ${accountId}`.execute(db)
  return rows[0]
}
