/** Something is missing or in the way; the message says what to do. */
export class LaunchFailure extends Error {
  override readonly name = 'LaunchFailure'
}
