import type { Connection } from '../database.ts'
import { joinCalls } from './calls.ts'

/**
 * A lookup that joins the asks of one turn of the event loop into one statement, because sending a statement is the
 * most expensive part of a request. Each row has the `position` of its ask, counted from 1.
 */
export function joinLookups<A, R extends { position: number }>(
  select: (db: Connection, asks: readonly A[]) => Promise<readonly R[]>,
): (db: Connection, ask: A) => Promise<R | undefined> {
  const lookups = new WeakMap<Connection, (ask: A) => Promise<R | undefined>>()
  const open = (db: Connection): ((ask: A) => Promise<R | undefined>) =>
    joinCalls(async (asks) => {
      const found: (R | undefined)[] = asks.map(() => undefined)
      for (const row of await select(db, asks)) found[row.position - 1] = row
      return found
    })
  return (db, ask) => {
    const lookup = lookups.get(db) ?? open(db)
    lookups.set(db, lookup)
    return lookup(ask)
  }
}
