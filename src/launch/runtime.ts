import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { App } from '../app.ts'
import { pruneAudit } from '../features/audit/service.ts'
import { parseNetwork } from '../platform/address-guard.ts'
import { DataDirInUse, lockDataDir } from '../platform/data-lock.ts'
import { isDatabaseAway, openDatabase } from '../platform/database.ts'
import { type EmbeddedPostgres, findRunningDatabase, startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { createLog, type Log } from '../platform/log.ts'
import { createMailer } from '../platform/mailer.ts'
import { createMetrics } from '../platform/metrics.ts'
import { migrate } from '../platform/migrations.ts'
import { createOutbound } from '../platform/outbound-http.ts'
import { isServiceRoleReady, SERVICE_ROLE } from '../platform/service-role.ts'
import type { Settings } from '../platform/settings.ts'
import { CollectFailure, collectSnapshot } from '../tenant/collect.ts'
import { CALLBACK_PATH, consentUrl } from '../tenant/consent.ts'
import { readSight } from '../tenant/preflight.ts'
import type { TenantSource } from '../tenant/source.ts'
import { LaunchFailure } from './launch-failure.ts'
import { findRunningSuite } from './sandbox-suite.ts'
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

const DAY_MS = 86_400_000

/** Enough for migrations, which come one after the other. */
const OWNER_CONNECTIONS = 2

export async function openRuntime(settings: Settings, options: RuntimeOptions): Promise<Runtime> {
  const log = createLog(settings.logLevel)
  const base = await openBase(settings, options, log)
  try {
    const { db, pool } = await openService(base.url, settings, options, log)
    const close = async (): Promise<void> => {
      await pool.end()
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
      const app: App = {
        db,
        log,
        now: () => new Date(),
        appUrl,
        secretKey: await findSecretKey(settings, options),
        collect: async (request) => collectSnapshot(await requireSource(settings), request),
        preflight: async (request) => readSight(await requireSource(settings), request),
        consentUrl: async (asked) =>
          consentUrl(await requireSource(settings), { ...asked, redirectUri: appUrl + CALLBACK_PATH }),
        ...(settings.smtpUrl !== undefined && { mailer: createMailer({ url: settings.smtpUrl, from }) }),
        limits: settings,
        metrics: createMetrics(),
        outbound,
      }
      return { app, pool, settings, baseUrl, close }
    } catch (error) {
      await pool.end()
      throw error
    }
  } catch (error) {
    await base.close()
    throw toSentence(error, base.url)
  }
}

/** Brings the schema up to date as the user that owns it, then opens the database as the role that may do less. */
async function openService(url: string, settings: Settings, options: RuntimeOptions, log: Log) {
  const onError = (error: Error): void => log.warn({ error }, 'a database connection was lost')
  const owner = openDatabase(url, { poolSize: OWNER_CONNECTIONS, onError })
  try {
    if (!options.keepSchema) {
      await migrate(owner.db, owner.pool)
      // Here because only the owner of the audit may delete from it: the service's role never can.
      const { keepAuditDays } = settings
      if (keepAuditDays !== undefined) await pruneAudit(owner.db, new Date(Date.now() - keepAuditDays * DAY_MS))
    }
    const role = (await isServiceRoleReady(owner.db)) ? { role: SERVICE_ROLE } : {}
    return openDatabase(url, { poolSize: settings.poolSize, ...role, onError })
  } finally {
    await owner.pool.end()
  }
}

/** What webhooks may call beside the public internet: beside a running sandbox, loopback as the sandbox itself. */
async function findAllowed({ webhookAllowCidrs, dataDir }: Settings): Promise<Settings['webhookAllowCidrs']> {
  if (webhookAllowCidrs.length > 0) return webhookAllowCidrs
  return (await findRunningSuite(dataDir)) ? LOOPBACK : []
}

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

interface Base {
  url: string
  close(): Promise<void>
}

async function openBase(settings: Settings, options: RuntimeOptions, log: Log): Promise<Base> {
  const { databaseUrl, dataDir } = settings
  if (options.database === 'given' || (databaseUrl !== undefined && options.database === 'shared')) {
    if (databaseUrl === undefined) {
      throw new LaunchFailure(
        'DATABASE_URL is not set. "serve" and "work" need a PostgreSQL server; "up" brings its own.',
      )
    }
    return { url: databaseUrl, close: async () => {} }
  }
  if (databaseUrl !== undefined) {
    const lock = await lockDataDir(dataDir, 'plumbline up')
    return { url: databaseUrl, close: lock.release }
  }
  return options.database === 'own'
    ? asBase(await startEmbedded(dataDir, options, log))
    : await shareDatabase(settings, options, log)
}

const asBase = (server: EmbeddedPostgres): Base => ({ url: server.url, close: () => server.stop() })

/** A server that was started for the moment: others may have come to use it as well, and it stays until they have gone. */
const asSharedBase = (server: EmbeddedPostgres): Base => ({
  url: server.url,
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

const startEmbedded = (dataDir: string, options: RuntimeOptions, log: Log): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    dataDir,
    log: (line) => log.debug({ postgres: line }, 'database'),
    ...(options.onDatabaseExit && { onExit: options.onDatabaseExit }),
  })

async function shareDatabase({ dataDir }: Settings, options: RuntimeOptions, log: Log): Promise<Base> {
  const until = Date.now() + STARTING_WAIT_MS
  for (;;) {
    const url = await findRunningDatabase(dataDir)
    if (url !== undefined) return { url, close: async () => {} }
    try {
      return asSharedBase(await startEmbedded(dataDir, options, log))
    } catch (error) {
      // Another process is between taking the folder and having its database up.
      if (!(error instanceof DataDirInUse) || Date.now() > until) throw error
      await sleep(100)
    }
  }
}

/** The setting, or a key made once and kept in the data folder. */
async function findSecretKey(settings: Settings, options: RuntimeOptions): Promise<string> {
  if (settings.secretKey !== undefined) return settings.secretKey
  if (options.database === 'given') {
    throw new LaunchFailure('PLUMBLINE_SECRET_KEY is not set. Processes that share a database must share it too.')
  }
  const file = join(settings.dataDir, 'secret-key')
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept !== undefined) return kept.trim()
  await mkdir(settings.dataDir, { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  // Whole or not at all, and never over another: of two processes at once one makes the key, both read it.
  await link(draft, file).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await rm(draft)
  return (await readFile(file, 'utf8')).trim()
}

/** The names that the service's local certificate stands for, beside localhost. */
export const certificateHosts = (settings: Settings, baseUrl: string): string[] => [
  settings.host,
  new URL(baseUrl).hostname,
]
