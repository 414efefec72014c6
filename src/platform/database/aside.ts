import type { Database } from './database.ts'
import { isDatabaseAway } from './trouble.ts'

const PAUSE_MS = 10_000

const pausedUntilMs = new WeakMap<Database, number>()

/**
 * Makes a write that a read does not depend on, such as when a key was last used. While the database accepts no changes, most
 * writes are skipped, because each failed one ends a connection. Never rejects.
 */
export async function writeAside(
  db: Database,
  write: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Promise<void> {
  if (performance.now() < (pausedUntilMs.get(db) ?? 0)) return
  try {
    await write()
  } catch (error) {
    if (isDatabaseAway(error)) pausedUntilMs.set(db, performance.now() + PAUSE_MS)
    else onError(error)
  }
}
