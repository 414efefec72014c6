import { UserFacingError } from '../shared/user-facing-error.ts'

/** The service cannot start or run; the message says what to do. */
export class LaunchFailure extends UserFacingError {
  override readonly name = 'LaunchFailure'
}
