import type { SnapshotResponse } from '../../engine/model/snapshot.ts'
import type { Clock } from '../transport/time-limits.ts'
import type { Checkpoint, Continuation, ReadPiece } from './checkpoint.ts'
import { CheckpointWriter } from './checkpoint-writer.ts'

/** What earlier collections of the run have read, and what this one stores for later ones. */
export interface Journal {
  /** The response, if an earlier collection read it completely. */
  finished(key: string): SnapshotResponse | undefined
  /** The items of a list that an earlier collection read in part, and where it continues. */
  started(key: string): (Continuation & { items: readonly unknown[] }) | undefined
  /** Discards what is stored under the key: the list must be read from its beginning. */
  forget(key: string): void
  /** Records a page; `items` are all items so far, in the same array each time. */
  addPage(key: string, items: readonly unknown[], continuation: Continuation): void
  finish(key: string, response: SnapshotResponse): void
  /** Rejects if saving fails; never resolves. */
  failed: Promise<never>
  /** Waits for saves in progress; if the collection is incomplete, saves the rest. */
  close(isComplete: boolean): Promise<void>
}

/** Older pieces are discarded: a snapshot must show a tenant at one point in time. */
const MAX_AGE_MS = 3_600_000

interface StoredEntry {
  items: unknown[]
  readAt: string
  continuation?: Continuation
  response?: SnapshotResponse
}

/** Loads what earlier collections stored. Without a checkpoint, nothing is known and nothing is stored. */
export async function openJournal(
  checkpoint: Checkpoint | undefined,
  clock: Clock,
  charge?: (bytes: number) => void,
): Promise<Journal> {
  const stored = replay((await checkpoint?.load(charge)) ?? [], clock.now() - MAX_AGE_MS)
  const savedItems = new Map([...stored].map(([key, { items }]) => [key, items.length]))
  const writer = new CheckpointWriter(checkpoint, clock, savedItems)
  return {
    finished: (key) => stored.get(key)?.response,
    started: (key) => {
      const { items, continuation } = stored.get(key) ?? {}
      return items && continuation ? { ...continuation, items } : undefined
    },
    forget: (key) => {
      stored.delete(key)
      writer.forget(key)
    },
    addPage: (key, items, continuation) => writer.addPage(key, items, continuation),
    finish: (key, response) => {
      // Errors are not stored: a retry costs one request, and the cause may be gone by then.
      if (response.value !== undefined) writer.finish(key, response)
    },
    failed: writer.failed,
    close: (isComplete) => writer.close(isComplete),
  }
}

/** Joins the pieces of each key, and drops keys that were read before `notBefore` (milliseconds since 1970). */
function replay(pieces: readonly ReadPiece[], notBefore: number): Map<string, StoredEntry> {
  const stored = new Map<string, StoredEntry>()
  for (const piece of pieces) {
    const { key, from, readAt } = piece
    const before = from === 0 ? { items: [], readAt } : stored.get(key)
    stored.delete(key)
    // A previous piece is missing, so the list is incomplete.
    if (before?.items.length !== from) continue
    if ('next' in piece) {
      const { next, truncated } = piece
      const continuation = { next, ...(truncated !== undefined && { truncated }) }
      stored.set(key, { items: [...before.items, ...piece.items], readAt: before.readAt, continuation })
      continue
    }
    const { response } = piece
    const items = Array.isArray(response.value) ? [...before.items, ...response.value] : []
    const whole = Array.isArray(response.value) ? { ...response, value: items } : response
    stored.set(key, { items, readAt: before.readAt, response: whole })
  }
  return new Map([...stored].filter(([, { readAt }]) => Date.parse(readAt) >= notBefore))
}
