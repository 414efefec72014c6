import { patchDayDue } from '../../../engine/readers/lifecycle/patch-days.ts'
import { releasesBy, type WindowsRelease } from '../../../engine/readers/lifecycle/windows-releases.ts'
import type { Baseline } from '../../tenants/recipes.ts'
import type { Calendar } from '../primitives/calendar.ts'

type Versions = readonly [string, ...string[]]

/**
 * 22631 is Windows 11 23H2, 19045 Windows 10 22H2, 18363 Windows 10 1909. Unmanaged devices do not receive new
 * releases.
 */
const LEFT_BEHIND: Versions = [
  '10.0.19045.6332',
  '10.0.19045.5247',
  '10.0.22631.4602',
  '10.0.19045.6332',
  '10.0.18363.1556',
]
const WITHOUT_EXTENDED_UPDATES = '10.0.19045.6456'

/** The Windows versions of a tenant's devices today. */
export function windowsVersions(baseline: Baseline, calendar: Calendar): Versions {
  if (baseline === 'weak') return LEFT_BEHIND
  const today = Date.parse(calendar.recent(0))
  const [latest, previous = latest] = releasesBy(today)
  if (!latest || !previous) return LEFT_BEHIND
  const current = versionOf(latest, today, 0)
  if (baseline !== 'typical') return [current, current, current, versionOf(previous, today, 0)]
  return [
    current,
    versionOf(previous, today, 0),
    versionOf(previous, today, 1),
    versionOf(previous, today, 0),
    versionOf(latest, today, 0),
    versionOf(latest, today, 1),
    WITHOUT_EXTENDED_UPDATES,
  ]
}

/** The newest release on a day, in Intune's format. */
export function newestRelease(calendar: Calendar): string {
  const [latest] = releasesBy(Date.parse(calendar.recent(0)))
  return (latest?.name ?? 'Windows 11').replace('Windows 11 ', 'Windows 11, version ')
}

const MONTH_DAYS = 30
/** How much the revision number grows per month. */
const STEP = 210

/** A release with the update of this many months ago; unknown revision numbers are estimated. */
function versionOf({ build, revisions }: WindowsRelease, today: number, monthsAgo: number): string {
  const day = patchDayDue(today, monthsAgo * MONTH_DAYS)
  const known = Object.entries(revisions).filter(([at]) => at <= day)
  const [at, revision] = known.at(-1) ?? [day, 1]
  const months = Math.round((Date.parse(day) - Date.parse(at)) / (MONTH_DAYS * 86_400_000))
  return `10.0.${build}.${revision + months * STEP}`
}
