import type { FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether requests of this method change nothing. */
export const isSafe = (method: string): boolean => SAFE.has(method)

/**
 * Throws CROSS_SITE for a change that a page of another origin may have sent. Browsers send `Sec-Fetch-Site`, which pages
 * cannot set (W3C Fetch Metadata); older ones send only `Origin`. A request without either is no page's, and is refused too.
 */
export function requireSameOrigin(request: FastifyRequest, appUrl: string): void {
  if (isSafe(request.method)) return
  const { 'sec-fetch-site': site, origin, host } = request.headers
  if (site === 'same-origin') return
  const isOurs = origin !== undefined && (origin === new URL(appUrl).origin || origin === `https://${host}`)
  if (site !== undefined || !isOurs) throw new Problem('CROSS_SITE')
}
