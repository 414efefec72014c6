import { UserFacingError } from '../../shared/user-facing-error.ts'

/** A backup or export cannot be made or used; the message says what to do. */
export class BackupFailure extends UserFacingError {
  override readonly name = 'BackupFailure'
}
