import type { App } from '../../app.ts'
import type { DatabaseTrouble } from '../../platform/database/trouble.ts'

/**
 * How long a disk counts as full after a request failed because of it. A probe cannot detect a full disk, because it
 * stores nothing.
 */
const FULL_MS = 10_000

const fullSinceMs = new WeakMap<App, number>()

/** Counts a request that failed because of the database. */
export function recordTrouble(app: App, trouble: DatabaseTrouble): void {
  app.metrics.databaseTrouble.inc({ trouble })
  if (trouble === 'full') fullSinceMs.set(app, app.now().getTime())
}

/** Whether a request met a full disk within the last seconds. */
export const metFullDisk = (app: App): boolean => app.now().getTime() - (fullSinceMs.get(app) ?? 0) < FULL_MS
