import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto'
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  clockSkew,
  customFetch,
  enableNonRepudiationChecks,
  type IDToken,
  modifyAssertion,
  PrivateKeyJwt,
  ResponseBodyError,
} from 'openid-client'
import { text, texts } from '../../shared/json.ts'
import { CollectFailure } from '../transport/collect-failure.ts'
import { type HttpClient, openHttpClient } from '../transport/http-client.ts'
import { openAllowance, type Sizes } from '../transport/sizes.ts'
import type { TenantSource } from '../transport/source.ts'
import { startTimeLimits, systemClock, type TimeLimits } from '../transport/time-limits.ts'
import { mayApprove, readActiveRoles } from './roles.ts'
import { SignInFailure } from './sign-in-failure.ts'

/** Secrets of one sign-in, stored from its start to its end and never shown. */
export interface SignInSecrets {
  nonce: string
  /** Of PKCE (RFC 7636), 43 to 128 characters. */
  codeVerifier: string
}

export interface Administrator {
  /** Object id in the tenant. */
  id: string
  /** As received from the sign-in service: untrusted text. */
  name?: string
}

/** The browser waits for the response. */
const DEADLINE_MS = 20_000
const REQUEST_TIMEOUT_MS = 10_000
/** Tokens, keys and the roles of one person are a few kilobytes. */
const SIZES: Sizes = { responseBytes: 256 * 1024, runBytes: 1024 * 1024 }

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Address where a person signs in at one tenant; it redirects back with a code and `state`. */
export async function signInUrl(
  source: TenantSource,
  asked: { tenantId: string; redirectUri: string; state: string; secrets: SignInSecrets },
): Promise<string> {
  const { tenantId, redirectUri, state, secrets } = asked
  const url = buildAuthorizationUrl(await configure(source, tenantId), {
    redirect_uri: redirectUri,
    response_type: 'code',
    response_mode: 'query',
    scope: 'openid profile',
    state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

/**
 * Exchanges the code of the redirect, and verifies that the person is an administrator of the tenant who may approve
 * applications: signature, issuer, audience, nonce, times and tenant of the id token, and the directory role.
 * `callbackUrl` is the full address that the browser opened. Throws `SignInFailure`.
 */
export async function verifyAdministrator(
  source: TenantSource,
  answer: { tenantId: string; callbackUrl: URL; state: string; secrets: SignInSecrets; now: Date },
): Promise<Administrator> {
  const { tenantId } = answer
  const http = openHttpClient({
    ...(source.ca !== undefined && { ca: source.ca }),
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    allowance: openAllowance(SIZES, () => {}),
  })
  const { limits, end } = startTimeLimits(DEADLINE_MS, systemClock)
  try {
    const claims = await exchangeCode(source, answer, http, limits)
    const { id, name, roleIds } = readClaims(claims, tenantId)
    if (!mayApprove(roleIds ?? (await readRoles(source, tenantId, id, http, limits)))) {
      throw new SignInFailure('NOT_ADMINISTRATOR', `${id} has no role in ${tenantId} that may approve applications`)
    }
    return { id, ...(name !== undefined && { name }) }
  } finally {
    end(new Error('The sign-in has ended.'))
    await http.close()
  }
}

async function exchangeCode(
  source: TenantSource,
  { tenantId, callbackUrl, state, secrets, now }: Parameters<typeof verifyAdministrator>[1],
  http: HttpClient,
  limits: TimeLimits,
): Promise<IDToken> {
  const trace: { failure?: string } = {}
  const skewSeconds = Math.round((now.getTime() - Date.now()) / 1000)
  const configuration = await configure(source, tenantId, skewSeconds)
  configuration[customFetch] = (url, { method, headers, body }) =>
    fetchBounded(source, http, limits, trace, { method, url, headers, body })
  enableNonRepudiationChecks(configuration)
  try {
    const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
      pkceCodeVerifier: secrets.codeVerifier,
      expectedNonce: secrets.nonce,
      expectedState: state,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('the response has no id token')
    return claims
  } catch (error) {
    if (trace.failure !== undefined) throw new SignInFailure('UNAVAILABLE', trace.failure)
    const reason = reasonOf(error)
    const isRefusal = error instanceof AuthorizationResponseError
    throw new SignInFailure(isRefusal ? 'REFUSED' : 'NOT_PROVEN', reason)
  }
}

/** The library's error causes quote tokens: take only its own message, and the service's error code and number. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ResponseBodyError)) return error instanceof Error ? error.message : 'unknown reason'
  const number = /AADSTS\d+/.exec(error.error_description ?? '')?.[0]
  return [error.error.slice(0, 64), number].filter((part) => part !== undefined).join(' ')
}

/** Endpoints are constructed, not discovered: every response must come from this tenant's authority. */
async function configure(source: TenantSource, tenantId: string, skewSeconds = 0): Promise<Configuration> {
  const authority = `${source.loginUrl.replace(/\/+$/, '')}/${encodeURIComponent(tenantId)}`
  const tokenEndpoint = `${authority}/oauth2/v2.0/token`
  return new Configuration(
    {
      issuer: `${authority}/v2.0`,
      authorization_endpoint: `${authority}/oauth2/v2.0/authorize`,
      token_endpoint: tokenEndpoint,
      jwks_uri: `${authority}/discovery/v2.0/keys`,
    },
    source.clientId,
    { id_token_signed_response_alg: 'RS256', [clockSkew]: skewSeconds },
    await authenticateClient(source, tokenEndpoint),
  )
}

async function authenticateClient({ credential }: TenantSource, tokenEndpoint: string): Promise<ClientAuth> {
  if ('secret' in credential) return ClientSecretPost(credential.secret)
  try {
    return await authenticateByCertificate(credential, tokenEndpoint)
  } catch {
    throw new SignInFailure('UNAVAILABLE', 'the certificate of this service or its key is unusable')
  }
}

async function authenticateByCertificate(
  credential: { certificatePem: string; privateKeyPem: string },
  tokenEndpoint: string,
): Promise<ClientAuth> {
  const thumbprint = new X509Certificate(credential.certificatePem).fingerprint256.replaceAll(':', '')
  const der = createPrivateKey(credential.privateKeyPem).export({ type: 'pkcs8', format: 'der' })
  const algorithm = { name: 'RSA-PSS', hash: 'SHA-256' }
  const key = await webcrypto.subtle.importKey('pkcs8', new Uint8Array(der), algorithm, false, ['sign'])
  return PrivateKeyJwt(key, {
    // The format of "Microsoft identity platform application authentication certificate credentials".
    [modifyAssertion]: (header, payload) => {
      header['x5t#S256'] = Buffer.from(thumbprint, 'hex').toString('base64url')
      payload.aud = tokenEndpoint
    },
  })
}

/** The library's network: uses our client, so that certificates, deadline and response size are the same. */
async function fetchBounded(
  { loginUrl }: TenantSource,
  http: HttpClient,
  limits: TimeLimits,
  trace: { failure?: string },
  { url, method, headers, body }: { url: string; method: string; headers: Record<string, string>; body: unknown },
): Promise<Response> {
  try {
    // The credential must go to the sign-in service and nowhere else.
    if (new URL(url).origin !== new URL(loginUrl).origin) throw new Error('refused to send a request to another server')
    const { status, text: answer } = await http.send({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers,
      ...((typeof body === 'string' || body instanceof URLSearchParams) && { body: String(body) }),
      signal: limits.signal,
    })
    if (answer === undefined) throw new Error('the response of the sign-in service was too large')
    if (status === 429 || status >= 500) throw new Error(`the sign-in service responded with status ${status}`)
    // The library rejects anything that is not JSON, including redirects.
    return new Response(answer, { status, headers: { 'content-type': 'application/json' } })
  } catch (error) {
    trace.failure = error instanceof Error ? error.message : 'unknown reason'
    throw error
  }
}

/** The claims we need. Without `wids` the roles are unknown, and must be read. */
function readClaims(claims: IDToken, tenantId: string): Administrator & { roleIds: string[] | undefined } {
  const tenant = text(claims.tid)?.toLowerCase()
  if (tenant !== tenantId) {
    throw new SignInFailure(
      'OTHER_TENANT',
      `expected a sign-in of tenant ${tenantId}, got one of tenant ${tenant ?? 'unknown'}`,
    )
  }
  const id = text(claims.oid)?.toLowerCase()
  // The id becomes part of a Graph filter.
  if (id === undefined || !GUID.test(id)) throw new SignInFailure('NOT_PROVEN', 'the id token names no person')
  const name = text(claims.name)
  const roleIds = Array.isArray(claims.wids) ? texts(claims.wids) : undefined
  return { id, roleIds, ...(name !== undefined && { name }) }
}

async function readRoles(
  source: TenantSource,
  tenantId: string,
  principalId: string,
  http: HttpClient,
  limits: TimeLimits,
): Promise<string[]> {
  try {
    return await readActiveRoles(source, { tenantId, principalId }, http, limits)
  } catch (error) {
    if (!(error instanceof CollectFailure)) throw error
    throw new SignInFailure('UNAVAILABLE', error.message)
  }
}
