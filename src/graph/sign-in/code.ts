import {
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  customFetch,
  type IDToken,
  ResponseBodyError,
} from 'openid-client'
import { redeemCode } from '../../platform/openid/redeem-code.ts'
import { fields, text } from '../../shared/json.ts'
import type { TenantSource } from '../transport/source.ts'
import { openAuthority } from './authority.ts'
import { SignInFailure } from './failure.ts'
import type { SignInNetwork } from './network.ts'

/** Secrets of one sign-in, stored from its start to its end and never shown. */
export interface SignInSecrets {
  nonce: string
  /** Of PKCE (RFC 7636), 43 to 128 characters. */
  codeVerifier: string
}

/** What a sign-in asks for. */
export interface SignInRequest {
  redirectUri: string
  state: string
  secrets: SignInSecrets
}

/** What the browser returned with. */
export interface SignInAnswer {
  /** The full address that the browser opened. */
  callbackUrl: URL
  /** The state that was sent with this browser. */
  state: string
  secrets: SignInSecrets
  now: Date
}

/** The authority that accepts all work and school accounts, and no personal ones. */
export const ORGANIZATIONS = 'organizations'

/** The tenant of personal accounts. Source: "ID token claims reference". */
const PERSONAL_ACCOUNTS = '9188040d-6c67-4c5b-b112-36a304b66dad'

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Address where a person signs in at an authority; it redirects back with a code and `state`. */
export async function authorizationUrl(
  source: TenantSource,
  authority: string,
  { redirectUri, state, secrets }: SignInRequest,
  options: { prompt?: 'select_account' } = {},
): Promise<string> {
  const url = buildAuthorizationUrl(await openAuthority(source, authority), {
    redirect_uri: redirectUri,
    response_type: 'code',
    response_mode: 'query',
    scope: 'openid profile',
    state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: 'S256',
    ...options,
  })
  return url.href
}

/**
 * Exchanges the code of a sign-in at one tenant for the claims of a verified id token: signature, issuer, audience, nonce
 * and times. Throws `SignInFailure`.
 */
export async function exchangeCode(
  source: TenantSource,
  tenantId: string,
  answer: SignInAnswer,
  network: SignInNetwork,
): Promise<IDToken> {
  return await redeem(source, tenantId, answer, network, (request) => network.fetch(request))
}

/**
 * The same for a sign-in at `organizations`, where only the response names the tenant. Redeems the code there, then
 * verifies the id token with the issuer and the keys of the tenant that it names. The first `redeem` only obtains the
 * response; it ends before anything is verified.
 */
export async function exchangeCodeOfAnyTenant(
  source: TenantSource,
  answer: SignInAnswer,
  network: SignInNetwork,
): Promise<IDToken> {
  let response: Response | undefined
  const failure = await redeem(source, ORGANIZATIONS, answer, network, async (request) => {
    response = await network.fetch(request)
    throw new Error('the response is not verified yet')
  }).catch((error: unknown) => error)
  if (response === undefined) throw failure
  const received = response
  const tenantId = await readTenantId(received.clone())
  return await redeem(source, tenantId ?? ORGANIZATIONS, answer, network, async (request) =>
    request.method === 'POST' ? received : await network.fetch(request),
  )
}

async function redeem(
  source: TenantSource,
  authority: string,
  { callbackUrl, state, secrets, now }: SignInAnswer,
  network: SignInNetwork,
  fetch: SignInNetwork['fetch'],
): Promise<IDToken> {
  const skewSeconds = Math.round((now.getTime() - Date.now()) / 1000)
  const configuration = await openAuthority(source, authority, skewSeconds)
  configuration[customFetch] = (url, { method, headers, body }) => fetch({ method, url, headers, body })
  try {
    return await redeemCode(configuration, { callbackUrl, state, secrets })
  } catch (error) {
    const failure = network.failure()
    if (failure !== undefined) throw new SignInFailure('UNAVAILABLE', failure)
    const isRefusal = error instanceof AuthorizationResponseError
    throw new SignInFailure(isRefusal ? 'REFUSED' : 'NOT_PROVEN', reasonOf(error))
  }
}

/**
 * The causes of the library's errors quote tokens, so this takes only its own message, or the service's error code and
 * number.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof ResponseBodyError)) return error instanceof Error ? error.message : 'unknown reason'
  const number = /AADSTS\d+/.exec(error.error_description ?? '')?.[0]
  return [error.error.slice(0, 64), number].filter((part) => part !== undefined).join(' ')
}

/** The tenant that an unverified token response names; undefined if it names none, or personal accounts. */
async function readTenantId(response: Response): Promise<string | undefined> {
  try {
    const [, payload = ''] = (text(fields(await response.json()).id_token) ?? '').split('.')
    const tenantId = text(fields(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).tid)
    return tenantId !== undefined && GUID.test(tenantId) && tenantId !== PERSONAL_ACCOUNTS ? tenantId : undefined
  } catch {
    return undefined
  }
}

/** The claims that identify a person: ids of tenant and object, in lower case. Throws `SignInFailure` without them. */
export function readIdentity(claims: IDToken): { tenantId: string; id: string; name?: string } {
  const [tenantId, id, name] = [text(claims.tid)?.toLowerCase(), text(claims.oid)?.toLowerCase(), text(claims.name)]
  // Both ids become part of queries.
  if (tenantId === undefined || !GUID.test(tenantId) || id === undefined || !GUID.test(id))
    throw new SignInFailure('NOT_PROVEN', 'the id token does not identify a person')
  return { tenantId, id, ...(name !== undefined && { name }) }
}
