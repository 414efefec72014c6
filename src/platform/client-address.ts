import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Network } from './outbound/address-guard.ts'

/** Names for ranges, as proxies and web frameworks use them. */
const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const IPV6_NETWORK_BYTES = 8

/**
 * Returns a function that checks whether an address belongs to a trusted peer. Entries are addresses, ranges
 * (10.0.0.0/8) or the names loopback, linklocal, uniquelocal. Throws an error with a sentence for any other entry.
 */
export function parseTrustedPeers(entries: readonly string[]): (address: string) => boolean {
  const networks = entries.flatMap((entry) => (NAMED_RANGES[entry] ?? [entry]).map(parseRange))
  return (text) => {
    if (networks.length === 0 || !ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    return networks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits))
  }
}

function parseRange(text: string): Network {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text)
    const address = ipaddr.process(text)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  } catch {
    throw new Error(`must be addresses or ranges, as in 10.0.0.0/8, separated by commas: ${text} is neither`)
  }
}

/**
 * The group of addresses that shares a limit: an IPv4 address, or the /64 network of an IPv6 address, because one
 * subscriber has all addresses of such a network. All other texts share one group.
 */
export function addressGroup(text: string): string {
  if (isIPv4(text)) return text
  if (!ipaddr.isValid(text)) return 'unknown'
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv4') return address.toString()
  return Buffer.from(address.toByteArray().slice(0, IPV6_NETWORK_BYTES)).toString('hex')
}

/** Whether the address is one of this machine's own loopback addresses. */
export const isLoopback = (text: string | undefined): boolean =>
  text !== undefined && /^(127\.|::ffff:127\.|::1$)/.test(text)
