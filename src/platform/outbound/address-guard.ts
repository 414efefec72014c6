import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { codeOf } from '../../shared/error-code.ts'

/**
 * Keeps requests to user-supplied URLs away from our own network. What counts is the IP address that a socket connects to,
 * not how the URL is written.
 */

/** A range of addresses, such as `10.0.0.0/8`. */
export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** A user-supplied URL must not be called; the message is a sentence for that user. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/** A host name has no address, or none was found in time. */
export class HostNotFound extends Error {
  override readonly name = 'HostNotFound'
}

/** Returns every address of a name. Throws HostNotFound if there is none. */
export type ResolveName = (name: string) => Promise<string[]>

/** Throws if the text is not a range. */
export const parseNetwork = (text: string): Network => ipaddr.parseCIDR(text)

/** All IPv6 space that is allocated for public use; everything else is refused. */
const GLOBAL_IPV6: Network = ipaddr.parseCIDR('2000::/3')

const DNS_TIMEOUT_MS = 3_000
const DNS_TRIES = 2

/** The name server does not know the name, but the hosts file of this machine may. */
const UNKNOWN_NAME = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'ENONAME'])

/** Parses a URL. Throws AddressRefused if its text alone shows that it must not be called. */
export function readTarget(text: string, allowed: readonly Network[]): URL {
  if (!URL.canParse(text)) throw new AddressRefused('This is not a complete address, such as https://example.com/hook.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new AddressRefused('The address must begin with https://.')
  if (url.username !== '' || url.password !== '') {
    throw new AddressRefused('The address must not contain a user name or password.')
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
 * The IP addresses at which a URL may be called. A name is resolved once. Throws AddressRefused if any of its addresses is not
 * public, HostNotFound if it has none.
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

/** Whether two texts are the same address, including IPv4-mapped IPv6 addresses. */
export const isSameAddress = (a: string, b: string): boolean =>
  ipaddr.process(a).toNormalizedString() === ipaddr.process(b).toNormalizedString()

function requireCallable(url: URL, addresses: readonly string[], allowed: readonly Network[]): void {
  for (const address of addresses) {
    if (isWithin(address, allowed)) continue
    if (!isPublic(address)) {
      const named = hostOf(url) === address ? address : `${url.hostname} (${address})`
      throw new AddressRefused(`${named} is not a public IP address.`)
    }
    if (url.protocol === 'http:') {
      throw new AddressRefused('The address must begin with https://: plain HTTP is not called.')
    }
  }
}

/** Whether an address is a public unicast address. */
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

/**
 * The TXT records of a name, each joined from its parts; empty if there are none, or the name server does not answer.
 */
export async function findTextRecords(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  const records = await resolver.resolveTxt(name).catch(() => [])
  return records.map((parts) => parts.join(''))
}

/** Asks the name server, and if it does not know the name, the system. */
async function resolveName(name: string): Promise<string[]> {
  const host = name.replace(/\.$/, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1']
  // While a name server does not answer, a system lookup occupies one of a few threads and delays other lookups. So it
  // is used only if the name server answered that it does not know the name.
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  const codes = answers.map((answer) => (answer.status === 'rejected' ? codeOf(answer.reason) || 'failed' : ''))
  if (codes.every((code) => UNKNOWN_NAME.has(code))) {
    const local = await lookup(host, { all: true }).catch(() => [])
    if (local.length > 0) return local.map(({ address }) => address)
    throw new HostNotFound(`Host ${host} not found.`)
  }
  throw new HostNotFound(`The address of ${host} could not be resolved (${codes.join(', ')}).`)
}
