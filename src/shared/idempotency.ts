/** The Idempotency-Key of a call and the account that it belongs to; passed from the route to the use case. */
export interface IdempotencyContext {
  readonly accountId: string
  readonly route: string
  readonly key: string
  /** Hash of path and body: a different request with the same key is refused. */
  readonly requestHash: Buffer
  /** Called when the response is the outcome of an earlier call. */
  readonly onReplay?: () => void
}
