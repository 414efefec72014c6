import type { SnapshotResponse } from '../../engine/model/snapshot.ts'
import type { Clock } from '../transport/time-limits.ts'

/**
 * A piece of what a collection has read under a snapshot key. A list may come in several, each with the items since the
 * one before; the last has the response, whose value holds those that were left.
 */
export type ReadPiece = {
  key: string
  /** How many items stand in the pieces before; 0 begins the key anew. */
  from: number
  /** When its first item was read. */
  readAt: string
} & ((Place & { items: unknown[] }) | { response: SnapshotResponse })

/** Where a list goes on, and how many texts were cut in it so far. */
export interface Place {
  next: string
  truncated?: number
}

/** Keeps what a collection reads, so that another that was begun for the same purpose can go on from there. */
export interface Checkpoint {
  /**
   * The pieces of earlier collections, in the order in which they were saved. `charge` receives their size, in
   * bytes as `measureJson` counts them, before they are parsed; what it throws is thrown on.
   */
  load(charge?: (bytes: number) => void): Promise<readonly ReadPiece[]>
  /**
   * Keeps pieces behind those that are there. False where that is not possible at the moment: what they hold comes
   * again. What it throws ends the collection and is thrown on.
   */
  save(pieces: readonly ReadPiece[]): Promise<boolean>
}

/** What one collection knows of earlier ones, and tells later ones. */
export interface Journal {
  /** What was read to its end. */
  finished(key: string): SnapshotResponse | undefined
  /** A list that was read in part, and where it goes on. */
  begun(key: string): (Place & { items: readonly unknown[] }) | undefined
  /** The list under the key is read from its beginning after all. */
  forget(key: string): void
  /** A page was read; `items` are all so far, in the same array each time. */
  page(key: string, items: readonly unknown[], place: Place): void
  finish(key: string, response: SnapshotResponse): void
  /** Rejects with what `save` throws; never resolves. */
  failed: Promise<never>
  /** Waits for what is being saved; where the collection did not come to its end, saves the rest. */
  close(isComplete: boolean): Promise<void>
}

/** What was read before is of no use any more: a snapshot is to show a tenant as it was at one time. */
const OLDEST_MS = 3_600_000

/** How often the pages of long lists are saved; what is finished is saved at once. */
const PAGES_GRAIN_MS = 5_000

interface Known {
  items: unknown[]
  readAt: string
  place?: Place
  response?: SnapshotResponse
}

interface News {
  items: readonly unknown[]
  /** How many of the items are meant; the array may have grown since. */
  count: number
  readAt: string
  place: Place
  response?: SnapshotResponse
}

/** Takes up what earlier collections kept; without a checkpoint, nothing is known and nothing is kept. */
export async function openJournal(
  checkpoint: Checkpoint | undefined,
  clock: Clock,
  charge?: (bytes: number) => void,
): Promise<Journal> {
  const known = replay((await checkpoint?.load(charge)) ?? [], clock.now() - OLDEST_MS)
  const saved = new Map([...known].map(([key, { items }]) => [key, items.length]))
  const news = new Map<string, News>()
  const failure = Promise.withResolvers<never>()
  // Nobody may be listening when it comes.
  failure.promise.catch(() => {})
  let savedAtMs = clock.now()
  let isUrgent = false
  let hasFailed = false
  let saving: Promise<void> | undefined

  async function saveNews(save: Checkpoint['save']): Promise<void> {
    do {
      isUrgent = false
      savedAtMs = clock.now()
      const taken = [...news]
      news.clear()
      const isKept = await save(taken.map(([key, entry]) => toPiece(key, entry, saved.get(key) ?? 0)))
      for (const [key, entry] of taken) {
        if (isKept) saved.set(key, entry.count)
        else if (!news.has(key)) news.set(key, entry)
      }
      // The next news tries again.
      isUrgent &&= isKept
    } while (isUrgent)
  }

  function saveSoon(): void {
    if (!checkpoint || saving || hasFailed) return
    saving = saveNews((pieces) => checkpoint.save(pieces))
      .catch((error: unknown) => {
        hasFailed = true
        failure.reject(error)
      })
      .finally(() => {
        saving = undefined
        if (isUrgent) saveSoon()
      })
  }

  function note(key: string, entry: Omit<News, 'readAt'>): void {
    news.set(key, { ...entry, readAt: news.get(key)?.readAt ?? new Date(clock.now()).toISOString() })
  }

  return {
    finished: (key) => known.get(key)?.response,
    begun: (key) => {
      const { items, place } = known.get(key) ?? {}
      return items && place ? { ...place, items } : undefined
    },
    forget: (key) => {
      known.delete(key)
      saved.delete(key)
    },
    page: (key, items, place) => {
      note(key, { items, count: items.length, place })
      if (clock.now() - savedAtMs >= PAGES_GRAIN_MS) saveSoon()
    },
    finish: (key, response) => {
      // A refusal is asked for again: it costs one request, and the reason may be gone by then.
      if (response.value === undefined) return
      const items = Array.isArray(response.value) ? response.value : []
      note(key, { items, count: items.length, place: { next: '' }, response })
      isUrgent = true
      saveSoon()
    },
    failed: failure.promise,
    close: async (isComplete) => {
      while (saving) await saving
      if (!isComplete && news.size > 0) saveSoon()
      while (saving) await saving
    },
  }
}

function toPiece(key: string, { items, count, readAt, place, response }: News, from: number): ReadPiece {
  const rest = items.slice(from, count)
  if (!response) return { key, from, readAt, items: rest, ...place }
  return { key, from, readAt, response: Array.isArray(response.value) ? { ...response, value: rest } : response }
}

/** What the pieces come to, without what was read before a moment in milliseconds. */
function replay(pieces: readonly ReadPiece[], notBefore: number): Map<string, Known> {
  const known = new Map<string, Known>()
  for (const piece of pieces) {
    const { key, from, readAt } = piece
    const before = from === 0 ? { items: [], readAt } : known.get(key)
    known.delete(key)
    // A piece before this one was lost: what is left of the list is not the list.
    if (before?.items.length !== from) continue
    if ('next' in piece) {
      const { next, truncated } = piece
      const place = { next, ...(truncated !== undefined && { truncated }) }
      known.set(key, { items: [...before.items, ...piece.items], readAt: before.readAt, place })
      continue
    }
    const { response } = piece
    const items = Array.isArray(response.value) ? [...before.items, ...response.value] : []
    const whole = Array.isArray(response.value) ? { ...response, value: items } : response
    known.set(key, { items, readAt: before.readAt, response: whole })
  }
  return new Map([...known].filter(([, { readAt }]) => Date.parse(readAt) >= notBefore))
}
