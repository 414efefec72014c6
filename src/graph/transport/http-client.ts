import { createSecureContext, getCACertificates } from 'node:tls'
import type undici from 'undici'
import { Agent } from '../../platform/outbound/undici.ts'
import { CollectFailure } from './collect-failure.ts'
import { MAX_DEPTH, measureJson } from './json-size.ts'
import { type Allowance, MAX_SIZES, openAllowance } from './sizes.ts'

const REQUEST_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000
const CONNECTIONS_PER_ORIGIN = 32

export interface HttpRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  /** The maximum response size; by default that of the client's allowance. */
  maxBytes?: number
  signal: AbortSignal
}

export interface HttpResponse {
  status: number
  /** The Retry-After header, unchanged. */
  retryAfter?: string
  /** Absent if the body was not read; `unread` says why. */
  text?: string
  unread?: 'ResponseTooLarge' | 'ResponseTooDeep'
  /** Length of the longest text in a JSON body, in bytes. */
  longestText?: number
}

/** No response: the connection failed or timed out. The message contains neither headers nor body. */
export class ConnectionFailure extends Error {
  readonly code: string

  constructor(code: string) {
    super(code === 'TimedOut' ? 'The server did not respond in time.' : `The connection failed (${code}).`)
    this.name = 'ConnectionFailure'
    this.code = code
  }
}

export interface HttpClient {
  /**
   * Sends one request; does not follow redirects. Throws `ConnectionFailure`, the signal's reason once it is aborted,
   * and `CollectFailure` if the allowance is used up.
   */
  send(wanted: HttpRequest): Promise<HttpResponse>
  /** Resolves when a response may be received; at once if the signal is aborted. */
  room(signal: AbortSignal): Promise<void>
  /** Whether a response may be received now. */
  hasRoom(): boolean
  close(): Promise<void>
}

/** Keep-alive connections. */
export type Connections = undici.Agent

/** Opens connections that several clients share, at most `perOrigin` to each server. `ca` is trusted in addition to the usual authorities. */
export function openConnections(
  options: { ca?: string; requestTimeoutMs?: number; perOrigin?: number } = {},
): Connections {
  const { ca, requestTimeoutMs = REQUEST_TIMEOUT_MS, perOrigin = CONNECTIONS_PER_ORIGIN } = options
  return new Agent({
    connections: perOrigin,
    allowH2: false,
    headersTimeout: requestTimeoutMs,
    bodyTimeout: requestTimeoutMs,
    connect: {
      timeout: Math.min(CONNECT_TIMEOUT_MS, requestTimeoutMs),
      // Created once: loading the list of authorities for every connection takes longer than the handshake.
      ...(ca !== undefined && { secureContext: createSecureContext({ ca: [...getCACertificates('default'), ca] }) }),
    },
  })
}

interface HttpClientOptions {
  /** Stay open when the client is closed; by default the client has its own. */
  connections?: Connections | undefined
  /** For its own connections. */
  ca?: string
  requestTimeoutMs?: number
  allowance?: Allowance
}

/** Opens an HTTPS client. */
export function openHttpClient(options: HttpClientOptions = {}): HttpClient {
  const { connections, requestTimeoutMs = REQUEST_TIMEOUT_MS, allowance = openAllowance(MAX_SIZES, () => {}) } = options
  const agent = connections ?? openConnections(options)

  async function send({ method, url, headers, body, maxBytes, signal }: HttpRequest): Promise<HttpResponse> {
    const timeout = AbortSignal.timeout(requestTimeoutMs)
    try {
      const { origin, pathname, search } = new URL(url)
      const response = await agent.request({
        origin,
        path: pathname + search,
        method,
        // No compression, so that the allowance counts what was sent.
        headers: { 'accept-encoding': 'identity', ...headers },
        body: body ?? null,
        signal: AbortSignal.any([signal, timeout]),
      })
      const content = await readText(response.body, allowance, maxBytes ?? allowance.sizes.responseBytes)
      const retryAfter = response.headers['retry-after']
      return {
        status: response.statusCode,
        ...(typeof retryAfter === 'string' && { retryAfter }),
        ...content,
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (error instanceof CollectFailure) throw error
      throw new ConnectionFailure(timeout.aborted ? 'TimedOut' : failureCode(error))
    }
  }

  return {
    send,
    room: allowance.room,
    hasRoom: allowance.hasRoom,
    close: async () => (connections ? undefined : agent.destroy()),
  }
}

async function readText(
  body: AsyncIterable<Uint8Array>,
  allowance: Allowance,
  maxBytes: number,
): Promise<Pick<HttpResponse, 'text' | 'unread' | 'longestText'>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    allowance.take(chunk.byteLength)
    // Leaving the loop destroys the stream, so the rest is not received.
    if (length > maxBytes) return { unread: 'ResponseTooLarge' }
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const { size, depth, longest } = measureJson(bytes)
  if (size > maxBytes) return { unread: 'ResponseTooLarge' }
  if (depth > MAX_DEPTH) return { unread: 'ResponseTooDeep' }
  allowance.take(size - length)
  return { text: bytes.toString('utf8'), longestText: longest }
}

function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown'
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string') return error.name
  return code.startsWith('UND_ERR_') && code.endsWith('TIMEOUT') ? 'TimedOut' : code
}
