export type SignInFailureCode =
  /** The person or the sign-in service refused. */
  | 'REFUSED'
  /** The response does not prove an identity: signature, issuer, audience, nonce, time or code are wrong. */
  | 'NOT_PROVEN'
  /** The person is from another tenant. */
  | 'OTHER_TENANT'
  /** The person has none of the roles that may approve. */
  | 'NOT_ADMINISTRATOR'
  /** The sign-in service or Graph gave no usable response. */
  | 'UNAVAILABLE'

/** A sign-in at Microsoft failed. The message is for the log; it contains neither secrets nor tokens. */
export class SignInFailure extends Error {
  readonly code: SignInFailureCode

  constructor(code: SignInFailureCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'SignInFailure'
    this.code = code
  }
}
