import type { Log } from '../platform/log.ts'
import { LaunchFailure } from './launch-failure.ts'

/**
 * Handles uncaught errors. An unhandled rejection does not affect other work, so it is logged and the process continues. An
 * exception thrown from a callback may leave state inconsistent, so `fail` is called to drain and end the process; the next
 * process takes over its claimed work from the database. Returns a function that removes the handler.
 */
export function handleUncaught(log: Pick<Log, 'error' | 'fatal'>, fail: (error: Error) => void): () => void {
  const onUncaught = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void => {
    if (origin === 'unhandledRejection') {
      log.error({ event: 'process.rejection.unhandled', error }, 'a rejected promise was not handled')
      return
    }
    log.fatal(
      { event: 'process.exception.uncaught', error },
      'an exception was not caught: the service drains and exits',
    )
    fail(new LaunchFailure('An exception that was not caught has stopped the service: see the log.'))
  }
  process.on('uncaughtException', onUncaught)
  return () => process.off('uncaughtException', onUncaught)
}
