/** The pauses before the retries of a failed webhook, in seconds, unless the settings say otherwise. */
export const DEFAULT_RETRY_SECONDS = [60, 300, 1_800, 7_200, 43_200] as const

/** Seconds from the end of a failed attempt, counted from 1, to the next one; undefined if it was the last. */
export const retryDelay = (attempt: number, retrySeconds: readonly number[]): number | undefined =>
  retrySeconds[attempt - 1]
