import { createHash, X509Certificate } from 'node:crypto'
import { type Fields, fields, text, texts } from '../../shared/json.ts'
import type { HttpClient } from '../transport/http-client.ts'
import type { ApplicationCredential, TenantSource } from '../transport/source.ts'
import { isOver, type TimeLimits } from '../transport/time-limits.ts'
import { type LoginTrace, loginNetwork } from './login-network.ts'
import { credentialsFailure, mismatchFailure, refusalFailure, unreachableFailure } from './token-failures.ts'

interface AppToken {
  value: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

export interface TokenSession {
  /** The token to send, and the number to name it by. */
  current(): { value: string; number: number }
  /** The application permissions that stand in that token. */
  roles(): string[]
  /**
   * After a refusal of the token of that number: true when there is a newer one to try again with. A token is renewed
   * once in a session, and again only when its time has run out; a refusal that stays is an answer.
   */
  renew(number: number): Promise<boolean>
  /** The token comes from an earlier collection, so roles granted since are missing in it. */
  isFromEarlier(number: number): boolean
}

const KEPT_TOKENS = 1_000
const LEAST_REMAINING_MS = 5 * 60_000

const keptTokens = new Map<string, AppToken>()

/**
 * Gets the application's token for a tenant. A `fresh` one is never that of an earlier session, and has all that was
 * granted since. Throws `CollectFailure`.
 */
export async function openTokenSession(
  source: TenantSource,
  tenantId: string,
  http: HttpClient,
  limits: TimeLimits,
  { fresh = false }: { fresh?: boolean } = {},
): Promise<TokenSession> {
  const cacheKey = fingerprint(source, tenantId)
  const kept = keptTokens.get(cacheKey)
  const isKeptGood = !fresh && kept !== undefined && kept.expiresAt - limits.clock.now() > LEAST_REMAINING_MS
  const fetchToken = async (): Promise<AppToken> => {
    const acquired = await acquireToken(source, tenantId, http, limits)
    keepToken(cacheKey, acquired)
    return acquired
  }

  let token = isKeptGood ? kept : await fetchToken()
  let number = 0
  let mayRenew = true
  let renewal: Promise<boolean> | undefined

  async function renewNow(): Promise<boolean> {
    try {
      token = await fetchToken()
      number += 1
      return true
    } catch {
      // The refusal that led here is what the reading records.
      isOver(limits)
      return false
    } finally {
      renewal = undefined
    }
  }

  return {
    current: () => ({ value: token.value, number }),
    roles: () => texts(claimsOf(token.value).roles),
    renew: async (refused) => {
      if (refused < number) return true
      if (renewal) return renewal
      if (!mayRenew && token.expiresAt > limits.clock.now()) return false
      mayRenew = false
      renewal = renewNow()
      return renewal
    },
    isFromEarlier: (used) => isKeptGood && used === 0,
  }
}

async function acquireToken(
  source: TenantSource,
  tenantId: string,
  http: HttpClient,
  limits: TimeLimits,
): Promise<AppToken> {
  const trace: LoginTrace = {}
  const result = await requestToken(source, tenantId, loginNetwork(http, limits, trace)).catch(() => undefined)
  if (result) {
    const found = text(claimsOf(result.value).tid)
    if (found?.toLowerCase() !== tenantId.toLowerCase()) throw mismatchFailure(tenantId, found)
    return result
  }
  const isLate = isOver(limits)
  if (trace.refusal) throw refusalFailure(tenantId, trace.refusal)
  if (trace.failure === undefined && !isLate) throw credentialsFailure('they could not be used to sign a request')
  throw unreachableFailure('The sign-in service', trace.failure ?? 'the deadline was reached')
}

async function requestToken(
  source: TenantSource,
  tenantId: string,
  networkClient: ReturnType<typeof loginNetwork>,
): Promise<AppToken | undefined> {
  const authority = `${withoutSlash(source.loginUrl)}/${encodeURIComponent(tenantId)}`
  // Loaded where it is first needed: 10 MB that a service without runs need not hold.
  const { ConfidentialClientApplication } = await import('@azure/msal-node')
  const application = new ConfidentialClientApplication({
    auth: {
      clientId: source.clientId,
      authority,
      // Host and endpoints are told, so that the library never asks Microsoft about them.
      knownAuthorities: [new URL(source.loginUrl).host],
      authorityMetadata: JSON.stringify({
        authorization_endpoint: `${authority}/oauth2/v2.0/authorize`,
        token_endpoint: `${authority}/oauth2/v2.0/token`,
        issuer: `${authority}/v2.0`,
        jwks_uri: `${authority}/discovery/v2.0/keys`,
      }),
      ...libraryCredential(source.credential),
    },
    system: { networkClient },
  })
  const result = await application.acquireTokenByClientCredential({
    scopes: [`${withoutSlash(source.graphUrl)}/.default`],
    azureRegion: 'DisableMsalForceRegion',
  })
  return result?.accessToken
    ? { value: result.accessToken, expiresAt: result.expiresOn?.getTime() ?? Date.now() }
    : undefined
}

function libraryCredential(credential: ApplicationCredential) {
  if ('secret' in credential) return { clientSecret: credential.secret }
  const thumbprintSha256 = new X509Certificate(credential.certificatePem).fingerprint256.replaceAll(':', '')
  return { clientCertificate: { thumbprintSha256, privateKey: credential.privateKeyPem } }
}

/** What the token says; its signature is Graph's business, it came from the sign-in service over TLS. */
function claimsOf(token: string): Fields {
  try {
    return fields(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')))
  } catch {
    return {}
  }
}

function keepToken(key: string, token: AppToken): void {
  keptTokens.delete(key)
  keptTokens.set(key, token)
  const [oldest] = keptTokens.keys()
  if (keptTokens.size > KEPT_TOKENS && oldest !== undefined) keptTokens.delete(oldest)
}

/** Covers the credential too: whoever holds another one gets no token by this one. */
function fingerprint(source: TenantSource, tenantId: string): string {
  const { graphUrl, loginUrl, clientId, credential, ca } = source
  const parts = [tenantId.toLowerCase(), graphUrl, loginUrl, clientId, credential, ca ?? null]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
