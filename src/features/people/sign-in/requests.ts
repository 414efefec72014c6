import type { FastifyReply, FastifyRequest } from 'fastify'
import { FORM_PAGE_HEADERS, SCRIPTED_PAGE_HEADERS } from '../../../shared/html/small-page.ts'
import { SESSION_COOKIE, SESSION_COOKIE_OPTIONS } from '../sessions/rules.ts'

/** What the pages on which people sign in share. */

/** A `Browser`, as the services of sign-ins know it. */
export const browserOf = ({ ip, id, headers, cookies }: FastifyRequest) => ({
  address: ip,
  agent: headers['user-agent'],
  requestId: id,
  session: cookies[SESSION_COOKIE],
})

export const asPage = (reply: FastifyReply): FastifyReply => reply.headers(FORM_PAGE_HEADERS)

/** With a script of our own. */
export const asScriptedPage = (reply: FastifyReply): FastifyReply =>
  reply.headers({ ...SCRIPTED_PAGE_HEADERS, 'Referrer-Policy': 'same-origin' })

export const setSession = (reply: FastifyReply, token: string): FastifyReply =>
  reply.setCookie(SESSION_COOKIE, token, SESSION_COOKIE_OPTIONS)

/** Names the sign-in that awaits a second factor or the choice of an account. */
const STEP_COOKIE = '__Host-portal-step'
const STEP_COOKIE_OPTIONS = { path: '/', maxAge: 15 * 60, secure: true, httpOnly: true, sameSite: 'lax' } as const

export const stepOf = ({ cookies }: FastifyRequest): string | undefined => cookies[STEP_COOKIE]

export const setStep = (reply: FastifyReply, token: string): FastifyReply =>
  reply.setCookie(STEP_COOKIE, token, STEP_COOKIE_OPTIONS)

export const clearStep = (reply: FastifyReply): FastifyReply => reply.clearCookie(STEP_COOKIE, STEP_COOKIE_OPTIONS)
