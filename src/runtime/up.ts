import { resolve } from 'node:path'
import { setCatalogue } from '../features/billing/stripe/catalogue/service.ts'
import { WEBHOOK_PATH } from '../features/billing/stripe/events/rules.ts'
import { startDeliveries } from '../features/webhooks/sending/jobs.ts'
import { CALLBACK_PATH } from '../graph/permissions/consent.ts'
import type { PortalFiles } from '../http/portal-files.ts'
import { openSharedRates } from '../http/rate-limits/open-shared.ts'
import { createServer } from '../http/server.ts'
import { localCertificate } from '../platform/certificates.ts'
import { createLog } from '../platform/log.ts'
import { requireStripeSettings } from '../platform/payments/stripe-settings.ts'
import { recordAddress } from '../platform/settings/service-address.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { codeOf } from '../shared/error-code.ts'
import { startWorker } from '../worker/worker.ts'
import { startBackups } from './backup/schedule.ts'
import { LaunchFailure } from './launch-failure.ts'
import { serveMetrics } from './metrics.ts'
import { loadPortal } from './portal-cache.ts'
import { baseUrlOf, certificateHosts, LOOPBACK, openRuntime, type Runtime } from './runtime.ts'
import { approveSandboxTenants, prepareSandbox } from './sandbox.ts'
import { startSandboxSimulator } from './sandbox-simulator.ts'
import { type Part, runUntilStopped } from './shutdown.ts'
import { type SandboxStripe, startSandboxStripe } from './stripe/sandbox-stripe.ts'

/** How long each part may take to stop, even on a busy machine; all of them together have ten seconds. */
const STOP_LIMITS_MS = {
  api: 4_000,
  deliveries: 2_000,
  worker: 3_000,
  metrics: 1_000,
  rates: 1_000,
  backups: 1_000,
  simulator: 1_000,
  database: 5_000,
} as const

/** How long requests in progress may take after the signal. */
const DRAIN_MS = 3_000

/** How long webhook deliveries in progress may take; one that is interrupted is sent again after the next start. */
const DELIVERY_GRACE_MS = 1_000

/** What to do if the service cannot listen on the address, by error code. */
const LISTEN_FAILURES: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_, port) =>
    `Port ${port} is in use by another program. Stop that program, or set PLUMBLINE_PORT to a free one.`,
  EACCES: (_, port) => `This user may not listen on port ${port}. Set PLUMBLINE_PORT to one from 1024 on.`,
  EADDRNOTAVAIL: (host) => `${host} is not a local address. Correct PLUMBLINE_HOST.`,
  ENOTFOUND: (host) => `Host ${host} not found. Correct PLUMBLINE_HOST.`,
}

/**
 * How long a statement may take. Callers of the API do not wait longer; a worker's maintenance may read whole tables,
 * even if it shares a process with the API.
 */
const STATEMENT_LIMITS_MS = { api: 10_000, both: 60_000, worker: 300_000 }

/** Long enough for two runs that are started together. */
const SANDBOX_WAIT_MINUTES = 5 / 60

