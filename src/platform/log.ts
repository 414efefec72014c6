import { type Logger, pino } from 'pino'

export type Log = Logger

/** One line of JSON for each entry, on standard error: standard output belongs to the commands. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['req.headers["x-partner-key"]', 'req.headers["x-distributor-key"]', '*.secret', '*.password', '*.key'],
        censor: '[secret]',
      },
    },
    pino.destination({ fd: 2, sync: true }),
  )
}
