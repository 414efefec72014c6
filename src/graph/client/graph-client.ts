import type { RateClass } from '../../engine/datasets/dataset.ts'
import { MAX_TEXT_LENGTH } from '../../engine/datasets/long-texts.ts'
import type { Trim } from '../../engine/datasets/trimming.ts'
import { fields } from '../../shared/json.ts'
import type { TokenSession } from '../token/token.ts'
import { ConnectionFailure, type HttpClient, type HttpRequest, type HttpResponse } from '../transport/http-client.ts'
import { retryWaitMs, sendWithRetries } from '../transport/retry.ts'
import { isOver, type TimeLimits, waitWithin } from '../transport/time-limits.ts'
import type { TenantLimiters } from './rate-classes.ts'
import { openRequestSpan, type RequestTrace } from './request-spans.ts'
import { unitsOf } from './request-units.ts'
import {
  failedResponse,
  type GraphResponse,
  lateResponse,
  parseBody,
  readResponse,
  throttledResponse,
} from './response.ts'
import { shareTexts } from './share-texts.ts'
import type { SharedPace } from './shared-pace.ts'

/** Everything needed to send requests to one tenant's Graph. */
export interface Graph {
  /** Base address without a trailing slash. */
  baseUrl: string
  http: HttpClient
  tokens: TokenSession
  limiters: TenantLimiters
  limits: TimeLimits
  /** Of the run that reads. */
  trace?: RequestTrace | undefined
  /** Limits shared by all processes; without it, only those of this process apply. */
  pace?: SharedPace | undefined
}

export interface GraphRequest {
  url: string
  rateClass: RateClass
  /** Key of the dataset that it reads. */
  dataset: string
  /** The body of a POST; absent for a GET. */
  post?: unknown
  /** How many units it counts against its limit; by default, what `unitsOf` says of its URL. */
  units?: number
  trim?: Trim | undefined
  /** The response is a batch: each of its parts is read separately. */
  isBatch?: boolean
}

export interface GraphResult {
  response: GraphResponse
  /** Number of the token that was sent. */
  tokenNumber: number
  /** The response may contain texts that must be cut. */
  mayHaveLongTexts: boolean
}

/**
 * Without this header, Graph replaces newer members of an enumeration by `unknownFutureValue`. Source: Microsoft Graph,
 * "Best practices: handling future members in evolvable enumerations".
 */
export const ASK_FOR_NEW_VALUES = { prefer: 'include-unknown-enum-members' } as const

/**
 * Sends a request, and repeats it while Graph throttles and the deadline allows; renews a rejected token. Failures are
 * returned as responses. Throws only if the caller aborts: the reason of the signal.
 */
export async function requestGraph(graph: Graph, request: GraphRequest): Promise<GraphResult> {
  const { limits, tokens } = graph
  let tokenNumber = tokens.current().number
  let lastThrottled: number | undefined
  try {
    for (let attempt = 0; ; ) {
      tokenNumber = tokens.current().number
      const received = await sendOnce(graph, request)
      if (await mayRetryWithNewToken(tokens, received.status, tokenNumber)) continue
      const waitMs = retryWaitMs(received, request.rateClass, attempt, limits.clock)
      if (waitMs === undefined) return { ...readReceived(received, request), tokenNumber }
      lastThrottled = received.status
      if (!(await waitWithin(limits, waitMs))) break
      attempt += 1
    }
  } catch (error) {
    // Rethrows if the caller has aborted.
    if (!isOver(limits)) return { response: connectionFailedResponse(error), tokenNumber, mayHaveLongTexts: false }
  }
  const response = lastThrottled === undefined ? lateResponse() : throttledResponse(lastThrottled)
  return { response, tokenNumber, mayHaveLongTexts: false }
}

/** Whether a refusal may be caused by an old token, and a newer one is available now. */
export async function mayRetryWithNewToken(tokens: TokenSession, status: number, used: number): Promise<boolean> {
  // The token contains the roles: one of an earlier collection lacks those granted since.
  const isSuspect = status === 401 || (status === 403 && tokens.isFromEarlier(used))
  return isSuspect && (await tokens.renew(used))
}

