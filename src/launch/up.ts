import { createServer } from '../http/server.ts'
import { createSharedRateLimiter } from '../http/shared-rate-limit.ts'
import { localCertificate } from '../platform/certificates.ts'
import type { Settings } from '../platform/settings.ts'
import { startWorker } from '../worker/worker.ts'
import { LaunchFailure } from './launch-failure.ts'
import { certificateHosts, openRuntime, type Runtime } from './runtime.ts'
import { prepareSandbox } from './sandbox.ts'
import { startSandboxSuite } from './sandbox-suite.ts'

/** A part of the running process, closed in the reverse order of its start. */
type Close = () => Promise<void>

/** Everything in one process: database, API, worker and pages. */
export async function up(settings: Settings, options: { sandbox: boolean }): Promise<void> {
  await keepRunning(async (closing, fail) => {
    const runtime = await openRuntime(settings, { database: 'own', onDatabaseExit: fail })
    closing.push(() => runtime.close())
    if (options.sandbox) {
      const suite = await startSandboxSuite(settings.dataDir, certificateHosts(settings, runtime.baseUrl))
      closing.push(() => suite.close())
    }
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
    await openApi(runtime, closing)
    console.log(`ready ${runtime.baseUrl}`)
  })
}

/** A worker alone. */
export async function work(settings: Settings): Promise<void> {
  await keepRunning(async (closing) => {
    const runtime = await openRuntime(settings, { database: 'given' })
    closing.push(() => runtime.close())
    await openWorker(runtime, closing)
    console.log('ready')
  })
}

async function openWorker({ app, pool, settings }: Runtime, closing: Close[]): Promise<void> {
  const worker = await startWorker(app, pool, {
    concurrency: settings.workerConcurrency,
    deadlineMs: settings.runSeconds * 1000,
  })
  closing.push(() => worker.stop())
}

async function openApi({ app, baseUrl, settings }: Runtime, closing: Close[]): Promise<void> {
  const { tlsCert, tlsKey, dataDir, host, port } = settings
  const own = tlsCert !== undefined && tlsKey !== undefined ? { cert: tlsCert, key: tlsKey } : undefined
  const tls = own ?? (await localCertificate(dataDir, certificateHosts(settings, baseUrl)))
  // Other processes may serve the same database of one's own: they share one limit. The embedded one is ours alone.
  const limiter = settings.databaseUrl === undefined ? {} : { limiter: createSharedRateLimiter(app) }
  const { http, drain } = await createServer(app, { ...settings, ...limiter, baseUrl, tls })
  await http.listen({ host, port }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new LaunchFailure(
      `Port ${port} is in use by another program. Stop that, or set PLUMBLINE_PORT to a free one.`,
    )
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
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.resolve())
  try {
    await Promise.race([start(closing, end.reject), end.promise])
    await end.promise
  } finally {
    for (const close of closing.reverse()) await close()
  }
}