/** Everything in one process: database, API, worker and pages. */
export async function up(settings: Settings, options: { sandbox: boolean }): Promise<void> {
  requireStripeSettings(settings, options)
  await runUntilStopped(createLog(settings.logLevel), async (parts, fail) => {
    const stripe = options.sandbox && settings.sandboxStripe === '1' ? await openStripe(settings, parts) : undefined
    const isOpen = options.sandbox && settings.webhookAllowCidrs.length === 0
    const current = {
      ...settings,
      ...(isOpen && { webhookAllowCidrs: LOOPBACK }),
      // People who try the sandbox expect the email soon.
      ...(options.sandbox && { invitationWaitMinutes: SANDBOX_WAIT_MINUTES }),
      ...(stripe && {
        stripeSecretKey: stripe.secretKey,
        stripeWebhookSecrets: [stripe.webhookSecret],
        stripeUrl: stripe.url,
      }),
    }
    const portal = startLoading()
    const opening = openRuntime(current, {
      database: 'own',
      onDatabaseExit: fail,
      isSandbox: options.sandbox,
      deadlineMs: STATEMENT_LIMITS_MS.both,
      usesStandby: true,
    })
    const runtime = await endTogether(opening, portal)
    parts.push({ name: 'database', limitMs: STOP_LIMITS_MS.database, close: () => runtime.close() })
    if (options.sandbox) {
      const hosts = certificateHosts(settings, runtime.baseUrl)
      const simulator = await startSandboxSimulator(settings.dataDir, hosts, runtime.app.appUrl + CALLBACK_PATH)
      parts.push({ name: 'simulator', limitMs: STOP_LIMITS_MS.simulator, close: () => simulator.close() })
    }
    // Runs need the approvals, so they are granted before a worker starts.
    await approveSandboxTenants(runtime, options.sandbox)
    await openMetrics(runtime, parts)
    await openWorker(runtime, parts)
    await openApi(runtime, parts, portal)
    await recordAddress(settings.dataDir, { apiUrl: runtime.baseUrl, appUrl: runtime.app.appUrl })
    openBackups(runtime, parts)
    if (stripe) await seedStripe(runtime)
    if (options.sandbox) await prepareSandbox(runtime)
    if (stripe) console.log(`The simulated Stripe, which bills partners here: ${stripe.url}\n`)
    console.log(`ready ${runtime.baseUrl}`)
  })
}

/** Starts the simulated Stripe of the sandbox. */
async function openStripe(settings: Settings, parts: Part[]): Promise<SandboxStripe> {
  const { dataDir } = settings
  const baseUrl = baseUrlOf(settings)
  const { ca } = await localCertificate(dataDir, certificateHosts(settings, baseUrl))
  const stripe = await startSandboxStripe(dataDir, baseUrl + WEBHOOK_PATH, ca)
  parts.push({ name: 'Stripe', limitMs: STOP_LIMITS_MS.simulator, close: () => stripe.close() })
  return stripe
}

/** Products, prices and the portal's configuration; the webhook endpoint is there already. */
async function seedStripe({ app }: Runtime): Promise<void> {
  if (app.stripe) await setCatalogue(await app.stripe.client(), {})
}

/** The API and the pages only. */
export async function serve(settings: Settings): Promise<void> {
  requireStripeSettings(settings, { sandbox: false })
  await runUntilStopped(createLog(settings.logLevel), async (parts) => {
    const portal = startLoading()
    const opening = openRuntime(settings, {
      database: 'given',
      schema: 'require',
      deadlineMs: STATEMENT_LIMITS_MS.api,
      usesPooler: true,
      usesStandby: true,
    })
    const runtime = await endTogether(opening, portal)
    parts.push({ name: 'database', limitMs: STOP_LIMITS_MS.database, close: () => runtime.close() })
    await openMetrics(runtime, parts)
    await openApi(runtime, parts, portal)
    console.log(`ready ${runtime.baseUrl}`)
  })
}

/** A worker only. */
export async function work(settings: Settings): Promise<void> {
  requireStripeSettings(settings, { sandbox: false })
  await runUntilStopped(createLog(settings.logLevel), async (parts) => {
    const runtime = await openRuntime(settings, {
      database: 'given',
      schema: 'require',
      deadlineMs: STATEMENT_LIMITS_MS.worker,
    })
    parts.push({ name: 'database', limitMs: STOP_LIMITS_MS.database, close: () => runtime.close() })
    await openMetrics(runtime, parts)
    await openWorker(runtime, parts)
    console.log('ready')
  })
}

/** Processes that share a database share one rate limit. Only this process uses the embedded database. */
async function openRates({ app, settings }: Pick<Runtime, 'app' | 'settings'>, parts: Part[]) {
  if (settings.databaseUrl === undefined) return undefined
  const rates = await openSharedRates(app, settings.redisUrl)
  parts.push({ name: 'rates', limitMs: STOP_LIMITS_MS.rates, close: () => rates.close() })
  return rates.limiter
}

