import { KEY_PREFIXES, type KeyKind, keyKind } from '../../shared/crypto/keys.ts'
import { Problem } from '../../shared/problem.ts'

export const KEY_HEADERS = { partner: 'X-Partner-Key', distributor: 'X-Distributor-Key' } as const satisfies Record<
  KeyKind,
  string
>

/** The age at which `lastUsedAt` is written again, so that not every request writes. */
export const LAST_USED_GRAIN_MS = 60_000

/** Returns the key if it is well-formed for this API. Throws MISSING_KEY, INVALID_KEY before the database is asked. */
export function requireKeyForm(kind: KeyKind, key: string | undefined): string {
  const header = KEY_HEADERS[kind]
  if (key === undefined || key.trim() === '') {
    throw new Problem('MISSING_KEY', { message: `The request has no API key: send it in the header ${header}.` })
  }
  const found = keyKind(key)
  if (found === undefined) {
    throw new Problem('INVALID_KEY', {
      message: `The API key is malformed: a key of this API starts with ${KEY_PREFIXES[kind]}.`,
    })
  }
  if (found !== kind) {
    throw new Problem('INVALID_KEY', {
      message: `This is a ${found} key: it belongs in the header ${KEY_HEADERS[found]} of the ${found} API.`,
    })
  }
  return key
}

/** The stored state of a key and of its account. */
export interface KeyState {
  status: 'pending' | 'active' | 'suspended'
  expiresAt: Date | null
  revokedAt: Date | null
  revokedReason: 'revoked' | 'suspension' | 'expired' | null
}

export const isExpired = (expiresAt: Date | null, now: Date): boolean => expiresAt !== null && expiresAt <= now

/**
 * Returns the key, or throws INVALID_KEY if it is unknown, revoked or expired, PARTNER_INACTIVE or DISTRIBUTOR_INACTIVE if
 * its account is not active. A key that a suspension revoked gets the latter while the account is inactive, then INVALID_KEY.
 */
export function requireActiveKey<T extends KeyState>(kind: KeyKind, key: T | undefined, now: Date): T {
  if (!key || key.revokedReason === 'revoked' || key.revokedReason === 'expired' || isExpired(key.expiresAt, now)) {
    throw new Problem('INVALID_KEY')
  }
  if (key.status !== 'active') {
    const state = key.status === 'suspended' ? 'is suspended' : 'is not activated yet'
    throw new Problem(kind === 'partner' ? 'PARTNER_INACTIVE' : 'DISTRIBUTOR_INACTIVE', {
      message: `The ${kind} account ${state}.`,
    })
  }
  if (key.revokedAt) throw new Problem('INVALID_KEY')
  return key
}
