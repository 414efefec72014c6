import type { ProblemCode, ProblemDetail } from '../src/shared/problem.ts'

/** Where the portal's own API is. Everything under it needs a session, never a key. */
const API = '/portal/api'

/** By then the answer to a confirmation has arrived, whose request was under way. */
const RENEWED_MS = 300

/** Responses with an ETag that are cached so that they need not be sent again; the oldest is dropped first. */
const MAX_CACHED = 100

/** The code of a problem of the API, or of a request that got no answer. */
export type ErrorCode = ProblemCode | 'OFFLINE'

/** A failed request, with the server's message, or ours if no response arrived. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  /** 0 if no answer arrived. */
  readonly status: number
  readonly requestId: string | undefined
  readonly details: readonly ProblemDetail[]
  /** Seconds, where the server asks the client to wait. */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    init: { code: ErrorCode; status: number; requestId?: string; details?: ProblemDetail[]; retryAfter?: number },
  ) {
    super(message)
    this.code = init.code
    this.status = init.status
    this.requestId = init.requestId
    this.details = init.details ?? []
    this.retryAfter = init.retryAfter
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RequestOptions {
  body?: unknown
  signal?: AbortSignal | undefined
  /** By default every POST gets a new one, so that a repeated call does not act twice. */
  idempotencyKey?: string | undefined
  /** Makes the server refuse what it would otherwise ignore, such as a tenant that is registered already. */
  isStrict?: boolean | undefined
}

/** Asks the person to confirm that it is them; resolves to false if they decline. */
type ConfirmIdentity = () => Promise<boolean>

const cache = new Map<string, { etag: string; body: unknown }>()
let confirmIdentity: ConfirmIdentity = async () => false

/** Sets what asks for a second factor when a call needs one. */
export function setConfirmIdentity(confirm: ConfirmIdentity): void {
  confirmIdentity = confirm
}

/**
 * Calls the portal's API and returns the parsed answer, or undefined for an answer without a body. Throws ApiError. Without
 * a session it leaves for the sign-in page. Where a recent second factor is needed, it asks for one and calls again.
 */
export async function callApi(method: Method, path: string, options: RequestOptions = {}): Promise<unknown> {
  const request = { ...options, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() }
  try {
    return await send(method, path, request)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SIGN_IN_REQUIRED') return await sendAgain(method, path, request)
    if (!(error instanceof ApiError) || error.code !== 'STRONG_SIGN_IN_REQUIRED') throw error
    if (!(await confirmIdentity())) throw error
    return await send(method, path, request)
  }
}

/**
 * Calls again with the cookie as it is now: a confirmation gives the session a new one, and this call may have left with the old.
 * Without a session it leaves for the sign-in page.
 */
async function sendAgain(method: Method, path: string, request: RequestOptions): Promise<unknown> {
  await new Promise((resolve) => setTimeout(resolve, RENEWED_MS))
  try {
    return await send(method, path, request)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SIGN_IN_REQUIRED') goToSignIn()
    throw error
  }
}

async function send(method: Method, path: string, options: RequestOptions): Promise<unknown> {
  if (method === 'GET' && leaving) await leaving.isOff
  const { body, idempotencyKey, isStrict = false } = options
  const departure = method === 'GET' ? departing.signal : undefined
  const signals = [options.signal, departure].filter((signal) => signal !== undefined)
  const known = method === 'GET' ? cache.get(path) : undefined
  const headers = new Headers({ Accept: 'application/json' })
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (known) headers.set('If-None-Match', known.etag)
  if (isStrict) headers.set('Prefer', 'handling=strict')
  if (method === 'POST' && idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
  let answer: Response
  try {
    answer = await reach(`${API}${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any(signals),
    })
  } catch (error) {
    // If this page stays, it still needs what it was reading.
    if (departure?.aborted && !options.signal?.aborted) return await send(method, path, options)
    throw error
  }
  if (answer.status === 304 && known) return known.body
  const read = await answer.text()
  const parsed = parse(read)
  if (!answer.ok) throw refuse(answer, parsed)
  const etag = answer.headers.get('ETag')
  if (method === 'GET' && etag !== null) remember(path, { etag, body: parsed })
  return parsed
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError('The service did not respond. Check your connection, then try again.', {
      code: 'OFFLINE',
      status: 0,
    })
  }
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error of an answer that is one. An account that is not active leaves the page. */
function refuse(answer: Response, body: unknown): ApiError {
  const error = toApiError(answer, body)
  if (error.code === 'PARTNER_INACTIVE' || error.code === 'DISTRIBUTOR_INACTIVE') location.assign('/suspended')
  return error
}

interface Refusal {
  error?: { code?: ErrorCode; message?: string; requestId?: string; details?: ProblemDetail[] }
}

function toApiError(answer: Response, body: unknown): ApiError {
  const { error = {} }: Refusal = typeof body === 'object' && body !== null ? body : {}
  const requestId = error.requestId ?? answer.headers.get('X-Request-Id') ?? undefined
  const retryAfter = Number(answer.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError(error.message ?? `The service answered with an error (${answer.status}).`, {
    code: error.code ?? 'INTERNAL_ERROR',
    status: answer.status,
    ...(requestId !== undefined && { requestId }),
    ...(error.details && { details: error.details }),
    ...(Number.isFinite(retryAfter) && { retryAfter }),
  })
}

/** Set while this page is about to be left; `isOff` resolves if it stays. */
let leaving: { isOff: Promise<void>; stay: () => void } | undefined
/** Aborts the reads of this page: their results will not be shown, and their session may have ended already. */
let departing = new AbortController()

function leave(): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  leaving = { isOff: promise, stay: resolve }
  const ending = departing
  departing = new AbortController()
  ending.abort()
}

function stay(): void {
  leaving?.stay()
  leaving = undefined
}

/** The browser restores this page unchanged when somebody goes back to it. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) stay()
})

/** Makes a change that ends this page and, as a part of it, maybe the session; then opens the resulting path. */
export async function leaveAfter(change: () => Promise<string>): Promise<void> {
  leave()
  try {
    location.assign(await change())
  } catch (error) {
    stay()
    throw error
  }
}

/** Leaves for the sign-in page, which returns here afterwards. */
export function goToSignIn(): void {
  // Once: a second navigation would abort the first.
  if (leaving) return
  leave()
  location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}&ended=1`)
}

function remember(path: string, entry: { etag: string; body: unknown }): void {
  cache.delete(path)
  cache.set(path, entry)
  const [oldest] = cache.keys()
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
}

/** An error of this code as one about a field, whose name the server does not know. */
export function asFieldError(error: unknown, code: ProblemCode, field: string, message?: string): unknown {
  if (!(error instanceof ApiError) || error.code !== code) return error
  const { status, message: given } = error
  return new ApiError(given, { code, status, details: [{ field, code, message: message ?? given }] })
}

/** What the server found wrong with one field, as a sentence that begins with what is wrong; undefined if nothing. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const message = error.details.find((detail) => detail.field === field)?.message
  // It begins with the API's name of the field, which stands above the message as people know it.
  if (!message?.startsWith(`${field} `)) return message
  const says = message.slice(field.length + 1)
  return says.charAt(0).toUpperCase() + says.slice(1)
}

/** An error of which these fields do not show every part; undefined if they do. A list is shown by its field. */
export function errorBesides(error: unknown, fields: readonly string[]): unknown {
  if (!(error instanceof ApiError) || error.details.length === 0) return error
  const isShown = (name: string): boolean => fields.some((field) => name === field || name.startsWith(`${field}[`))
  return error.details.every(({ field }) => isShown(field)) ? undefined : error
}
