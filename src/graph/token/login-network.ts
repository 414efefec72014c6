import type { INetworkModule, NetworkRequestOptions, NetworkResponse } from '@azure/msal-node'
import { fields, list, text } from '../../shared/json.ts'
import { ConnectionFailure, type HttpClient } from '../transport/http-client.ts'
import { retryWaitMs, sendWithRetries } from '../transport/retry.ts'
import { SMALL_SIZES } from '../transport/sizes.ts'
import { DeadlineReached, type TimeLimits, waitWithin } from '../transport/time-limits.ts'
import type { Refusal } from './token-failures.ts'

/** What happened on the way to the sign-in service; the library's own errors say too little, or too much. */
export interface LoginTrace {
  /** The sign-in service refused. */
  refusal?: Refusal
  /** Why there was no usable response. */
  failure?: string
}

/** Network module for the token library: uses our client, so that certificates, deadline and retries are the same. */
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
      const response = await sendWithRetries(http, request, limits, async () => () => {})
      const waitMs = retryWaitMs(response, 'login', attempt, limits.clock)
      if (waitMs !== undefined && (await waitWithin(limits, waitMs))) continue
      // Thrown instead of returned: given such a status, the library would reject further requests by itself for a
      // minute.
      if (response.status === 429 || response.status >= 500) throw new Error(`status ${response.status}`)
      if (response.text === undefined) throw new Error('the response was too large')
      return response.text
    }
  }

  async function exchange<T>(
    method: 'GET' | 'POST',
    url: string,
    options: NetworkRequestOptions = {},
  ): Promise<NetworkResponse<T>> {
    try {
      const response = await send(method, url, options)
      const refusal = readRefusal(response)
      if (refusal) trace.refusal = refusal
      const body: T = JSON.parse(response)
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

/** Undefined if the response contains a token; throws if it is neither a token nor a refusal. */
function readRefusal(response: string): Refusal | undefined {
  const body = fields(parse(response))
  const error = text(body.error)
  if (error === undefined) {
    if (text(body.access_token) === undefined) throw new InvalidTokenResponse()
    return undefined
  }
  const inDescription = [...(text(body.error_description) ?? '').matchAll(/AADSTS(\d+)/g)].map((match) => match[1])
  const numbers = [...list(body.error_codes), ...inDescription].map(Number).filter(Number.isInteger)
  return { error, numbers }
}

class InvalidTokenResponse extends Error {
  constructor() {
    super('the response contained no token')
    this.name = 'InvalidTokenResponse'
  }
}

function parse(response: string): unknown {
  try {
    return JSON.parse(response)
  } catch {
    // The parser's own message quotes the text.
    throw new InvalidTokenResponse()
  }
}

function failureText(error: unknown): string {
  if (error instanceof ConnectionFailure) return error.code
  if (error instanceof DeadlineReached) return 'the deadline was reached'
  return error instanceof Error ? error.message : 'unknown reason'
}
