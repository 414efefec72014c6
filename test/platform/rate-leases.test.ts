import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { createRateLeases, deleteOldRateLeases } from '../../src/platform/rates/leases.ts'
import { createTestDatabase, openTestDatabase } from '../harness/database.ts'

const POOL_SIZE = 10

async function openLeases() {
  const database = await createTestDatabase()
  const { db, pool } = openTestDatabase(database.serviceUrl, { poolSize: POOL_SIZE })
  return {
    db,
    url: database.serviceUrl,
    async [Symbol.asyncDispose]() {
      await pool.end()
      await database[Symbol.asyncDispose]()
    },
  }
}

interface Exchange {
  /** Keys to lend of. */
  keys: readonly string[]
  returned?: readonly string[]
  limit?: number
  countMs?: number
}

async function exchange(db: Database, { keys, returned = [], limit = 10, countMs = 60_000 }: Exchange) {
  const asked = keys.map((key) => ({ id: randomUUID(), key, limit, min: 1, wanted: 1, countMs }))
  const back = returned.map((id) => ({ id, used: 1, windowMs: 1 }))
  const { rows } = await sql<{ id: string; units: number }>`
    select id, units from exchange_rate_leases(${JSON.stringify(asked)}::json, ${JSON.stringify(back)}::json)`.execute(
    db,
  )
  return rows
}

/** Waits until this many connections wait for a lock in this database. */
async function untilWaiting(db: Database, wanted: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows[0]?.waiting === wanted) return
    await sleep(5)
  }
}

const lock = (key: string) => sql`select pg_advisory_xact_lock(hashtextextended(${key}, 2))`

test('the return of an expired lease and a call that deletes it never deadlock', async () => {
  await using leases = await openLeases()
  const { db } = leases
  // The keys in the order of their locks.
  const { rows } = await sql<{ key: string }>`
    select key from unnest(array['a', 'b']) as key order by hashtextextended(key, 2)`.execute(db)
  const [first = '', second = ''] = rows.map(({ key }) => key)
  const [expired] = await exchange(db, { keys: [second], countMs: 1 })
  await sleep(10)
  const { calls } = await db.transaction().execute(async (tx) => {
    await lock(first).execute(tx)
    const deleting = exchange(db, { keys: [first, second] })
    await untilWaiting(db, 1)
    const returning = exchange(db, { keys: [first], returned: [expired?.id ?? ''] })
    await untilWaiting(db, 2)
    return { calls: Promise.allSettled([deleting, returning]) }
  })
  for (const call of await calls) assert.equal(call.status, 'fulfilled', 'reason' in call ? String(call.reason) : '')
})

test('many exchanges of the same keys in any order, with late returns and expiry, never deadlock', async () => {
  await using leases = await openLeases()
  const { db } = leases
  const keys = ['a', 'b', 'c', 'd', 'e']
  const failures: string[] = []
  let lent = 0
  const work = async (seed: number): Promise<void> => {
    let leased: string[] = []
    for (let round = 0; round < 60 && failures.length === 0; round++) {
      const shuffled = keys.toSorted((a, b) => order(a, seed + round) - order(b, seed + round)).slice(0, 3)
      try {
        const rows = await exchange(db, { keys: shuffled, returned: leased, limit: 40, countMs: 1 })
        leased = rows.filter(({ units }) => units > 0).map(({ id }) => id)
        lent += leased.length
        if (round % 10 === 0) await deleteOldRateLeases(db)
      } catch (error) {
        failures.push(String(error))
      }
    }
  }
  await Promise.all(Array.from({ length: POOL_SIZE }, (_, n) => work(n * 7)))
  assert.deepEqual(failures, [])
  assert.ok(lent > 1_000, `${lent} were lent`)
})

const order = (key: string, seed: number): number => (key.charCodeAt(0) * 31 + seed * 17) % 7

test('units that a failed statement should have returned are returned by a later one', {
  timeout: 20_000,
}, async () => {
  await using leases = await openLeases()
  const { db } = leases
  const impatient = openDatabase(`${leases.url}?options=-c%20lock_timeout%3D50`, { poolSize: 1, onError: () => {} })
  try {
    const [one, other] = [createRateLeases(impatient.db), createRateLeases(db)]
    const limit = { key: 'a', limit: 10, windowMs: 600_000 }
    const lease = await one.lend(limit, { min: 1, wanted: 10 })
    assert.ok('id' in lease)
    await db.transaction().execute(async (tx) => {
      await lock('a').execute(tx)
      one.giveBack(limit, lease.id, 0)
      assert.deepEqual(await one.lend(limit, { min: 1, wanted: 1 }), { waitMs: 1_000 })
    })
    while ('waitMs' in (await other.lend(limit, { min: 10, wanted: 10 }))) await sleep(20)
  } finally {
    await impatient.pool.end()
  }
})
