import { setImmediate } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import {
  findCallable,
  findTextRecords,
  HostNotFound,
  type Network,
  type ResolveName,
  readTarget,
} from './address-guard.ts'
import { evaluateError, evaluateStatus, type Failure, isReset, stageOf } from './failures.ts'
import { type Fetched, type FetchRequest, fetchGuarded } from './fetch.ts'
import { GuardedClient, RequestTrace } from './guarded-client.ts'
import type { Dialling } from './socket.ts'
import { Agent, Pool } from './undici.ts'

/** The result of one request. Without `failure`, a 2xx response came in time. */
export interface Exchange extends Dialling {
  failure?: Failure
  status?: number
  headers?: Record<string, string | string[]>
  /** The first 16 KiB. */
  body?: Buffer
  firstByteMs?: number
  totalMs: number
}

export interface OutboundRequest {
  url: string
  headers: Record<string, string>
  body: Buffer
  /** Ends the request early; `post` then throws. */
  signal?: AbortSignal
}

/** HTTP client for user-supplied URLs; blocks private addresses (SSRF). */
export interface Outbound {
  /** Throws AddressRefused for an address that `post` would refuse. */
  check(url: string): Promise<void>
  /** Sends one POST; does not follow redirects. Throws only if its signal is aborted. */
  post(request: OutboundRequest): Promise<Exchange>
  /** Sends one request and reads the whole response, up to 256 KiB; does not follow redirects. Throws FetchFailed. */
  fetch(request: FetchRequest): Promise<Fetched>
  /** The TXT records of a name; empty if it has none, or the name server does not answer. */
  findText(name: string): Promise<string[]>
  close(): Promise<void>
}

export interface OutboundOptions {
  /** Networks that may be called besides the public internet, also by plain HTTP. */
  allowed: readonly Network[]
  /** Maximum time until the headers of the response, including name resolution, connection and TLS. */
  timeoutMs: number
  /** Trusted certificates, instead of the system's. */
  ca?: string
  /** Resolves names; by default with the name server, then the system. */
  resolve?: ResolveName
}

const MAX_BODY_BYTES = 16 * 1024
const MAX_BODY_MS = 1_000

export function createOutbound({ allowed, timeoutMs, ca, resolve }: OutboundOptions): Outbound {
  const dialOptions = { allowed, ...(ca !== undefined && { ca }), ...(resolve && { resolve }) }
  const agent = new Agent({
    factory: (origin) => new Pool(origin, { factory: (url) => new GuardedClient(url, dialOptions) }),
  })

  async function exchange(request: OutboundRequest, url: URL, clock: AbortSignal): Promise<Exchange> {
    const startedMs = performance.now()
    const first = await send(agent, request, url, clock)
    // The receiver had already closed the reused connection, and has not seen this request.
    const isStale = first.trace.isSilentReuse && !clock.aborted && isReset(first.error)
    const sent = isStale ? await resend(request, url, clock) : first
    const { trace, response, error } = sent
    const totalMs = performance.now() - startedMs
    if (response) {
      const { status, headers, body } = response
      const failure = evaluateStatus(status)
      const firstByteMs = response.firstByteAt - startedMs
      return { ...trace.dialled, status, headers, body, firstByteMs, totalMs, ...(failure && { failure }) }
    }
    const failure = clock.aborted
      ? {
          code: 'timeout' as const,
          message: `No answer within ${timeoutMs / 1000} s${stageOf(trace.connection, url)}.`,
        }
      : evaluateError(error)
    return { ...trace.dialled, failure, totalMs }
  }

  /** Sends the request again on a new connection. */
  async function resend(request: OutboundRequest, url: URL, clock: AbortSignal): Promise<Sent> {
    const client = new GuardedClient(new URL(url.origin), dialOptions)
    try {
      return await send(client, request, url, clock)
    } finally {
      await client.destroy()
    }
  }

  return {
    async check(text) {
      const url = readTarget(text, allowed)
      try {
        await findCallable(url, allowed, resolve)
      } catch (error) {
        // The name may exist later, but plain HTTP requires an address that is known to be allowed.
        if (!(error instanceof HostNotFound) || url.protocol === 'http:') throw error
      }
    },
    async post(request) {
      const startedMs = performance.now()
      const clock = new AbortController()
      const timer = setTimeout(() => clock.abort(new Error('the request timed out')), timeoutMs)
      const end = (): void => clock.abort(request.signal?.reason)
      request.signal?.addEventListener('abort', end, { once: true })
      try {
        request.signal?.throwIfAborted()
        const url = readTarget(request.url, allowed)
        const result = await exchange(request, url, clock.signal)
        if (result.failure && request.signal?.aborted) request.signal.throwIfAborted()
        return result
      } catch (error) {
        if (request.signal?.aborted) throw error
        return { failure: evaluateError(error), totalMs: performance.now() - startedMs }
      } finally {
        clearTimeout(timer)
        request.signal?.removeEventListener('abort', end)
      }
    },
    fetch: (request) => fetchGuarded({ ...dialOptions, timeoutMs }, request),
    findText: findTextRecords,
    close: () => agent.destroy(),
  }
}

/** The outcome of sending a request once: a response or an error. */
interface Sent {
  trace: RequestTrace
  response?: { status: number; headers: Record<string, string | string[]>; body: Buffer; firstByteAt: number }
  error?: unknown
}

async function send(dispatcher: Dispatcher, request: OutboundRequest, url: URL, clock: AbortSignal): Promise<Sent> {
  const trace = new RequestTrace(clock)
  try {
    const response = await dispatcher.request({
      origin: url.origin,
      method: 'POST',
      path: url.pathname + url.search,
      headers: request.headers,
      body: request.body,
      signal: clock,
      opaque: trace,
    })
    const firstByteAt = performance.now()
    const body = await readBody(response.body)
    // undici reuses the connection only after a full turn of the event loop, and would otherwise open another one.
    await setImmediate()
    const headers = withoutUndefined(response.headers)
    return { trace, response: { status: response.statusCode, headers, body, firstByteAt } }
  } catch (error) {
    return { trace, error }
  }
}

type ResponseBody = Dispatcher.ResponseData['body']

/**
 * The first part of a body, as far as it arrives within a second, because the status already decides the outcome. The
 * connection is closed if the body is not read to its end.
 */
function readBody(body: ResponseBody): Promise<Buffer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let length = 0
    const finish = (whole: boolean): void => {
      clearTimeout(timer)
      body.removeAllListeners('data')
      // Errors after this point no longer matter.
      body.on('error', () => {})
      if (!whole) body.destroy()
      resolve(Buffer.concat(parts).subarray(0, MAX_BODY_BYTES))
    }
    const timer = setTimeout(() => finish(false), MAX_BODY_MS)
    body.on('data', (part: Buffer) => {
      parts.push(part)
      length += part.length
      if (length > MAX_BODY_BYTES) finish(false)
    })
    body.once('end', () => finish(true))
    body.once('error', () => finish(false))
  })
}

const withoutUndefined = (headers: Record<string, string | string[] | undefined>): Record<string, string | string[]> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
