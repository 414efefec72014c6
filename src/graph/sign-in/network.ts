import { type HttpClient, openHttpClient } from '../transport/http-client.ts'
import { openAllowance, type Sizes } from '../transport/sizes.ts'
import type { TenantSource } from '../transport/source.ts'
import { startTimeLimits, systemClock, type TimeLimits } from '../transport/time-limits.ts'

/** The network of one sign-in: its certificates, its deadline, and the limit on received data. */
export interface SignInNetwork {
  http: HttpClient
  limits: TimeLimits
  /** Sends a request of the library to the sign-in service; after an error, `failure` says what went wrong. */
  fetch: (request: FetchRequest) => Promise<Response>
  /** Why the service gave no usable response; undefined if it did. */
  failure: () => string | undefined
}

interface FetchRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: unknown
}

/** The browser waits for the response. */
const DEADLINE_MS = 20_000
const REQUEST_TIMEOUT_MS = 10_000
/** Tokens, keys and the roles of one person are a few kilobytes. */
const SIZES: Sizes = { responseBytes: 256 * 1024, runBytes: 1024 * 1024 }

/** Calls the function with a network that is closed afterwards. */
export async function withSignInNetwork<T>(
  source: TenantSource,
  work: (network: SignInNetwork) => Promise<T>,
): Promise<T> {
  const http = openHttpClient({
    ...(source.ca !== undefined && { ca: source.ca }),
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    allowance: openAllowance(SIZES, () => {}),
  })
  const { limits, end } = startTimeLimits(DEADLINE_MS, systemClock)
  let failure: string | undefined
  const fetch: SignInNetwork['fetch'] = async (request) => {
    try {
      return await fetchBounded(source, http, limits, request)
    } catch (error) {
      failure = error instanceof Error ? error.message : 'unknown reason'
      throw error
    }
  }
  try {
    return await work({ http, limits, fetch, failure: () => failure })
  } finally {
    end(new Error('The sign-in has ended.'))
    await http.close()
  }
}

async function fetchBounded(
  { loginUrl }: TenantSource,
  http: HttpClient,
  limits: TimeLimits,
  { url, method, headers, body }: FetchRequest,
): Promise<Response> {
  // The credential must go to the sign-in service and nowhere else.
  if (new URL(url).origin !== new URL(loginUrl).origin) throw new Error('refused to send a request to another server')
  const { status, text: answer } = await http.send({
    method: method === 'POST' ? 'POST' : 'GET',
    url,
    headers,
    ...((typeof body === 'string' || body instanceof URLSearchParams) && { body: String(body) }),
    signal: limits.signal,
  })
  if (answer === undefined) throw new Error('the response of the sign-in service was too large')
  if (status === 429 || status >= 500) throw new Error(`the sign-in service responded with status ${status}`)
  // The library rejects anything that is not JSON, including redirects.
  return new Response(answer, { status, headers: { 'content-type': 'application/json' } })
}
