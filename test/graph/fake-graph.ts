import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import type { TenantSource } from '../../src/graph/transport/source.ts'
import type { Clock } from '../../src/graph/transport/time-limits.ts'
import { type LocalCertificate, localCertificate } from '../../src/platform/certificates.ts'
import { type Fields, fields, list, text } from '../../src/shared/json.ts'

/** A small sign-in service and Graph that misbehave as a test requires. */

export const TENANT = '3c2a7f7e-1f0e-4f55-9a42-6f6f0c9f4b10'
export const SECRET = 'the-secret-of-the-application'

export interface StandInRequest {
  method: string
  /** Path with version, without query. */
  path: string
  query: URLSearchParams
  token: string
  body: string
  /** In lower case. */
  headers: IncomingHttpHeaders
  /** Part of a batch. */
  isInner: boolean
  /** How many times this path was requested before. */
  earlier: number
}

export interface StandInAnswer {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  /** Sent unchanged. */
  raw?: string | Buffer
  /** Cuts the connection instead of responding. */
  cut?: boolean
  /** Never responds. */
  silent?: boolean
  /** Leaves this part out of the batch response. */
  omitted?: boolean
}

export interface StandIn extends AsyncDisposable {
  url: string
  source: TenantSource
  /** All requests to Graph, including those in batches. */
  asked: StandInRequest[]
  /** Paths of single requests and batches as received. */
  wire: string[]
  /** Bodies of the token requests. */
  logins: URLSearchParams[]
  /** Sizes of the batches. */
  batches: number[]
}

export interface StandInOptions {
  graph?: (asked: StandInRequest, url: string) => StandInAnswer | undefined
  login?: (earlier: number, tenant: string) => StandInAnswer | undefined
  batch?: (earlier: number) => StandInAnswer | undefined
}

const certificate = makeCertificate()

async function makeCertificate(): Promise<LocalCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'graph-stand-in-'))
  return localCertificate(folder, []).finally(() => rm(folder, { recursive: true }))
}

export const makeToken = (tid: string, mark = 0): string => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part({ tid, mark })}.c2lnbmF0dXJl`
}

export const refusal = (number: number, error = 'invalid_client'): StandInAnswer => ({
  status: 400,
  json: { error, error_description: `AADSTS${number}: something about ${SECRET}.`, error_codes: [number] },
})

const headersOf = (inner: Fields): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(fields(inner.headers)).map(([name, value]) => [name.toLowerCase(), String(value)]))

export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const { cert, key, ca } = await certificate
  const server = createServer({ cert, key }, (request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  const url = `https://localhost:${typeof address === 'object' ? address?.port : ''}`
  const asked: StandInRequest[] = []
  const wire: string[] = []
  const logins: URLSearchParams[] = []
  const batches: number[] = []
  const counts = new Map<string, number>()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = new URL(request.url ?? '/', url)
    const body = await readText(request)
    const login = /^\/([^/]+)\/oauth2\/v2\.0\/token$/.exec(at.pathname)
    if (login) {
      logins.push(new URLSearchParams(body))
      const made = { access_token: makeToken(login[1] ?? '', logins.length), token_type: 'Bearer', expires_in: 3600 }
      return respond(response, options.login?.(logins.length - 1, login[1] ?? '') ?? { json: made })
    }
    wire.push(`${request.method} ${at.pathname}`)
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    if (at.pathname.endsWith('/$batch')) return respond(response, answerBatch(at.pathname, JSON.parse(body), token))
    respond(
      response,
      answer({ method: request.method ?? '', at, token, isInner: false, body, headers: request.headers }),
    )
  }

  interface Asked {
    method: string
    at: URL
    token: string
    isInner: boolean
    body: string
    headers: IncomingHttpHeaders
  }

  function answer({ method, at, token, isInner, body, headers }: Asked): StandInAnswer {
    const earlier = counts.get(at.pathname) ?? 0
    counts.set(at.pathname, earlier + 1)
    const question = { method, path: at.pathname, query: at.searchParams, token, body, headers, isInner, earlier }
    asked.push(question)
    return options.graph?.(question, url) ?? { json: { value: [], results: [] } }
  }

  function answerBatch(path: string, body: unknown, token: string): StandInAnswer {
    const reply = options.batch?.(batches.length)
    const requests = list(fields(body).requests).map(fields)
    batches.push(requests.length)
    if (reply) return reply
    const responses = requests.flatMap((inner) => {
      const at = new URL(`${path.replace('/$batch', '')}${text(inner.url)}`, url)
      const {
        status = 200,
        headers,
        json,
        omitted,
      } = answer({ method: text(inner.method) ?? '', at, token, isInner: true, body: '', headers: headersOf(inner) })
      return omitted ? [] : [{ id: inner.id, status, headers, body: json }]
    })
    // In reverse, because the order of responses in a batch is undefined.
    return { json: { responses: responses.reverse() } }
  }

  return {
    url,
    asked,
    wire,
    logins,
    batches,
    source: {
      graphUrl: url,
      loginUrl: url,
      // Unique, because a later stand-in may get the same port, and tokens are cached by address and client.
      clientId: randomUUID(),
      credential: { secret: SECRET },
      ca,
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function respond(response: ServerResponse, reply: StandInAnswer): void {
  if (reply.cut) {
    response.socket?.destroy()
    return
  }
  if (reply.silent) return
  const content = reply.raw ?? (reply.json === undefined ? '' : JSON.stringify(reply.json))
  response.writeHead(reply.status ?? 200, {
    'content-type': reply.raw === undefined ? 'application/json' : 'text/html',
    ...reply.headers,
  })
  response.end(content)
}

/** A clock whose waits end at once: the time jumps to the end of each of them, in order. */
export function startVirtualClock(): Clock & { sleeps: number[] } {
  let now = Date.now()
  const sleeps: number[] = []
  const waiting: { at: number; wake: () => void }[] = []
  const advance = () => {
    waiting.sort((one, other) => one.at - other.at)
    const next = waiting.shift()
    if (!next) return
    now = Math.max(now, next.at)
    next.wake()
  }
  return {
    sleeps,
    now: () => now,
    sleep: (ms) => {
      sleeps.push(ms)
      return new Promise((wake) => {
        waiting.push({ at: now + ms, wake })
        setImmediate(advance)
      })
    },
  }
}
