import { STATUS_CODES } from 'node:http'
import { cutLongTexts } from '../../engine/datasets/long-texts.ts'
import type { SnapshotResponse } from '../../engine/model/snapshot.ts'
import { fields, text } from '../../shared/json.ts'

/**
 * What one question to Graph came to. `body` is there only for a 2xx with JSON, `error` everywhere else. `truncated` counts
 * the texts of the body that were cut; absent where none was.
 */
export type GraphAnswer =
  | { status: number; body: unknown; truncated?: number; error?: undefined }
  | { status: number; error: NonNullable<SnapshotResponse['error']>; body?: undefined }

const LONGEST_MESSAGE = 500

/** An answer that is a failure of our own naming. */
export function failedAnswer(status: number, code: string, message: string): GraphAnswer {
  return { status, error: { code, message } }
}

/** What was still throttled when the deadline came; `status` is the last one received. */
export function throttledAnswer(status: number): GraphAnswer {
  return failedAnswer(429, 'TooManyRequests', `Still answered with status ${status} when the deadline came.`)
}

export function lateAnswer(): GraphAnswer {
  return failedAnswer(0, 'DeadlineReached', 'The deadline of the collection came before an answer.')
}

/**
 * Reads a received status and body; `body` undefined means that it was no JSON. Texts that are too long are cut in it,
 * where it `mayHaveLongTexts`.
 */
export function readAnswer(status: number, body: unknown, mayHaveLongTexts: boolean): GraphAnswer {
  if (status >= 200 && status < 300) {
    if (body === undefined) return failedAnswer(status, 'NotJson', 'The answer was not JSON.')
    const truncated = mayHaveLongTexts ? cutLongTexts(body, copyText) : 0
    return { status, body, ...(truncated > 0 && { truncated }) }
  }
  const error = fields(fields(body).error)
  const code = text(error.code) || (STATUS_CODES[status] ?? `Status${status}`).replaceAll(/[^A-Za-z]/g, '')
  const message = text(error.message) || `The request was answered with status ${status}.`
  return failedAnswer(status, withoutTokens(code), withoutTokens(message))
}

// A part of a text keeps the whole of it in memory.
const copyText = (text: string): string => Buffer.from(text, 'utf8').toString('utf8')

/** The body as JSON, or undefined. */
export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

// A proxy on the way may quote the request's headers in its error page.
function withoutTokens(message: string): string {
  return message
    .replaceAll(/\beyJ[\w-]*\.[\w-]+\.[\w-]*/g, '[token]')
    .replaceAll(/\bBearer\s+[^\s"',]+/gi, 'Bearer [token]')
    .slice(0, LONGEST_MESSAGE)
}
