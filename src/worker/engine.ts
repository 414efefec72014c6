import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type JobHelpers, Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { App } from '../app.ts'
import type { HeldJob } from '../platform/jobs/queue.ts'
import { JOBS } from './jobs.ts'

/** One run of the job engine. It ends when it is stopped, and by itself when the database fails it. */
export interface Engine {
  /** What the jobs in its hands are marked with. */
  id: string
  /** The jobs that it is carrying out, by their ids. */
  jobs: ReadonlyMap<string, Promise<void>>
  /** Resolves when it takes no more jobs; those it carries out go on. */
  closed: Promise<void>
  /** Resolves when the last of its jobs has ended. */
  ended: Promise<void>
  /** Takes no more jobs and waits for those it carries out. */
  stop(): Promise<void>
}

export interface EngineOptions {
  /** Jobs carried out at once. */
  concurrency: number
  /** Longest time for reading one tenant. */
  deadlineMs: number
  /** Aborted when the worker stops: jobs end early. */
  signal: AbortSignal
  /** Gets each job that ended early because of that. */
  onInterrupted: (job: HeldJob) => void
}

/** A new job is told of by the database; this is for retries, whose time comes silently. */
const POLL_INTERVAL_MS = 1_000

/** Enough to tell the database how the last jobs ended. */
const LAST_WORDS_MS = 1_000

/** Starts the job engine; throws where the database is away. */
export async function startEngine(app: App, pool: pg.Pool, options: EngineOptions): Promise<Engine> {
  const jobs = new Map<string, Promise<void>>()
  const events: WorkerEvents = new EventEmitter()
  const closed = Promise.withResolvers<void>()
  let id = ''
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  events.on('pool:gracefulShutdown', () => closed.resolve())
  const runner: Runner = await run({
    pgPool: pool,
    taskList: tasks(app, options, jobs),
    logger: engineLogger(app, options.signal),
    events,
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: POLL_INTERVAL_MS,
    // Without a delay the engine does not look at what became of the end of a job: a database that is away at that
    // moment would end the whole process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  const finished = runner.promise
    .catch((error: unknown) => app.log.warn({ error }, 'the job engine ended'))
    .finally(() => closed.resolve())
  const ended = (async () => {
    await closed.promise
    while (jobs.size > 0) await Promise.allSettled(jobs.values())
    // An engine that could not tell the database of several ends waits for ever: it miscounts them.
    await Promise.race([finished, sleep(LAST_WORDS_MS, undefined, { ref: false })])
  })()
  return {
    id,
    jobs,
    closed: closed.promise,
    ended,
    async stop() {
      runner.stop().catch(() => {})
      await ended
    },
  }
}

function tasks(app: App, options: EngineOptions, jobs: Map<string, Promise<void>>): TaskList {
  const { deadlineMs, signal } = options
  return Object.fromEntries(
    Object.entries(JOBS).map(([name, carryOut]) => [
      name,
      async (payload: unknown, { job }: JobHelpers) => {
        // Our connections read a bigint as a number, whatever the engine's types say.
        const id = String(job.id)
        const work = carryOut(app, payload, { deadlineMs, signal })
        jobs.set(id, work)
        try {
          await work
        } catch (error) {
          if (signal.aborted) options.onInterrupted({ id, attempts: job.attempts })
          throw error
        } finally {
          jobs.delete(id)
        }
      },
    ]),
  )
}

/** What the engine says while it stops is no news: the jobs that it calls failed were interrupted. */
function engineLogger(app: App, stopping: AbortSignal): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error' && !stopping.aborted) app.log.error({ engine: message }, 'job engine')
    else if (level === 'warning' && !stopping.aborted) app.log.warn({ engine: message }, 'job engine')
    else app.log.debug({ engine: message }, 'job engine')
  })
}
