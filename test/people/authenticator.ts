import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Data of the browser and the device that a test replaces. */
export interface Claims {
  challenge?: string
  origin?: string
  rpId?: string
  type?: string
  crossOrigin?: boolean
  topOrigin?: string
  userPresent?: boolean
  userVerified?: boolean
  backupEligible?: boolean
  backedUp?: boolean
  counter?: number
  /** The id of another person; null for none. */
  userHandle?: string | null
}

export interface Site {
  origin: string
  rpId: string
}

/** A device with a passkey, for tests without a browser: it sends whatever a test wants, with valid signatures. */
export function createAuthenticator({ origin, rpId }: Site) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

  const clientDataOf = (type: string, claims: Claims): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: claims.type ?? type,
        challenge: claims.challenge,
        origin: claims.origin ?? origin,
        crossOrigin: claims.crossOrigin ?? false,
        ...(claims.topOrigin !== undefined && { topOrigin: claims.topOrigin }),
      }),
    )

  const authenticatorDataOf = (claims: Claims, credential: Buffer = Buffer.alloc(0)): Buffer => {
    const { userPresent = true, userVerified = true, backupEligible = true, backedUp = true } = claims
    const flags =
      Number(userPresent) |
      (Number(userVerified) << 2) |
      (Number(backupEligible) << 3) |
      (Number(backedUp) << 4) |
      (Number(credential.length > 0) << 6)
    const head = Buffer.alloc(37)
    sha256(claims.rpId ?? rpId).copy(head)
    head.writeUInt8(flags, 32)
    head.writeUInt32BE(claims.counter ?? 0, 33)
    return Buffer.concat([head, credential])
  }

  const common = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }

  return {
    id: common.id,
    /** The response to options for a new passkey; `attestation` replaces the attestation statement "none". */
    register(
      claims: Claims,
      attestation: { format: string; statement: Buffer } = { format: 'none', statement: map([]) },
    ) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const attestationObject = map([
        [text('fmt'), text(attestation.format)],
        [text('attStmt'), attestation.statement],
        [text('authData'), bytes(authenticatorDataOf(claims, credential))],
      ])
      return {
        ...common,
        response: {
          clientDataJSON: clientDataOf('webauthn.create', claims).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** The response to options for a signature, as the person with this id. */
    sign(personId: string, claims: Claims) {
      const clientData = clientDataOf('webauthn.get', claims)
      const authenticatorData = authenticatorDataOf(claims)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      const { userHandle = personId } = claims
      return {
        ...common,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle !== null && { userHandle: Buffer.from(userHandle, 'utf8').toString('base64url') }),
        },
      }
    },
  }
}

/** The head of a CBOR item (RFC 8949, section 3): its major type and its length or value. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value)
  if (value < 256) return Buffer.of((major << 5) | 24, value)
  return Buffer.of((major << 5) | 25, value >> 8, value & 255)
}

const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value])
export const text = (value: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const integer = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value))
export const array = (items: readonly Buffer[]): Buffer => Buffer.concat([head(4, items.length), ...items])
export const map = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])

/** A P-256 public key for ES256 (RFC 9053, section 7.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  ])
}
