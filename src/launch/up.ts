import { setSandboxApprovals } from '../features/approvals/service.ts'
import { startDeliveries } from '../features/webhooks/sending/jobs.ts'
import { createServer } from '../http/server.ts'
import { createSharedRateLimiter } from '../http/shared-rate-limit.ts'
import { localCertificate } from '../platform/certificates.ts'
import type { Settings } from '../platform/settings.ts'
import { CALLBACK_PATH } from '../tenant/consent.ts'
import { OPEN_TENANT_IDS } from '../tenant/suite/tenants.ts'
import { startWorker } from '../worker/worker.ts'
import { LaunchFailure } from './launch-failure.ts'
import { serveMetrics } from './metrics.ts'
import { certificateHosts, LOOPBACK, openRuntime, type Runtime } from './runtime.ts'
import { prepareSandbox, SANDBOX } from './sandbox.ts'
import { startSandboxSuite } from './sandbox-suite.ts'

/** A part of the running process, closed in the reverse order of its start. */
type Close = () => Promise<void>

/** Why an address cannot be listened on, by the system's code. */
const LISTEN_FAILURES: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_, port) => `Port ${port} is in use by another program. Stop that, or set PLUMBLINE_PORT to a free one.`,
  EACCES: (_, port) => `This user may not listen on port ${port}. Set PLUMBLINE_PORT to one from 1024 on.`,
  EADDRNOTAVAIL: (host) => `${host} is no address of this machine. Correct PLUMBLINE_HOST.`,
  ENOTFOUND: (host) => `There is no host ${host}. Correct PLUMBLINE_HOST.`,
}

/** A signal that comes again within this time is the same one: npm passes on what the terminal has told everybody. */
const SAME_SIGNAL_MS = 1_000

/** Everything in one process: database, API, worker and pages. */
export async function up(settings: Settings, options: { sandbox: boolean }): Promise<void> {
  await keepRunning(async (closing, fail) => {
    const isOpen = options.sandbox && settings.webhookAllowCidrs.length === 0
    const current = { ...settings, ...(isOpen && { webhookAllowCidrs: LOOPBACK }) }
    const runtime = await openRuntime(current, { database: 'own', onDatabaseExit: fail })
    closing.push(() => runtime.close())
    if (options.sandbox) {
      const hosts = certificateHosts(settings, runtime.baseUrl)
      const suite = await startSandboxSuite(settings.dataDir, hosts, runtime.app.appUrl + CALLBACK_PATH)
      closing.push(() => suite.close())
    }
    // Before any worker looks at a run.
    await setSandboxApprovals(runtime.app, SANDBOX, options.sandbox ? OPEN_TENANT_IDS : [])
    await openMetrics(runtime, closing)
    await openWorker(runtime, closing)
    await openApi(runtime, closing)
    if (options.sandbox) await prepareSandbox(runtime)
    console.log(`ready ${runtime.baseUrl}`)
  })
}

/** The API and the pages alone. */
export async function serve(settings: Settings): Promise<void> {
  await keepRunning(async (closing) => {
    const runtime = await openRuntime(settings, { database: 'given' })
    closing.push(() => runtime.close())
    await openMetrics(runtime, closing)
    await openApi(runtime, closing)
    console.log(`ready ${runtime.baseUrl}`)
  })
}

/** A worker alone. */
export async function work(settings: Settings): Promise<void> {
  await keepRunning(async (closing) => {
    const runtime = await openRuntime(settings, { database: 'given' })
    closing.push(() => runtime.close())
    await openMetrics(runtime, closing)
    await openWorker(runtime, closing)
    console.log('ready')
  })
}

async function openMetrics({ app, settings }: Runtime, closing: Close[]): Promise<void> {
  if (settings.metricsPort === 0) return
  const metrics = await serveMetrics(app, settings.metricsPort)
  closing.push(() => metrics.close())
}

async function openWorker({ app, pool, settings }: Runtime, closing: Close[]): Promise<void> {
  const worker = await startWorker(app, pool, {
    concurrency: settings.workerConcurrency,
    deadlineMs: settings.runSeconds * 1000,
    // The embedded database is ours alone: what an earlier process of it was killed over goes on at once.
    alone: settings.databaseUrl === undefined,
  })
  closing.push(() => worker.stop())
  const deliveries = startDeliveries(app, {
    databaseUrl: pool.options.connectionString ?? '',
    retrySeconds: settings.webhookRetrySeconds,
  })
  closing.push(() => deliveries.stop())
}

async function openApi({ app, baseUrl, settings }: Runtime, closing: Close[]): Promise<void> {
  const { tlsCert, tlsKey, dataDir, host, port } = settings
  const own = tlsCert !== undefined && tlsKey !== undefined ? { cert: tlsCert, key: tlsKey } : undefined
  const tls = own ?? (await localCertificate(dataDir, certificateHosts(settings, baseUrl)))
  // Other processes may serve the same database of one's own: they share one limit. The embedded one is ours alone.
  const limiter = settings.databaseUrl === undefined ? {} : { limiter: createSharedRateLimiter(app) }
  const { http, drain } = await createServer(app, { ...settings, ...limiter, baseUrl, tls })
  await http.listen({ host, port }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const sentence = LISTEN_FAILURES[code]?.(host, port)
    throw sentence === undefined ? error : new LaunchFailure(sentence)
  })
  closing.push(() => {
    drain()
    return http.close()
  })
}

/** Starts, waits for Ctrl-C or SIGTERM, and closes what was started, also when the start fails half way. */
async function keepRunning(start: (closing: Close[], fail: (error: Error) => void) => Promise<void>): Promise<void> {
  const closing: Close[] = []
  const end = Promise.withResolvers<void>()
  onStopSignal(end.resolve)
  const starting = start(closing, end.reject)
  try {
    await Promise.race([starting, end.promise])
    await end.promise
  } finally {
    // What is just being started can only be closed when it stands, and would stay behind otherwise.
    await starting.catch(() => {})
    await closeAll(closing)
  }
}

/** Stops at the first signal; whoever asks again is not kept waiting. */
function onStopSignal(stop: () => void): void {
  let stoppedAtMs: number | undefined
  const onSignal = (): void => {
    if (stoppedAtMs === undefined) stop()
    else if (Date.now() - stoppedAtMs > SAME_SIGNAL_MS) process.exit(1)
    stoppedAtMs ??= Date.now()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
}

/** Closes all, whatever becomes of each; throws the first failure. */
async function closeAll(closing: Close[]): Promise<void> {
  const failures: unknown[] = []
  for (const close of closing.reverse()) await close().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