async function sendOnce(graph: Graph, request: GraphRequest): Promise<HttpResponse> {
  const { baseUrl, tokens, trace, limits } = graph
  // Last check before the token is sent: it must go to Graph and nowhere else.
  if (!isSameOrigin(request.url, baseUrl)) throw new Error('Refused to send a request to a server other than Graph.')
  const { post, dataset, url } = request
  const method = post === undefined ? 'GET' : 'POST'
  const span = openRequestSpan(trace, { dataset, method }, () => limits.clock.now())
  const { traceparent } = span
  const headers = {
    authorization: `Bearer ${tokens.current().value}`,
    accept: 'application/json',
    ...ASK_FOR_NEW_VALUES,
    'user-agent': 'Plumbline',
    ...(traceparent !== undefined && { traceparent }),
    ...(post !== undefined && { 'content-type': 'application/json' }),
  }
  const body = post === undefined ? {} : { body: JSON.stringify(post) }
  let status = 0
  try {
    const response = await sendInTurn(graph, request, { method, url, headers, ...body }, span.start)
    status = response.status
    return response
  } finally {
    span.end(status)
  }
}

function sendInTurn(
  graph: Graph,
  request: GraphRequest,
  sent: Omit<HttpRequest, 'signal'>,
  onTurn: () => void,
): Promise<HttpResponse> {
  const http = request.rateClass === 'conditionalAccess' ? withoutMemoryWait(graph.http) : graph.http
  return sendWithRetries(http, sent, graph.limits, async () => {
    const release = await takeTurn(graph, request)
    onTurn()
    return release
  })
}

/**
 * Waits until the limits of this process, and then those shared with other processes, allow the request. Returns the
 * function to call when it has ended.
 */
async function takeTurn(
  { baseUrl, limiters, limits, pace }: Graph,
  { url, rateClass, units = unitsOf(rateClass, targetOf(url, baseUrl)) }: GraphRequest,
): Promise<(wasSent?: boolean) => void> {
  const release = await limiters[rateClass].enter(units, limits)
  if (!pace) return release
  try {
    const releaseShared = await pace.enter(rateClass, units, limits)
    return (wasSent) => {
      releaseShared(wasSent)
      release(wasSent)
    }
  } catch (error) {
    release(false)
    throw error
  }
}

/** Path and query below the version. */
const targetOf = (url: string, baseUrl: string): string => url.slice(baseUrl.length).replace(/^\/[^/]+/, '')

/** Whether both addresses have the same scheme, host and port. */
export function isSameOrigin(url: string, other: string): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(other).origin
}

/** From this length on, sharing repeated texts saves enough memory to be worth the time. */
const LONG_BODY = 128 * 1024

/**
 * Conditional access is limited to one request a second, which decides how long a run takes. Its responses are small,
 * so its requests do not wait for memory.
 */
const withoutMemoryWait = (http: HttpClient): HttpClient => ({ ...http, room: async () => {}, hasRoom: () => true })

const UNREAD = {
  ResponseTooLarge: 'The response was too large.',
  ResponseTooDeep: 'The response was nested too deeply.',
}

function readReceived(
  { status, text, unread = 'ResponseTooLarge', longestText = 0 }: HttpResponse,
  { isBatch = false, trim }: GraphRequest,
): Omit<GraphResult, 'tokenNumber'> {
  if (text === undefined) return { response: failedResponse(status, unread, UNREAD[unread]), mayHaveLongTexts: false }
  // Text has at least as many bytes as code units.
  const mayHaveLongTexts = longestText > MAX_TEXT_LENGTH
  const body = parseBody(text)
  const { value } = fields(body)
  if (Array.isArray(value)) trim?.(value)
  if (text.length >= LONG_BODY) shareTexts(body)
  return { response: readResponse(status, body, mayHaveLongTexts && !isBatch), mayHaveLongTexts }
}

function connectionFailedResponse(error: unknown): GraphResponse {
  if (!(error instanceof ConnectionFailure)) throw error
  return failedResponse(0, error.code, error.message)
}
