/** Another attempt has claimed the run, or it has ended or is gone: nothing this attempt writes counts any more. */
export class StaleAttemptError extends Error {
  override readonly name = 'StaleAttemptError'
}
