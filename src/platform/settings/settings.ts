import { resolve } from 'node:path'
import { UserFacingError } from '../../shared/user-facing-error.ts'
import { DEFAULT_RETRY_SECONDS } from '../../shared/webhook-retries.ts'
import { BACKUP_SETTINGS } from './backups.ts'
import { CONNECTION_SETTINGS, findConnectionProblems } from './connections.ts'
import { LIMIT_SETTINGS } from './limits.ts'
import { findMetricsProblem, OBSERVATION_SETTINGS } from './observation.ts'
import {
  asFile,
  asInteger,
  asNetworks,
  asPeers,
  asSeconds,
  asSecretKey,
  asSecretKeys,
  asSender,
  asStripeKey,
  asText,
  asUrl,
  asWebhookSecrets,
  oneOf,
} from './parsers.ts'
import { optional, type Setting, withDefault } from './setting.ts'

/**
 * Every setting of the service, read once at startup. No other file reads the environment; `docs/settings.md` is
 * generated from this table.
 */
export const SETTINGS = {
  ...CONNECTION_SETTINGS,
  port: withDefault('PLUMBLINE_PORT', '8443', 'Port of the API and the web pages.', asInteger(0, 65_535)),
  host: withDefault('PLUMBLINE_HOST', 'localhost', 'Address to listen on; 0.0.0.0 for every interface.', asText),
  dataDir: withDefault(
    'PLUMBLINE_DATA_DIR',
    './data',
    'Folder for the embedded database, certificates and keys.',
    (text) => resolve(text),
  ),
  baseUrl: optional(
    'PLUMBLINE_BASE_URL',
    'Public address of the API; by default https://localhost and the port.',
    asUrl('https:'),
  ),
  appUrl: optional(
    'PLUMBLINE_APP_URL',
    'Public address of reports and pages; by default that of the API.',
    asUrl('https:'),
  ),
  tlsCert: optional(
    'PLUMBLINE_TLS_CERT',
    'File with the certificate chain (PEM). Without it, the service creates a local one.',
    asFile,
  ),
  tlsKey: optional('PLUMBLINE_TLS_KEY', 'File with the private key of the certificate (PEM).', asFile),
  trustProxy: withDefault(
    'PLUMBLINE_TRUST_PROXY',
    '',
    'Addresses or ranges of proxies whose X-Forwarded headers are trusted, separated by commas. The limits per address do not apply to these addresses.',
    asPeers,
  ),
  partnerRate: withDefault(
    'PLUMBLINE_PARTNER_RATE',
    '60',
    'Requests per minute for each partner key.',
    asInteger(1, 1_000_000),
  ),
  distributorRate: withDefault(
    'PLUMBLINE_DISTRIBUTOR_RATE',
    '120',
    'Requests per minute for each distributor key.',
    asInteger(1, 1_000_000),
  ),
  addressRate: withDefault(
    'PLUMBLINE_ADDRESS_RATE',
    '300',
    'Requests per minute from one address to pages and documents that need no key. Fonts and the portal’s files have their own limit, ten times as high. An IPv6 /64 network counts as one address.',
    asInteger(1, 1_000_000),
  ),
  linkRate: withDefault(
    'PLUMBLINE_LINK_RATE',
    '120',
    'Requests per minute with one link, such as a report or a questionnaire. A submitted form counts as 6, a PDF as 20.',
    asInteger(20, 1_000_000),
  ),
  connections: withDefault(
    'PLUMBLINE_CONNECTIONS',
    '10000',
    'Maximum open connections. Further connections are closed at once.',
    asInteger(10, 1_000_000),
  ),
  connectionsPerAddress: withDefault(
    'PLUMBLINE_CONNECTIONS_PER_ADDRESS',
    '512',
    'Maximum open connections from one address. An IPv6 /64 network counts as one address.',
    asInteger(1, 1_000_000),
  ),
  graphUrl: withDefault(
    'PLUMBLINE_GRAPH_URL',
    'https://graph.microsoft.com',
    "Address of the productivity suite's API.",
    asUrl('https:'),
  ),
  loginUrl: withDefault(
    'PLUMBLINE_LOGIN_URL',
    'https://login.microsoftonline.com',
    "Address of the productivity suite's token service.",
    asUrl('https:'),
  ),
  graphClientId: optional(
    'PLUMBLINE_GRAPH_CLIENT_ID',
    'Application (client) id of the multi-tenant reader application.',
    asText,
  ),
  graphClientSecret: optional('PLUMBLINE_GRAPH_CLIENT_SECRET', 'Secret of that application.', asText),
  graphClientCertificate: optional(
    'PLUMBLINE_GRAPH_CLIENT_CERTIFICATE',
    'File with certificate and private key of that application (PEM), instead of the secret.',
    asFile,
  ),
  secretKey: optional(
    'PLUMBLINE_SECRET_KEY',
    'At least 32 characters. Encrypts stored data and signs report links. Required for "serve" and "work"; "up" creates its own.',
    asSecretKey,
  ),
  secretKeysOld: withDefault(
    'PLUMBLINE_SECRET_KEYS_OLD',
    '',
    'Earlier values of PLUMBLINE_SECRET_KEY, separated by commas. They decrypt older data and verify links, and encrypt nothing new. The data folder can contain old keys as well.',
    asSecretKeys,
  ),
  smtpUrl: optional(
    'SMTP_URL',
    'Mail server, as in smtp://user:password@mail.example.com:587, or smtps: for TLS from the first byte. Without it, no email is sent; "plumbline mail" shows what would be sent.',
    asUrl('smtp:', 'smtps:'),
  ),
  mailFrom: optional(
    'PLUMBLINE_MAIL_FROM',
    'Sender of all mail, as in Security <security@example.com>; by default no-reply at the host of the web pages.',
    asSender,
  ),
  stripeSecretKey: optional(
    'STRIPE_SECRET_KEY',
    'Secret or restricted key of the Stripe account that bills partners. Without it, the service keeps accounts of what partners owe, but collects no money.',
    asStripeKey,
  ),
  stripeWebhookSecrets: withDefault(
    'STRIPE_WEBHOOK_SECRET',
    '',
    'Signing secret of the webhook endpoint at Stripe; during a replacement, both secrets, separated by a comma. Required with STRIPE_SECRET_KEY.',
    asWebhookSecrets,
  ),
  stripeUrl: optional(
    'PLUMBLINE_STRIPE_URL',
    'Address of a simulated Stripe on this machine, for tests. Works with test keys only.',
    asUrl('http:'),
  ),
  sandboxStripe: withDefault(
    'PLUMBLINE_SANDBOX_STRIPE',
    '0',
    '1 bills the sandbox partners through a simulated Stripe, which `up --sandbox` starts and fills. It prints the address of its page.',
    oneOf('0', '1'),
  ),
  webhookRetrySeconds: withDefault(
    'PLUMBLINE_WEBHOOK_RETRY_SECONDS',
    DEFAULT_RETRY_SECONDS.join(),
    'Waits before each retry of a webhook, in seconds. After the last retry, the delivery is marked as failed.',
    asSeconds,
  ),
  webhookTimeoutSeconds: withDefault(
    'PLUMBLINE_WEBHOOK_TIMEOUT_SECONDS',
    '10',
    'How long a receiver may take to answer a webhook, in seconds.',
    asInteger(1, 20),
  ),
  webhookAllowCidrs: withDefault(
    'PLUMBLINE_WEBHOOK_ALLOW_CIDRS',
    '',
    'Address ranges that webhooks may call in addition to public addresses, also over plain HTTP, separated by commas. The sandbox allows loopback.',
    asNetworks,
  ),
  ...OBSERVATION_SETTINGS,
  ...BACKUP_SETTINGS,
  runSeconds: withDefault(
    'PLUMBLINE_RUN_SECONDS',
    '900',
    'Longest time for reading one tenant, in seconds.',
    asInteger(5, 86_400),
  ),
  workerConcurrency: withDefault(
    'PLUMBLINE_WORKER_CONCURRENCY',
    '8',
    'Runs that one worker carries out at once.',
    asInteger(1, 200),
  ),
  ...LIMIT_SETTINGS,
  poolSize: withDefault('PLUMBLINE_POOL_SIZE', '20', 'Database connections of one process.', asInteger(4, 500)),
  logLevel: withDefault(
    'PLUMBLINE_LOG_LEVEL',
    'info',
    'How much is logged.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
} as const

type Table = typeof SETTINGS
export type Settings = { -readonly [Name in keyof Table]: ReturnType<Table[Name]['parse']> | Absent<Table[Name]> }
type Absent<S> = S extends Setting<infer T> ? (undefined extends T ? undefined : never) : never

/** Quotas of an account, and retention periods. */
export type Limits = Pick<Settings, keyof typeof LIMIT_SETTINGS>

/** A setting has a value that is not valid; the message names it and says what it must be. */
class BadSetting extends UserFacingError {
  override readonly name = 'BadSetting'
}

/** What a process needs from the environment to make TLS connections; none of it is secret. */
const HARMLESS_VARIABLES = [
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_COMPILE_CACHE',
  'TZ',
  'SystemRoot',
]

/** The environment for processes that parse untrusted data: without keys and passwords. */
export function harmlessEnvironment(environment: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const named = HARMLESS_VARIABLES.map((name) => [name, environment[name]] as const)
  return Object.fromEntries(named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

/** Reads all settings from the environment. Throws BadSetting with a sentence for each value that is not valid. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const problems: string[] = []
  const read = <T>(setting: Setting<T>): T | undefined => {
    const text = environment[setting.env] || setting.default
    if (text === undefined) return undefined
    try {
      return setting.parse(text)
    } catch (error) {
      problems.push(`${setting.env} ${error instanceof Error ? error.message : String(error)}.`)
      return undefined
    }
  }
  const settings = Object.fromEntries(Object.entries(SETTINGS).map(([name, setting]) => [name, read<unknown>(setting)]))
  if (Boolean(settings.tlsCert) !== Boolean(settings.tlsKey)) {
    problems.push('PLUMBLINE_TLS_CERT and PLUMBLINE_TLS_KEY must be set together.')
  }
  problems.push(...findConnectionProblems(settings))
  const metricsProblem = findMetricsProblem(settings)
  if (metricsProblem !== undefined) problems.push(metricsProblem)
  if (problems.length > 0 || !isComplete(settings)) throw new BadSetting(problems.join('\n'))
  return settings
}

/** Each setting has passed its own parser, so this checks only that none with a default is missing. */
function isComplete(settings: Record<string, unknown>): settings is Settings {
  return Object.entries(SETTINGS).every(
    ([name, setting]) => setting.default === undefined || settings[name] !== undefined,
  )
}
