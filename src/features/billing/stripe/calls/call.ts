import { ChangeRefused, ProcessorTrouble } from '../../../../platform/payments/processor.ts'
import type { StripeContext } from '../context/context.ts'
import { meaningOf, readFailure, reasonOf } from '../failures/failures.ts'

/** The progress of one operation at Stripe. */
export interface Call {
  /** Whether a request that changes something may have arrived at Stripe. */
  isSent: boolean
  /** Whether the operation is half done, so that it must be repeated until it succeeds and can no longer be refused. */
  mustFinish: boolean
  /** Throws once the caller has stopped waiting. */
  requireTime(): void
}

/** Runs the calls to Stripe of one operation, and turns their errors into those of processors. */
export async function carryOut<T>(
  { log }: StripeContext,
  operation: (call: Call) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const call: Call = { isSent: false, mustFinish: false, requireTime: () => signal.throwIfAborted() }
  try {
    return await operation(call)
  } catch (error) {
    const isOurs = error instanceof ChangeRefused || error instanceof ProcessorTrouble
    if (isOurs && !call.mustFinish) throw error
    const outcome = call.isSent ? 'unknown' : 'unchanged'
    const failure = readFailure(error)
    if (!failure) {
      const message = isOurs ? `half done: ${error.message}` : 'the call to Stripe failed'
      throw new ProcessorTrouble('PAYMENT_PROCESSOR_ERROR', message, { outcome, cause: error })
    }
    const { type, code, requestId, status } = failure
    // The error itself quotes what was sent.
    log.warn({ event: 'billing.stripe.failed', type, code, requestId, status }, 'a call to Stripe failed')
    if (call.isSent && !call.mustFinish && meaningOf(failure) === 'refused') throw new ChangeRefused(reasonOf(failure))
    throw new ProcessorTrouble('PAYMENT_PROCESSOR_ERROR', `Stripe answered with ${type}`, { outcome })
  }
}
