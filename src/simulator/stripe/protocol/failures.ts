export type FailureType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'

interface Details {
  code?: string
  param?: string
  decline_code?: string
}

/** An error response of Stripe. */
export class Failure extends Error {
  readonly status: number
  readonly type: FailureType
  readonly details: Details

  constructor(status: number, type: FailureType, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.type = type
    this.details = details
  }
}

/** 400: the request cannot be carried out as it is. */
export const invalid = (message: string, details: Details = {}): Failure =>
  new Failure(400, 'invalid_request_error', message, details)

/** The object that a request names does not exist: 404 in the path, 400 in a parameter. */
export const missing = (noun: string, id: string, param?: string): Failure =>
  new Failure(param === undefined ? 404 : 400, 'invalid_request_error', `No such ${noun}: '${id}'`, {
    code: 'resource_missing',
    param: param ?? 'id',
  })

/** 501: Stripe would answer this, but the simulator does not know how. */
export const notModelled = (what: string): Failure =>
  new Failure(501, 'api_error', `The simulated Stripe does not model ${what}.`)
