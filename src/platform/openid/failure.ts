export type ProviderFailureCode =
  /** The person or the provider refused. */
  | 'REFUSED'
  /** The response does not prove an identity: signature, issuer, audience, nonce, time or code are wrong. */
  | 'NOT_PROVEN'
  /** The provider gave no usable response. */
  | 'UNAVAILABLE'

/** A sign-in at an account's own provider failed. The message is a sentence that contains neither secrets nor tokens. */
export class ProviderFailure extends Error {
  readonly code: ProviderFailureCode

  constructor(code: ProviderFailureCode, message: string) {
    super(message)
    this.name = 'ProviderFailure'
    this.code = code
  }
}
