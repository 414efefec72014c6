import type { INetworkModule, NetworkRequestOptions, NetworkResponse } from '@azure/msal-node'
import { fields, list, text } from '../../shared/json.ts'
import { ConnectionFailure, type HttpClient } from '../transport/http-client.ts'
import { retryWaitMs, sendThroughFailures } from '../transport/retry.ts'
import { SMALL_SIZES } from '../transport/sizes.ts'
import { DeadlineReached, type TimeLimits, waitWithin } from '../transport/time-limits.ts'
import type { Refusal } from './token-failures.ts'

/** What happened on the way to the sign-in service; the library's own errors keep too little of it, or too much. */
export interface LoginTrace {
  /** The answer was a refusal. */
  refusal?: Refusal
  /** No usable answer came, and why. */
  failure?: string
}

/** The network of the token library: ours, so that certificates, deadline and retries are the same everywhere. */
export function loginNetwork(http: HttpClient, limits: TimeLimits, trace: LoginTrace): INetworkModule {
  async function send(method: 'GET' | 'POST', url: string, options: NetworkRequestOptions): Promise<string> {
    const request = {
      method,
      url,
      headers: options.headers ?? {},
      maxBytes: SMALL_SIZES.responseBytes,
      ...(options.body !== undefined && { body: options.body }),
    }
    for (let attempt = 0; ; attempt += 1) {
      const response = await sendThroughFailures(http, request, limits, async () => () => {})
      const waitMs = retryWaitMs(response, 'login', attempt, limits.clock)
      if (waitMs !== undefined && (await waitWithin(limits, waitMs))) continue
      // Kept from the library: it would remember a busy service and refuse by itself for a minute.
      if (response.status === 429 || response.status >= 500) throw new Error(`status ${response.status}`)
      if (response.text === undefined) throw new Error('an answer of absurd size')
      return response.text
    }
  }

  async function exchange<T>(
    method: 'GET' | 'POST',
    url: string,
    options: NetworkRequestOptions = {},
  ): Promise<NetworkResponse<T>> {
    try {
      const answer = await send(method, url, options)
      const refusal = readRefusal(answer)
      if (refusal) trace.refusal = refusal
      const body: T = JSON.parse(answer)
      return { headers: {}, body, status: refusal ? 400 : 200 }
    } catch (error) {
      trace.failure = failureText(error)
      throw error
    }
  }

  return {
    sendGetRequestAsync: (url, options) => exchange('GET', url, options),
    sendPostRequestAsync: (url, options) => exchange('POST', url, options),
  }
}

/** Undefined where the answer holds a token; throws on an answer that is neither. */
function readRefusal(answer: string): Refusal | undefined {
  const body = fields(parse(answer))
  const error = text(body.error)
  if (error === undefined) {
    if (text(body.access_token) === undefined) throw new NotAnAnswer()
    return undefined
  }
  const inDescription = [...(text(body.error_description) ?? '').matchAll(/AADSTS(\d+)/g)].map((match) => match[1])
  const numbers = [...list(body.error_codes), ...inDescription].map(Number).filter(Number.isInteger)
  return { error, numbers }
}

class NotAnAnswer extends Error {
  constructor() {
    super('an answer that is no token')
    this.name = 'NotAnAnswer'
  }
}

function parse(answer: string): unknown {
  try {
    return JSON.parse(answer)
  } catch {
    // The parser's own message quotes the text.
    throw new NotAnAnswer()
  }
}

function failureText(error: unknown): string {
  if (error instanceof ConnectionFailure) return error.code
  if (error instanceof DeadlineReached) return 'the deadline was reached'
  return error instanceof Error ? error.message : 'unknown reason'
}
