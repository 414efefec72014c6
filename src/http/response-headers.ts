import { isIP } from 'node:net'

/** On every response, unless the route says otherwise: browsers guess no types, and nobody stores what needs a key. */
export const API_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' } as const

export type Hsts = Readonly<Record<'Strict-Transport-Security', string>>

const YEAR_S = 31_536_000

/**
 * Makes browsers use HTTPS alone for a year. Undefined unless the service's address is a public name: for localhost or an
 * IP address it would pin whatever else runs on a developer's machine.
 */
export function hstsOf(baseUrl: string): Hsts | undefined {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host.endsWith('.localhost') || isIP(host) !== 0) return undefined
  return { 'Strict-Transport-Security': `max-age=${YEAR_S}` }
}
