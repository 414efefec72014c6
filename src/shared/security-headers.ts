import { createHash } from 'node:crypto'
import { isIP } from 'node:net'

/**
 * The Content-Security-Policy of one of our pages. It allows the page's own style sheet (by its hash), our font, and
 * what the given directives allow.
 */
export function pagePolicy(style: string, allowed: Readonly<Record<string, string>> = {}): string {
  const hash = createHash('sha256').update(style, 'utf8').digest('base64')
  const directives = {
    'default-src': "'none'",
    'style-src': `'sha256-${hash}'`,
    ...allowed,
    'form-action': allowed['form-action'] ?? "'none'",
    'base-uri': "'none'",
    'frame-ancestors': allowed['frame-ancestors'] ?? "'none'",
    'font-src': "'self'",
  }
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/**
 * Headers of every such page: it must not be stored, framed, indexed by search engines, or sent to other sites as a
 * referrer.
 */
export function pageHeaders(policy: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  }
}

/**
 * Headers of every response, unless the route sets others: browsers must not guess types, and responses that need a key
 * must not be stored.
 */
export const API_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' } as const

export type Hsts = Readonly<Record<'Strict-Transport-Security', string>>

const YEAR_S = 31_536_000

/**
 * Makes browsers use only HTTPS for a year. Undefined unless the service's address is a public name: for localhost or
 * an IP address it would also apply to other services on a developer's machine.
 */
export function hstsOf(baseUrl: string): Hsts | undefined {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host.endsWith('.localhost') || isIP(host) !== 0) return undefined
  return { 'Strict-Transport-Security': `max-age=${YEAR_S}` }
}
