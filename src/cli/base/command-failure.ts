import { UserFacingError } from '../../shared/user-facing-error.ts'

/** A command was called incorrectly or failed; the message says what to do. */
export class CommandFailure extends UserFacingError {
  override readonly name = 'CommandFailure'
}
