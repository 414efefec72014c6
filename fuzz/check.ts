import { fields, text, texts } from '../src/shared/json.ts'
import type { DeclaredAnswer, Operation } from './description.ts'

/** A response of the service. */
export interface Answer {
  status: number
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  body: Buffer
}

export type Rule =
  | 'server error'
  | 'undeclared status'
  | 'undeclared code'
  | 'shape'
  | 'error shape'
  | 'header'
  | 'hang'
  | 'connection'
  | 'process'
  | 'stall'
  | 'not reached'

/** A violated guarantee. */
export interface Finding {
  rule: Rule
  says: string
}

/** What a response is compared with. */
export interface Expected {
  /** The operation whose declared responses apply; undefined for pages, and for requests that no longer match an operation. */
  operation?: Operation
  method: string
  /** Routes without a key refuse with a page instead of JSON. */
  isPage?: boolean
  /** The request may be refused before routing: malformed HTTP, unusual headers. */
  isOdd?: boolean
  /** The service may report an overload, which is counted but is not a finding. */
  mayOverload?: boolean
}

/**
 * Whether a path leads to queued work, such as reports and logos. A request that waits longer than fifteen seconds in
 * the queue is refused as an overload.
 */
export const isQueued = (target: string): boolean => /\/(report|brand|settlements)/.test(target)

const REQUEST_ID = /^req_[0-9a-z]{26}$/
/** Statuses of refusals that do not depend on the operation, such as malformed HTTP. */
const OF_TRANSPORT: readonly number[] = [400, 404, 405, 408, 413, 414, 415, 417, 421, 431, 501, 505]
const PAGE_STATUSES: readonly number[] = [
  200, 204, 206, 302, 303, 304, 400, 401, 403, 404, 405, 409, 410, 413, 415, 417, 429,
]

/** Whether the response is an allowed 503 because of overload. A response to HEAD has no body, so any 503 counts. */
export const isOverload = ({ mayOverload = false, method }: Expected, answer: Answer): boolean =>
  answer.status === 503 && mayOverload && (method === 'HEAD' || errorOf(answer)?.code === 'SERVICE_UNAVAILABLE')

/** All faults of a response. */
export function checkAnswer(expected: Expected, answer: Answer): Finding[] {
  const { operation, isOdd = false, isPage = false } = expected
  const { status } = answer
  const found: Finding[] = []
  const report = (rule: Rule, says: string | undefined): void => {
    if (says !== undefined) found.push({ rule, says })
  }
  if (status >= 500 && !isOverload(expected, answer) && !(isOdd && (status === 501 || status === 505)))
    report('server error', `${status} ${brief(answer)}`)
  report('header', findHeaderFault(answer))
  const isPageRefusal = isPage && typeOf(answer).startsWith('text/html')
  if (status >= 400 && !isPageRefusal && expected.method !== 'HEAD') report('error shape', findErrorFault(answer))
  const declared = operation?.answers.get(status)
  if (operation && !declared && status < 500 && !(isOdd && OF_TRANSPORT.includes(status))) {
    report('undeclared status', `${status} ${brief(answer)}`)
  }
  if (isPage && status < 500 && !PAGE_STATUSES.includes(status)) report('undeclared status', `${status} of a page`)
  if (declared && expected.method !== 'HEAD') found.push(...checkDeclared(declared, answer, isOdd))
  return found
}

