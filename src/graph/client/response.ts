import { STATUS_CODES } from 'node:http'
import { cutLongTexts } from '../../engine/datasets/long-texts.ts'
import type { SnapshotResponse } from '../../engine/model/snapshot.ts'
import { fields, text } from '../../shared/json.ts'

/**
 * The response to one request to Graph. `body` is present only for a 2xx with JSON, `error` otherwise. `truncated` counts
 * the texts of the body that were cut; absent if none was.
 */
export type GraphResponse =
  | { status: number; body: unknown; truncated?: number; error?: undefined }
  | { status: number; error: NonNullable<SnapshotResponse['error']>; body?: undefined }

const MAX_MESSAGE_LENGTH = 500

/** A response that we treat as a failure, with an error code of ours. */
export function failedResponse(status: number, code: string, message: string): GraphResponse {
  return { status, error: { code, message } }
}

/** A request still throttled at the deadline; `status` is the last one received. */
export function throttledResponse(status: number): GraphResponse {
  return failedResponse(429, 'TooManyRequests', `The response still had status ${status} at the deadline.`)
}

export function lateResponse(): GraphResponse {
  return failedResponse(0, 'DeadlineReached', 'The deadline of the collection came before a response.')
}

/**
 * Reads a received status and body; `body` undefined means that it was not JSON. Texts that are too long are cut in
 * place, if it `mayHaveLongTexts`.
 */
export function readResponse(status: number, body: unknown, mayHaveLongTexts: boolean): GraphResponse {
  if (status >= 200 && status < 300) {
    if (body === undefined) return failedResponse(status, 'NotJson', 'The response was not JSON.')
    const truncated = mayHaveLongTexts ? cutLongTexts(body, copyText) : 0
    return { status, body, ...(truncated > 0 && { truncated }) }
  }
  const error = fields(fields(body).error)
  const code = text(error.code) || (STATUS_CODES[status] ?? `Status${status}`).replaceAll(/[^A-Za-z]/g, '')
  const message = text(error.message) || `The response had status ${status}.`
  return failedResponse(status, withoutTokens(code), withoutTokens(message))
}

// A substring keeps the whole text in memory.
const copyText = (text: string): string => Buffer.from(text, 'utf8').toString('utf8')

/** The body as JSON, or undefined. */
export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

// A proxy may quote the request's headers in its error page.
function withoutTokens(message: string): string {
  return message
    .replaceAll(/\beyJ[\w-]*\.[\w-]+\.[\w-]*/g, '[token]')
    .replaceAll(/\bBearer\s+[^\s"',]+/gi, 'Bearer [token]')
    .slice(0, MAX_MESSAGE_LENGTH)
}
