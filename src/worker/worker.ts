import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeWorkerUtils } from 'graphile-worker'
import type pg from 'pg'
import type { App } from '../app.ts'
import { troubleOf } from '../platform/database/trouble.ts'
import { beat, findDeadWorkers, WORKER_SILENT_MS } from '../platform/jobs/heartbeat.ts'
import { type LockedJob, registerTasks } from '../platform/jobs/queue.ts'
import { type Engine, type EngineOptions, startEngine } from './engine.ts'
import { MAIL_JOBS, RUN_JOBS, STRIPE_JOBS } from './jobs.ts'
import { engineIds, type Maintenance, releaseEnded, returnInterrupted, runMaintenance } from './maintenance.ts'
import { PERIODIC_JOBS, periodicJobs, periodicSchedule } from './periodic-tasks.ts'

export interface WorkerOptions {
  /** Maximum number of runs in progress at the same time. */
  concurrency: number
  /** Longest time for reading one tenant. */
  deadlineMs: number
  /** Pause between two heartbeats. Each also sweeps for jobs of dead workers. */
  beatMs?: number
  /** A worker without a heartbeat for this long is dead, and its jobs are released. Must be the same in all workers of a database. */
  silentMs?: number
  /** No other worker uses this database, so all existing locks belong to dead workers and are released at once. */
  alone?: boolean
}

/** Six missed heartbeats. */
const BEAT_MS = WORKER_SILENT_MS / 6

/** Two for mails, one for notices, and one for each of the four queues of periodic tasks. */
const SHORT_CONCURRENCY = 7

/** Concurrent calls of Stripe, which allows a hundred a second. */
const STRIPE_CONCURRENCY = 4

/** Pause before an engine that lost the database is restarted. */
const RESTART_PAUSE_MS = 500

/**
 * Runs queued jobs until stopped. Recovers by itself from database outages. Assessment runs have their own engine, so
 * that they never delay an email or a periodic task, however long they take.
 */
export async function startWorker(app: App, pool: pg.Pool, options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { concurrency, deadlineMs, beatMs = BEAT_MS, silentMs = WORKER_SILENT_MS, alone = false } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const utils = await makeWorkerUtils({ pgPool: pool })
  const maintenance: Maintenance = {
    app,
    utils,
    workerId: randomUUID(),
    silentMs,
    engines: new Set(),
    ended: new Set(),
    lostJobIds: new Set(),
    interrupted: [],
  }
  const shared = { deadlineMs, signal, onInterrupted: (job: LockedJob) => void maintenance.interrupted.push(job) }
  const groups: EngineOptions[] = [
    { ...shared, jobs: RUN_JOBS, concurrency, isInterruption: isDatabaseLost },
    { ...shared, jobs: STRIPE_JOBS, concurrency: STRIPE_CONCURRENCY },
    {
      ...shared,
      jobs: { ...MAIL_JOBS, ...PERIODIC_JOBS },
      concurrency: SHORT_CONCURRENCY,
      schedule: periodicSchedule(),
    },
  ]
  if (alone) await utils.forceUnlockWorkers(await findDeadWorkers(app.db, 0))
  await registerTasks(
    app.db,
    groups.flatMap(({ jobs }) => Object.keys(jobs)),
  )
  const engines: Engine[] = []
  try {
    for (const group of groups) engines.push(await openEngine(maintenance, pool, group))
    await beat(app.db, maintenance.workerId, engineIds(engines))
    await utils.addJobs(periodicJobs())
  } catch (error) {
    stopping.abort(error)
    await Promise.all(engines.map((engine) => engine.ended))
    await utils.release()
    throw error
  }
  const enginesStopped = groups.map(async (group, index) => {
    const open = (): Promise<Engine> => openEngine(maintenance, pool, group)
    for (let engine = engines[index]; engine; engine = await reopen(app, open, signal)) await engine.closed
  })
  const maintenanceStopped = (async () => {
    while (!signal.aborted) {
      await sleep(beatMs, undefined, { signal }).catch(() => {})
      if (!signal.aborted) await runMaintenance(maintenance)
    }
  })()

  return {
    async stop() {
      stopping.abort(new Error('the worker is stopping'))
      await Promise.all([...enginesStopped, maintenanceStopped])
      await Promise.all([...maintenance.engines].map((engine) => engine.ended))
      try {
        await releaseEnded(maintenance)
        await returnInterrupted(maintenance)
      } catch (error) {
        app.log.warn(
          { event: 'worker.release.failed', error },
          'jobs could not be returned; other workers take them over once this one counts as dead',
        )
      }
      await utils.release()
    },
  }
}

/**
 * Whether a run ended because the database was lost. A statement that takes too long does not count: it may do so in
 * every attempt, and then the run must fail.
 */
function isDatabaseLost(error: unknown): boolean {
  const trouble = troubleOf(error)
  return trouble !== undefined && trouble !== 'silent'
}

async function openEngine(maintenance: Maintenance, pool: pg.Pool, options: EngineOptions): Promise<Engine> {
  const engine = await startEngine(maintenance.app, pool, options)
  maintenance.engines.add(engine)
  void engine.ended.then(() => {
    maintenance.engines.delete(engine)
    maintenance.ended.add(engine)
  })
  const stop = (): void => void engine.stop()
  // The worker may have been stopped while the engine started.
  if (options.signal.aborted) stop()
  else options.signal.addEventListener('abort', stop, { once: true })
  return engine
}

/** A replacement for an engine that lost the database; undefined once the worker is stopping. */
async function reopen(app: App, open: () => Promise<Engine>, signal: AbortSignal): Promise<Engine | undefined> {
  while (!signal.aborted) {
    try {
      return await open()
    } catch (error) {
      app.log.warn(
        { event: 'worker.engine.restart-failed', error },
        'the job engine could not be started; trying again',
      )
    }
    await sleep(RESTART_PAUSE_MS, undefined, { signal }).catch(() => {})
  }
  return undefined
}
