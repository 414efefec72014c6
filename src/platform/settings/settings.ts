import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { UserFacingError } from '../../shared/user-facing-error.ts'
import { DEFAULT_RETRY_SECONDS } from '../../shared/webhook-retries.ts'
import { parseTrustedPeers } from '../client-address.ts'
import { parseNetwork } from '../outbound/address-guard.ts'
import { LIMIT_SETTINGS } from './limits.ts'
import { asInteger, may, type Setting, set } from './setting.ts'

const asText = (text: string): string => text

const asList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const asSeconds = (text: string): number[] => {
  const values = asList(text).map(Number)
  if (values.length === 0 || values.some((value) => !Number.isInteger(value) || value < 1 || value > 604_800)) {
    throw new Error('must be whole numbers of seconds from 1 to 604800, separated by commas')
  }
  return values
}

const asNetworks = (text: string) =>
  asList(text).map((part) => {
    try {
      return parseNetwork(part)
    } catch {
      throw new Error(`must be ranges of addresses, as in 10.0.0.0/8, separated by commas: ${part} is none`)
    }
  })

const asPeers = (text: string): string[] => {
  const peers = asList(text)
  parseTrustedPeers(peers)
  return peers
}

function asUrl(...protocols: string[]): (text: string) => string {
  return (text) => {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      throw new Error(
        `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      )
    }
    return text.replace(/\/+$/, '')
  }
}

const SECRET_LEAST = 32

function asFile(text: string): string {
  try {
    return readFileSync(text, 'utf8')
  } catch (error) {
    throw new Error(`must name a file that can be read (${error instanceof Error ? error.message : String(error)})`)
  }
}

const SENDER = /^(?:[^<>"\p{Cc}\p{Bidi_Control}]*<([^<>\s@]+@[^<>\s@]+)>|[^<>\s@]+@[^<>\s@]+)$/u

function asSender(text: string): string {
  if (!SENDER.test(text)) throw new Error('must be an address, as in Security <security@example.com>')
  return text
}

function oneOf<const T extends string>(...values: T[]): (text: string) => T {
  return (text) => {
    const found = values.find((value) => value === text)
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`)
    return found
  }
}

/**
 * Every setting of the service, read once at the start. No other file reads the environment; `docs/settings.md` is
 * generated from this table.
 */
