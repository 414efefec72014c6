/** An error whose message is written for the person at the command line: it is shown without a stack trace. */
export class UserFacingError extends Error {
  override name = 'UserFacingError'
}
