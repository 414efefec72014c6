/** A command was called wrongly or cannot be carried out; the message says what to do. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}
