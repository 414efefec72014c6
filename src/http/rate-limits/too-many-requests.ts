import { Problem } from '../../shared/problem.ts'

/** The refusal of a request over its limit; at least one second to wait. */
export function tooManyRequests(retryAfterS: number): Problem {
  const seconds = Math.max(1, retryAfterS)
  return new Problem('RATE_LIMITED', {
    message: `Too many requests: try again in ${secondsText(seconds)}.`,
    headers: { 'Retry-After': String(seconds) },
  })
}

/** `1 second`, `60 seconds`; at least a second. */
export const secondsText = (seconds: number): string => (seconds <= 1 ? '1 second' : `${seconds} seconds`)
