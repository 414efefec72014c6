import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from 'node:crypto'
import { currentKey, deriveKey, findKey, type KeyRing, type SecretKey } from './key-ring.ts'
import type { RowIdentity, SealedColumn } from './sealed-columns.ts'

/** A sealed value: this byte, the key's id (8 bytes), a nonce, the ciphertext, the tag. */
const FORM = 0x02
const HEADER_BYTES = 9
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A sealed value does not open. The message says why, and never contains the sealed value. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

/** Seals a value of this column with AES-256-GCM under the current key; it opens in this column and row only. */
export function sealRow(ring: KeyRing, column: SealedColumn, row: RowIdentity, content: Uint8Array | string): Buffer {
  const secretKey = currentKey(ring)
  const header = headerOf(secretKey)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secretKey, purposeOf(column)), nonce)
  cipher.setAAD(contextOf(header, column, row))
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
  return Buffer.concat([header, nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/**
 * Opens what `sealRow` made, and what version 0.1 stored. Throws `SealError` if the value belongs to another row or
 * column, was changed, or was sealed under a key that is not in the ring.
 */
export function openRow(ring: KeyRing, column: SealedColumn, row: RowIdentity, sealed: Uint8Array): Buffer {
  const id = keyIdOf(sealed)
  const key = id === undefined ? undefined : findKey(ring, id)
  if (key) {
    const header = sealed.subarray(0, HEADER_BYTES)
    const opened = tryOpen(
      deriveKey(key, purposeOf(column)),
      contextOf(header, column, row),
      sealed.subarray(HEADER_BYTES),
    )
    if (opened) return opened
  }
  // Values of 0.1 begin with a random nonce, which may look like any header, so only the tag can distinguish them.
  const opened = openOld(ring, column, row, sealed)
  if (opened) return opened
  const place = `A value in ${column.table}.${column.column}`
  if (id !== undefined && !key) {
    throw new SealError(`${place} is sealed under the secret key ${id}, which this service does not have.`)
  }
  throw new SealError(
    `${place} cannot be opened: it was sealed under a secret key that this service does not have, it belongs to another row, or it was changed.`,
  )
}

/** The id of the key that a value was sealed under, as its header says; undefined for the formats of 0.1. */
export function keyIdOf(sealed: Uint8Array): string | undefined {
  if (sealed[0] !== FORM || sealed.length < HEADER_BYTES) return undefined
  return Buffer.from(sealed.subarray(1, HEADER_BYTES)).toString('hex')
}

/** The first bytes of every value that is sealed under this key. */
export const headerOf = ({ id }: SecretKey): Buffer => Buffer.concat([Buffer.of(FORM), Buffer.from(id, 'hex')])

const purposeOf = ({ table, column }: SealedColumn): string => `seal ${table}.${column}`

function contextOf(header: Uint8Array, { table, column }: SealedColumn, row: RowIdentity): Buffer {
  const place = [table, column, ...row.map((value) => (value instanceof Date ? value.toISOString() : String(value)))]
  return Buffer.concat([header, Buffer.from(JSON.stringify(place), 'utf8')])
}

function openOld(ring: KeyRing, column: SealedColumn, row: RowIdentity, sealed: Uint8Array): Buffer | undefined {
  const { oldFirstByte, unsealedFirstBytes = [] } = column
  const [first = -1] = sealed
  if (unsealedFirstBytes.includes(first)) return Buffer.from(sealed)
  if (oldFirstByte !== undefined && first !== oldFirstByte) return undefined
  if (!column.old) return undefined
  const { purpose, context } = column.old(row)
  const body = oldFirstByte === undefined ? sealed : sealed.subarray(1)
  for (const { secret } of ring.keys()) {
    const key = createHmac('sha256', secret).update(purpose).digest()
    const opened = tryOpen(key, Buffer.from(context, 'utf8'), body)
    if (opened) return opened
  }
  return undefined
}

/** Nonce, ciphertext and tag; undefined if the tag does not match. */
function tryOpen(key: KeyObject | Buffer, context: Uint8Array, body: Uint8Array): Buffer | undefined {
  if (body.length < NONCE_BYTES + TAG_BYTES) return undefined
  const options = { authTagLength: TAG_BYTES }
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES), options)
  decipher.setAAD(context).setAuthTag(body.subarray(-TAG_BYTES))
  const start = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([start, decipher.final()])
  } catch {
    return undefined
  }
}
