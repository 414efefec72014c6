import { UserFacingError } from '../../shared/user-facing-error.ts'

/** Why a run fails. Listed, with what to do, in docs/guide/partner.md. */
export const COLLECT_FAILURE_CODES = [
  'CONSENT_MISSING',
  'TENANT_UNKNOWN',
  'TENANT_MISMATCH',
  'CREDENTIALS_REJECTED',
  'TENANT_UNREACHABLE',
  'TENANT_TOO_LARGE',
  'INTERNAL_ERROR',
] as const

export type CollectFailureCode = (typeof COLLECT_FAILURE_CODES)[number]

/** The tenant could not be read, or not to its end. The message is a plain sentence that says what to do; it holds no secret. */
export class CollectFailure extends UserFacingError {
  readonly code: CollectFailureCode

  constructor(code: CollectFailureCode, message: string) {
    super(message)
    this.name = 'CollectFailure'
    this.code = code
  }
}
