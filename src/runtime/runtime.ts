import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { App } from '../app.ts'
import { createEmbeddedProcessor } from '../features/billing/embedded/service.ts'
import { createStripeProcessor } from '../features/billing/stripe/service.ts'
import { CALLBACK_PATH } from '../graph/permissions/consent.ts'
import { openReaders } from '../graph/reader/readers.ts'
import { describeUrl } from '../platform/database/servers.ts'
import { isServiceRoleReady, SERVICE_ROLE } from '../platform/database/service-role.ts'
import { openStandby, type Standby } from '../platform/database/standby/standby.ts'
import { createIsolatedPool } from '../platform/isolation/isolated-pool.ts'
import { measurePool } from '../platform/isolation/measured-pool.ts'
import { createLog } from '../platform/log.ts'
import { createMailer } from '../platform/mailer.ts'
import { createMetrics } from '../platform/metrics.ts'
import { parseNetwork } from '../platform/outbound/address-guard.ts'
import { createOutbound } from '../platform/outbound/client.ts'
import { createStripeAccess } from '../platform/payments/stripe-access.ts'
import { createRateLeases } from '../platform/rates/leases.ts'
import { harmlessEnvironment, type Settings } from '../platform/settings/settings.ts'
import { PASSWORD_COST } from '../shared/crypto/password-hash.ts'
import { openOptionalParts } from './connections/optional-parts.ts'
import { type DatabaseOptions, explainDatabaseError, openDatabaseAccess } from './database-access.ts'
import { findRunningSimulator } from './sandbox-simulator.ts'
import { openSecrets } from './secrets/open-secrets.ts'
import { openServiceDatabase, type SchemaUse } from './service-database.ts'
import { createTenantAccess } from './tenant-access.ts'
import { createThreadBundle } from './threads/bundle.ts'

/** The parts of the service that every command and process uses. */
export interface Runtime {
  app: App
  pool: pg.Pool
  /** The connection string without a pooler, for notifications. */
  databaseUrl: string
  /** The connection string of the owner, for backups. */
  ownerUrl?: string | undefined
  settings: Settings
  baseUrl: string
  close(): Promise<void>
}

export interface RuntimeOptions extends DatabaseOptions {
  /** By default the schema is migrated. */
  schema?: SchemaUse
  /** Opens the database even if its values were sealed under another secret key. */
  anySecretKey?: boolean
  /** How long a statement may take. Undefined: as long as it needs. */
  deadlineMs?: number
  /** Uses the pooler of DATABASE_URL, if DATABASE_DIRECT_URL is set. */
  usesPooler?: boolean
  /** Reads lists and reports from the standby of DATABASE_READ_URL. */
  usesStandby?: boolean
  /** Owners and admins need no second factor. */
  isSandbox?: boolean
}

/** Only this machine. */
export const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseNetwork)

/** How long a call of the payment processor may take, including retries. */
const PROCESSOR_TIMEOUT_MS = 20_000

/** How long threads, readers and busy connections may take to close. */
const CLOSE_MS = 1_000

export async function openRuntime(settings: Settings, options: RuntimeOptions): Promise<Runtime> {
  const log = createLog(settings.logLevel)
  const access = await openDatabaseAccess(settings, options, log)
  try {
    const { poolSize, keepAuditDays } = settings
    const { schema = 'migrate', deadlineMs, usesPooler = false, usesStandby = false } = options
    const use = { poolSize, schema, keepAuditDays, deadlineMs, usesPooler, log }
    const { db, pool } = await openServiceDatabase(access, use)
    const metrics = createMetrics()
    const standby = usesStandby ? await openStandbyOf(settings, { db, log, metrics, deadlineMs }) : undefined
    const optional = await openOptionalParts(settings, { log, metrics })
    const isolated = measurePool(createIsolatedPool({ log, findModules: createThreadBundle() }), metrics)
    // Without DATABASE_URL, only this process uses the database, so it needs no shared limits.
    const leases = settings.databaseUrl === undefined ? undefined : createRateLeases(db)
    const readers = openReaders({ log, environment: harmlessEnvironment(), ...(leases && { leases }) })
    const outbound = createOutbound({
      allowed: await findAllowedNetworks(settings),
      timeoutMs: settings.webhookTimeoutSeconds * 1000,
    })
    const close = async (): Promise<void> => {
      // A part that does not end must not prevent an orderly stop of the database.
      const ended = Promise.all([
        outbound.close(),
        isolated.close(),
        readers.close(),
        standby?.close(),
        optional.objects?.close(),
        optional.tracing?.close(),
        pool.end(),
      ])
      await Promise.race([ended, sleep(CLOSE_MS, undefined, { ref: false })])
      await access.close()
    }
    try {
      const baseUrl = baseUrlOf(settings)
      const appUrl = settings.appUrl ?? baseUrl
      const from = settings.mailFrom ?? `Plumbline <no-reply@${new URL(appUrl).hostname}>`
      const now = () => new Date()
      const stripe = createStripeAccess(settings)
      const app: App = {
        db,
        ...(standby && { standby }),
        ...optional,
        log,
        now,
        appUrl,
        requiresFactor: !(options.isSandbox ?? false),
        passwordCost: PASSWORD_COST,
        secrets: await openSecrets(settings, options, db),
        ...createTenantAccess(settings, { readers, redirectUri: appUrl + CALLBACK_PATH, now }),
        processors: {
          embedded: createEmbeddedProcessor(db),
          ...(stripe && { stripe: createStripeProcessor({ db, log, now, stripe }) }),
          timeoutMs: PROCESSOR_TIMEOUT_MS,
        },
        ...(stripe && { stripe }),
        ...(settings.smtpUrl !== undefined && { mailer: createMailer({ url: settings.smtpUrl, from }) }),
        limits: settings,
        metrics,
        outbound,
        isolated,
      }
      return { app, pool, databaseUrl: access.serviceUrl, ownerUrl: access.ownerUrl, settings, baseUrl, close }
    } catch (error) {
      await standby?.close()
      await pool.end()
      throw error
    }
  } catch (error) {
    await access.close()
    throw explainDatabaseError(error, access)
  }
}

/** The standby of the settings. The service's role is assumed there as on the primary. */
async function openStandbyOf(
  { databaseReadUrl: url, poolSize }: Settings,
  { db, log, metrics, deadlineMs }: Pick<App, 'db' | 'log' | 'metrics'> & { deadlineMs: number | undefined },
): Promise<Standby | undefined> {
  if (url === undefined) return undefined
  const dropsRights = describeUrl(url).user !== SERVICE_ROLE && (await isServiceRoleReady(db))
  return openStandby({
    url,
    primary: db,
    poolSize,
    deadlineMs,
    log,
    ...(dropsRights && { role: SERVICE_ROLE }),
    onRead: (by) => metrics.standbyReads.inc({ by }),
  })
}

/** The address ranges that webhooks may call besides the public internet; loopback if a sandbox runs on the data folder. */
async function findAllowedNetworks({ webhookAllowCidrs, dataDir }: Settings): Promise<Settings['webhookAllowCidrs']> {
  if (webhookAllowCidrs.length > 0) return webhookAllowCidrs
  return (await findRunningSimulator(dataDir)) ? LOOPBACK : []
}

/** The address of the API. */
export const baseUrlOf = ({ baseUrl, port }: Settings): string => baseUrl ?? `https://localhost:${port}`

/** The host names of the local certificate, besides localhost. */
export const certificateHosts = (settings: Settings, baseUrl: string): string[] => [
  settings.host,
  new URL(baseUrl).hostname,
]