function checkDeclared(declared: DeclaredAnswer, answer: Answer, isOdd: boolean): Finding[] {
  const { status, body } = answer
  const type = typeOf(answer)
  if (declared.bodies.size === 0)
    return body.length > 0 ? [{ rule: 'shape', says: `${status} must have no body: ${brief(answer)}` }] : []
  if (!declared.bodies.has(type)) return [{ rule: 'shape', says: `${status} has the media type ${type || 'none'}` }]
  const found: Finding[] = []
  const validate = declared.bodies.get(type)
  if (validate) {
    const value = parse(body)
    const [fault] = validate(value) ? [] : (validate.errors ?? [])
    if (fault) {
      const at = fault.instancePath.replaceAll(/\d+/g, 'N')
      found.push({ rule: 'shape', says: `${status} body${at} ${fault.message} ${extraOf(fault.params)}`.trim() })
    }
  } else if (!FORMS[type]?.(body)) found.push({ rule: 'shape', says: `${status} is not of the media type ${type}` })
  const code = errorOf(answer)?.code
  if (status >= 400 && code !== undefined && !declared.codes.includes(code) && !isOdd)
    found.push({ rule: 'undeclared code', says: `${status} ${code}` })
  return found
}

const extraOf = (params: unknown): string => text(fields(params).additionalProperty) ?? ''

/** How bodies that are not JSON begin. */
const FORMS: Readonly<Record<string, (body: Buffer) => boolean>> = {
  'text/html': (body) => /^<!doctype html>/i.test(body.toString('utf8', 0, 100)),
  'application/pdf': (body) =>
    body.subarray(0, 5).toString('latin1') === '%PDF-' && body.subarray(-10).includes('%%EOF'),
  'text/csv': (body) => body.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': (body) =>
    body.subarray(0, 4).toString('latin1') === 'PK\x03\x04',
  'application/x-ndjson': (body) =>
    body
      .toString()
      .trimEnd()
      .split('\n')
      .every((line) => typeof parse(Buffer.from(line)) === 'object'),
}

function findHeaderFault(answer: Answer): string | undefined {
  const id = headerOf(answer, 'x-request-id')
  if (!REQUEST_ID.test(id)) return `X-Request-Id is "${id}" with ${answer.status}`
  if (answer.status === 429 && !/^[1-9]\d*$/.test(headerOf(answer, 'retry-after'))) return 'a 429 has no Retry-After'
  return undefined
}

/** Checks the contract's shape and that its request id equals the header. */
function findErrorFault(answer: Answer): string | undefined {
  const status = answer.status
  const value = fields(parse(answer.body))
  const error = errorOf(answer)
  const code = text(error?.code) ?? ''
  const message = text(error?.message) ?? ''
  const isShaped = Object.keys(value).join() === 'error' && /^[A-Z_]+$/.test(code) && message !== ''
  if (!isShaped) return `${status} ${brief(answer)}`
  const others = Object.keys(error ?? {}).filter((name) => !KNOWN_PARTS.includes(name))
  if (others.length > 0) return `${status} has ${others.join(', ')} in its error`
  if (error?.requestId !== headerOf(answer, 'x-request-id'))
    return `${status} has a different request id than its header`
  return undefined
}

const KNOWN_PARTS = ['code', 'message', 'requestId', 'details']

interface ErrorBody {
  code?: string
  message?: string
  requestId?: string
}

function errorOf({ body }: Answer): ErrorBody | undefined {
  const { error } = fields(parse(body))
  if (typeof error !== 'object' || error === null) return undefined
  const given = fields(error)
  const [code, message, requestId] = [given.code, given.message, given.requestId].map(text)
  return {
    ...given,
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(requestId !== undefined && { requestId }),
  }
}

/** The error code of a response, if it has one. */
const codeOf = (answer: Answer): string | undefined => errorOf(answer)?.code

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

const headerOf = ({ headers }: Answer, name: string): string => {
  const value = headers[name]
  return text(value) ?? texts(value).join(', ')
}

/** The media type without its parameters. */
const typeOf = (answer: Answer): string => (headerOf(answer, 'content-type').split(';')[0] ?? '').trim().toLowerCase()

/** Without ids and times, so that findings of one kind are counted together. */
const brief = (answer: Answer): string => {
  const code = codeOf(answer)
  if (code !== undefined) return code
  return answer.body.toString('utf8', 0, 120).replaceAll(/\b[a-z]+_[0-9a-z]{26}\b|[\r\n]+/g, '…')
}
