import { setTimeout as sleep } from 'node:timers/promises'
import { makeWorkerUtils } from 'graphile-worker'
import type pg from 'pg'
import type { App } from '../app.ts'
import { beat, deregister, findDeadWorkers, WORKER_SILENT_MS } from '../platform/jobs/heartbeat.ts'
import { type HeldJob, returnJobs } from '../platform/jobs/queue.ts'
import { CHORES, doChores, HOURLY_CHORES } from './chores.ts'
import { type Engine, type EngineOptions, startEngine } from './engine.ts'
import { type House, keepHouse } from './housekeeping.ts'

export interface WorkerOptions {
  /** Jobs carried out at once. */
  concurrency: number
  /** Longest time for reading one tenant. */
  deadlineMs: number
  /** How often the worker says that it lives, and looks after what dead ones left. */
  beatMs?: number
  /** A worker that was silent for so long is dead: its jobs are freed. The same in all workers of a database. */
  silentMs?: number
  /** Nobody else works on this database: whatever is held is held by the dead, and is free at once. */
  alone?: boolean
}

const BEAT_MS = 5_000

/** Pause between two rounds of chores. Apart from the beat: a long round must not make the worker seem dead. */
const CHORES_MS = 60_000
const HOUR_MS = 3_600_000

/** Pause before the job engine is started again after the database failed it. */
const RESTART_PAUSE_MS = 500

/** Carries out queued jobs until stopped; goes on by itself when the database was away. */
export async function startWorker(app: App, pool: pg.Pool, options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { concurrency, deadlineMs, beatMs = BEAT_MS, silentMs = WORKER_SILENT_MS, alone = false } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const interrupted: HeldJob[] = []
  const utils = await makeWorkerUtils({ pgPool: pool })
  const house: House = { app, utils, silentMs, engines: new Set(), ended: new Set(), lostJobIds: new Set() }
  const open = (): Promise<Engine> =>
    openEngine(house, pool, { concurrency, deadlineMs, signal, onInterrupted: (job) => interrupted.push(job) })

  if (alone) await utils.forceUnlockWorkers(await findDeadWorkers(app.db, 0))
  const first = await open()
  await beat(app.db, [first.id])
  const engineKept = (async () => {
    for (let engine: Engine | undefined = first; engine; engine = await reopen(app, open, signal)) await engine.closed
  })()
  const houseKept = (async () => {
    while (!signal.aborted) {
      await sleep(beatMs, undefined, { signal }).catch(() => {})
      if (!signal.aborted) await keepHouse(house)
    }
  })()
  const repeat = async (chores: typeof CHORES, pauseMs: number): Promise<void> => {
    while (!signal.aborted) {
      await doChores(app, chores, signal)
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
  const choresDone = Promise.all([repeat(CHORES, CHORES_MS), repeat(HOURLY_CHORES, HOUR_MS)])

  return {
    async stop() {
      stopping.abort(new Error('the worker stops'))
      await Promise.all([engineKept, houseKept, choresDone])
      await Promise.all([...house.engines].map((engine) => engine.ended))
      try {
        const ids = [...house.ended].map((engine) => engine.id)
        await utils.forceUnlockWorkers(ids)
        await returnJobs(app.db, interrupted)
        await deregister(app.db, ids)
      } catch (error) {
        app.log.warn({ error }, 'jobs could not be given back: others take them over when this worker is missed')
      }
      await utils.release()
    },
  }
}

async function openEngine(house: House, pool: pg.Pool, options: EngineOptions): Promise<Engine> {
  const engine = await startEngine(house.app, pool, options)
  house.engines.add(engine)
  void engine.ended.then(() => {
    house.engines.delete(engine)
    house.ended.add(engine)
  })
  const stop = (): void => void engine.stop()
  // The worker may have been stopped while the engine started.
  if (options.signal.aborted) stop()
  else options.signal.addEventListener('abort', stop, { once: true })
  return engine
}

/** A new engine in the place of one that the database failed; undefined once the worker stops. */
async function reopen(app: App, open: () => Promise<Engine>, signal: AbortSignal): Promise<Engine | undefined> {
  while (!signal.aborted) {
    try {
      return await open()
    } catch (error) {
      app.log.warn({ error }, 'the job engine cannot start yet')
    }
    await sleep(RESTART_PAUSE_MS, undefined, { signal }).catch(() => {})
  }
  return undefined
}
