import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, findRunningDatabase, startEmbeddedPostgres } from '@plumbline/embedded-postgres'
import { closeDataDir, holdsForeignDatabase } from '@plumbline/embedded-postgres/data-dir'
import { lockDataDir } from '@plumbline/embedded-postgres/data-lock'
import { DataDirInUse, EmbeddedPostgresError } from '@plumbline/embedded-postgres/errors'
import { sql } from 'kysely'
import type pg from 'pg'
import type { App } from '../app.ts'
import { CollectFailure } from '../graph/collect-failure.ts'
import { CALLBACK_PATH, consentUrl } from '../graph/consent.ts'
import { readVisibility } from '../graph/preflight.ts'
import { openReaders } from '../graph/reader/readers.ts'
import type { TenantSource } from '../graph/source.ts'
import { isDatabaseAway, openDatabase } from '../platform/database/database.ts'
import { serviceUrlOf } from '../platform/database/service-sign-in.ts'
import { createIsolatedPool } from '../platform/isolation/isolated-pool.ts'
import { createLog, type Log } from '../platform/log.ts'
import { createMailer } from '../platform/mailer.ts'
import { createMetrics } from '../platform/metrics.ts'
import { parseNetwork } from '../platform/outbound/address-guard.ts'
import { createOutbound } from '../platform/outbound/client.ts'
import { openKeyRing } from '../platform/secret-keys.ts'
import { harmlessEnvironment, type Settings } from '../platform/settings/settings.ts'
import type { KeyRing } from '../shared/crypto/key-ring.ts'
import { LaunchFailure } from './launch-failure.ts'
import { findRunningSuite } from './sandbox-suite.ts'
import { type DatabaseAccess, openServiceDatabase } from './service-database.ts'
import { readSource } from './source.ts'

/** A running service's inside: what the command line starts, uses and closes. */
export interface Runtime {
  app: App
  pool: pg.Pool
  settings: Settings
  baseUrl: string
  close(): Promise<void>
}

export interface RuntimeOptions {
  /**
   * `own`: this process keeps the data folder for itself, with the embedded database unless DATABASE_URL is set.
   * `shared`: the database of a process that runs on the same data folder, or the embedded one for the moment.
   * `given`: DATABASE_URL and nothing else.
   */
  database: 'own' | 'shared' | 'given'
  /** Leaves the schema as it is; by default it is brought up to date. */
  keepSchema?: boolean
  /** Called when the embedded database ends although nobody stopped it. */
  onDatabaseExit?: (error: Error) => void
}

/** This machine alone. */
export const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseNetwork)

/** How long a command waits for a service that is just starting on the same data folder. */
const STARTING_WAIT_MS = 10_000

const ALONE_PAUSE_MS = 50

/** How long threads, readers and connections in use may take at the end. */
const CLOSE_MS = 1_000

export async function openRuntime(settings: Settings, options: RuntimeOptions): Promise<Runtime> {
  const log = createLog(settings.logLevel)
  const base = await openBase(settings, options, log).catch((error: unknown) => {
    throw toLaunchFailure(error)
  })
  try {
    const { poolSize, keepAuditDays } = settings
    const keepSchema = options.keepSchema ?? false
    const { db, pool } = await openServiceDatabase(base, { poolSize, keepSchema, keepAuditDays, log })
    const isolated = createIsolatedPool({ log })
    const readers = openReaders({ log, environment: harmlessEnvironment() })
    const close = async (): Promise<void> => {
      // Nothing that does not end must keep the database from being stopped in order.
      const ended = Promise.all([isolated.close(), readers.close(), pool.end()])
      await Promise.race([ended, sleep(CLOSE_MS, undefined, { ref: false })])
      await base.close()
    }
    try {
      const baseUrl = settings.baseUrl ?? `https://localhost:${settings.port}`
      const appUrl = settings.appUrl ?? baseUrl
      const from = settings.mailFrom ?? `Plumbline <no-reply@${new URL(appUrl).hostname}>`
      const outbound = createOutbound({
        allowed: await findAllowed(settings),
        timeoutMs: settings.webhookTimeoutSeconds * 1000,
      })
      const redirectUri = appUrl + CALLBACK_PATH
      const now = () => new Date()
      const app: App = {
        db,
        log,
        now,
        appUrl,
        secrets: await openSecrets(settings, options),
        assessTenant: async (request) => readers.assess(await requireSource(settings), request),
        preflight: async (request) => readVisibility(await requireSource(settings), request),
        consentUrl: async (asked) => consentUrl(await requireSource(settings), { ...asked, redirectUri }),
        signInUrl: async (asked) => {
          const { signInUrl } = await loadSignIn()
          return await signInUrl(await requireSource(settings), { ...asked, redirectUri })
        },
        verifyAdministrator: async ({ query, ...answer }) => {
          const { verifyAdministrator } = await loadSignIn()
          const callbackUrl = new URL(redirectUri + query)
          return await verifyAdministrator(await requireSource(settings), { ...answer, callbackUrl, now: now() })
        },
        ...(settings.smtpUrl !== undefined && { mailer: createMailer({ url: settings.smtpUrl, from }) }),
        limits: settings,
        metrics: createMetrics(),
        outbound,
        isolated,
      }
      return { app, pool, settings, baseUrl, close }
    } catch (error) {
      await pool.end()
      throw error
    }
  } catch (error) {
    await base.close()
    throw toSentence(error, base.ownerUrl ?? base.serviceUrl)
  }
}

/** What webhooks may call beside the public internet: beside a running sandbox, loopback as the sandbox itself. */
async function findAllowed({ webhookAllowCidrs, dataDir }: Settings): Promise<Settings['webhookAllowCidrs']> {
  if (webhookAllowCidrs.length > 0) return webhookAllowCidrs
  return (await findRunningSuite(dataDir)) ? LOOPBACK : []
}

