import { CollectFailure } from '../transport/collect-failure.ts'

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

/**
 * Runs a question to the sign-in service. A service without a source of tenants has no sign-in service either: its
 * CollectFailure becomes a SignInFailure.
 */
export async function withSignInFailure<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof CollectFailure)) throw error
    throw new SignInFailure('UNAVAILABLE', error.message)
  }
}
