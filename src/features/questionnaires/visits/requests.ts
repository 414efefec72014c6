import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../../../shared/actor.ts'
import type { PartnerLook } from '../../../shared/html/partner-look.ts'
import { fields, text } from '../../../shared/json.ts'
import { Problem } from '../../../shared/problem.ts'
import { pageHeaders } from '../../../shared/security-headers.ts'
import { renderDeadLink } from './page.ts'
import { QUESTIONNAIRE } from './rules.ts'
import { visitPolicy } from './style.ts'

/** What the routes behind a personal link share. */

export const COOKIE = '__Secure-questionnaire'

const tokenOf = ({ params }: FastifyRequest): string => text(fields(params).token) ?? ''

export const pathOf = (request: FastifyRequest): string => `/q/${tokenOf(request)}`

/** The questionnaire that the address names; undefined if it names none. */
export const productOf = ({ query }: FastifyRequest): string | undefined => {
  const product = text(fields(query)[QUESTIONNAIRE])
  return product !== undefined && /^[a-z0-9-]{1,64}$/.test(product) ? product : undefined
}

export const sessionOf = ({ cookies }: FastifyRequest): string | undefined => cookies[COOKIE]

/** Where a request comes from. */
export const originOf = ({ ip, id }: FastifyRequest): Pick<Principal, 'requestId' | 'address'> => ({
  address: ip,
  requestId: id,
})

export const isScript = ({ headers }: FastifyRequest): boolean => headers.accept === 'application/json'

/** What a redirect to the page says, and where. */
export interface Saying {
  notice: string
  section?: string
  question?: string
  /** The questionnaire to show, if it is another than before. */
  questionnaire?: string
}

/** Redirects to the page, with a notice at its top, at one of its sections or at one of its questions. */
export function back(request: FastifyRequest, reply: FastifyReply, saying?: Saying): FastifyReply {
  const { section, question } = saying ?? {}
  const product = productOf(request)
  const query = new URLSearchParams({ ...(product !== undefined && { [QUESTIONNAIRE]: product }), ...saying })
  const anchor = question !== undefined ? `q-${question}` : section !== undefined ? `section-${section}` : undefined
  const place = anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`
  return reply.redirect(`${pathOf(request)}${query.size > 0 ? `?${query}` : ''}${place}`, 303)
}

export const dead = (reply: FastifyReply): FastifyReply => asPage(reply).code(404).send(renderDeadLink())

/** Of a page in this look; one that is the same for everybody has none. */
export function asPage(reply: FastifyReply, look: PartnerLook = {}): FastifyReply {
  return reply.headers({
    ...pageHeaders(visitPolicy(look)),
    // Not no-referrer, which would also hide from us where a form comes from.
    'Referrer-Policy': 'same-origin',
  })
}

/** The checks of a request behind a personal link. They run before its body is read. */
export interface Admission<Visit> {
  /** One of our own pages sent the form, and the link works. */
  requireVisit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** The link works. */
  requireLink: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** This browser has entered the code. */
  requireSession: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** The visit that the first of these checks has found. */
  visitOf: (request: FastifyRequest) => Visit
}

export function createAdmission<Visit>(use: {
  appUrl: string
  findVisit: (token: string) => Promise<Visit | undefined>
  isSignedIn: (visit: Visit, session: string | undefined) => Promise<boolean>
}): Admission<Visit> {
  const visits = new WeakMap<FastifyRequest, Visit>()
  const visitOf = (request: FastifyRequest): Visit => {
    const visit = visits.get(request)
    if (!visit) throw new Error('no check has found the visit of this request')
    return visit
  }
  const requireLink = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const visit = await use.findVisit(tokenOf(request))
    if (visit) visits.set(request, visit)
    else await dead(reply)
  }
  return {
    visitOf,
    requireLink,
    async requireVisit(request, reply) {
      if (isOwnForm(request, use.appUrl)) await requireLink(request, reply)
      else await dead(reply)
    },
    async requireSession(request, reply) {
      if (await use.isSignedIn(visitOf(request), sessionOf(request))) return
      if (!isScript(request)) return void (await back(request, reply))
      throw new Problem('INVALID_KEY', { message: 'You are no longer signed in to this page: open the link again.' })
    },
  }
}

/** Whether the form was sent by our own page (CSRF). Requests without these headers are not from a browser. */
function isOwnForm({ headers, host }: FastifyRequest, appUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return headers.origin === undefined || [new URL(appUrl).origin, `https://${host}`].includes(headers.origin)
}
