import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { isConflict, isDatabaseAway } from '../database/trouble.ts'

/** A limit that all processes on a database share. */
export interface SharedLimit {
  key: string
  /** Units that may be lent at the same time, including those that were returned within the window. */
  limit: number
  /** How long returned units still count. */
  windowMs: number
}

/** How many units a process needs at least, and how many it can use. */
export interface Wanted {
  min: number
  wanted: number
}

/** A lease, or when to ask again. */
export type LeaseAnswer = { id: string; units: number } | { waitMs: number }

export interface RateLeases {
  /** Lends units of a limit to this process alone. */
  lend(limit: SharedLimit, units: Wanted): Promise<LeaseAnswer>
  /** Returns a lease, of which `used` units were used, without waiting for the database. */
  giveBack(limit: SharedLimit, id: string, used: number): void
}

/**
 * If a process dies, its leases are not returned. Their units count for this long before their window begins: longer
 * than a lease can be used, including a longest request at its end.
 */
const MAX_LEASE_MS = 60_000
/** Other processes usually return their leases earlier, so a waiting process asks again after this time. */
const MAX_WAIT_MS = 500
const AWAY_WAIT_MS = 1_000

interface Ask {
  body: Wanted & { id: string; key: string; limit: number; countMs: number }
  answer: PromiseWithResolvers<LeaseAnswer>
}

interface Returned {
  id: string
  used: number
  windowMs: number
  /** Until then, the return is sent again if a statement fails; afterwards the lease soon expires anyway. */
  repeatUntilMs: number
}

/**
 * Lends from the database, in one statement at a time: the next statement has all requests and returns since the
 * previous one, so that many concurrent runs need few statements.
 */
export function createRateLeases(db: Database): RateLeases {
  let asks: Ask[] = []
  let returned: Returned[] = []
  let isBusy = false

  async function exchange(): Promise<void> {
    if (isBusy) return
    isBusy = true
    while (asks.length > 0 || returned.length > 0) {
      const [asked, back] = [asks, returned]
      asks = []
      returned = []
      try {
        const answers = await exchangeLeases(
          db,
          asked.map(({ body }) => body),
          back,
        )
        for (const { body, answer } of asked) answer.resolve(answers.get(body.id) ?? { waitMs: MAX_WAIT_MS })
      } catch (error) {
        const mayRepeat = isDatabaseAway(error) || isConflict(error)
        for (const { answer } of asked) {
          if (mayRepeat) answer.resolve({ waitMs: AWAY_WAIT_MS })
          else answer.reject(error)
        }
        if (!mayRepeat) continue
        // Perhaps only the answer was lost: then these units were lent, but are not used.
        const unused = asked.map(({ body }) => toReturned(body.id, { used: 0, windowMs: 0 }))
        returned = [...back, ...unused, ...returned].filter(({ repeatUntilMs }) => performance.now() < repeatUntilMs)
        await sleep(AWAY_WAIT_MS, undefined, { ref: false })
      }
    }
    isBusy = false
  }

  return {
    lend({ key, limit, windowMs }, { min, wanted }) {
      const answer = Promise.withResolvers<LeaseAnswer>()
      const body = { id: randomUUID(), key, limit, min, wanted, countMs: MAX_LEASE_MS + windowMs }
      asks.push({ body, answer })
      void exchange()
      return answer.promise
    },
    giveBack({ windowMs }, id, used) {
      returned.push(toReturned(id, { used, windowMs }))
      void exchange()
    },
  }
}

const toReturned = (id: string, how: { used: number; windowMs: number }): Returned => ({
  id,
  ...how,
  repeatUntilMs: performance.now() + MAX_LEASE_MS,
})

async function exchangeLeases(
  db: Database,
  asked: readonly Ask['body'][],
  returned: readonly Returned[],
): Promise<Map<string, LeaseAnswer>> {
  const { rows } = await sql<{ id: string; units: number; wait_ms: number }>`
    select id, units, wait_ms from exchange_rate_leases(${json(asked)}, ${json(returned)})`.execute(db)
  return new Map(
    rows.map(({ id, units, wait_ms }) => [id, units > 0 ? { id, units } : { waitMs: Math.min(wait_ms, MAX_WAIT_MS) }]),
  )
}

const json = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::json`

/** Deletes expired leases of unused limits, except those that an exchange is about to delete. */
export async function deleteOldRateLeases(db: Database): Promise<void> {
  await sql`delete from rate_leases where id = any(array(
    select id from rate_leases where counts_until < clock_timestamp() for update skip locked))`.execute(db)
}
