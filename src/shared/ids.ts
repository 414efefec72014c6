import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'
import { Problem } from './problem.ts'

export type IdPrefix =
  | 'prt'
  | 'dist'
  | 'cust'
  | 'run'
  | 'evt'
  | 'req'
  | 'whk'
  | 'qst'
  | 'mail'
  | 'exc'
  | 'att'
  | 'rpl'
  | 'usr'
  | 'ses'
  | 'cred'
  | 'inv'
  | 'lnk'
  | 'stl'
  | 'adj'
  | 'sch'
  | 'grp'
  | 'view'
  | 'vis'
  | 'scim'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/

/**
 * A new id: prefix, underscore and 26 characters of base32 UUIDv7 (the TypeID form). Ids of one process sort by the
 * order of their creation, even within one millisecond.
 */
export function newId(prefix: IdPrefix): string {
  const bytes = nextUuid()
  // 128 bits in 26 characters of 5 bits, after two leading zero bits.
  let suffix = ''
  let bits = 0
  let bitCount = 2
  for (const byte of bytes) {
    bits = (bits << 8) | byte
    bitCount += 8
    while (bitCount >= 5) {
      bitCount -= 5
      suffix += ALPHABET[(bits >> bitCount) & 31]
    }
    bits &= (1 << bitCount) - 1
  }
  return `${prefix}_${suffix}`
}

/** Random bytes for many ids at once, because a call for 16 bytes takes five times as long as all other code here. */
const random = Buffer.alloc(4096)
let drawn = random.length
const uuid = new Uint8Array(16)
let lastMs = 0
let sequence = 0

/** Overwritten by the next call. Within one millisecond the sequence is incremented; when it overflows, the time is. */
function nextUuid(): Uint8Array {
  if (drawn === random.length) {
    randomFillSync(random)
    drawn = 0
  }
  const own = random.subarray(drawn, drawn + uuid.length)
  drawn += uuid.length
  const nowMs = Date.now()
  if (nowMs > lastMs) {
    lastMs = nowMs
    sequence = own.readUInt32BE(6) >>> 1
  } else {
    sequence = (sequence + 1) >>> 0
    if (sequence === 0) lastMs++
  }
  return v7({ random: own, msecs: lastMs, seq: sequence }, uuid)
}

/** Whether the text has the form of an id with this prefix; the object need not exist. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && SUFFIX.test(text.slice(prefix.length + 1))
}

/** Throws NOT_FOUND for a text that cannot be an id of this prefix. PostgreSQL itself refuses some texts (NUL bytes). */
export function requireId(prefix: IdPrefix, text: string): void {
  if (!isId(prefix, text)) throw new Problem('NOT_FOUND')
}
