import type { App } from '../../app.ts'
import { addressGroup } from '../../platform/client-address.ts'
import { type Allowance, createBoundedRateLimiter } from './bounded.ts'

/** Refused keys a minute from one address before the response becomes 429. */
export const FAILED_KEYS_LIMIT = 120

/** A key that was accepted this recently is looked up even if its address has reached the limit. */
const KNOWN_MS = 10 * 60_000

/** The age at which an entry is renewed; renewing at each request would rewrite the map too often. */
const RENEW_MS = 60_000

const MAX_KNOWN_KEYS = 50_000
const MAX_ADDRESSES = 20_000

/** Protects the database from well-formed keys that do not exist. */
export interface KeyGate {
  /** Whether the key with this hash was accepted within the last ten minutes. */
  isKnown(hash: string): boolean
  accept(hash: string): void
  reject(hash: string): void
  /** Counts an attempt with an unknown, malformed or missing key. */
  attempt(address: string): Allowance
  /** Reverses an attempt whose key proved valid. */
  forgive(address: string): void
}

/** One gate for all APIs of this process. It needs no database, so a flood of keys costs no query. */
export function createKeyGate(app: Pick<App, 'now'>): KeyGate {
  const nowMs = (): number => app.now().getTime()
  const attempts = createBoundedRateLimiter(nowMs, MAX_ADDRESSES)
  const acceptedMs = new Map<string, number>()
  return {
    isKnown(hash) {
      const atMs = acceptedMs.get(hash)
      return atMs !== undefined && nowMs() - atMs < KNOWN_MS
    },
    accept(hash) {
      const [atMs, now] = [acceptedMs.get(hash), nowMs()]
      if (atMs !== undefined && now - atMs < RENEW_MS) return
      acceptedMs.delete(hash)
      acceptedMs.set(hash, now)
      if (acceptedMs.size <= MAX_KNOWN_KEYS) return
      const [oldest] = acceptedMs.keys()
      if (oldest !== undefined) acceptedMs.delete(oldest)
    },
    reject: (hash) => void acceptedMs.delete(hash),
    attempt: (address) => attempts.take(addressGroup(address), FAILED_KEYS_LIMIT),
    forgive: (address) => attempts.giveBack(addressGroup(address)),
  }
}
