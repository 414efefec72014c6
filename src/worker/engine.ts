import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type JobHelpers,
  Logger,
  type ParsedCronItem,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import type { App } from '../app.ts'
import type { LockedJob } from '../platform/jobs/queue.ts'
import { fields, text } from '../shared/json.ts'
import { toForgivingPool } from './forgiving-pool.ts'
import type { Jobs } from './jobs.ts'

/** One graphile-worker runner. It ends when it is stopped, and by itself when it loses the database. */
export interface Engine {
  /** The lock owner of the jobs that it runs. */
  id: string
  /** Ids of the jobs that it is running. */
  jobs: ReadonlyMap<string, Promise<void>>
  /** Resolves when it takes no more jobs; running jobs continue. */
  closed: Promise<void>
  /** Resolves when the last of its jobs has ended. */
  ended: Promise<void>
  /** Takes no more jobs and waits for the running ones. */
  stop(): Promise<void>
}

export interface EngineOptions {
  /** The tasks that it runs; other engines run the rest. */
  jobs: Jobs
  /** Jobs that it adds on a schedule, once for all engines of a database. */
  schedule?: ParsedCronItem[]
  /** Maximum number of jobs running at the same time. */
  concurrency: number
  /** Longest time for reading one tenant. */
  deadlineMs: number
  /** Aborted when the worker stops: jobs end early. */
  signal: AbortSignal
  /** Whether the error of a job has an outside cause, such as the loss of the database. */
  isInterruption?: (error: unknown) => boolean
  /** Called with each job that ended early because of an interruption, or because the worker stops. */
  onInterrupted: (job: LockedJob) => void
}

/** The database notifies us of new jobs; polling finds retries that have become due. */
const POLL_INTERVAL_MS = 1_000

/** Enough time to report the outcome of the last jobs to the database. */
const SHUTDOWN_GRACE_MS = 1_000

/** Starts an engine; throws if the database is unavailable. */
export async function startEngine(app: App, pool: pg.Pool, options: EngineOptions): Promise<Engine> {
  const running = new Map<string, Promise<void>>()
  const events: WorkerEvents = new EventEmitter()
  const closed = Promise.withResolvers<void>()
  let id = ''
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  events.on('pool:gracefulShutdown', () => closed.resolve())
  const runner: Runner = await run({
    pgPool: toForgivingPool(pool),
    taskList: tasks(app, options, running),
    logger: engineLogger(app, options.signal),
    events,
    parsedCronItems: options.schedule ?? [],
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: POLL_INTERVAL_MS,
    // Report finished jobs in batches, even of one: graphile-worker does not handle errors of single reports, so a database
    // outage at that moment would end the whole process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  const finished = runner.promise
    .catch((error: unknown) => app.log.warn({ event: 'worker.engine.ended', error }, 'the job engine ended'))
    .finally(() => closed.resolve())
  const ended = (async () => {
    await closed.promise
    while (running.size > 0) await Promise.allSettled(running.values())
    // graphile-worker never resolves if it failed to report several completed jobs (it miscounts), so cap the wait.
    await Promise.race([finished, sleep(SHUTDOWN_GRACE_MS, undefined, { ref: false })])
  })()
  return {
    id,
    jobs: running,
    closed: closed.promise,
    ended,
    async stop() {
      runner.stop().catch(() => {})
      await ended
    },
  }
}

function tasks(app: App, options: EngineOptions, running: Map<string, Promise<void>>): TaskList {
  const { deadlineMs, signal, jobs: handlers } = options
  return Object.fromEntries(
    Object.entries(handlers).map(([name, carryOut]) => [
      name,
      async (payload: unknown, { job }: JobHelpers) => {
        // The types of graphile-worker say string, but our connections parse a bigint as a number.
        const id = String(job.id)
        const span = app.tracing?.start(`job ${name}`, {
          kind: 'consumer',
          parent: text(fields(payload).traceparent),
          attributes: { 'plumbline.job.id': id, 'plumbline.job.attempt': job.attempts },
        })
        const traced = span ? { ...fields(payload), traceparent: span.traceparent } : payload
        const work = carryOut(app, traced, { deadlineMs, signal })
        running.set(id, work)
        const startedMs = performance.now()
        let outcome = 'done'
        try {
          await work
        } catch (error) {
          const isInterrupted = signal.aborted || options.isInterruption?.(error) === true
          outcome = isInterrupted ? 'interrupted' : 'failed'
          if (isInterrupted) options.onInterrupted({ id, attempts: job.attempts })
          throw error
        } finally {
          running.delete(id)
          span?.end({ attributes: { 'plumbline.job.outcome': outcome }, failed: outcome === 'failed' })
          app.metrics.jobSeconds.observe({ task: name, outcome }, (performance.now() - startedMs) / 1000)
        }
      },
    ]),
  )
}

/** While the engine stops, the jobs that it reports as failed were only interrupted, so its messages are for debugging. */
function engineLogger(app: App, stopping: AbortSignal): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error' && !stopping.aborted)
      app.log.error({ event: 'worker.engine.error', engine: message }, 'job engine')
    else if (level === 'warning' && !stopping.aborted)
      app.log.warn({ event: 'worker.engine.warning', engine: message }, 'job engine')
    else app.log.debug({ event: 'worker.engine.message', engine: message }, 'job engine')
  })
}
