import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * API keys: a prefix, 32 random base62 characters, and 6 base62 characters of the CRC-32 of everything before, so that
 * a mistyped key is refused without a database query. Only the hash is ever stored.
 */
export type KeyKind = 'partner' | 'distributor'

export const KEY_PREFIXES = { partner: 'pk_live_', distributor: 'dk_live_' } as const satisfies Record<KeyKind, string>

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY_FORM = /^[pd]k_live_[0-9A-Za-z]{38}$/
const CHECKSUM_LENGTH = 6

/** A new key in full; it can be shown once and never again. */
export function newKey(kind: KeyKind): string {
  const body = KEY_PREFIXES[kind] + randomBase62(32)
  return body + checksum(body)
}

/** Which API the key belongs to; undefined if its form or checksum is wrong. */
export function keyKind(key: string): KeyKind | undefined {
  if (!KEY_FORM.test(key)) return undefined
  if (checksum(key.slice(0, -CHECKSUM_LENGTH)) !== key.slice(-CHECKSUM_LENGTH)) return undefined
  return key.startsWith(KEY_PREFIXES.partner) ? 'partner' : 'distributor'
}

/** The stored form of a key. A plain SHA-256 is enough, because a key has 190 random bits. */
export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer')

/** The parts of a key that are shown. */
export const keyDisplay = (key: string): { prefix: string; last4: string } => ({
  prefix: key.slice(0, 12),
  last4: key.slice(-4),
})

function checksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = BASE62[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    // 248 is the largest multiple of 62 that fits in a byte: higher values would make the first characters more
    // frequent.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += BASE62[byte % 62]
  }
  return text
}
