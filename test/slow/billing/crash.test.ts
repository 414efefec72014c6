import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { App } from '../../../src/app.ts'
import { LEASE_MS } from '../../../src/features/billing/changes/pending/rules.ts'
import { reconcilePlanChanges } from '../../../src/features/billing/changes/pending/service.ts'
import { changePlan } from '../../../src/features/billing/changes/service.ts'
import { effectiveRunsLimit } from '../../../src/features/billing/rules.ts'
import { getSubscription } from '../../../src/features/billing/subscriptions/service.ts'
import { createLog } from '../../../src/platform/log.ts'
import type { Actor } from '../../../src/shared/actor.ts'
import { runUntilKilled } from '../../billing/ticking.ts'
import { SECRET_KEY, startApi } from '../../harness/api.ts'
import { eventually } from '../../runs/eventually.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

const CHILD = fileURLToPath(new URL('change-in-process.ts', import.meta.url))
const later: App = { ...api.app, log: createLog('error'), now: () => new Date(Date.now() + LEASE_MS) }
const WANTED = { plan: 'enterprise' }
const under = (actor: Actor) => ({
  idempotency: { accountId: actor.partnerId, route: '/plan', key: 'a', requestHash: Buffer.from('body') },
})

/** After the kill: one run of the repair, the same call again, and everything is there once. */
async function assertWhole(actor: Actor, wherever: string): Promise<void> {
  await eventually('the server has ended the transactions of the process', async () => {
    const { rows } = await sql`select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and pid <> pg_backend_pid()`.execute(api.db)
    return rows.length === 0
  })
  const { rows: pending } = await sql`select from plan_changes where partner_id = ${actor.partnerId} and
    outcome = 'pending'`.execute(api.db)
  assert.equal(await reconcilePlanChanges(later), pending.length, wherever)
  const planOf = async () =>
    await api.db.selectFrom('partners').select('plan').where('id', '=', actor.partnerId).executeTakeFirstOrThrow()
  if (pending.length > 0) assert.equal((await planOf()).plan, 'enterprise', wherever)
  let replays = 0
  const { idempotency } = under(actor)
  const again = { idempotency: { ...idempotency, onReplay: () => replays++ } }
  const answers = [await changePlan(api.app, actor, WANTED, again), await changePlan(api.app, actor, WANTED, again)]
  assert.ok(replays === 2 || pending.length === 0, wherever)
  assert.equal(JSON.stringify(answers[1]), JSON.stringify(answers[0]), wherever)
  assert.equal((await planOf()).plan, 'enterprise', wherever)
  const subscription = await getSubscription(api.app, actor)
  assert.ok(subscription)
  assert.equal(effectiveRunsLimit(subscription.plan, subscription.status), -1)
  const { rows } = await sql`select
    (select count(*) from audit where subject = ${actor.partnerId} and action = 'plan.changed') as audits,
    (select count(*) from invoice_lines where partner_id = ${actor.partnerId} and change_id is not null) as lines,
    (select count(*) from notices where partner_id = ${actor.partnerId} and kind = 'plan-changed') as notices,
    (select count(*) from plan_changes where partner_id = ${actor.partnerId}) as attempts`.execute(api.db)
  assert.deepEqual(rows, [{ audits: 1, lines: 2, notices: 1, attempts: 1 }], wherever)
}

test('a change whose process stops at any statement or call is consistent after one reconciliation', async () => {
  let killAt = 1
  let stages = 0
  for (; ; killAt++) {
    const actor = await api.partner(`stopped-${killAt}`, 'starter')
    const isKilled = await runUntilKilled(api.app, { databaseUrl: api.databaseUrl, killAt }, (app) =>
      changePlan(app, actor, WANTED, under(actor)),
    )
    if (!isKilled) break
    const { rows } =
      await sql`select from plan_changes where partner_id = ${actor.partnerId} and outcome = 'pending'`.execute(api.db)
    stages += rows.length
    await assertWhole(actor, `at tick ${killAt}`)
  }
  assert.ok(killAt > 40, `only ${killAt} ticks`)
  assert.ok(stages > 15, `only ${stages} kills left a pending change`)
})

test('a change whose process is killed is consistent after one reconciliation', async () => {
  for (let killAt = 5; ; killAt += 9) {
    const actor = await api.partner(`killed-${killAt}`, 'starter')
    const asked = { url: api.databaseUrl, secret: SECRET_KEY, actor, key: 'a', killAt, ...WANTED }
    const child = spawn(process.execPath, [CHILD, JSON.stringify(asked)], { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code, signal] = await once(child, 'exit')
    if (signal !== 'SIGKILL') {
      assert.equal(code, 0)
      break
    }
    await assertWhole(actor, `killed at ${killAt}`)
  }
})
