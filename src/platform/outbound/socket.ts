import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { findCallable, hostOf, isSameAddress, type Network, type ResolveName } from './address-guard.ts'

/** A connection that is open or opening: its address and the duration of each step in milliseconds. */
export interface Dialling {
  address?: string
  dnsMs?: number
  connectMs?: number
  tlsMs?: number
}

/** The receiver's certificate was rejected, or TLS failed otherwise. */
export class TlsFailure extends Error {
  override readonly name = 'TlsFailure'
}

/** Advice that Node adds for its own operator. It does not help the receiver's owner. */
const NODE_HINT = /; if the root CA .*$/

export interface DialOptions {
  allowed: readonly Network[]
  /** Trusted certificates, instead of the system's. */
  ca?: string
  resolve?: ResolveName
  /** Aborts dialling. */
  signal: AbortSignal
}

/** Time for one address before the next one is tried in parallel. */
const NEXT_ADDRESS_MS = 1_000

/**
 * Opens a socket to a URL, with TLS for https. The name is resolved only here, and the socket uses only those addresses.
 * `steps` is filled in as each step completes.
 */
export async function dial(url: URL, options: DialOptions, steps: Dialling): Promise<Socket> {
  const startedMs = performance.now()
  const addresses = await Promise.race([
    findCallable(url, options.allowed, options.resolve),
    rejectOnAbort(options.signal),
  ])
  const resolvedMs = performance.now()
  steps.dnsMs = resolvedMs - startedMs
  const socket = openSocket(url, addresses, options)
  return await new Promise((resolve, reject) => {
    const isTls = url.protocol === 'https:'
    let connectedMs: number | undefined
    const onAbort = (): void => void socket.destroy(new Error('the request timed out'))
    options.signal.addEventListener('abort', onAbort, { once: true })
    const onError = (error: Error): void => {
      leave()
      reject(connectedMs === undefined ? error : new TlsFailure(error.message.replace(NODE_HINT, '')))
    }
    const onClose = (): void => {
      leave()
      reject(new TlsFailure('The connection was closed during the TLS handshake.'))
    }
    const leave = (): void => {
      options.signal.removeEventListener('abort', onAbort)
      socket.removeListener('error', onError)
      socket.removeListener('close', onClose)
    }
    const finish = (): void => {
      leave()
      resolve(socket)
    }
    socket.once('error', onError)
    socket.once('close', onClose)
    socket.once('connect', () => {
      connectedMs = performance.now()
      steps.connectMs = connectedMs - resolvedMs
      const peer = socket.remoteAddress
      steps.address = peer ?? ''
      if (peer === undefined || !addresses.some((address) => isSameAddress(address, peer))) {
        socket.destroy(new Error('the socket was connected to an address that was not checked'))
      } else if (!isTls) finish()
    })
    socket.once('secureConnect', () => {
      steps.tlsMs = performance.now() - (connectedMs ?? resolvedMs)
      finish()
    })
  })
}

/** Rejects when the signal aborts, because a name server may never answer. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function openSocket(url: URL, addresses: readonly string[], { ca }: DialOptions): Socket {
  const host = hostOf(url)
  const families = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const [first] = families
  if (!first) throw new Error('no address is left')
  const target = {
    host: families.length === 1 ? first.address : host,
    port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    autoSelectFamily: families.length > 1,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    lookup: (
      _name: string,
      _options: unknown,
      callback: (error: null, found: { address: string; family: number }[]) => void,
    ) => callback(null, families),
    noDelay: true,
  }
  if (url.protocol === 'http:') return connectTcp(target)
  return connectTls({
    ...target,
    // SNI must not contain an IP address; the certificate is checked against it anyway.
    ...(host === url.hostname && !/^[\d.]+$/.test(host) ? { servername: host } : { servername: '' }),
    ALPNProtocols: ['http/1.1'],
    ...(ca !== undefined && { ca }),
  })
}
