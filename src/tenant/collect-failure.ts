export type CollectFailureCode =
  | 'CONSENT_MISSING'
  | 'TENANT_UNKNOWN'
  | 'TENANT_MISMATCH'
  | 'CREDENTIALS_REJECTED'
  | 'TENANT_UNREACHABLE'
  | 'TENANT_TOO_LARGE'
  | 'INTERNAL_ERROR'

/** Nothing of the tenant could be read. The message is a plain sentence that says what to do; it holds no secret. */
export class CollectFailure extends Error {
  readonly code: CollectFailureCode

  constructor(code: CollectFailureCode, message: string) {
    super(message)
    this.name = 'CollectFailure'
    this.code = code
  }
}
