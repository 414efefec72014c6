import { html, toHtml } from '../../shared/html/html.ts'
import { type Reply, type Request, reply } from '../responses/reply.ts'

/** Inputs of the simulated consent page, and where it records approvals. */
export interface AdminConsentContext {
  /** `https://localhost:PORT`. */
  origin: string
  clientId: string
  application: { redirectUris: readonly string[] }
  /** Ids of tenants that approved the application here, in lower case. */
  consented: Set<string>
}

const NAME = 'v2.0/adminconsent'

/**
 * The page on which an administrator approves the application, without a sign-in: one link to approve, one to refuse.
 * Undefined for other paths.
 */
export function answerAdminConsent(context: AdminConsentContext, request: Request): Reply | undefined {
  const url = new URL(request.target, context.origin)
  const [, tenant = '', ...rest] = url.pathname.split('/')
  const path = rest.join('/')
  if (path !== NAME && path !== `${NAME}/approve` && path !== `${NAME}/refuse`) return undefined
  const { searchParams: query } = url
  const back = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== context.clientId || !context.application.redirectUris.includes(back)) {
    const words = html`<p>It names no known application, or an address that is not registered for it.</p>`
    return reply(400, page('The request is not valid', words))
  }
  if (path === NAME) return reply(200, askPage(tenant, query))
  const target = new URL(back)
  const isApproved = path === `${NAME}/approve`
  if (isApproved) context.consented.add(tenant.toLowerCase())
  const answer: Record<string, string> = isApproved
    ? { scope: query.get('scope') ?? '' }
    : { error: 'access_denied', error_description: 'The administrator refused.' }
  const state = query.get('state') ?? ''
  for (const [name, value] of Object.entries({ admin_consent: 'True', tenant, state, ...answer }))
    target.searchParams.set(name, value)
  return reply(302, undefined, { location: target.href })
}

function askPage(tenant: string, query: URLSearchParams): string {
  const link = (name: string): string => `/${tenant}/${NAME}/${name}?${query}`
  return page(
    'Approve the application?',
    html`<p>This is the sandbox's stand-in for the sign-in service. You are an administrator of the tenant ${tenant}.</p>
<p><a href="${link('approve')}">Approve</a> &#160; <a href="${link('refuse')}">Refuse</a></p>`,
  )
}

const page = (title: string, body: ReturnType<typeof html>): string =>
  toHtml(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1>${body}</body></html>
`)
