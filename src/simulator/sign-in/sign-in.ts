import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { fields, text } from '../../shared/json.ts'
import { type Reply, type Request, reply } from '../responses/reply.ts'
import { findRecipe } from '../tenants/generated-tenants.ts'
import type { Recipe } from '../tenants/recipes.ts'
import { type AdminConsentContext, answerAdminConsent } from './admin-consent.ts'
import { type AuthorizeContext, answerAuthorize, redeemCode } from './authorize.ts'
import { isStaffTenant, ORGANIZATIONS } from './staff.ts'
import { TOKEN_LIFETIME_SECONDS, type Tokens } from './tokens.ts'

export interface SignInContext extends AuthorizeContext {
  consented: AdminConsentContext['consented']
  clientSecret: string
  tokens: Tokens
}

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/**
 * The sign-in service: metadata and keys, the token endpoint, and the pages on which applications are approved and people
 * sign in. Undefined for other paths.
 */
export function answerSignIn(context: SignInContext, request: Request): Reply | undefined {
  const { pathname } = new URL(request.target, context.origin)
  const [, tenant = '', ...rest] = pathname.split('/')
  switch (rest.join('/')) {
    case 'oauth2/v2.0/token':
      return request.method === 'POST' ? answerToken(context, tenant, request.body) : reply(405, undefined)
    case 'v2.0/.well-known/openid-configuration':
      return isTenant(tenant) ? reply(200, openIdConfiguration(context.origin, tenant)) : unknownTenant(context, tenant)
    case 'discovery/instance':
      return reply(200, instanceDiscovery(context.origin, tenant))
    case 'discovery/v2.0/keys':
      return context.application.fault === 'no-keys' ? reply(503, undefined) : reply(200, context.idTokens.keys())
    default:
      return answerAdminConsent(context, request) ?? answerAuthorize(context, findRecipe(tenant), request)
  }
}

/** Names that stand for any tenant. */
const isAlias = (tenant: string): boolean => ['common', ORGANIZATIONS].includes(tenant)

const isTenant = (tenant: string): boolean =>
  isAlias(tenant) || isStaffTenant(tenant) || findRecipe(tenant) !== undefined

function answerToken(context: SignInContext, tenant: string, body: string): Reply {
  const form = new URLSearchParams(body)
  const grant = form.get('grant_type')
  if (grant === null) {
    return refuse(context, 400, 'invalid_request', 900144, "The request body must contain the parameter 'grant_type'.")
  }
  if (grant !== 'client_credentials' && grant !== 'authorization_code') {
    return refuse(context, 400, 'unsupported_grant_type', 70003, `The grant type '${grant}' is not supported.`)
  }
  if (!isTenant(tenant)) return unknownTenant(context, tenant)
  const recipe = findRecipe(tenant)
  const clientId = form.get('client_id') ?? ''
  const isKnown = recipe ? hasConsented(context, recipe) : grant === 'authorization_code'
  if (!isKnown || clientId.toLowerCase() !== context.clientId.toLowerCase()) {
    const message = `Application with identifier '${clientId}' was not found in the directory '${tenant}'. No administrator of the tenant has consented to it.`
    return refuse(context, 400, 'unauthorized_client', 700016, message)
  }
  const refusal = checkCredential(context, form)
  if (refusal) return refusal
  return grant === 'client_credentials' && recipe
    ? answerClient(context, recipe, form)
    : answerCode(context, tenant, form)
}

const hasConsented = ({ consented }: SignInContext, { posture, tenantId }: Recipe): boolean =>
  posture !== 'no-consent' || consented.has(tenantId)

const NOT_STORED = { 'cache-control': 'no-store, no-cache', pragma: 'no-cache' }

function answerClient(context: SignInContext, recipe: Recipe, form: URLSearchParams): Reply {
  const scope = form.get('scope') ?? ''
  if (!scope.split(' ').some((part) => part.endsWith('/.default'))) {
    return refuse(context, 400, 'invalid_scope', 1002012, `The scope '${scope}' does not end with '/.default'.`)
  }
  const token = {
    token_type: 'Bearer',
    expires_in: TOKEN_LIFETIME_SECONDS,
    ext_expires_in: TOKEN_LIFETIME_SECONDS,
    access_token: context.tokens.issue(recipe, context.clientId, context.now()),
  }
  return reply(200, token, NOT_STORED)
}

