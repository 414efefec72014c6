import {
  AuthorizationResponseError,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockSkew,
  customFetch,
  discovery,
  ResponseBodyError,
} from 'openid-client'
import type { Outbound } from '../outbound/client.ts'
import { FetchFailed } from '../outbound/fetch.ts'
import { ProviderFailure } from './failure.ts'
import { type ProviderIdentity, toIdentity } from './identity.ts'
import { redeemCode } from './redeem-code.ts'

/** How we are registered at a provider. */
export interface ProviderClient {
  /** As written in the provider's metadata. */
  issuer: string
  clientId: string
  clientSecret: string
}

/** Secrets of one sign-in, stored from its start to its end and never shown. */
export interface ProviderSecrets {
  nonce: string
  /** Of PKCE (RFC 7636), 43 to 128 characters. */
  codeVerifier: string
}

const DEADLINE_S = 10

/** Reads the metadata of a provider; returns its issuer as it is written there. Throws ProviderFailure. */
export async function findIssuer(outbound: Outbound, client: ProviderClient): Promise<string> {
  return (await open(outbound, client, 0)).serverMetadata().issuer
}

/** Where a person signs in; the provider redirects back with a code and `state`. Throws ProviderFailure. */
export async function providerSignInUrl(
  outbound: Outbound,
  client: ProviderClient,
  { redirectUri, state, secrets }: { redirectUri: string; state: string; secrets: ProviderSecrets },
): Promise<string> {
  const configuration = await open(outbound, client, 0)
  requireIssuer(configuration, client)
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    response_type: 'code',
    response_mode: 'query',
    scope: 'openid profile email',
    state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: 'S256',
  })
  // The browser opens this address; with another scheme, such as javascript:, it could run a script on our page.
  if (url.protocol !== 'https:') throw unusable('its authorization endpoint does not begin with https://')
  return url.href
}

/**
 * Exchanges the code of a sign-in for the person whom the id token names, after verifying its signature, issuer, audience, nonce and
 * times. Throws ProviderFailure.
 */
export async function verifyAtProvider(
  outbound: Outbound,
  client: ProviderClient,
  { callbackUrl, state, secrets, now }: { callbackUrl: URL; state: string; secrets: ProviderSecrets; now: Date },
): Promise<ProviderIdentity> {
  const configuration = await open(outbound, client, Math.round((now.getTime() - Date.now()) / 1000))
  requireIssuer(configuration, client)
  try {
    const claims = await redeemCode(configuration, { callbackUrl, state, secrets })
    return toIdentity(claims)
  } catch (error) {
    throw toFailure(error)
  }
}

/** Reads the metadata. The client's secret is sent only to the token endpoint that it names. */
async function open(
  outbound: Outbound,
  { issuer, clientId, clientSecret }: ProviderClient,
  skewSeconds: number,
): Promise<Configuration> {
  try {
    return await discovery(
      new URL(issuer),
      clientId,
      { [clockSkew]: skewSeconds },
      (server, ...others) => {
        const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
        const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
        return authenticate(clientSecret)(server, ...others)
      },
      { algorithm: 'oidc', timeout: DEADLINE_S, [customFetch]: toFetch(outbound) },
    )
  } catch (error) {
    throw new ProviderFailure('UNAVAILABLE', toFailure(error).message)
  }
}

/** Sends the library's requests, with the rules for user-supplied addresses. */
const toFetch =
  (outbound: Outbound) =>
  async (
    url: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
  ): Promise<Response> => {
    const { status, text: answer } = await outbound.fetch({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers,
      ...((typeof body === 'string' || body instanceof URLSearchParams) && { body: String(body) }),
    })
    if (status === 429 || status >= 500) throw new FetchFailed(`The provider answered ${status}.`)
    // The library rejects anything that is not JSON, including redirects.
    return new Response(answer, { status, headers: { 'content-type': 'application/json' } })
  }

/**
 * Requires metadata of exactly this issuer, because subjects are unique only within one. Metadata for many issuers,
 * such as that of Microsoft's `common`, has a template instead of an issuer.
 */
function requireIssuer(configuration: Configuration, { issuer }: ProviderClient): void {
  if (configuration.serverMetadata().issuer !== issuer) throw unusable('it calls itself by another issuer')
}

const unusable = (why: string): ProviderFailure =>
  new ProviderFailure('UNAVAILABLE', `The provider cannot be used: ${why}.`)

/**
 * The causes of the library's errors quote tokens, so this takes only its own message, or the provider's error code.
 */
function toFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error
  const cause = error instanceof Error && error.cause instanceof FetchFailed ? error.cause : error
  if (cause instanceof FetchFailed) return new ProviderFailure('UNAVAILABLE', cause.message)
  if (error instanceof AuthorizationResponseError)
    return new ProviderFailure('REFUSED', `The provider refused (${error.error.slice(0, 64)}).`)
  if (error instanceof ResponseBodyError)
    return new ProviderFailure('NOT_PROVEN', `The provider did not accept the code (${error.error.slice(0, 64)}).`)
  const message = error instanceof Error ? error.message : 'unknown reason'
  return new ProviderFailure('NOT_PROVEN', `The response of the provider is not valid: ${message}.`)
}
