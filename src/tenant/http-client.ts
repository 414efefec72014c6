import { createSecureContext, getCACertificates } from 'node:tls'
import { Agent, request } from 'undici'

const REQUEST_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000
/** A page of Graph stays far below; more is a fault of the other side. */
const LARGEST_BODY_BYTES = 64 * 1024 * 1024
const CONNECTIONS_PER_ORIGIN = 32

export interface HttpRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
}

export interface HttpResponse {
  status: number
  /** The Retry-After header as it came. */
  retryAfter?: string
  /** Left out where the body was larger than we read. */
  text?: string
}

/** No answer came: the connection failed or timed out. The message holds neither headers nor body. */
export class ConnectionFailure extends Error {
  readonly code: string

  constructor(code: string) {
    super(code === 'TimedOut' ? 'The server did not answer in time.' : `The connection failed (${code}).`)
    this.name = 'ConnectionFailure'
    this.code = code
  }
}

export interface HttpClient {
  /** One request, redirects not followed. Throws `ConnectionFailure`, or the signal's reason once it is aborted. */
  send(wanted: HttpRequest): Promise<HttpResponse>
  close(): Promise<void>
}

/** Opens an HTTPS client with connections kept alive; `ca` is trusted beside the usual authorities. */
export function openHttpClient(
  options: { ca?: string; requestTimeoutMs?: number; largestBodyBytes?: number } = {},
): HttpClient {
  const { ca, requestTimeoutMs = REQUEST_TIMEOUT_MS, largestBodyBytes = LARGEST_BODY_BYTES } = options
  const agent = new Agent({
    connections: CONNECTIONS_PER_ORIGIN,
    allowH2: false,
    headersTimeout: requestTimeoutMs,
    bodyTimeout: requestTimeoutMs,
    connect: {
      timeout: Math.min(CONNECT_TIMEOUT_MS, requestTimeoutMs),
      // Built once: reading the list of authorities anew for every connection takes longer than the handshake.
      ...(ca !== undefined && { secureContext: createSecureContext({ ca: [...getCACertificates('default'), ca] }) }),
    },
  })

  async function send({ method, url, headers, body, signal }: HttpRequest): Promise<HttpResponse> {
    const timeout = AbortSignal.timeout(requestTimeoutMs)
    try {
      const response = await request(url, {
        dispatcher: agent,
        method,
        headers,
        body: body ?? null,
        signal: AbortSignal.any([signal, timeout]),
      })
      const text = await readText(response.body, largestBodyBytes)
      const retryAfter = response.headers['retry-after']
      return {
        status: response.statusCode,
        ...(typeof retryAfter === 'string' && { retryAfter }),
        ...(text !== undefined && { text }),
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw new ConnectionFailure(timeout.aborted ? 'TimedOut' : failureCode(error))
    }
  }

  return { send, close: () => agent.destroy() }
}

async function readText(body: AsyncIterable<Uint8Array>, largestBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    // Leaving the loop destroys the stream, so the rest is never received.
    if (size > largestBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown'
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string') return error.name
  return code.startsWith('UND_ERR_') && code.endsWith('TIMEOUT') ? 'TimedOut' : code
}
