import { createHash } from 'node:crypto'
import { Failure } from './failures.ts'

export interface Answer {
  status: number
  body: unknown
}

interface Stored {
  fingerprint: string
  answer: Answer | undefined
  at: number
}

/** Stripe removes keys when they are at least a day old. */
const LIFE_SECONDS = 24 * 3_600
const MAX_KEY_LENGTH = 255

export interface IdempotencyKeys {
  /**
   * Returns the stored answer. Without one, returns undefined and reserves the key until `finish` or `drop`. Throws
   * idempotency_error for other parameters than those of the first request, and 409 while that one is being answered.
   */
  start(key: string, request: { method: string; path: string; body: string }, now: number): Answer | undefined
  finish(key: string, answer: Answer): void
  /** Nothing was carried out, so the key is free again. */
  drop(key: string): void
  clear(): void
}

/** Answers by Idempotency-Key, as https://docs.stripe.com/api/idempotent_requests describes. */
export function createIdempotencyKeys(): IdempotencyKeys {
  const stored = new Map<string, Stored>()
  return {
    start(key, request, now) {
      if (key.length > MAX_KEY_LENGTH)
        throw new Failure(400, 'invalid_request_error', 'The Idempotency-Key is too long.')
      const parts = [request.method, request.path, ...request.body.split('&').sort()]
      const fingerprint = createHash('sha256').update(parts.join('\n')).digest('hex')
      const known = stored.get(key)
      if (known === undefined || now - known.at >= LIFE_SECONDS) {
        stored.set(key, { fingerprint, answer: undefined, at: now })
        return undefined
      }
      if (known.fingerprint !== fingerprint) {
        throw new Failure(
          400,
          'idempotency_error',
          'This Idempotency-Key was used for a request with other parameters.',
        )
      }
      if (known.answer === undefined) {
        const message = 'Another request with this Idempotency-Key is being answered.'
        throw new Failure(409, 'invalid_request_error', message, { code: 'idempotency_key_in_use' })
      }
      return known.answer
    },
    finish(key, answer) {
      const known = stored.get(key)
      if (known) known.answer = answer
    },
    drop: (key) => void stored.delete(key),
    clear: () => stored.clear(),
  }
}
