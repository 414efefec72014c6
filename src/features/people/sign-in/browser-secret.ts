import type { FastifyReply, FastifyRequest } from 'fastify'
import { isToken, newToken } from '../../../shared/crypto/tokens.ts'

/** Binds a sign-in without a password to the browser that started it. Lax: sent when Microsoft redirects back. */
const COOKIE = '__Host-portal-browser'
const OPTIONS = { path: '/', maxAge: 15 * 60, secure: true, httpOnly: true, sameSite: 'lax' } as const

/** The secret in the browser's cookie; undefined without one. */
export function browserSecretOf({ cookies }: FastifyRequest): string | undefined {
  const secret = cookies[COOKIE]
  return secret !== undefined && isToken(secret) ? secret : undefined
}

/** The secret in the browser's cookie, or a new one; sets the cookie, so that it is valid for another 15 minutes. */
export function requireBrowserSecret(request: FastifyRequest, reply: FastifyReply): string {
  const secret = browserSecretOf(request) ?? newToken()
  reply.setCookie(COOKIE, secret, OPTIONS)
  return secret
}
