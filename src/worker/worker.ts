import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger,
  makeWorkerUtils,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
  type WorkerUtils,
} from 'graphile-worker'
import type pg from 'pg'
import type { App } from '../app.ts'
import { failAbandonedRuns } from '../features/assessments/execution/service.ts'
import { BEAT_MS, beat, findDeadWorkers, leave } from './heartbeat.ts'
import { JOBS } from './jobs.ts'

export interface WorkerOptions {
  /** Jobs carried out at once. */
  concurrency: number
  /** Longest time for reading one tenant. */
  deadlineMs: number
}

/** Pause before the job engine is started again after it failed, as it does when the database goes away. */
const RESTART_PAUSE_MS = 500

/** Carries out queued jobs until stopped; starts again by itself when the database was away. */
export async function startWorker(app: App, pool: pg.Pool, options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const taskList = tasks(app, { deadlineMs: options.deadlineMs, signal: stopping.signal })
  const logger = engineLogger(app)
  const utils = await makeWorkerUtils({ pgPool: pool, logger })
  let engine = await startEngine(app, pool, utils, { taskList, logger, concurrency: options.concurrency })
  const kept = (async () => {
    while (!stopping.signal.aborted) {
      await engine.ended
      if (stopping.signal.aborted) return
      await sleep(RESTART_PAUSE_MS)
      try {
        engine = await startEngine(
          app,
          pool,
          utils,
          { taskList, logger, concurrency: options.concurrency },
          engine.workerIds,
        )
      } catch (error) {
        app.log.warn({ error }, 'the job engine cannot start yet')
      }
    }
  })()
  const timer = setInterval(() => void keepHouse(app, utils, engine.workerIds), BEAT_MS)
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort(new Error('the worker stops'))
      await engine.stop()
      await kept
      await leave(app.db, engine.workerIds).catch(() => {})
      await utils.release()
    },
  }
}

function tasks(app: App, options: { deadlineMs: number; signal: AbortSignal }): TaskList {
  return Object.fromEntries(
    Object.entries(JOBS).map(([name, job]) => [name, (payload: unknown) => job(app, payload, options)]),
  )
}

interface Engine {
  workerIds: string[]
  ended: Promise<void>
  stop(): Promise<void>
}

async function startEngine(
  app: App,
  pool: pg.Pool,
  utils: WorkerUtils,
  options: { taskList: TaskList; logger: Logger; concurrency: number },
  formerIds: readonly string[] = [],
): Promise<Engine> {
  // What our own former engine still holds is free at once: it is gone for certain.
  if (formerIds.length > 0) {
    await utils.forceUnlockWorkers([...formerIds])
    await leave(app.db, formerIds)
  }
  const workerIds: string[] = []
  const events: WorkerEvents = new EventEmitter()
  events.on('worker:create', ({ worker }) => workerIds.push(worker.workerId))
  const runner: Runner = await run({ pgPool: pool, ...options, events, noHandleSignals: true, pollInterval: 1_000 })
  await beat(app.db, workerIds)
  return {
    workerIds,
    ended: runner.promise.catch((error: unknown) => app.log.warn({ error }, 'the job engine stopped and starts again')),
    stop: () => runner.stop().catch(() => {}),
  }
}

/** Says that we live, frees what dead workers hold, and ends what nobody will carry out. */
async function keepHouse(app: App, utils: WorkerUtils, workerIds: readonly string[]): Promise<void> {
  try {
    await beat(app.db, workerIds)
    const dead = await findDeadWorkers(app.db)
    if (dead.length > 0) {
      await utils.forceUnlockWorkers(dead)
      app.log.warn({ workers: dead }, 'jobs of dead workers are free again')
    }
    await failAbandonedRuns(app)
  } catch (error) {
    app.log.warn({ error }, 'the worker could not keep house')
  }
}

function engineLogger(app: App): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') app.log.error({ engine: message }, 'job engine')
    else if (level === 'warning') app.log.warn({ engine: message }, 'job engine')
    else app.log.debug({ engine: message }, 'job engine')
  })
}
