import type { Socket } from 'node:net'
import { Client } from 'undici'
import { findCallable, HostNotFound, type Network, type ResolveName, readTarget } from './address-guard.ts'
import { type Failure, isReset, judgeError, judgeStatus, stageOf } from './failures.ts'
import { type Dialling, dial } from './socket.ts'

/** What became of one request. Without `failure` it was answered with 2xx in time. */
export interface Exchange extends Dialling {
  failure?: Failure
  status?: number
  headers?: Record<string, string | string[]>
  /** No more than the first 16 KiB. */
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

/** Calls addresses that users name, and none that is not theirs to name. */
export interface Outbound {
  /** Throws AddressRefused where the address would not be called. */
  check(url: string): Promise<void>
  /** Sends one POST; never follows a redirect. Throws only where it was ended by its signal. */
  post(request: OutboundRequest): Promise<Exchange>
  close(): Promise<void>
}

export interface OutboundOptions {
  /** Beside the public internet; within these plain HTTP is called as well. */
  allowed: readonly Network[]
  /** Longest time until the headers of the answer, over name, connection and TLS. */
  timeoutMs: number
  /** Certificates that are trusted instead of the system's. */
  ca?: string
  /** Looks names up; by default as the system does. */
  resolve?: ResolveName
}

const BODY_MOST_BYTES = 16 * 1024
const BODY_MOST_MS = 1_000

/** Connections kept open for the next request, of one receiver and of all. */
const IDLE_OF_ORIGIN = 8
const IDLE_OF_ALL = 256
const IDLE_MS = 10_000

/** One connection at a time to one origin; `dialled` is new with each socket. */
interface Line {
  origin: string
  client: Client
  dialled: Dialling
  socket?: Socket
  used: boolean
  /** Ends the dialling that is under way. */
  dialling: AbortController
}

export function createOutbound({ allowed, timeoutMs, ca, resolve }: OutboundOptions): Outbound {
  const idle = new Map<string, Line[]>()
  let idleCount = 0

  const openLine = (url: URL): Line => {
    const line: Line = {
      origin: url.origin,
      dialled: {},
      used: false,
      dialling: new AbortController(),
      client: new Client(url.origin, {
        allowH2: false,
        pipelining: 1,
        keepAliveTimeout: IDLE_MS,
        // One clock of our own runs over everything.
        headersTimeout: 0,
        bodyTimeout: 0,
        connect: (_, callback) => {
          line.dialled = {}
          line.used = false
          dial(
            url,
            { allowed, signal: line.dialling.signal, ...(ca !== undefined && { ca }), ...(resolve && { resolve }) },
            line.dialled,
          ).then(
            (socket) => {
              line.socket = socket
              callback(null, socket)
            },
            (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
          )
        },
      }),
    }
    return line
  }

  const takeLine = (url: URL): Line => {
    const line = idle.get(url.origin)?.pop()
    if (!line) return openLine(url)
    idleCount -= 1
    if (idle.get(url.origin)?.length === 0) idle.delete(url.origin)
    return line
  }

  const drop = (line: Line): void => {
    line.dialling.abort()
    void line.client.destroy().catch(() => {})
  }

  const keepLine = (line: Line): void => {
    const lines = idle.get(line.origin) ?? []
    if (lines.length >= IDLE_OF_ORIGIN) {
      drop(line)
      return
    }
    lines.push(line)
    idle.set(line.origin, lines)
    idleCount += 1
    if (idleCount <= IDLE_OF_ALL) return
    const [oldest] = idle
    if (!oldest) return
    idle.delete(oldest[0])
    idleCount -= oldest[1].length
    for (const old of oldest[1]) drop(old)
  }

  async function exchange(
    request: OutboundRequest,
    url: URL,
    clock: AbortSignal,
    startedMs: number,
    line = takeLine(url),
  ): Promise<Exchange> {
    // A request that waits for its connection does not listen to its signal: the line ends with it.
    const giveUp = (): void => drop(line)
    clock.addEventListener('abort', giveUp, { once: true })
    const wasUsed = line.used
    const dialledBefore = line.dialled
    const readBefore = line.socket?.bytesRead
    // A line from before brings the address of its socket, and none of the times that were spent on it.
    const steps = (): Dialling =>
      line.dialled !== dialledBefore || !wasUsed
        ? line.dialled
        : { ...(line.dialled.address && { address: line.dialled.address }) }
    try {
      const response = await line.client.request({
        method: 'POST',
        path: url.pathname + url.search,
        headers: request.headers,
        body: request.body,
        signal: clock,
      })
      const firstByteMs = performance.now() - startedMs
      line.used = true
      const { bytes, whole } = await readBody(response.body)
      clock.removeEventListener('abort', giveUp)
      if (whole && !clock.aborted) keepLine(line)
      else drop(line)
      const failure = judgeStatus(response.statusCode)
      return {
        ...steps(),
        status: response.statusCode,
        headers: withoutUndefined(response.headers),
        body: bytes,
        firstByteMs,
        totalMs: performance.now() - startedMs,
        ...(failure && { failure }),
      }
    } catch (error) {
      clock.removeEventListener('abort', giveUp)
      drop(line)
      const isSilent = line.dialled === dialledBefore && line.socket?.bytesRead === readBefore
      // The receiver had closed a connection kept from before, and has seen nothing of this request.
      if (wasUsed && isSilent && !clock.aborted && isReset(error)) {
        return await exchange(request, url, clock, startedMs, openLine(url))
      }
      const failure = clock.aborted
        ? { code: 'timeout' as const, message: `No answer within ${timeoutMs / 1000} s${stageOf(line.dialled, url)}.` }
        : judgeError(error)
      return { ...steps(), failure, totalMs: performance.now() - startedMs }
    }
  }

  return {
    async check(text) {
      const url = readTarget(text, allowed)
      try {
        await findCallable(url, allowed, resolve)
      } catch (error) {
        // A name may come to be known later; plain HTTP is for addresses that are known to be allowed.
        if (!(error instanceof HostNotFound) || url.protocol === 'http:') throw error
      }
    },
    async post(request) {
      const startedMs = performance.now()
      const clock = new AbortController()
      const timer = setTimeout(() => clock.abort(new Error('the time is over')), timeoutMs)
      const end = (): void => clock.abort(request.signal?.reason)
      request.signal?.addEventListener('abort', end, { once: true })
      try {
        request.signal?.throwIfAborted()
        const url = readTarget(request.url, allowed)
        const result = await exchange(request, url, clock.signal, startedMs)
        if (result.failure && request.signal?.aborted) request.signal.throwIfAborted()
        return result
      } catch (error) {
        if (request.signal?.aborted) throw error
        return { failure: judgeError(error), totalMs: performance.now() - startedMs }
      } finally {
        clearTimeout(timer)
        request.signal?.removeEventListener('abort', end)
      }
    },
    async close() {
      const lines = [...idle.values()].flat()
      idle.clear()
      idleCount = 0
      await Promise.all(lines.map((line) => line.client.destroy().catch(() => {})))
    },
  }
}

type ResponseBody = Awaited<ReturnType<Client['request']>>['body']

/** The answer counts already: of its body the first part is kept, within a second, and whether that was all. */
function readBody(body: ResponseBody): Promise<{ bytes: Buffer; whole: boolean }> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let length = 0
    const finish = (whole: boolean): void => {
      clearTimeout(timer)
      body.removeAllListeners('data')
      // What is left of it ends with the connection, and an error of that is no news.
      body.on('error', () => {})
      if (!whole) body.destroy()
      resolve({ bytes: Buffer.concat(parts).subarray(0, BODY_MOST_BYTES), whole })
    }
    const timer = setTimeout(() => finish(false), BODY_MOST_MS)
    body.on('data', (part: Buffer) => {
      parts.push(part)
      length += part.length
      if (length > BODY_MOST_BYTES) finish(false)
    })
    body.once('end', () => finish(true))
    body.once('error', () => finish(false))
  })
}

const withoutUndefined = (headers: Record<string, string | string[] | undefined>): Record<string, string | string[]> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
