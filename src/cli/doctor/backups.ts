import { findNewestBackup } from '../../runtime/backup/schedule.ts'
import { HOUR_MS } from '../../shared/dates/time-units.ts'

/** A daily backup that is this old was missed at least once. */
const MAX_AGE_MS = 48 * HOUR_MS

/** Says how old the newest scheduled backup is. Throws if it is too old. */
export async function readBackups(folder: string, now: Date): Promise<string> {
  const newest = await findNewestBackup(folder)
  if (newest === undefined) throw new Error(`there is no backup in ${folder}`)
  const when = `the newest backup is from ${newest.toISOString()}`
  if (now.getTime() - newest.getTime() > MAX_AGE_MS) throw new Error(when)
  return when
}
