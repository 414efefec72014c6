import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'

/** One secret key of the installation. A `KeyObject` prints and serialises without its value, so no log shows it. */
export interface SecretKey {
  /** 16 hexadecimal digits. Derived from the key and may be shown. */
  id: string
  secret: KeyObject
}

/** The secret keys that this process has. */
export interface KeyRing {
  /** The first key seals and signs; all of them open and verify. Never empty. */
  keys(): readonly SecretKey[]
  /** Like `keys`, but reads them from their source again, because another process may have rotated them. */
  reload(): readonly SecretKey[]
}

const ID_BYTES = 8
const DERIVED_BYTES = 32

/** The secret key of this text. Its id is derived by HKDF and reveals nothing of it. */
export function toSecretKey(text: string): SecretKey {
  const secret = createSecretKey(Buffer.from(text, 'utf8'))
  return { id: hkdf(secret, 'key id', ID_BYTES).toString('hex'), secret }
}

/** A ring of fixed keys: the current one, then the old ones. Repeated keys count once. */
export function createKeyRing(current: string, old: readonly string[] = []): KeyRing {
  const keys = toSecretKeys([current, ...old])
  return { keys: () => keys, reload: () => keys }
}

export function toSecretKeys(texts: readonly string[]): readonly SecretKey[] {
  return [...new Set(texts)].map(toSecretKey)
}

/** The first key of the ring, which seals and signs. */
export function currentKey(ring: KeyRing): SecretKey {
  const [key] = ring.keys()
  if (key === undefined) throw new Error('the ring of secret keys is empty')
  return key
}

/** The key with this id. An unknown id may belong to a key that another process has just created. */
export function findKey(ring: KeyRing, id: string): SecretKey | undefined {
  const hasId = (key: SecretKey): boolean => key.id === id
  return ring.keys().find(hasId) ?? ring.reload().find(hasId)
}

const derived = new WeakMap<KeyObject, Map<string, KeyObject>>()

/** The key for one purpose, by HKDF-SHA256; cached, so purposes must be constants. */
export function deriveKey({ secret }: SecretKey, purpose: string): KeyObject {
  const ofSecret = derived.get(secret) ?? new Map<string, KeyObject>()
  derived.set(secret, ofSecret)
  const key = ofSecret.get(purpose) ?? createSecretKey(hkdf(secret, purpose, DERIVED_BYTES))
  ofSecret.set(purpose, key)
  return key
}

const hkdf = (secret: KeyObject, info: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `plumbline ${info}`, bytes))

/** HMAC-SHA256 of a text under the key of this purpose. */
export const keyedHash = (key: SecretKey, purpose: string, text: string): Buffer =>
  createHmac('sha256', deriveKey(key, `hash ${purpose}`))
    .update(text)
    .digest()

/** HMAC-SHA256 as version 0.1 computed it: under the secret key itself. */
export const oldKeyedHash = ({ secret }: SecretKey, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest()

/** Signs a text for one purpose: the id of the current key, a dot, and the keyed hash in base64url. */
export function sign(ring: KeyRing, purpose: string, text: string): string {
  const key = currentKey(ring)
  return `${key.id}.${keyedHash(key, purpose, text).toString('base64url')}`
}

/** Whether `sign` made this signature of the text, with any key of the ring. */
export function isSignedBy(ring: KeyRing, purpose: string, text: string, signature: string): boolean {
  const [id = '', hash, ...rest] = signature.split('.')
  if (hash === undefined || rest.length > 0) return false
  const key = findKey(ring, id)
  return key !== undefined && isEqual(Buffer.from(hash, 'base64url'), keyedHash(key, purpose, text))
}

/** Compares in constant time. */
export const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
