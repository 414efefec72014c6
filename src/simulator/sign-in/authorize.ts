import { createHash, randomBytes } from 'node:crypto'
import { html, toHtml } from '../../shared/html/html.ts'
import { startOfDay } from '../content/primitives/calendar.ts'
import { type Reply, type Request, reply } from '../responses/reply.ts'
import type { Recipe } from '../tenants/recipes.ts'
import type { IdTokenFault, IdTokens } from './id-tokens.ts'
import { type Persona, personasOf } from './personas.ts'
import { ORGANIZATIONS, STAFF_MEMBERS } from './staff.ts'

/** The application's registration at the simulated sign-in service, and its simulated faults; tests change it. */
export interface SimulatorApplication {
  /** Compared exactly. */
  redirectUris: readonly string[]
  /** `DirectoryRole`: id tokens carry the claim `wids`. */
  groupMembershipClaims: 'DirectoryRole' | 'None'
  fault?: IdTokenFault | ServiceFault
}

/** Faults of the service while it exchanges a code: no response, an endless one, no keys. */
export type ServiceFault = 'unavailable' | 'oversized' | 'no-keys'

export interface AuthorizeContext {
  /** `https://localhost:PORT`. */
  origin: string
  clientId: string
  application: SimulatorApplication
  idTokens: IdTokens
  codes: Codes
  now(): Date
}

/** The sign-in that a code was issued for. */
interface Grant {
  tenantId: string
  redirectUri: string
  challenge: string
  nonce: string
  persona: Persona
  expiresAt: number
}

export interface Codes {
  issue(grant: Grant): string
  /** The grant, once; `used` if the code was redeemed before. */
  redeem(code: string): Grant | 'used' | undefined
}

const CODE_MS = 10 * 60_000
const MAX_CODES = 1_000

export function createCodes(): Codes {
  const grants = new Map<string, Grant | 'used'>()
  return {
    issue(grant) {
      const code = randomBytes(32).toString('base64url')
      grants.set(code, grant)
      const [oldest] = grants.keys()
      if (grants.size > MAX_CODES && oldest !== undefined) grants.delete(oldest)
      return code
    },
    redeem(code) {
      const grant = grants.get(code)
      if (grant !== undefined) grants.set(code, 'used')
      return grant
    },
  }
}

const NAME = 'oauth2/v2.0/authorize'

/** Who can sign in at an authority, and what its page says of them. */
interface Directory {
  organization: string
  personas: readonly (Persona & { tenantId: string })[]
  /** Personal accounts are offered, and refused as the service refuses them. */
  offersPersonalAccounts: boolean
}

function directoryOf(tenant: string, recipe: Recipe | undefined, now: Date): Directory | undefined {
  if (tenant === ORGANIZATIONS)
    return { organization: 'all organizations', personas: STAFF_MEMBERS, offersPersonalAccounts: true }
  if (!recipe) return undefined
  const { tenantId, organization } = recipe
  const personas = personasOf(recipe, startOfDay(now)).map((persona) => ({ ...persona, tenantId }))
  return { organization, personas, offersPersonalAccounts: false }
}

/**
 * The page on which people sign in, without passwords: a link for each account, and one to cancel. Undefined for other
 * paths. Requests with an unknown application, redirect URI or challenge are refused.
 */
export function answerAuthorize(
  context: AuthorizeContext,
  recipe: Recipe | undefined,
  request: Request,
): Reply | undefined {
  const url = new URL(request.target, context.origin)
  const [, tenant = '', ...rest] = url.pathname.split('/')
  const path = rest.join('/')
  if (path !== NAME && !['sign-in', 'cancel', 'personal'].some((step) => path === `${NAME}/${step}`)) return undefined
  const { searchParams: query } = url
  const fault = findFault(context, query)
  if (fault !== undefined) return reply(400, page('The request is not valid', html`<p>${fault}</p>`))
  const directory = directoryOf(tenant, recipe, context.now())
  if (!directory) return reply(400, page('Unknown tenant', html`<p>AADSTS90002: Tenant '${tenant}' not found.</p>`))
  if (path === NAME) return reply(200, choicePage(tenant, query, directory))
  if (path === `${NAME}/personal`) return reply(400, page('You cannot sign in here with a personal account', PERSONAL))
  const back = new URL(query.get('redirect_uri') ?? '')
  const persona = directory.personas.find(({ key }) => key === query.get('as'))
  const cancel = { error: 'access_denied', error_description: 'AADSTS65004: The user declined.' }
  const answer = path === `${NAME}/cancel` || !persona ? cancel : { code: issueCode(context, query, persona) }
  for (const [name, value] of Object.entries({ ...answer, state: query.get('state') ?? '' }))
    back.searchParams.set(name, value)
  return reply(302, undefined, { location: back.href })
}

