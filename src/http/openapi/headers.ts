import { type Fields, fields, text } from '../../shared/json.ts'

/** Headers of requests and responses that no route declares, because they apply to all routes of a kind. */

const header = (description: string, schema: Fields, example: unknown) => ({ description, schema, example })
const WORDS = { type: 'string' }

export const HEADERS = {
  RequestId: header(
    'Identifies this request. Include it when you ask for help.',
    { type: 'string', pattern: '^req_[0-9a-z]{26}$' },
    'req_01m7zb6f93eh8tjt63hnj0n5m0',
  ),
  RateLimitPolicy: header('The limit: q requests in any w seconds, for each key.', WORDS, '"partner";q=60;w=60'),
  RateLimit: header('r requests are left; the oldest ones stop counting in t seconds.', WORDS, '"partner";r=57;t=12'),
  RetryAfter: header('Whole seconds to wait before the next try.', { type: 'integer', minimum: 1 }, 12),
  Link: header(
    'The address of the next page, where there is one.',
    WORDS,
    '<https://localhost:8443/api/v1/partner/customers?limit=50&cursor=eyJ2IjoxfQ>; rel="next"',
  ),
  DuplicateTenants: header(
    'The rows, by their index from 0, that were created although an earlier customer has the same tenant. Absent if there are none. With the header `Prefer: handling=strict` in the request, such rows fail instead.',
    WORDS,
    '0, 3',
  ),
  IdempotencyReplayed: header(
    'This is the outcome of an earlier call with the same Idempotency-Key.',
    { type: 'string', const: 'true' },
    'true',
  ),
} as const

export const HEADER_PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any text, such as a UUID. A call that is repeated with the same text within 24 hours changes nothing and gets the first outcome again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '6f1c0b1e-5a0f-4c59-9a43-0c8f2f4d7a11',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      'With handling=strict, unknown body fields are refused instead of ignored, and so is a customer whose tenant the partner has already registered.',
    schema: WORDS,
    example: 'handling=strict',
  },
} as const

/** The header parameters of an operation, in addition to those of its route. */
export function headerParametersOf(operation: Fields): Fields[] {
  const parameters = []
  if (isRepeatable(operation)) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' })
  if (operation.requestBody !== undefined) parameters.push({ $ref: '#/components/parameters/Prefer' })
  return parameters
}

/** The headers of one response of an operation; `schema` describes its body. */
export function headersOf(operation: Fields, status: number, description: string, schema: Fields): Fields {
  const codes = description.split(', ')
  const isReplay = isRepeatable(operation) && (status < 300 || [403, 404, 409].includes(status))
  return {
    'X-Request-Id': reference('RequestId'),
    'RateLimit-Policy': reference('RateLimitPolicy'),
    RateLimit: reference('RateLimit'),
    ...(RETRYABLE.some((code) => codes.includes(code)) && { 'Retry-After': reference('RetryAfter') }),
    ...(fields(schema.properties).nextCursor !== undefined && { Link: reference('Link') }),
    ...(operation.operationId === 'createCustomers' &&
      status === 201 && { 'Duplicate-Tenants': reference('DuplicateTenants') }),
    ...(isReplay && { 'Idempotency-Replayed': reference('IdempotencyReplayed') }),
  }
}

const RETRYABLE = ['RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS']

const reference = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` })

/** Whether the operation supports an Idempotency-Key: such operations can answer IDEMPOTENCY_MISMATCH. */
const isRepeatable = (operation: Fields): boolean =>
  (text(fields(fields(operation.responses)['422']).description) ?? '').split(', ').includes('IDEMPOTENCY_MISMATCH')
