import type { WorkerUtils } from 'graphile-worker'
import type { App } from '../app.ts'
import { failAbandonedRuns } from '../features/assessments/execution/service.ts'
import { beat, deregister, findDeadWorkers } from '../platform/jobs/heartbeat.ts'
import { dropRemovedJobs, findJobsLockedBy, type LockedJob, releaseJobs, returnJobs } from '../platform/jobs/queue.ts'
import type { Engine } from './engine.ts'

/** The engines of one worker and their jobs. */
export interface Maintenance {
  app: App
  utils: WorkerUtils
  /** Id of this worker, shared by its engines. */
  workerId: string
  silentMs: number
  /** One for each group of jobs. An engine that lost the database stays in the set until its last job has ended. */
  engines: Set<Engine>
  /** Engines that have ended and may still have locks to release. */
  ended: Set<Engine>
  /** Jobs that an engine had locked at the last sweep, but was not running. */
  lostJobIds: ReadonlySet<string>
  /** Jobs that ended early without a fault of their own, and whose interrupted attempt still counts. */
  interrupted: LockedJob[]
}

/** Renews the heartbeat, releases the jobs of dead workers, and fails runs without a job. */
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
    await returnInterrupted(maintenance)
    await dropRemovedJobs(app.db)
    await failAbandonedRuns(app)
  } catch (error) {
    app.log.warn({ event: 'worker.maintenance.failed', error }, 'worker maintenance failed')
  }
}

/** Releases the remaining locks of ended engines, and removes their heartbeats. */
export async function releaseEnded({ app, utils, ended }: Maintenance): Promise<void> {
  const engines = [...ended]
  if (engines.length === 0) return
  await utils.forceUnlockWorkers(engineIds(engines))
  await deregister(app.db, engineIds(engines))
  for (const engine of engines) ended.delete(engine)
}

/** Requeues interrupted jobs, so that outages alone never use up the attempts of a job. */
export async function returnInterrupted({ app, interrupted }: Maintenance): Promise<void> {
  const jobs = interrupted.splice(0)
  try {
    interrupted.push(...(await returnJobs(app.db, jobs)))
  } catch (error) {
    interrupted.push(...jobs)
    throw error
  }
}

export const engineIds = (engines: Iterable<Engine>): string[] => [...engines].map((engine) => engine.id)

/**
 * If a connection breaks while a job is fetched, the job is locked by an engine that does not run it. It is released
 * only if two sweeps in a row find it, because its fetch or its end may be in progress.
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
