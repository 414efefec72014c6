import type { Log } from '../platform/log.ts'
import { LaunchFailure } from './launch-failure.ts'

/**
 * Handles errors that no code caught. A rejected promise leaves everything else as it was, so it is logged and the process
 * goes on. An exception thrown out of a callback may leave something half done, so `fail` is called to drain and end the
 * process; work that it had claimed is taken up from the database by the next one. Returns a function that removes the
 * handler.
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
