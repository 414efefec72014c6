import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Keeps requests to addresses that users name away from our own network: what counts is the address that a socket is
 * opened to, not how it is written.
 */

/** A range of addresses, as in `10.0.0.0/8`. */
export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** Why an address given by a user is not called; the message is a sentence for that user. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/** The name of a host has no address, or none could be found in time. */
export class HostNotFound extends Error {
  override readonly name = 'HostNotFound'
}

/** Gives every address of a name; throws HostNotFound where there is none. */
export type ResolveName = (name: string) => Promise<string[]>

/** Throws where the text is no range. */
export const parseNetwork = (text: string): Network => ipaddr.parseCIDR(text)

/** All of IPv6 that is given out to the public; what lies outside is refused whatever else it is. */
const GLOBAL_IPV6: Network = ipaddr.parseCIDR('2000::/3')

const DNS_TIMEOUT_MS = 3_000
const DNS_TRIES = 2

/** The name server has no answer; the machine may still know the name from its hosts file. */
const UNKNOWN_NAME = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'ENONAME'])

/** Takes an address apart and throws AddressRefused where it must not be called, as far as its text alone tells. */
export function readTarget(text: string, allowed: readonly Network[]): URL {
  if (!URL.canParse(text)) throw new AddressRefused('This is no complete address, as in https://example.com/hook.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new AddressRefused('The address must begin with https://.')
  if (url.username !== '' || url.password !== '') {
    throw new AddressRefused('The address must hold no user name and no password.')
  }
  if (url.protocol === 'http:' && allowed.length === 0) {
    throw new AddressRefused('The address must begin with https://: plain HTTP is not called.')
  }
  const literal = hostOf(url)
  if (isIP(literal) !== 0) requireCallable(url, [literal], allowed)
  return url
}

/** The host's name or address, without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/**
 * The addresses that a target may be called at. A name is resolved once; AddressRefused where even one of its addresses
 * is not public, HostNotFound where it has none.
 */
export async function findCallable(
  url: URL,
  allowed: readonly Network[],
  resolve: ResolveName = resolveName,
): Promise<string[]> {
  const host = hostOf(url)
  const addresses = isIP(host) === 0 ? await resolve(host) : [host]
  requireCallable(url, addresses, allowed)
  return addresses
}

/** Whether two texts mean the same address, an IPv4 address within IPv6 included. */
export const isSameAddress = (a: string, b: string): boolean =>
  ipaddr.process(a).toNormalizedString() === ipaddr.process(b).toNormalizedString()

function requireCallable(url: URL, addresses: readonly string[], allowed: readonly Network[]): void {
  for (const address of addresses) {
    if (isWithin(address, allowed)) continue
    if (!isPublic(address)) {
      const named = hostOf(url) === address ? address : `${url.hostname} (${address})`
      throw new AddressRefused(`${named} is no public address: it is not called.`)
    }
    if (url.protocol === 'http:') {
      throw new AddressRefused('The address must begin with https://: plain HTTP is not called.')
    }
  }
}

/** Whether an address is one of the public internet, for single receivers. */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6[0], GLOBAL_IPV6[1])
}

function isWithin(text: string, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return networks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits))
}

/** Asks the name server, and where it knows nothing the system. */
async function resolveName(name: string): Promise<string[]> {
  const host = name.replace(/\.$/, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1']
  // The system's own lookup occupies one of few threads for as long as a dead name server keeps silent, so that it would
  // hold up all others: it is asked only for names that the name server answered not to know.
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  const codes = answers.map((answer) => (answer.status === 'rejected' ? codeOf(answer.reason) : ''))
  if (codes.every((code) => UNKNOWN_NAME.has(code))) {
    const local = await lookup(host, { all: true }).catch(() => [])
    if (local.length > 0) return local.map(({ address }) => address)
    throw new HostNotFound(`There is no host ${host}.`)
  }
  throw new HostNotFound(`The address of ${host} could not be found out (${codes.join(', ')}).`)
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'failed')
