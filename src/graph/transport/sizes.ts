import { CollectFailure } from './collect-failure.ts'
import type { BudgetLimits, MemoryShare } from './memory-budget.ts'

const MIB = 1024 * 1024

/** How much memory one tenant may use. Sizes are in bytes, as `measureJson` counts them. */
export interface Sizes {
  /** Maximum of one response; a dataset with a larger one stays unread. */
  responseBytes: number
  /** Maximum of all responses of a run together, including repeated ones; a run that exceeds it fails. */
  runBytes: number
}

export const MAX_SIZES: Sizes = { responseBytes: 64 * MIB, runBytes: 256 * MIB }

/** For a reader shared by many runs; a run that needs more gets a reader of its own. */
export const SHARED_SIZES: Sizes = { responseBytes: 32 * MIB, runBytes: 32 * MIB }

/** For reads on the thread that serves requests, while a caller waits: the licences of a tenant, a token. */
export const SMALL_SIZES: Sizes = { responseBytes: MIB, runBytes: 4 * MIB }

/**
 * For all runs of a shared reader together. Large tenants continue one at a time (one with 5,000 users takes 22 MiB). A
 * tenant with 500 users stays below `freeBytes`, so it never waits for larger ones.
 */
export const SHARED_BUDGET: BudgetLimits = { bytes: 8 * MIB, freeBytes: 2.5 * MIB, patienceMs: 120_000 }

/** Maximum compressed size of a snapshot, and of the checkpoint of an unfinished run. */
export const MAX_PACKED_BYTES = 32 * MIB

/** Maximum size of a result before compression. */
export const MAX_RESULT_BYTES = 16 * MIB

/** Counts the bytes that a run has received. */
export interface Allowance {
  sizes: Sizes
  /** Counts received bytes. Throws `CollectFailure` if there are too many, and calls `onExceeded` the first time. */
  take(bytes: number): void
  /** Resolves when the memory that runs share has room; at once if the signal is aborted. */
  room(signal: AbortSignal): Promise<void>
  /** Whether there is room now. */
  hasRoom(): boolean
}

/** `onExceeded` lets the run abort its other requests as well. Without `share`, the run does not wait for memory. */
export function openAllowance(
  sizes: Sizes,
  onExceeded: (failure: CollectFailure) => void,
  share?: MemoryShare,
): Allowance {
  let taken = 0
  let failure: CollectFailure | undefined
  return {
    sizes,
    take(bytes) {
      taken += bytes
      share?.take(bytes)
      if (taken <= sizes.runBytes) return
      if (!failure) {
        failure = tooLargeFailure()
        onExceeded(failure)
      }
      throw failure
    },
    room: async (signal) => share?.room(signal),
    hasRoom: () => share?.hasRoom() ?? true,
  }
}

export function tooLargeFailure(): CollectFailure {
  return new CollectFailure(
    'TENANT_TOO_LARGE',
    `This tenant returns more data than one run can read (${MAX_SIZES.runBytes / MIB} MiB). Starting it again will not help. Contact support with the id of the run.`,
  )
}
