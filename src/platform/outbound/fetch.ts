import type { Dispatcher } from 'undici'
import { readTarget } from './address-guard.ts'
import { evaluateError } from './failures.ts'
import { GuardedClient, RequestTrace } from './guarded-client.ts'
import type { DialOptions } from './socket.ts'

/** A request whose whole response is read. */
export interface FetchRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

export interface Fetched {
  status: number
  text: string
}

/** A server that a user named gave no usable response; the message is a sentence for that user. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
}

const MAX_BYTES = 256 * 1024

/**
 * Sends one request to a user-supplied URL with the rules of `Outbound.post`: only public addresses, no redirects.
 * Reads at most 256 KiB. Throws FetchFailed.
 */
export async function fetchGuarded(
  { timeoutMs, ...options }: Omit<DialOptions, 'signal'> & { timeoutMs: number },
  { method, url: text, headers, body }: FetchRequest,
): Promise<Fetched> {
  const clock = AbortSignal.timeout(timeoutMs)
  try {
    const url = readTarget(text, options.allowed)
    const client = new GuardedClient(new URL(url.origin), options)
    try {
      const answer = await client.request({
        method,
        path: url.pathname + url.search,
        headers,
        ...(body !== undefined && { body }),
        signal: clock,
        opaque: new RequestTrace(clock),
      })
      return { status: answer.statusCode, text: await readText(answer.body) }
    } finally {
      await client.destroy()
    }
  } catch (error) {
    if (error instanceof FetchFailed) throw error
    throw new FetchFailed(clock.aborted ? `No answer within ${timeoutMs / 1000} s.` : evaluateError(error).message)
  }
}

async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body) {
    parts.push(part)
    length += part.length
    if (length > MAX_BYTES) throw new FetchFailed('The answer is longer than 256 KiB.')
  }
  return Buffer.concat(parts).toString('utf8')
}
