import type { Database } from './database.ts'
import { isDatabaseAway } from './trouble.ts'

const PAUSE_MS = 10_000

const pausedUntilMs = new WeakMap<Database, number>()

/**
 * Writes what a read can do without, such as when a key was last used. While the database accepts no changes it is tried now
 * and then only, because each failed write ends a connection. Never rejects.
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
