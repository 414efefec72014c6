import { CollectFailure } from './collect-failure.ts'

const MIB = 1024 * 1024

/** How much one tenant may make us hold. Sizes are in bytes, as `measureJson` counts them. */
export interface Sizes {
  /** Of one response; a larger one leaves its dataset unread. */
  responseBytes: number
  /** Of all responses of a run together, those that were read anew included; beyond it the run ends. */
  runBytes: number
}

export const MAX_SIZES: Sizes = { responseBytes: 64 * MIB, runBytes: 256 * MIB }

/** For a reader that carries many runs at once; a run that needs more gets a reader of its own. */
export const SHARED_SIZES: Sizes = { responseBytes: 32 * MIB, runBytes: 32 * MIB }

/** For what a caller waits for, on the thread that answers requests: the licences of a tenant, a token. */
export const SMALL_SIZES: Sizes = { responseBytes: MIB, runBytes: 4 * MIB }

/** What a run may hand over, compressed: the snapshot, and what is kept of an unfinished run. */
export const MAX_PACKED_BYTES = 32 * MIB

/** What a run may hand over as its result, before it is compressed. */
export const MAX_RESULT_BYTES = 16 * MIB

/** Counts what a run has received. */
export interface Allowance {
  sizes: Sizes
  /** Takes off what has arrived. Throws `CollectFailure`, and has told `onExceeded`, once too much has. */
  take(bytes: number): void
}

/** `onExceeded` is called once, so that everything else that the run is waiting for ends as well. */
export function openAllowance(sizes: Sizes, onExceeded: (failure: CollectFailure) => void): Allowance {
  let taken = 0
  let failure: CollectFailure | undefined
  return {
    sizes,
    take(bytes) {
      taken += bytes
      if (taken <= sizes.runBytes) return
      if (!failure) {
        failure = tooLargeFailure()
        onExceeded(failure)
      }
      throw failure
    },
  }
}

export function tooLargeFailure(): CollectFailure {
  return new CollectFailure(
    'TENANT_TOO_LARGE',
    `This tenant returns more data than one run can read (${MAX_SIZES.runBytes / MIB} MiB). Starting it again will not help. Contact support with the id of the run.`,
  )
}
