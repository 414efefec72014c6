import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Fields with these names are secret, at the top level of an entry and one level below. */
const SECRET_NAMES = ['secret', 'password', 'key', 'token']

/** Secrets that a message may quote: keys of the service, and the user and password of a URL. */
const SECRETS = [
  { form: /\b(pk_live|dk_live|whsec)_[\w+/=-]+/g, shown: '$1_[secret]' },
  { form: /(\w:\/\/)[^\s/@]+@/g, shown: '$1[secret]@' },
  { form: /\b(Bearer) [\w.~+/=-]+/g, shown: '$1 [secret]' },
]

/** How many levels of causes and aggregated errors are logged. */
const MAX_DEPTH = 4

/** Writes one line of JSON per entry to standard error: standard output belongs to the commands. */
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
 * Logs the name, message, code and stack of an error and of its causes, and no other properties: drivers attach rows,
 * parameters and whole requests.
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
    ...(cause !== undefined && depth < MAX_DEPTH && { cause: serializeError(cause, depth + 1) }),
    ...(parts.length > 0 && depth < MAX_DEPTH && { errors: parts.map((part) => serializeError(part, depth + 1)) }),
  }
}

const hideSecrets = (text: string): string =>
  SECRETS.reduce((shown, secret) => shown.replace(secret.form, secret.shown), text)
