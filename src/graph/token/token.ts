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
  /** The token to send, and its number. */
  current(): { value: string; number: number }
  /** The application permissions in that token. */
  roles(): string[]
  /**
   * After a refusal of the token with this number: true if there is a newer one to try again with. A token is renewed
   * once per session, and again only when it has expired; a repeated refusal is final.
   */
  renew(number: number): Promise<boolean>
  /** Whether the token comes from an earlier collection, so that it may lack roles granted since. */
  isFromEarlier(number: number): boolean
}

const MAX_TOKENS = 1_000
const MIN_REMAINING_MS = 5 * 60_000

const tokenCache = new Map<string, AppToken>()

/**
 * Gets the application's token for a tenant. A `fresh` one is never taken from an earlier session, so it contains
 * everything granted since. Throws `CollectFailure`.
 */
export async function openTokenSession(
  source: TenantSource,
  tenantId: string,
  http: HttpClient,
  limits: TimeLimits,
  { fresh = false }: { fresh?: boolean } = {},
): Promise<TokenSession> {
  const cacheKey = fingerprint(source, tenantId)
  const cached = tokenCache.get(cacheKey)
  const isCachedValid = !fresh && cached !== undefined && cached.expiresAt - limits.clock.now() > MIN_REMAINING_MS
  const fetchToken = async (): Promise<AppToken> => {
    const acquired = await acquireToken(source, tenantId, http, limits)
    cacheToken(cacheKey, acquired)
    return acquired
  }

  let token = isCachedValid ? cached : await fetchToken()
  let number = 0
  let mayRenew = true
  let renewal: Promise<boolean> | undefined

  async function renewNow(): Promise<boolean> {
    try {
      token = await fetchToken()
      number += 1
      return true
    } catch {
      // The caller reports the original refusal, unless the caller's signal was aborted: `isOver` rethrows its reason.
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
    isFromEarlier: (used) => isCachedValid && used === 0,
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
  // Loaded on first use: it takes 10 MB, which a service without runs does not need.
  const { ConfidentialClientApplication } = await import('@azure/msal-node')
  const application = new ConfidentialClientApplication({
    auth: {
      clientId: source.clientId,
      authority,
      // Host and endpoints are given, so that the library does not request them from Microsoft.
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

/** The claims, without a check of the signature: the token came from the sign-in service over TLS; Graph verifies it. */
function claimsOf(token: string): Fields {
  try {
    return fields(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')))
  } catch {
    return {}
  }
}

function cacheToken(key: string, token: AppToken): void {
  tokenCache.delete(key)
  tokenCache.set(key, token)
  const [oldest] = tokenCache.keys()
  if (tokenCache.size > MAX_TOKENS && oldest !== undefined) tokenCache.delete(oldest)
}

/** Cache key. It includes the credential, so that another credential never gets this token. */
function fingerprint(source: TenantSource, tenantId: string): string {
  const { graphUrl, loginUrl, clientId, credential, ca } = source
  const parts = [tenantId.toLowerCase(), graphUrl, loginUrl, clientId, credential, ca ?? null]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