/** Loads the portal's client while the database starts. A failure is reported where the result is awaited. */
function startLoading(): Promise<PortalFiles> {
  const loading = loadPortal()
  loading.catch(() => {})
  return loading
}

/** If the start fails, waits for the build first, because an interrupted build prints a long error of its own. */
async function endTogether(opening: Promise<Runtime>, portal: Promise<PortalFiles>): Promise<Runtime> {
  try {
    return await opening
  } catch (error) {
    await portal.catch(() => {})
    throw error
  }
}

async function openMetrics({ app, settings }: Runtime, parts: Part[]): Promise<void> {
  const { metricsPort: port, metricsHost: host, metricsToken: token } = settings
  if (port === 0) return
  const metrics = await serveMetrics(app, { port, host, token })
  parts.push({ name: 'metrics', limitMs: STOP_LIMITS_MS.metrics, close: () => metrics.close() })
}

/** Only the embedded database is backed up by the service. */
function openBackups({ app, settings, ownerUrl }: Runtime, parts: Part[]): void {
  const { backupDir: folder, backupRetention: retention, dataDir, databaseUrl } = settings
  if (folder === undefined || ownerUrl === undefined || databaseUrl !== undefined) return
  const backups = startBackups(app, { folder, retention, source: { ownerUrl, dataDir } })
  parts.push({ name: 'backups', limitMs: STOP_LIMITS_MS.backups, close: () => backups.stop() })
}

async function openWorker({ app, pool, databaseUrl, settings }: Runtime, parts: Part[]): Promise<void> {
  const worker = await startWorker(app, pool, {
    concurrency: settings.workerConcurrency,
    deadlineMs: settings.runSeconds * 1000,
    // Only this process uses the embedded database, so the jobs of an earlier, killed process can be resumed at once.
    alone: settings.databaseUrl === undefined,
  })
  parts.push({ name: 'worker', limitMs: STOP_LIMITS_MS.worker, close: () => worker.stop() })
  const deliveries = startDeliveries(app, {
    databaseUrl,
    retrySeconds: settings.webhookRetrySeconds,
    graceMs: DELIVERY_GRACE_MS,
  })
  parts.push({ name: 'webhooks', limitMs: STOP_LIMITS_MS.deliveries, close: () => deliveries.stop() })
}

/** The configured certificate, or our own with the file that callers need. */
async function chooseCertificate(
  settings: Settings,
  baseUrl: string,
): Promise<{ tls: { cert: string; key: string }; caFile?: string }> {
  const { tlsCert: cert, tlsKey: key, dataDir } = settings
  if (cert !== undefined && key !== undefined) return { tls: { cert, key } }
  const { caFile, ...tls } = await localCertificate(dataDir, certificateHosts(settings, baseUrl))
  // A caller of localhost is on this machine and can read the file.
  return { tls, ...(new URL(baseUrl).hostname === 'localhost' && { caFile: resolve(caFile) }) }
}

async function openApi(
  { app, databaseUrl, baseUrl, settings }: Runtime,
  parts: Part[],
  loading: Promise<PortalFiles>,
): Promise<void> {
  const { host, port } = settings
  const certificate = await chooseCertificate(settings, baseUrl)
  const limiter = await openRates({ app, settings }, parts)
  const connectionLimits = {
    total: settings.connections,
    perAddress: settings.connectionsPerAddress,
    drainMs: DRAIN_MS,
  }
  const portal = await loading
  const options = {
    ...settings,
    ...(limiter && { limiter }),
    baseUrl,
    ...certificate,
    connectionLimits,
    databaseUrl,
    portal,
  }
  const { http, drain } = await createServer(app, options)
  await http.listen({ host, port }).catch((error: unknown) => {
    const code = codeOf(error)
    const sentence = LISTEN_FAILURES[code]?.(host, port)
    throw sentence === undefined ? error : new LaunchFailure(sentence)
  })
  parts.push({
    name: 'API',
    limitMs: STOP_LIMITS_MS.api,
    close() {
      drain()
      return http.close()
    },
  })
}