/** Loaded where it is first needed: most processes never sign anybody in. */
const loadSignIn = () => import('../graph/administrator-sign-in.ts')

/** A run fails at once, and with a reason, where this service cannot read any tenant. */
async function requireSource(settings: Settings): Promise<TenantSource> {
  try {
    return await readSource(settings)
  } catch (error) {
    if (!(error instanceof LaunchFailure)) throw error
    throw new CollectFailure(
      'CREDENTIALS_REJECTED',
      'This service has no working credentials to read tenants with. The operator has to set them: "plumbline doctor" says which.',
    )
  }
}

/** The messages of the embedded database are for people; its package knows nothing of how we show errors. */
const toLaunchFailure = (error: unknown): unknown =>
  error instanceof EmbeddedPostgresError || error instanceof DataDirInUse
    ? new LaunchFailure(error.message, { cause: error })
    : error

/** The database's refusals that a setting mends. */
function toSentence(error: unknown, databaseUrl: string): unknown {
  const { host, pathname } = new URL(databaseUrl)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '28P01' || code === '28000') {
    return new LaunchFailure(
      `The database server ${host} refuses this user or password. Correct the user and password in DATABASE_URL.`,
    )
  }
  if (code === '3D000') {
    return new LaunchFailure(
      `There is no database ${pathname.slice(1)} on ${host}. Create it, or correct the name in DATABASE_URL.`,
    )
  }
  if (!isDatabaseAway(error)) return error
  return new LaunchFailure(
    `The database server ${host} cannot be reached${code && ` (${code})`}. Start it, or correct the address in DATABASE_URL.`,
  )
}

interface Base extends DatabaseAccess {
  close(): Promise<void>
}

async function openBase(settings: Settings, options: RuntimeOptions, log: Log): Promise<Base> {
  const { databaseUrl, databaseOwnerUrl: ownerUrl, dataDir } = settings
  if (options.database === 'given' || (databaseUrl !== undefined && options.database === 'shared')) {
    if (databaseUrl === undefined) {
      throw new LaunchFailure(
        'DATABASE_URL is not set. "serve" and "work" need a PostgreSQL server; "up" brings its own.',
      )
    }
    return { serviceUrl: databaseUrl, ...(ownerUrl !== undefined && { ownerUrl }), close: async () => {} }
  }
  if (databaseUrl !== undefined) {
    const lock = await lockDataDir(dataDir, 'plumbline up')
    await closeDataDir(dataDir, { passable: await holdsForeignDatabase(dataDir) })
    return { serviceUrl: databaseUrl, ...(ownerUrl !== undefined && { ownerUrl }), close: lock.release }
  }
  return options.database === 'own'
    ? asBase(await startEmbedded(dataDir, options, log))
    : await shareDatabase(settings, options, log)
}

const embeddedAccess = (ownerUrl: string): DatabaseAccess => ({ ownerUrl, serviceUrl: serviceUrlOf(ownerUrl) })

const asBase = (server: EmbeddedPostgres): Base => ({ ...embeddedAccess(server.url), close: () => server.stop() })

/** A server that was started for the moment: others may have come to use it as well, and it stays until they have gone. */
const asSharedBase = (server: EmbeddedPostgres): Base => ({
  ...embeddedAccess(server.url),
  async close() {
    await waitUntilAlone(server.url).catch(() => {})
    await server.stop()
  },
})

async function waitUntilAlone(url: string): Promise<void> {
  const { db, pool } = openDatabase(url, { poolSize: 1, onError: () => {} })
  try {
    // Seen twice: whoever comes looks first whether it gets in, and connects again then.
    for (let alone = 0; alone < 2; await sleep(ALONE_PAUSE_MS)) {
      const { rows } = await sql`select from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db)
      alone = rows.length === 0 ? alone + 1 : 0
    }
  } finally {
    await pool.end()
  }
}

function startEmbedded(dataDir: string, { onDatabaseExit }: RuntimeOptions, log: Log): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    log: (line) => log.debug({ event: 'database.server.output', postgres: line }, 'database'),
    ...(onDatabaseExit && { onExit: (error) => onDatabaseExit(new LaunchFailure(error.message, { cause: error })) }),
  })
}

async function shareDatabase({ dataDir }: Settings, options: RuntimeOptions, log: Log): Promise<Base> {
  const until = Date.now() + STARTING_WAIT_MS
  for (;;) {
    const url = await findRunningDatabase(dataDir)
    if (url !== undefined) return { ...embeddedAccess(url), close: async () => {} }
    try {
      return asSharedBase(await startEmbedded(dataDir, options, log))
    } catch (error) {
      // Another process is between taking the folder and having its database up.
      if (!(error instanceof DataDirInUse) || Date.now() > until) throw error
      await sleep(100)
    }
  }
}

/** The keys of the settings and the data folder; without a setting, the data folder's key is the current one. */
async function openSecrets(settings: Settings, options: RuntimeOptions): Promise<KeyRing> {
  if (settings.secretKey === undefined && options.database === 'given') {
    throw new LaunchFailure('PLUMBLINE_SECRET_KEY is not set. Processes that share a database must share it too.')
  }
  const ring = await openKeyRing(settings)
  if (ring.keys().length > 0) return ring
  throw new LaunchFailure(
    `The secret key in ${settings.dataDir} (secret-key) is empty or cannot be read. Restore it from a backup: without it nothing that was sealed can be opened.`,
  )
}

/** The names that the service's local certificate stands for, beside localhost. */
export const certificateHosts = (settings: Settings, baseUrl: string): string[] => [
  settings.host,
  new URL(baseUrl).hostname,
]