/** The access token is for the person's own profile, which the simulator does not serve, so it gives no access. */
function answerCode(context: SignInContext, authority: string, form: URLSearchParams): Reply {
  const { fault } = context.application
  if (fault === 'unavailable') return reply(503, undefined, { 'retry-after': '1' })
  if (fault === 'oversized') return reply(200, { id_token: 'x'.repeat(1_000_000) })
  const redeemed = redeemCode(context, authority, form)
  if ('number' in redeemed) return refuse(context, 400, 'invalid_grant', redeemed.number, redeemed.message)
  const token = {
    token_type: 'Bearer',
    scope: 'openid profile',
    expires_in: TOKEN_LIFETIME_SECONDS,
    ext_expires_in: TOKEN_LIFETIME_SECONDS,
    access_token: randomUUID(),
    id_token: redeemed.idToken,
  }
  return reply(200, token, NOT_STORED)
}

/**
 * Checks the secret, or only the claims of an assertion: no certificate is registered here to verify its signature.
 */
function checkCredential(context: SignInContext, form: URLSearchParams): Reply | undefined {
  const secret = form.get('client_secret')
  if (secret !== null) {
    if (isSame(secret, context.clientSecret)) return undefined
    return refuse(context, 401, 'invalid_client', 7000215, 'Invalid client secret provided.')
  }
  const assertion = form.get('client_assertion')
  if (assertion === null || form.get('client_assertion_type') !== ASSERTION_TYPE) {
    const message = "'client_assertion', 'client_secret' or 'request' is required for this grant type."
    return refuse(context, 401, 'invalid_client', 7000216, message)
  }
  if (!isOurAssertion(context, assertion)) {
    return refuse(context, 401, 'invalid_client', 700027, 'The client assertion failed validation.')
  }
  return undefined
}

function isOurAssertion(context: SignInContext, assertion: string): boolean {
  const claims = claimsOf(assertion)
  const isOurs = claims.iss === context.clientId && claims.sub === context.clientId
  const isForUs = text(claims.aud)?.startsWith(`${context.origin}/`) === true
  const isCurrent = typeof claims.exp === 'number' && claims.exp * 1_000 > context.now().getTime()
  return isOurs && isForUs && isCurrent
}

function claimsOf(assertion: string) {
  try {
    return fields(JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()))
  } catch {
    return {}
  }
}

function isSame(one: string, other: string): boolean {
  const digest = (value: string): Buffer => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(one), digest(other))
}

const unknownTenant = (context: SignInContext, tenant: string): Reply =>
  refuse(context, 400, 'invalid_request', 90002, `Tenant '${tenant}' not found.`)

function refuse({ now, origin }: SignInContext, status: number, error: string, code: number, message: string): Reply {
  const traceId = randomUUID()
  const correlationId = randomUUID()
  const timestamp = now().toISOString().replace('T', ' ').replace(/\..*/, 'Z')
  return reply(status, {
    error,
    error_description: `AADSTS${code}: ${message} Trace ID: ${traceId} Correlation ID: ${correlationId} Timestamp: ${timestamp}`,
    error_codes: [code],
    timestamp,
    trace_id: traceId,
    correlation_id: correlationId,
    error_uri: `${origin}/error?code=${code}`,
  })
}

const openIdConfiguration = (origin: string, tenant: string): object => ({
  token_endpoint: `${origin}/${tenant}/oauth2/v2.0/token`,
  token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt'],
  jwks_uri: `${origin}/${tenant}/discovery/v2.0/keys`,
  response_types_supported: ['code'],
  scopes_supported: ['openid', 'profile'],
  subject_types_supported: ['pairwise'],
  id_token_signing_alg_values_supported: ['RS256'],
  issuer: `${origin}/${isAlias(tenant) ? '{tenantid}' : tenant}/v2.0`,
  authorization_endpoint: `${origin}/${tenant}/oauth2/v2.0/authorize`,
  end_session_endpoint: `${origin}/${tenant}/oauth2/v2.0/logout`,
})

function instanceDiscovery(origin: string, tenant: string): object {
  const { host } = new URL(origin)
  return {
    tenant_discovery_endpoint: `${origin}/${tenant}/v2.0/.well-known/openid-configuration`,
    'api-version': '1.1',
    metadata: [{ preferred_network: host, preferred_cache: host, aliases: [host] }],
  }
}
