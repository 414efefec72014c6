import type { WorkerUtils } from 'graphile-worker'
import type { App } from '../app.ts'
import { failAbandonedRuns } from '../features/assessments/execution/service.ts'
import { beat, deregister, findDeadWorkers } from '../platform/jobs/heartbeat.ts'
import { dropRemovedJobs, findJobsLockedBy, releaseJobs } from '../platform/jobs/queue.ts'
import type { Engine } from './engine.ts'

/** The engines of one worker, and what is known of their jobs. */
export interface Maintenance {
  app: App
  utils: WorkerUtils
  /** Names this worker: its engines share it. */
  workerId: string
  silentMs: number
  /** One for each group of jobs; one that lost the database stays until its last job has ended. */
  engines: Set<Engine>
  /** Engines that have ended, whose remaining locks are to be released. */
  ended: Set<Engine>
  /** Jobs that were locked by an engine at the last sweep, but not carried out by it. */
  lostJobIds: ReadonlySet<string>
}

/** Renews the heartbeat, releases jobs that nobody carries out, and ends runs that have no job. */
export async function runMaintenance(maintenance: Maintenance): Promise<void> {
  const { app, utils, workerId, silentMs } = maintenance
  try {
    await beat(app.db, workerId, engineIds(maintenance.engines))
    await releaseEnded(maintenance)
    const dead = await findDeadWorkers(app.db, silentMs)
    if (dead.length > 0) {
      await utils.forceUnlockWorkers(dead)
      app.log.warn({ event: 'worker.dead', engines: dead }, 'jobs of dead workers were released')
    }
    await releaseLostJobs(maintenance)
    await dropRemovedJobs(app.db)
    await failAbandonedRuns(app)
  } catch (error) {
    app.log.warn({ event: 'worker.maintenance.failed', error }, 'worker maintenance failed')
  }
}

/** Releases what ended engines still have locked, and removes their heartbeat. */
export async function releaseEnded({ app, utils, ended }: Maintenance): Promise<void> {
  const engines = [...ended]
  if (engines.length === 0) return
  await utils.forceUnlockWorkers(engineIds(engines))
  await deregister(app.db, engineIds(engines))
  for (const engine of engines) ended.delete(engine)
}

export const engineIds = (engines: Iterable<Engine>): string[] => [...engines].map((engine) => engine.id)

/**
 * A broken connection can leave a job locked by us but unknown to us. It is released only after two consecutive sweeps,
 * because a fetch or the end of the job may be in flight.
 */
async function releaseLostJobs(maintenance: Maintenance): Promise<void> {
  const lost = new Set<string>()
  for (const engine of maintenance.engines) {
    const unknown = (await findJobsLockedBy(maintenance.app.db, engine.id)).filter((id) => !engine.jobs.has(id))
    const stillLost = unknown.filter((id) => maintenance.lostJobIds.has(id))
    if (stillLost.length > 0) {
      await releaseJobs(maintenance.app.db, engine.id, stillLost)
      maintenance.app.log.warn(
        { event: 'worker.jobs.lost', jobs: stillLost },
        'jobs that were lost while being fetched were released',
      )
    }
    for (const id of unknown) lost.add(id)
  }
  maintenance.lostJobIds = lost
}
