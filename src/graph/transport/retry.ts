import type { RateClass } from '../../engine/datasets/dataset.ts'
import { ConnectionFailure, type HttpClient, type HttpRequest, type HttpResponse } from './http-client.ts'
import { type Clock, isOver, type TimeLimits, waitWithin } from './time-limits.ts'

const FIRST_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 60_000
const CONNECTION_ATTEMPTS = 4
/**
 * Throttling ends eventually, but a service that is down may not recover, and retrying must not use up the whole
 * deadline.
 */
const UNAVAILABLE_ATTEMPTS = 8

/** The parts of a response that decide whether to retry. */
export interface Retryable {
  status: number
  retryAfter?: string
  /** The body as text. */
  text?: string
}

/**
 * How long to wait before a retry, in milliseconds; undefined if a retry is pointless. `attempt` counts the retryable
 * responses so far, from 0.
 */
export function retryWaitMs(
  response: Retryable,
  rateClass: RateClass | 'login',
  attempt: number,
  clock: Clock,
): number | undefined {
  const isThrottled = response.status === 429 || (rateClass === 'intune' && saysRateLimitReached(response))
  const isUnavailable = response.status === 503 || response.status === 504
  if (!isThrottled && !(isUnavailable && attempt + 1 < UNAVAILABLE_ATTEMPTS)) return undefined
  return retryAfterMs(response.retryAfter, clock.now()) ?? backoffMs(attempt)
}

// Intune reports throttling as a server error.
const saysRateLimitReached = ({ status, text }: Retryable): boolean =>
  status === 500 && text !== undefined && /rate limit reached/i.test(text)

/** Milliseconds from a Retry-After header, in seconds or as a date (RFC 9110, 10.2.3); undefined if unusable. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const trimmed = header.trim()
  const ms = /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) * 1_000 : Date.parse(trimmed) - now
  // With zero or a date in the past we would retry in a tight loop, so the caller uses backoff instead.
  return ms > 0 ? ms : undefined
}

/** Exponential backoff with full jitter. */
export function backoffMs(attempt: number): number {
  return Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt)
}

/** Sends a request, and retries if the connection fails. Throws the last `ConnectionFailure`, or the signal's reason. */
export async function sendWithRetries(
  http: HttpClient,
  request: Omit<HttpRequest, 'signal'>,
  limits: TimeLimits,
  beforeEach: () => Promise<(wasSent?: boolean) => void>,
): Promise<HttpResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const done = await enter(http, limits, beforeEach)
    try {
      return await http.send({ ...request, signal: limits.signal })
    } catch (error) {
      const isLast = attempt >= CONNECTION_ATTEMPTS || !(error instanceof ConnectionFailure) || isOver(limits)
      if (isLast) throw error
      done()
      if (!(await waitWithin(limits, backoffMs(attempt - 1)))) throw error
    } finally {
      done()
    }
  }
}

/**
 * Waits for memory and for the rate limits. Repeats both if other runs used up the memory while it waited for the
 * limits.
 */
async function enter(
  http: HttpClient,
  { signal }: TimeLimits,
  beforeEach: () => Promise<(wasSent?: boolean) => void>,
): Promise<(wasSent?: boolean) => void> {
  for (;;) {
    await http.room(signal)
    const done = await beforeEach()
    if (signal.aborted || http.hasRoom()) return done
    // Waiting for memory now would use up a slot of the rate limits, and delay other runs of the same tenant.
    done(false)
  }
}
