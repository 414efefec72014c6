import type { SnapshotResponse } from '../../engine/model/snapshot.ts'

/**
 * A piece of what a collection has read under a snapshot key. A list may come in several pieces, each with the items
 * since the previous one; the last piece has the response, whose value contains the remaining items.
 */
export type ReadPiece = {
  key: string
  /** Number of items in the previous pieces; 0 restarts the key. */
  from: number
  /** When its first item was read. */
  readAt: string
} & ((Continuation & { items: unknown[] }) | { response: SnapshotResponse })

/** Where an unfinished list continues, and how many texts were cut in it so far. */
export interface Continuation {
  next: string
  truncated?: number
}

/** Stores what a collection reads, so that a later attempt of the same run can continue from there. */
export interface Checkpoint {
  /**
   * The pieces of earlier collections, in the order in which they were saved. `charge` receives their size, in bytes as
   * `measureJson` counts them, before they are parsed; errors that it throws are passed on.
   */
  load(charge?: (bytes: number) => void): Promise<readonly ReadPiece[]>
  /**
   * Appends pieces. Returns false if that is not possible at the moment: their content will be saved again later. Errors
   * end the collection and are passed on.
   */
  save(pieces: readonly ReadPiece[]): Promise<boolean>
  /** Shortest time before the first save and between two, in milliseconds; 5,000 by default. */
  pauseMs?: number
}
