import type { WorkerUtils } from 'graphile-worker'
import type { App } from '../app.ts'
import { failAbandonedRuns } from '../features/assessments/execution/service.ts'
import { beat, deregister, findDeadWorkers } from '../platform/jobs/heartbeat.ts'
import { dropRemovedJobs, findJobsHeldBy, releaseJobs } from '../platform/jobs/queue.ts'
import type { Engine } from './engine.ts'

/** What a worker looks after. */
export interface House {
  app: App
  utils: WorkerUtils
  silentMs: number
  /** Usually one; one that the database failed stays until its last job has ended. */
  engines: Set<Engine>
  /** Engines whose jobs, if any are still marked with their name, are to be freed. */
  ended: Set<Engine>
  /** Jobs marked with an engine's name that it did not carry out at the last look. */
  lostJobIds: ReadonlySet<string>
}

/** Says that we live, frees what nobody carries out, and ends the runs that nobody will carry out. */
export async function keepHouse(house: House): Promise<void> {
  const { app, utils, silentMs } = house
  try {
    await beat(
      app.db,
      [...house.engines].map((engine) => engine.id),
    )
    await dismissEnded(house)
    const dead = await findDeadWorkers(app.db, silentMs)
    if (dead.length > 0) {
      await utils.forceUnlockWorkers(dead)
      app.log.warn({ workers: dead }, 'jobs of dead workers are free again')
    }
    await releaseLostJobs(house)
    await dropRemovedJobs(app.db)
    await failAbandonedRuns(app)
  } catch (error) {
    app.log.warn({ error }, 'the worker could not keep house')
  }
}

async function dismissEnded({ app, utils, ended }: House): Promise<void> {
  const engines = [...ended]
  if (engines.length === 0) return
  const ids = engines.map((engine) => engine.id)
  await utils.forceUnlockWorkers(ids)
  await deregister(app.db, ids)
  for (const engine of engines) ended.delete(engine)
}

/**
 * A connection that breaks while a job is fetched leaves the job marked and nobody who knows of it. Seen so twice: the
 * first time it may just be on its way to us, or its end on the way to the database.
 */
async function releaseLostJobs(house: House): Promise<void> {
  const lost = new Set<string>()
  for (const engine of house.engines) {
    const unknown = (await findJobsHeldBy(house.app.db, engine.id)).filter((id) => !engine.jobs.has(id))
    const stillLost = unknown.filter((id) => house.lostJobIds.has(id))
    if (stillLost.length > 0) {
      await releaseJobs(house.app.db, engine.id, stillLost)
      house.app.log.warn({ jobs: stillLost }, 'jobs that were lost on their way here are free again')
    }
    for (const id of unknown) lost.add(id)
  }
  house.lostJobIds = lost
}
