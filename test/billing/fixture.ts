import { sql } from 'kysely'
import type { App } from '../../src/app.ts'
import { createEmbeddedProcessor } from '../../src/features/billing/embedded/service.ts'
import type { Settlement } from '../../src/features/billing/rules.ts'
import { createSubscriptions } from '../../src/features/billing/subscriptions/service.ts'
import { createDistributor } from '../../src/features/distributors/service.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createLog } from '../../src/platform/log.ts'
import type { Actor } from '../../src/shared/actor.ts'
import { newId } from '../../src/shared/ids.ts'
import type { Plan } from '../../src/shared/plans.ts'
import { startApi } from '../harness/api.ts'
import { emptyDatabase } from '../harness/clean-database.ts'
import { openTestDatabase } from '../harness/database.ts'

/** The billing of a service with a clock that the test sets, on its own database. */
export interface BillingFixture extends AsyncDisposable {
  app: App
  db: Database
  databaseUrl: string
  clock: { now: Date }
  /** A partner, by default with a subscription from now on. */
  partner(
    plan: Plan,
    options?: { settlement?: Settlement; subscribed?: boolean; distributorId?: string },
  ): Promise<Actor>
  /** The id of a distributor. */
  distributor(): Promise<string>
  /** Another process of the same service. */
  another(): App
  /** All tables that a refused change must not touch. */
  state(): Promise<Record<string, unknown>>
  /** The partner's attempts with their outcomes, oldest first. */
  attempts(actor: Actor): Promise<{ outcome: string; message: string | null; authorKind: string }[]>
  /** Deletes everything and sets the clock back, for the next test. */
  clear(): Promise<void>
  /** Changes the partner's subscription directly, as an operator might. */
  setStatus(actor: Actor, status: string): Promise<void>
}

const TABLES = ['partners', 'subscriptions', 'credit_balances', 'invoices', 'invoice_lines', 'audit', 'events'] as const

export async function openBilling(start = '2027-05-01T00:00:00Z'): Promise<BillingFixture> {
  const clock = { now: new Date(start) }
  const api = await startApi({ now: () => clock.now })
  const { db } = api
  const others: { end(): Promise<void> }[] = []
  return {
    app: { ...api.app, log: createLog('silent') },
    db,
    databaseUrl: api.databaseUrl,
    clock,
    async partner(plan, { settlement, subscribed = true, distributorId } = {}) {
      const id = newId('prt')
      const at = clock.now
      const account = { company: 'Acme', email: 'a@acme.example', name: 'A', status: 'active' } as const
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('partners')
          .values({ id, plan, ...account, distributor_id: distributorId ?? null, created_at: at, updated_at: at })
          .execute()
        if (!subscribed) return
        await createSubscriptions(api.app, tx, [{ partnerId: id, plan, ...(settlement && { settlement }) }], at)
      })
      return {
        kind: 'partner',
        id,
        partnerId: id,
        distributorId: distributorId ?? null,
        plan,
        subscriptionStatus: subscribed ? 'active' : null,
      }
    },
    async distributor() {
      const account = { company: 'Ingram', email: 'ops@ingram.example' }
      return (await createDistributor(api.app, { kind: 'operator', id: 'test' }, account)).id
    },
    another() {
      const { db: other, pool } = openTestDatabase(api.databaseUrl, { poolSize: 10 })
      others.push(pool)
      return { ...api.app, db: other, processors: { embedded: createEmbeddedProcessor(other), timeoutMs: 20_000 } }
    },
    async state() {
      const tables = TABLES.map(async (table): Promise<[string, unknown]> => {
        const { rows } = await sql`select * from ${sql.table(table)} order by 1, 2, 3`.execute(db)
        return [table, rows]
      })
      return Object.fromEntries(await Promise.all(tables))
    },
    async attempts(actor) {
      const { rows } = await sql<{ outcome: string; message: string | null; authorKind: string }>`
        select outcome, message, author_kind as "authorKind" from plan_changes
        where partner_id = ${actor.partnerId} order by id`.execute(db)
      return rows
    },
    async clear() {
      clock.now = new Date(start)
      await emptyDatabase(api.databaseUrl)
    },
    async setStatus(actor, status) {
      await sql`update subscriptions set status = ${status}::subscription_status where partner_id = ${actor.partnerId}`.execute(
        db,
      )
    },
    async [Symbol.asyncDispose]() {
      for (const other of others) await other.end()
      await api[Symbol.asyncDispose]()
    },
  }
}
