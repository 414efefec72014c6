import type { RateClass } from '../../engine/datasets/dataset.ts'
import { MAX_TEXT_LENGTH } from '../../engine/datasets/long-texts.ts'
import type { TokenSession } from '../token/token.ts'
import { ConnectionFailure, type HttpClient, type HttpResponse } from '../transport/http-client.ts'
import { retryWaitMs, sendThroughFailures } from '../transport/retry.ts'
import { isOver, type TimeLimits, waitWithin } from '../transport/time-limits.ts'
import type { TenantLimiters } from './rate-classes.ts'
import { failedAnswer, type GraphAnswer, lateAnswer, parseBody, readAnswer, throttledAnswer } from './response.ts'

/** Everything needed to ask one tenant's Graph. */
export interface Graph {
  /** Base address without a slash at the end. */
  baseUrl: string
  http: HttpClient
  tokens: TokenSession
  limiters: TenantLimiters
  limits: TimeLimits
}

export interface GraphRequest {
  url: string
  rateClass: RateClass
  /** What to post; left out for a plain read. */
  post?: unknown
  /** How many requests it counts as. */
  weight?: number
  /** The answer is a batch: each of its parts is read by itself. */
  isBatch?: boolean
}

export interface AskedAnswer {
  answer: GraphAnswer
  /** Which token it was asked with. */
  tokenNumber: number
  /** The answer may hold texts that have to be cut. */
  mayHaveLongTexts: boolean
}

/**
 * Asks once, and again as long as the other side asks for patience and the deadline allows it; a token refused is
 * renewed. Failures are answers: throws only the reason of a caller who aborts.
 */
export async function askGraph(graph: Graph, request: GraphRequest): Promise<AskedAnswer> {
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
    // Throws on where the caller has aborted.
    if (!isOver(limits)) return { answer: connectionAnswer(error), tokenNumber, mayHaveLongTexts: false }
  }
  const answer = lastThrottled === undefined ? lateAnswer() : throttledAnswer(lastThrottled)
  return { answer, tokenNumber, mayHaveLongTexts: false }
}

/** Whether a refusal may be for an old token, and there is a newer one now. */
export async function mayRetryWithNewToken(tokens: TokenSession, status: number, used: number): Promise<boolean> {
  // The roles stand in the token: one of an earlier collection does not know those granted since.
  const isSuspect = status === 401 || (status === 403 && tokens.isFromEarlier(used))
  return isSuspect && (await tokens.renew(used))
}

function sendOnce({ baseUrl, http, tokens, limiters, limits }: Graph, request: GraphRequest): Promise<HttpResponse> {
  // Last line before the token leaves: it goes to Graph and nowhere else.
  if (!isSameOrigin(request.url, baseUrl))
    throw new Error('A request to another server than Graph was about to be sent.')
  const { post, rateClass, weight = 1 } = request
  return sendThroughFailures(
    http,
    {
      method: post === undefined ? 'GET' : 'POST',
      url: request.url,
      headers: {
        authorization: `Bearer ${tokens.current().value}`,
        accept: 'application/json',
        'user-agent': 'Plumbline',
        ...(post !== undefined && { 'content-type': 'application/json' }),
      },
      ...(post !== undefined && { body: JSON.stringify(post) }),
    },
    limits,
    () => limiters[rateClass].enter(weight, limits),
  )
}

/** Whether both addresses have the same scheme, host and port. */
export function isSameOrigin(url: string, other: string): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(other).origin
}

const UNREAD = {
  ResponseTooLarge: 'The answer was larger than is read.',
  ResponseTooDeep: 'The answer was nested deeper than is read.',
}

function readReceived(
  { status, text, unread = 'ResponseTooLarge', longestText = 0 }: HttpResponse,
  { isBatch = false }: GraphRequest,
): Omit<AskedAnswer, 'tokenNumber'> {
  if (text === undefined) return { answer: failedAnswer(status, unread, UNREAD[unread]), mayHaveLongTexts: false }
  // Text has at least as many bytes as code units.
  const mayHaveLongTexts = longestText > MAX_TEXT_LENGTH
  return { answer: readAnswer(status, parseBody(text), mayHaveLongTexts && !isBatch), mayHaveLongTexts }
}

function connectionAnswer(error: unknown): GraphAnswer {
  if (!(error instanceof ConnectionFailure)) throw error
  return failedAnswer(0, error.code, error.message)
}