const PERSONAL = html`<p>Use your work or school account instead.</p>`

/** Of the parameter `prompt`. Source: "OpenID Connect on the Microsoft identity platform". */
const PROMPTS = ['login', 'none', 'consent', 'select_account']

function findFault({ clientId, application }: AuthorizeContext, query: URLSearchParams): string | undefined {
  if (query.get('client_id') !== clientId) return 'AADSTS700016: Application was not found in the directory.'
  if (!application.redirectUris.includes(query.get('redirect_uri') ?? ''))
    return 'AADSTS50011: The redirect URI does not match the redirect URIs configured for the application.'
  if (query.get('response_type') !== 'code') return 'AADSTS700054: Only response_type code is enabled.'
  if (query.has('response_mode') && query.get('response_mode') !== 'query')
    return 'AADSTS90023: Unsupported response mode.'
  if (!(query.get('scope') ?? '').split(' ').includes('openid')) return 'AADSTS70011: The scope must include openid.'
  if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(query.get('code_challenge') ?? ''))
    return 'AADSTS501491: Invalid code challenge.'
  if (query.has('prompt') && !PROMPTS.includes(query.get('prompt') ?? ''))
    return 'AADSTS90023: Unsupported prompt value.'
  return undefined
}

const issueCode = (
  { codes, now }: AuthorizeContext,
  query: URLSearchParams,
  { tenantId, ...persona }: Persona & { tenantId: string },
): string =>
  codes.issue({
    tenantId,
    redirectUri: query.get('redirect_uri') ?? '',
    challenge: query.get('code_challenge') ?? '',
    nonce: query.get('nonce') ?? '',
    persona,
    expiresAt: now().getTime() + CODE_MS,
  })

/** Why a code was refused, with the service's error number. */
export interface CodeRefusal {
  number: number
  message: string
}

/**
 * Exchanges a code for an id token; the client is already authenticated. A code is redeemed at the tenant of the person, or
 * at `organizations`.
 */
export function redeemCode(
  { codes, idTokens, origin, clientId, application, now }: AuthorizeContext,
  authority: string,
  form: URLSearchParams,
): { idToken: string } | CodeRefusal {
  const grant = codes.redeem(form.get('code') ?? '')
  if (grant === 'used') return { number: 54005, message: 'OAuth2 Authorization code was already redeemed.' }
  if (!grant || ![grant.tenantId, ORGANIZATIONS].includes(authority.toLowerCase()))
    return { number: 9002313, message: 'Invalid request. The code is malformed.' }
  if (grant.expiresAt <= now().getTime())
    return { number: 70008, message: 'The provided authorization code has expired.' }
  if (form.get('redirect_uri') !== grant.redirectUri)
    return { number: 500112, message: 'The reply address does not match.' }
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  if (challenge !== grant.challenge)
    return { number: 501481, message: 'The Code_Verifier does not match the code_challenge.' }
  const { tenantId, nonce, persona } = grant
  const { groupMembershipClaims, fault } = application
  const withRoles = groupMembershipClaims === 'DirectoryRole'
  const about = { origin, tenantId, clientId, nonce, persona, withRoles, ...(fault && { fault }) }
  return { idToken: idTokens.issue(about, now()) }
}

function choicePage(tenant: string, query: URLSearchParams, directory: Directory): string {
  const link = (name: string, persona = ''): string => {
    const more = new URLSearchParams(query)
    if (persona !== '') more.set('as', persona)
    return `/${tenant}/${NAME}/${name}?${more}`
  }
  const { organization, personas, offersPersonalAccounts } = directory
  return page(
    'Sign in',
    html`<p>This is the sandbox's stand-in for the sign-in service of ${organization}. Nobody asks for a password: choose who you are.</p>
<ul>${personas.map(({ key, label, name }) => html`<li><a href="${link('sign-in', key)}">${label}</a>: ${name}</li>`)}${offersPersonalAccounts && html`<li><a href="${link('personal')}">Personal account</a></li>`}</ul>
<p><a href="${link('cancel')}">Cancel</a></p>`,
  )
}

const page = (title: string, body: ReturnType<typeof html>): string =>
  toHtml(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1>${body}</body></html>
`)
