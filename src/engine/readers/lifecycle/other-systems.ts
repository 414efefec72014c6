/**
 * Operating systems other than Windows that Intune manages. Neither Apple nor Google publishes ends of support: here a
 * version counts as unsupported once its maker's security bulletins stopped naming it. Sources: Apple security
 * releases, Android security bulletins, both as gathered by endoflife.date (March 2026).
 */

/** The month of these sources. */
export const OTHER_SYSTEMS_KNOWN_UNTIL = 'March 2026'

export interface SystemSupport {
  /** Shown name. */
  name: string
  /** Last day with updates by major version, ISO date. */
  ended: Readonly<Record<number, string>>
  /** Versions below the lowest one listed are unsupported too. It is uncertain whether these still get fixes. */
  uncertain: readonly number[]
}

export const OTHER_SYSTEMS: Readonly<Record<'macos' | 'ios' | 'android', SystemSupport>> = {
  macos: {
    name: 'macOS',
    ended: { 10: '2022-09-12', 11: '2023-09-26', 12: '2024-09-16', 13: '2025-09-15' },
    uncertain: [],
  },
  ios: {
    name: 'iOS',
    ended: { 12: '2023-01-23', 13: '2020-09-16', 14: '2021-10-01' },
    // Old devices that cannot run a newer version get occasional fixes, without any guarantee.
    uncertain: [15, 16, 17],
  },
  android: {
    name: 'Android',
    ended: { 9: '2022-01-01', 10: '2023-03-06', 11: '2024-02-05', 12: '2025-03-03', 13: '2026-03-02' },
    uncertain: [],
  },
}

/** The two newest major versions of macOS by the day the newer of them came; the newest day first. */
export const MACOS_RELEASES: readonly { from: string; majors: readonly number[] }[] = [
  { from: '2025-09-15', majors: [26, 15] },
  { from: '2024-09-16', majors: [15, 14] },
]