export const SETTINGS = {
  databaseUrl: may(
    'DATABASE_URL',
    'PostgreSQL 15 or newer. Without it an embedded PostgreSQL keeps its data in the data folder.',
    asUrl('postgres:', 'postgresql:'),
  ),
  databaseOwnerUrl: may(
    'PLUMBLINE_DATABASE_OWNER_URL',
    'Signs in to the same database as the user that owns it, for migrations alone; DATABASE_URL then names the user of the service, such as plumbline_service, which cannot change the schema or the audit. Without it DATABASE_URL serves for both.',
    asUrl('postgres:', 'postgresql:'),
  ),
  port: set('PLUMBLINE_PORT', '8443', 'Port of the API and the web pages.', asInteger(0, 65_535)),
  host: set('PLUMBLINE_HOST', 'localhost', 'Address to listen on; 0.0.0.0 for every interface.', asText),
  dataDir: set('PLUMBLINE_DATA_DIR', './data', 'Folder for the embedded database, certificates and keys.', (text) =>
    resolve(text),
  ),
  baseUrl: may(
    'PLUMBLINE_BASE_URL',
    'Public address of the API; by default https://localhost and the port.',
    asUrl('https:'),
  ),
  appUrl: may('PLUMBLINE_APP_URL', 'Public address of reports and pages; by default that of the API.', asUrl('https:')),
  tlsCert: may('PLUMBLINE_TLS_CERT', 'File with the certificate chain (PEM). Without it a local one is made.', asFile),
  tlsKey: may('PLUMBLINE_TLS_KEY', 'File with the private key of the certificate (PEM).', asFile),
  trustProxy: set(
    'PLUMBLINE_TRUST_PROXY',
    '',
    'Addresses or ranges of proxies whose X-Forwarded headers are believed, separated by commas. The limits per address do not apply to these addresses.',
    asPeers,
  ),
  partnerRate: set('PLUMBLINE_PARTNER_RATE', '60', 'Requests a minute for each partner key.', asInteger(1, 1_000_000)),
  distributorRate: set(
    'PLUMBLINE_DISTRIBUTOR_RATE',
    '120',
    'Requests a minute for each distributor key.',
    asInteger(1, 1_000_000),
  ),
  addressRate: set(
    'PLUMBLINE_ADDRESS_RATE',
    '300',
    'Requests a minute from one address to pages and documents that need no key. An IPv6 /64 network counts as one address.',
    asInteger(1, 1_000_000),
  ),
  linkRate: set(
    'PLUMBLINE_LINK_RATE',
    '120',
    'Requests a minute with one link, such as a report or a questionnaire. A submitted form counts as 6, a PDF as 20.',
    asInteger(20, 1_000_000),
  ),
  connections: set(
    'PLUMBLINE_CONNECTIONS',
    '10000',
    'Open connections in total. Further ones are closed at once.',
    asInteger(10, 1_000_000),
  ),
  connectionsPerAddress: set(
    'PLUMBLINE_CONNECTIONS_PER_ADDRESS',
    '512',
    'Open connections from one address. An IPv6 /64 network counts as one address.',
    asInteger(1, 1_000_000),
  ),
  graphUrl: set(
    'PLUMBLINE_GRAPH_URL',
    'https://graph.microsoft.com',
    "Address of the productivity suite's API.",
    asUrl('https:'),
  ),
  loginUrl: set(
    'PLUMBLINE_LOGIN_URL',
    'https://login.microsoftonline.com',
    "Address of the productivity suite's token service.",
    asUrl('https:'),
  ),
  graphClientId: may(
    'PLUMBLINE_GRAPH_CLIENT_ID',
    'Application (client) id of the multi-tenant reader application.',
    asText,
  ),
  graphClientSecret: may('PLUMBLINE_GRAPH_CLIENT_SECRET', 'Secret of that application.', asText),
  graphClientCertificate: may(
    'PLUMBLINE_GRAPH_CLIENT_CERTIFICATE',
    'File with certificate and private key of that application (PEM), instead of the secret.',
    asFile,
  ),
  secretKey: may(
    'PLUMBLINE_SECRET_KEY',
    'At least 32 characters: seals stored secrets and signs report links. Required where several processes run; "up" makes its own.',
    (text) => {
      if (text.length < SECRET_LEAST) throw new Error(`must have at least ${SECRET_LEAST} characters`)
      return text
    },
  ),
  secretKeysOld: set(
    'PLUMBLINE_SECRET_KEYS_OLD',
    '',
    'Earlier values of PLUMBLINE_SECRET_KEY, separated by commas: they open what they sealed and verify links, and nothing new is sealed under them. The data folder may hold old keys as well.',
    (text) => {
      const keys = asList(text)
      if (keys.some((key) => key.length < SECRET_LEAST))
        throw new Error(`must be keys of at least ${SECRET_LEAST} characters, separated by commas`)
      return keys
    },
  ),
  smtpUrl: may(
    'SMTP_URL',
    'Mail server, as in smtp://user:password@mail.example.com:587, or smtps: for TLS from the first byte. Without it no mail is sent: "plumbline mail" shows what there is.',
    asUrl('smtp:', 'smtps:'),
  ),
  mailFrom: may(
    'PLUMBLINE_MAIL_FROM',
    'Sender of all mail, as in Security <security@example.com>; by default no-reply at the host of the web pages.',
    asSender,
  ),
  webhookRetrySeconds: set(
    'PLUMBLINE_WEBHOOK_RETRY_SECONDS',
    DEFAULT_RETRY_SECONDS.join(),
    'Pauses before each retry of a webhook, in seconds; after the last one it is marked failed.',
    asSeconds,
  ),
  webhookTimeoutSeconds: set(
    'PLUMBLINE_WEBHOOK_TIMEOUT_SECONDS',
    '10',
    'Longest time until a webhook is answered, in seconds.',
    asInteger(1, 20),
  ),
  webhookAllowCidrs: set(
    'PLUMBLINE_WEBHOOK_ALLOW_CIDRS',
    '',
    'Ranges of addresses that webhooks may call beside the public internet, by plain HTTP too, separated by commas. The sandbox allows loopback.',
    asNetworks,
  ),
  metricsPort: set(
    'PLUMBLINE_METRICS_PORT',
    '9464',
    'Port of this machine alone where Prometheus reads /metrics, by plain HTTP; 0 for none.',
    asInteger(0, 65_535),
  ),
  runSeconds: set(
    'PLUMBLINE_RUN_SECONDS',
    '900',
    'Longest time for reading one tenant, in seconds.',
    asInteger(5, 86_400),
  ),
  workerConcurrency: set(
    'PLUMBLINE_WORKER_CONCURRENCY',
    '8',
    'Runs that one worker carries out at once.',
    asInteger(1, 200),
  ),
  ...LIMIT_SETTINGS,
  poolSize: set('PLUMBLINE_POOL_SIZE', '20', 'Database connections of one process.', asInteger(4, 500)),
  logLevel: set(
    'PLUMBLINE_LOG_LEVEL',
    'info',
    'How much is logged.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
} as const

type Table = typeof SETTINGS
export type Settings = { -readonly [Name in keyof Table]: ReturnType<Table[Name]['parse']> | Absent<Table[Name]> }
type Absent<S> = S extends Setting<infer T> ? (undefined extends T ? undefined : never) : never

/** How much an account may have, and how long things are kept. */
export type Limits = Pick<Settings, keyof typeof LIMIT_SETTINGS>

/** A setting is wrong: the message names it and says what it must be. */
class BadSetting extends UserFacingError {
  override readonly name = 'BadSetting'
}

/** What a process needs of the environment to reach others over TLS; nothing in it is secret. */
const HARMLESS = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_COMPILE_CACHE', 'TZ', 'SystemRoot']

/** The environment for processes that read what others send us: without keys and passwords. */
export function harmlessEnvironment(environment: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const named = HARMLESS.map((name) => [name, environment[name]] as const)
  return Object.fromEntries(named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

/** Reads all settings from an environment. Throws BadSetting with a sentence for each bad value. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const problems: string[] = []
  const read = <T>(setting: Setting<T>): T | undefined => {
    const text = environment[setting.env] || setting.standard
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
  if (settings.databaseOwnerUrl !== undefined && settings.databaseUrl === undefined) {
    problems.push('PLUMBLINE_DATABASE_OWNER_URL needs DATABASE_URL beside it.')
  }
  if (problems.length > 0 || !isComplete(settings)) throw new BadSetting(problems.join('\n'))
  return settings
}

/** Every setting has passed its own parser by then; only those that may be absent can be. */
function isComplete(settings: Record<string, unknown>): settings is Settings {
  return Object.entries(SETTINGS).every(
    ([name, setting]) => setting.standard === undefined || settings[name] !== undefined,
  )
}
