import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { prepare } from '../../../platform/database/statement.ts'
import { approvedAt } from '../../approvals/rules.ts'
import type { PortfolioRows } from './rules.ts'

/** Scores of each product and customer: a line through more of them would be too small to read. */
const SCORES = 6

/**
 * One statement, so that all of it is of one point in time. For each customer and product it reads the newest few entries of one
 * index, so that its time depends on neither the age of the account nor other partners.
 */
const selectPortfolio = prepare<{ partnerId: string; products: readonly string[]; max: number; failedSince: Date }>()(
  (_, param) => sql<PortfolioRows>`
    with listed as materialized (
      select id, name, ${approvedAt('customer.partner_id', 'customer.tenant_id')} is not null as "isApproved", created_at
      from customers as customer where partner_id = ${param('partnerId')}
      order by created_at desc, id desc limit ${param('max')}::integer
    ), states as (
      select listed.id as customer_id, product,
        (select open from open_questions where customer_id = listed.id and open_questions.product = asked.product) as questions,
        newest.*,
        (select json_agg(json_build_array(score, score_ceiling)) from (
          select score, score_ceiling from runs where customer_id = listed.id and runs.product = asked.product and status = 'completed'
          order by created_at desc, id desc limit ${sql.lit(SCORES)}) as scored) as scores
      from listed cross join unnest(${param('products')}::text[]) as asked (product) left join lateral (
        select score_ceiling, coverage, maturity_achieved, maturity_target, critical, high, critical + high + medium + low as findings, completed_at, created_at
        from runs where customer_id = listed.id and runs.product = asked.product and status = 'completed'
        order by created_at desc, id desc limit 1) as newest on true
    )
    select
      coalesce((select customers from customer_counts where partner_id = ${param('partnerId')}), 0) as total,
      (select coalesce(json_agg(json_build_array(id, name, "isApproved") order by created_at desc, id desc), '[]')
        from listed) as customers,
      (select coalesce(json_agg(json_build_array(id, name, members) order by lower(name)), '[]') from (
        select id, name, coalesce((select json_agg(customer_id order by customer_id) from customer_group_members
          where group_id = customer_groups.id), '[]') as members
        from customer_groups where partner_id = ${param('partnerId')}) as labelled) as groups,
      (select coalesce(json_agg(json_build_array(customer_id, product, scores, score_ceiling, coverage,
          maturity_achieved, maturity_target, critical, high, extract(epoch from completed_at),
          findings, extract(epoch from created_at))), '[]')
        from states where completed_at is not null) as results,
      (select coalesce(json_agg(json_build_array(customer_id, product, questions)), '[]')
        from states where questions is not null) as questions,
      (select coalesce(json_agg(json_build_array(customer_id, product, id, progress_done, progress_of) order by id), '[]')
        from runs where partner_id = ${param('partnerId')} and status in ('queued', 'running')) as runs,
      (select coalesce(json_agg(json_build_array(customer_id, product, failure_code, extract(epoch from created_at))), '[]')
        from (
          select distinct on (customer_id, product) customer_id, product, failure_code, created_at
          from runs where partner_id = ${param('partnerId')} and status = 'failed'
            and created_at >= ${param('failedSince')}
          order by customer_id, product, created_at desc, id desc) as failed) as failures`,
)

/** Everything that the partner's list of customers shows, of at most `max` customers, the newest ones, and of these products. */
export async function findPortfolio(
  db: Connection,
  partnerId: string,
  wanted: { products: readonly string[]; max: number; failedSince: Date },
): Promise<PortfolioRows> {
  const [row] = await selectPortfolio(db, { partnerId, ...wanted })
  if (!row) throw new Error('the statement returned no row')
  return row
}
