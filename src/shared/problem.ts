import { UserFacingError } from './user-facing-error.ts'

/**
 * The catalogue of all errors of the API: a code, a status and a default sentence for each. `docs/errors.md` is
 * generated from it, and a test compares it with the contract.
 */
export const PROBLEMS = {
  INVALID_JSON: { status: 400, message: 'The request body is not a valid JSON object.' },
  MISSING_FIELD: { status: 400, message: 'A required field is missing.' },
  INVALID_FIELD: { status: 400, message: 'A field has a value that is not accepted.' },
  INVALID_PRODUCT: { status: 400, message: 'The product identifier is not known.' },
  TOO_MANY: { status: 400, message: 'The request has more items than one call can have.' },
  PLAN_CHANGE_FAILED: { status: 400, message: 'The plan cannot be changed as requested.' },
  INVALID_SIGNATURE: { status: 400, message: 'The signature of the event is missing, invalid or too old.' },
  MISSING_KEY: { status: 401, message: 'The request has no API key.' },
  INVALID_KEY: { status: 401, message: 'The API key is malformed, expired or revoked.' },
  SIGN_IN_REQUIRED: { status: 401, message: 'Sign in first: you are not signed in, or your session has ended.' },
  HTTPS_REQUIRED: { status: 403, message: 'Requests must use HTTPS.' },
  PARTNER_INACTIVE: { status: 403, message: 'The partner account is suspended or not activated yet.' },
  DISTRIBUTOR_INACTIVE: { status: 403, message: 'The distributor account is suspended or not activated yet.' },
  CROSS_SITE: { status: 403, message: 'The portal accepts changes only from its own pages.' },
  ROLE_REQUIRED: { status: 403, message: 'Your role does not allow this: ask an administrator of your account.' },
  STRONG_SIGN_IN_REQUIRED: { status: 403, message: 'Confirm your identity first: this needs a recent second factor.' },
  PASSKEY_REFUSED: { status: 403, message: 'This passkey was not accepted: try again, or sign in with your password.' },
  PRODUCT_NOT_ALLOWED: { status: 403, message: 'The plan does not include this product.' },
  RUN_LIMIT_REACHED: { status: 403, message: "The plan's run limit for this month is reached." },
  NOT_FOUND: { status: 404, message: 'Not found, or not visible to you.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not support this method.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive completely in time.' },
  DUPLICATE_ITEM: { status: 409, message: 'The same item already exists, or is in this request twice.' },
  MAX_KEYS: { status: 409, message: 'Both key slots are in use: revoke one key first.' },
  LAST_KEY: { status: 409, message: 'The only active key cannot be revoked: create another first.' },
  LAST_OWNER: { status: 409, message: 'An account needs an owner: make somebody else an owner first.' },
  LAST_FACTOR: { status: 409, message: 'Your role needs a second factor: add another one first.' },
  REPORT_NOT_READY: { status: 409, message: 'Only a completed run has a report.' },
  LIMIT_REACHED: { status: 409, message: 'The maximum number is reached: remove one first.' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, message: 'A call with this Idempotency-Key is still in progress.' },
  LINK_ENDED: { status: 410, message: 'This link no longer opens the report: ask for a new one, or sign in.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is larger than 1 MiB.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The request body must be sent as application/json.' },
  EXPECTATION_FAILED: { status: 417, message: 'The only supported Expect header is 100-continue.' },
  IDEMPOTENCY_MISMATCH: { status: 422, message: 'This Idempotency-Key was used for another request.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests: wait as long as Retry-After says.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request headers are larger than 16 KiB.' },
  PRICE_LOOKUP_FAILED: { status: 500, message: 'The price of the plan could not be found. Nothing was changed.' },
  PAYMENT_PROCESSOR_ERROR: { status: 500, message: 'The payment processor failed. Nothing was changed: try again.' },
  INTERNAL_ERROR: { status: 500, message: 'Something failed on our side. Give the request id to support.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is temporarily unavailable: try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ProblemCode = keyof typeof PROBLEMS

/** Whether the value is a code of the catalogue. */
export const isProblemCode = (value: unknown): value is ProblemCode =>
  typeof value === 'string' && Object.hasOwn(PROBLEMS, value)

/** Every code of the catalogue. */
export const PROBLEM_CODES: readonly ProblemCode[] = Object.keys(PROBLEMS).filter(isProblemCode)

/** One thing wrong with one field; `field` is a path such as `customers[3].tenantId`. */
export interface ProblemDetail {
  field: string
  code: ProblemCode
  message: string
}

/** A refusal that is sent to the caller unchanged. Any other error is a server fault. */
export class Problem extends UserFacingError {
  readonly code: ProblemCode
  readonly details: readonly ProblemDetail[] | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ProblemCode,
    options: { message?: string; details?: readonly ProblemDetail[]; headers?: Record<string, string> } = {},
  ) {
    super(options.message ?? PROBLEMS[code].message)
    this.name = 'Problem'
    this.code = code
    this.details = options.details
    this.headers = options.headers ?? {}
  }

  get status(): number {
    return PROBLEMS[this.code].status
  }
}
