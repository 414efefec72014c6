export type SignInFailureCode =
  /** The person, or the sign-in service, said no. */
  | 'REFUSED'
  /** The answer does not prove what it has to: signature, issuer, audience, nonce, time or code are wrong. */
  | 'NOT_PROVEN'
  /** The person is from another tenant. */
  | 'OTHER_TENANT'
  /** The person holds neither of the roles that may approve. */
  | 'NOT_ADMINISTRATOR'
  /** The sign-in service or Graph gave no usable answer. */
  | 'UNAVAILABLE'

/** An administrator's sign-in came to nothing. The message is for the log; it holds no secret and no token. */
export class SignInFailure extends Error {
  readonly code: SignInFailureCode

  constructor(code: SignInFailureCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'SignInFailure'
    this.code = code
  }
}
