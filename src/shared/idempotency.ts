/** The Idempotency-Key that came with a call, and whose it is: passed from the route to the use case. */
export interface IdempotencyContext {
  readonly accountId: string
  readonly route: string
  readonly key: string
  /** Of path and body: another request under the same key is refused. */
  readonly requestHash: Buffer
  /** Called when the outcome of an earlier call is the answer. */
  readonly onReplay?: () => void
}
