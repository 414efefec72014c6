import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { FIRST_HOTPATCH_BUILD, type WindowsRelease } from './windows-releases.ts'

/** Updates come out at 10:00 in Redmond, which is 18:00 UTC at the latest. */
const RELEASE_HOUR_MS = 18 * 3_600_000
/** Months whose update restarts every device; in other months it may be applied without a restart. */
const RESTART_MONTHS = [0, 3, 6, 9]

/** The second Tuesday of a month, on which security updates come out, as an ISO date. */
export function patchDay(year: number, month: number): string {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay()
  const day = 8 + ((9 - first) % 7)
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

/** The day of the newest security update that was at least this many days old at a time (milliseconds). */
export function patchDayDue(nowMs: number, days: number): string {
  const limit = nowMs - days * DAY_MS - RELEASE_HOUR_MS
  const at = new Date(limit)
  const ofMonth = patchDay(at.getUTCFullYear(), at.getUTCMonth())
  return Date.parse(ofMonth) <= limit ? ofMonth : patchDay(at.getUTCFullYear(), at.getUTCMonth() - 1)
}

/** `newer` is above the revisions that we know for that month and counts as patched; `unknown` may be patched or not. */
export type PatchState = 'current' | 'newer' | 'overdue' | 'unknown'

/** Whether a revision of a release contains the security update of a day. */
export function patchState(release: WindowsRelease, revision: number | undefined, day: string): PatchState {
  const known = Object.entries(release.revisions)
  if (day > lastDay(release)) return 'overdue'
  if (revision === undefined || known.length === 0) return 'unknown'
  const previous = Math.max(0, ...known.flatMap(([at, value]) => (at < day ? [value] : [])))
  const wanted = release.revisions[day]
  if (wanted === undefined) {
    if (previous === 0 || revision === previous) return 'unknown'
    return revision > previous ? 'newer' : 'overdue'
  }
  if (revision >= wanted) return 'current'
  // Between two updates there are previews of the next one, and hotpatches, which are equivalent to it.
  return mayBeHotpatched(release.build, day) && previous > 0 && revision > previous ? 'unknown' : 'overdue'
}

/** Whether the update of a day may be a hotpatch: applied without a restart, with its own revision. */
export const mayBeHotpatched = (build: number, day: string): boolean =>
  build >= FIRST_HOTPATCH_BUILD && !RESTART_MONTHS.includes(new Date(day).getUTCMonth())

const lastDay = ({ ends }: WindowsRelease): string =>
  [ends.homeOrPro, ends.enterprise, ends.longTerm ?? '', ends.longTermIot ?? '', ends.extended ?? ''].sort().at(-1) ??
  ''
