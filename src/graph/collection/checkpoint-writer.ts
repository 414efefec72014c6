import type { SnapshotResponse } from '../../engine/model/snapshot.ts'
import type { Clock } from '../transport/time-limits.ts'
import type { Checkpoint, Continuation, ReadPiece } from './checkpoint.ts'

/**
 * Shortest time before the first save and between two. Saving more often costs processor time, since the snapshot is
 * compressed again at the end, and gains little: a run whose worker dies is only retried half a minute later. Most tenants are
 * read in less.
 */
const SAVE_INTERVAL_MS = 15_000

interface UnsavedEntry {
  items: readonly unknown[]
  /** How many of the items belong to the entry; the array may have grown since. */
  count: number
  readAt: string
  continuation: Continuation
  response?: SnapshotResponse
}

/** Saves what a collection reads in the background, one save at a time. */
export class CheckpointWriter {
  /** Rejects if saving fails; never resolves. */
  readonly failed: Promise<never>
  readonly #checkpoint: Checkpoint | undefined
  readonly #clock: Clock
  /** Number of items saved under each key. */
  readonly #savedItems: Map<string, number>
  readonly #unsaved = new Map<string, UnsavedEntry>()
  readonly #reject: (reason: unknown) => void
  #savedAtMs: number
  #isUrgent = false
  #hasFailed = false
  #isClosing = false
  #saving: Promise<void> | undefined
  #pause: NodeJS.Timeout | undefined

  constructor(checkpoint: Checkpoint | undefined, clock: Clock, savedItems: Map<string, number>) {
    const failure = Promise.withResolvers<never>()
    // Prevents an unhandled rejection while no caller awaits it.
    failure.promise.catch(() => {})
    this.failed = failure.promise
    this.#reject = failure.reject
    this.#checkpoint = checkpoint
    this.#clock = clock
    this.#savedItems = savedItems
    this.#savedAtMs = clock.now()
    this.#startPause()
  }

  forget(key: string): void {
    this.#savedItems.delete(key)
  }

  addPage(key: string, items: readonly unknown[], continuation: Continuation): void {
    this.#add(key, { items, count: items.length, continuation })
    if (this.#clock.now() - this.#savedAtMs >= SAVE_INTERVAL_MS) this.#saveSoon()
  }

  finish(key: string, response: SnapshotResponse): void {
    const items = Array.isArray(response.value) ? response.value : []
    this.#add(key, { items, count: items.length, continuation: { next: '' }, response })
    this.#isUrgent = true
    this.#saveSoon()
  }

  async close(isComplete: boolean): Promise<void> {
    this.#isClosing = true
    this.#endPause()
    while (this.#saving) await this.#saving
    if (!isComplete && this.#unsaved.size > 0) this.#saveSoon()
    while (this.#saving) await this.#saving
  }

  #add(key: string, entry: Omit<UnsavedEntry, 'readAt'>): void {
    const readAt = this.#unsaved.get(key)?.readAt ?? new Date(this.#clock.now()).toISOString()
    this.#unsaved.set(key, { ...entry, readAt })
  }

  #saveSoon(): void {
    const checkpoint = this.#checkpoint
    if (!checkpoint || this.#saving || this.#pause || this.#hasFailed) return
    this.#saving = this.#saveAll(checkpoint)
      .catch((error: unknown) => {
        this.#hasFailed = true
        this.#reject(error)
      })
      .finally(() => {
        this.#saving = undefined
        this.#startPause()
        if (!this.#pause) this.#resume()
      })
  }

  #startPause(): void {
    const pauseMs = this.#checkpoint?.pauseMs ?? SAVE_INTERVAL_MS
    if (this.#checkpoint && pauseMs > 0 && !this.#isClosing)
      this.#pause = setTimeout(() => this.#resume(), pauseMs).unref()
  }

  #resume(): void {
    this.#endPause()
    if (this.#isUrgent) this.#saveSoon()
  }

  #endPause(): void {
    clearTimeout(this.#pause)
    this.#pause = undefined
  }

  async #saveAll(checkpoint: Checkpoint): Promise<void> {
    this.#isUrgent = false
    this.#savedAtMs = this.#clock.now()
    const entries = [...this.#unsaved]
    this.#unsaved.clear()
    const isSaved = await checkpoint.save(
      entries.map(([key, entry]) => toPiece(key, entry, this.#savedItems.get(key) ?? 0)),
    )
    for (const [key, entry] of entries) {
      if (isSaved) this.#savedItems.set(key, entry.count)
      else if (!this.#unsaved.has(key)) this.#unsaved.set(key, entry)
    }
    // After a failed save, the next entry triggers another attempt.
    this.#isUrgent &&= isSaved
  }
}

function toPiece(key: string, entry: UnsavedEntry, from: number): ReadPiece {
  const { items, count, readAt, continuation, response } = entry
  const rest = items.slice(from, count)
  if (!response) return { key, from, readAt, items: rest, ...continuation }
  return { key, from, readAt, response: Array.isArray(response.value) ? { ...response, value: rest } : response }
}
