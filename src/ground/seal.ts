import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Seals text with AES-256-GCM under a key of its own purpose, made from the service's secret key. */
export function seal(secretKey: string, purpose: string, text: string): Buffer {
  return sealBytes(secretKey, purpose, Buffer.from(text, 'utf8'))
}

/** Opens what `seal` made; throws where the key is another or a byte was changed. */
export function unseal(secretKey: string, purpose: string, sealed: Buffer): string {
  return unsealBytes(secretKey, purpose, sealed).toString('utf8')
}

/** As `seal`, of bytes. They open only under the same `context`: what they belong to, as the id of their row. */
export function sealBytes(secretKey: string, purpose: string, bytes: Uint8Array, context = ''): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretKey, purpose), nonce).setAAD(Buffer.from(context, 'utf8'))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** Opens what `sealBytes` made; throws where key or context are others or a byte was changed. */
export function unsealBytes(secretKey: string, purpose: string, sealed: Uint8Array, context = ''): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const options = { authTagLength: TAG_BYTES }
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secretKey, purpose), nonce, options)
  decipher.setAAD(Buffer.from(context, 'utf8')).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

const keyFor = (secretKey: string, purpose: string): Buffer => createHmac('sha256', secretKey).update(purpose).digest()
