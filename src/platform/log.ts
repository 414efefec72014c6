import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Values that stand under these names are secrets, at the top of an entry and one step below. */
const SECRET_NAMES = ['secret', 'password', 'key', 'token']

/** Secrets that a message may quote: keys of the service, and what stands before the @ of an address. */
const SECRETS = [
  { form: /\b(pk_live|dk_live|whsec)_[\w+/=-]+/g, shown: '$1_[secret]' },
  { form: /(\w:\/\/)[^\s/@]+@/g, shown: '$1[secret]@' },
  { form: /\b(Bearer) [\w.~+/=-]+/g, shown: '$1 [secret]' },
]

/** Causes and parts of errors are told so far down. */
const DEEPEST = 4

/** One line of JSON for each entry, on standard error: standard output belongs to the commands. */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: serializeError, err: serializeError },
      redact: {
        paths: [
          'req.headers["x-partner-key"]',
          'req.headers["x-distributor-key"]',
          ...SECRET_NAMES.flatMap((name) => [name, `*.${name}`]),
        ],
        censor: '[secret]',
      },
    },
    destination,
  )
}

/**
 * What is told of an error: its name, message, code and stack, and those of its causes. Nothing else that hangs on it,
 * because drivers put rows, parameters and whole requests there.
 */
function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return hideSecrets(String(error))
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  const parts = error instanceof AggregateError ? error.errors : []
  return {
    name,
    message: hideSecrets(message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(stack !== undefined && { stack: hideSecrets(stack) }),
    ...(cause !== undefined && depth < DEEPEST && { cause: serializeError(cause, depth + 1) }),
    ...(parts.length > 0 && depth < DEEPEST && { errors: parts.map((part) => serializeError(part, depth + 1)) }),
  }
}

const hideSecrets = (text: string): string =>
  SECRETS.reduce((shown, secret) => shown.replace(secret.form, secret.shown), text)
