import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { LogScope } from '../../events/rules.ts'

/** What an id in the trail is called. */
export interface NamedRow {
  kind: 'person' | 'customer' | 'run' | 'partner'
  id: string
  /** Null for a person of another account who never visited this one: only their company is shown. */
  name: string | null
  /** Of a run its product, of a person their company. */
  detail: string | null
}

/** The names of people, customers, runs and partners by their ids, as far as the account may see them; in one statement. */
export async function listNames(db: Connection, scope: LogScope, ids: readonly string[]): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select 'person' as kind, person.id, case when ${ownerOf(scope)} then person.name else ${visitorName(scope)} end as name,
      coalesce(partner.company, distributor.company) as detail
    from people as person
    left join partners as partner on partner.id = person.partner_id
    left join distributors as distributor on distributor.id = person.distributor_id
    where person.id = any(${ids}::text[])
    union all
    select 'customer', customer.id, customer.name, null from customers as customer
    where customer.id = any(${ids}::text[]) and ${within(scope, sql`customer.partner_id`)}
    union all
    select 'run', run.id, customer.name, run.product
    from runs as run join customers as customer on customer.id = run.customer_id
    where run.id = any(${ids}::text[]) and ${within(scope, sql`run.partner_id`)}
    union all
    select 'partner', partner.id, partner.company, null from partners as partner
    where partner.id = any(${ids}::text[]) and ${within(scope, sql`partner.id`)}`.execute(db)
  return rows
}

/** Whether the row called `person` belongs to the account itself. */
const ownerOf = (scope: LogScope): RawBuilder<unknown> =>
  'partnerId' in scope
    ? sql`coalesce(person.partner_id = ${scope.partnerId}, false)`
    : sql`coalesce(person.distributor_id = ${scope.distributorId}, false)`

/** The name of the row called `person`, if it visited the partner: as the partner saw it in the newest visit. */
const visitorName = (scope: LogScope): RawBuilder<unknown> =>
  'partnerId' in scope
    ? sql`(select visit.person_name || ' of ' || distributor.company from partner_visits as visit
        where visit.partner_id = ${scope.partnerId} and visit.person_id = person.id
        order by visit.started_at desc limit 1)`
    : sql`null`

/** Whether a column with a partner's id names the account, or one of its partners. */
const within = (scope: LogScope, column: RawBuilder<unknown>): RawBuilder<unknown> =>
  'partnerId' in scope
    ? sql`${column} = ${scope.partnerId}`
    : sql`${column} in (select id from partners where distributor_id = ${scope.distributorId})`
