import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { guidOf } from '../content/primitives/random.ts'
import type { Persona } from './personas.ts'

/** Possible faults of an id token; tests choose one. */
export type IdTokenFault =
  | 'nonce'
  | 'audience'
  | 'issuer'
  | 'tenant'
  | 'signature'
  | 'expired'
  | 'unsigned'
  | 'no-person'

export interface IdTokens {
  /** The public keys, as served at `jwks_uri`. */
  keys(): object
  issue(about: IdTokenSubject, now: Date): string
}

interface IdTokenSubject {
  origin: string
  tenantId: string
  clientId: string
  nonce: string
  persona: Persona
  /** Whether the application's manifest asks for directory roles. */
  withRoles: boolean
  /** Faults other than `IdTokenFault` have no effect. */
  fault?: string
}

const LIFETIME_SECONDS = 3_600
const OTHER_TENANT = '0e7c5a3d-94b1-4c55-8f0a-6f5c1d2b7a90'
/** In the claim `wids` of all accounts except guests. It is not a role, but marks a member. */
const MEMBER_MARK = 'b79fbf4d-3ef9-4689-8143-76b194e85509'

interface SigningKey {
  id: string
  privateKey: KeyObject
  jwk: object
}

/** Id tokens signed with a key of this process, created on first use. */
export function createIdTokens(): IdTokens {
  let cached: SigningKey | undefined
  const key = (): SigningKey => {
    cached ??= createKey()
    return cached
  }

  return {
    keys: () => ({ keys: [key().jwk] }),
    issue(about, now) {
      const { fault } = about
      const { id } = key()
      const alg = fault === 'unsigned' ? 'none' : 'RS256'
      const signed = [{ typ: 'JWT', alg, kid: id }, claimsOf(about, now)]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      if (fault === 'unsigned') return `${signed}.`
      const { privateKey } = fault === 'signature' ? createKey() : key()
      return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
    },
  }
}

function createKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const id = randomUUID()
  return { id, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid: id, use: 'sig' } }
}

function claimsOf({ origin, tenantId, clientId, nonce, persona, withRoles, fault }: IdTokenSubject, now: Date): object {
  const seconds = Math.floor(now.getTime() / 1_000) - (fault === 'expired' ? 2 * LIFETIME_SECONDS : 0)
  const issuer = fault === 'issuer' ? OTHER_TENANT : tenantId
  return {
    aud: fault === 'audience' ? OTHER_TENANT : clientId,
    iss: `${origin}/${issuer}/v2.0`,
    iat: seconds,
    nbf: seconds,
    exp: seconds + LIFETIME_SECONDS,
    name: persona.name,
    nonce: fault === 'nonce' ? randomUUID() : nonce,
    ...(fault !== 'no-person' && { oid: persona.id }),
    preferred_username: persona.userPrincipalName,
    sub: guidOf(clientId, persona.id),
    tid: fault === 'tenant' ? OTHER_TENANT : tenantId,
    uti: randomUUID(),
    ver: '2.0',
    ...(withRoles && { wids: [...persona.roles, MEMBER_MARK] }),
  }
}
