import { ChangeRefused, ProcessorTrouble } from './processor.ts'

/**
 * Calls a processor and waits at most `timeoutMs`, even if the call ignores its signal. Then throws ProcessorTrouble: the
 * outcome is unknown.
 */
export async function withTimeout<T>(timeoutMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const late = (cause?: unknown): ProcessorTrouble =>
    new ProcessorTrouble('PAYMENT_PROCESSOR_ERROR', `no response within ${timeoutMs} ms`, { outcome: 'unknown', cause })
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    controller.abort(late())
    timeout.reject(late())
  }, timeoutMs).unref()
  try {
    return await Promise.race([call(controller.signal), timeout.promise])
  } catch (error) {
    throw controller.signal.aborted && !(error instanceof ChangeRefused) ? late(error) : error
  } finally {
    clearTimeout(timer)
  }
}
