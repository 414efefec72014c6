import type { Database } from '../database.ts'
import type { Standby } from './standby.ts'

/**
 * Reads a list or a report from the standby, if there is one and it has every change that the primary confirmed before
 * this call. `work` may run a second time, on the primary.
 */
export async function onStandby<A extends { db: Database; standby?: Standby }, T>(
  app: A,
  work: (reads: A) => Promise<T>,
): Promise<T> {
  return app.standby ? await app.standby.read((db) => work({ ...app, db })) : await work(app)
}
