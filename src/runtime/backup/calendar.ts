import type { BackupRetention } from '../../platform/settings/backups.ts'
import { DAY_MS, HOUR_MS } from '../../shared/dates/time-units.ts'

/** Hour of the day in UTC after which the backup of that day is due. */
const DUE_HOUR = 2

const NAME = /^plumbline-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.tar\.zst$/

/** The name of a backup that began at this time, to the second. */
export const nameBackup = (time: Date): string =>
  `plumbline-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.zst`

/** When the backup of this name began; undefined if it is not the name of a backup. */
export function timeOfBackup(name: string): Date | undefined {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  return day === undefined ? undefined : new Date(`${day}T${hour}:${minute}:${second}Z`)
}

/** Whether a backup is due: none was begun since the last `DUE_HOUR`. */
export function isDue(now: Date, newest: Date | undefined): boolean {
  const shifted = now.getTime() - DUE_HOUR * HOUR_MS
  const lastHour = shifted - (shifted % DAY_MS) + DUE_HOUR * HOUR_MS
  return newest === undefined || newest.getTime() < lastHour
}

/** The names of backups to delete: the newest of each day, week and month stays, as many as the retention says. */
export function chooseOutdated(names: readonly string[], { days, weeks, months }: BackupRetention): string[] {
  const backups = names
    .flatMap((name) => {
      const time = timeOfBackup(name)
      return time ? [{ name, time }] : []
    })
    .toSorted((a, b) => b.time.getTime() - a.time.getTime())
  const retained = new Set<string>()
  const retainNewestOf = (count: number, periodOf: (time: Date) => string | number): void => {
    const periods = new Map<string | number, string>()
    for (const { name, time } of backups) if (!periods.has(periodOf(time))) periods.set(periodOf(time), name)
    for (const name of [...periods.values()].slice(0, count)) retained.add(name)
  }
  retainNewestOf(days, (time) => time.toISOString().slice(0, 10))
  // The epoch began on a Thursday, so three days are added to let weeks begin on Monday.
  retainNewestOf(weeks, (time) => Math.floor((time.getTime() / DAY_MS + 3) / 7))
  retainNewestOf(months, (time) => time.toISOString().slice(0, 7))
  return backups.map(({ name }) => name).filter((name) => !retained.has(name))
}
