import type { Database } from './database.ts'
import { isDatabaseAway } from './trouble.ts'

const MAX_JOINED = 500

/**
 * Writes of one kind that wait for the statement in progress, by what they change; only the last write of each is made.
 */
interface OpenWrites<W> {
  open: Map<string, W>
  isBusy: boolean
}

/**
 * Makes writes of one kind with `writeAside`, in one statement at a time: the next statement makes all writes that were
 * requested during the current one. `key` identifies what a write changes.
 */
export function joinWritesAside<W>(
  write: (db: Database, writes: readonly W[]) => Promise<unknown>,
): (db: Database, key: string, wanted: W, onError: (error: unknown) => void) => void {
  const writes = new WeakMap<Database, OpenWrites<W>>()
  const writeAll = async (db: Database, own: OpenWrites<W>, onError: (error: unknown) => void): Promise<void> => {
    own.isBusy = true
    while (own.open.size > 0) {
      const next = [...own.open].slice(0, MAX_JOINED)
      for (const [key] of next) own.open.delete(key)
      const joined = next.map(([, wanted]) => wanted)
      await writeAside(db, () => write(db, joined), onError)
    }
    own.isBusy = false
  }
  return (db, key, wanted, onError) => {
    const own = writes.get(db) ?? { open: new Map(), isBusy: false }
    writes.set(db, own)
    own.open.set(key, wanted)
    if (!own.isBusy) void writeAll(db, own, onError)
  }
}

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
