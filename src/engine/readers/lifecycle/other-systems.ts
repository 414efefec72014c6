/**
 * Operating systems other than Windows that Intune manages. Neither Apple nor Google publishes end-of-support dates: here a
 * version counts as unsupported once its vendor's security bulletins stop naming it. Sources: Apple's own CVE records (as of
 * 26 October 2026, they name macOS 15.8.2, 26.7.2 and 27.2, iOS 26.7.2 and 27.2; they named macOS 14 last before 27 came
 * out), and Google's CVE records for Android (its bulletin of September 2026 names 14 to 17, as in CVE-2026-49882; 13 was
 * last named in that of March); end dates before 2026 as collected by endoflife.date.
 */

/** What these sources cover, and until when. */
export const OTHER_SYSTEMS_KNOWN_UNTIL = 'October 2026 for Apple and September 2026 for Android'
export const MACOS_KNOWN_UNTIL = 'October 2026'

export interface SystemSupport {
  /** The name that people see. */
  name: string
  /** Last day with updates by major version, ISO date. */
  ended: Readonly<Record<number, string>>
  /** Versions for which it is uncertain whether they still get fixes. Those below the lowest one in `ended` do not. */
  uncertain: readonly number[]
  /**
   * Days (ISO) from which it is uncertain whether a version that was supported when the list was made still is: each year a
   * new version is due, and with it support of an old one may end.
   */
  mayEnd: Readonly<Record<number, string>>
}

export const OTHER_SYSTEMS: Readonly<Record<'macos' | 'ios' | 'android', SystemSupport>> = {
  macos: {
    name: 'macOS',
    ended: { 10: '2022-09-12', 11: '2023-09-26', 12: '2024-09-16', 13: '2025-09-15', 14: '2026-09-14' },
    uncertain: [],
    mayEnd: { 15: '2027-09-01', 26: '2028-09-01', 27: '2029-09-01' },
  },
  ios: {
    name: 'iOS',
    ended: { 12: '2023-01-23', 13: '2020-09-16', 14: '2021-10-01' },
    // Old devices that cannot run a newer version get occasional fixes, without a guarantee.
    uncertain: [15, 16, 17],
    mayEnd: { 18: '2026-09-14', 26: '2027-09-01', 27: '2028-09-01' },
  },
  android: {
    name: 'Android',
    ended: { 9: '2022-01-01', 10: '2023-03-06', 11: '2024-02-05', 12: '2025-03-03', 13: '2026-03-02' },
    uncertain: [],
    mayEnd: { 14: '2027-03-01', 15: '2028-03-01', 16: '2029-03-01', 17: '2030-03-01' },
  },
}

/** The two newest major versions of macOS by the day on which the newer one came out; the latest day first. */
const MACOS_RELEASES: readonly { from: string; newest: number; previous: number }[] = [
  { from: '2026-09-14', newest: 27, previous: 26 },
  { from: '2025-09-15', newest: 26, previous: 15 },
  { from: '2024-09-16', newest: 15, previous: 14 },
]

/**
 * Whether a major version of macOS is the newest or the one before it at a time (milliseconds). A new one comes out every
 * September: a year after the last one that we know, the older of the two becomes uncertain, and after two years both.
 */
export function isRecentMacos(major: number, nowMs: number): boolean | undefined {
  const index = MACOS_RELEASES.findIndex(({ from }) => Date.parse(from) <= nowMs)
  const release = MACOS_RELEASES[index]
  if (!release) return undefined
  const { from, newest, previous } = release
  if (major < previous) return false
  const isLast = index === 0
  const due = (years: number): boolean => isLast && nowMs >= yearsAfter(from, years)
  if (major > newest) return true
  return (major < newest ? due(1) : due(2)) ? undefined : true
}

function yearsAfter(day: string, years: number): number {
  const date = new Date(day)
  return date.setUTCFullYear(date.getUTCFullYear() + years)
}
