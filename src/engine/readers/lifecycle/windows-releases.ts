/**
 * Releases of Windows for clients: when they came out, when their support ends, and the revision of each month's security
 * update. Sources: Microsoft lifecycle pages and release information for Windows 10 and 11 (as of November 2026);
 * revisions up to March 2026 from the update history, later ones from the fixed versions in Microsoft's own CVE records.
 * For a month that is not listed, the revision is unknown.
 */

export interface WindowsRelease {
  name: string
  build: number
  /** ISO date. Omitted if it no longer matters. */
  released?: string
  /** Not offered to existing devices, so it is neither the latest release nor the one before it. */
  newDevicesOnly?: true
  /** Last day with updates, ISO date, by the kind of edition. */
  ends: { homeOrPro: string; enterprise: string; longTerm?: string; longTermIot?: string; extended?: string }
  /** Revision by the day of its security update. */
  revisions: Readonly<Record<string, number>>
}

/** Releases with the same code base share their revisions. */
const WINDOWS_11_24H2_ON = {
  '2025-10-14': 6899,
  '2025-11-11': 7171,
  '2025-12-09': 7462,
  '2026-01-13': 7623,
  '2026-02-10': 7840,
  '2026-03-10': 8037,
  '2026-04-14': 8246,
  '2026-05-12': 8457,
  '2026-06-09': 8655,
  '2026-07-14': 8875,
  '2026-08-11': 9168,
  '2026-09-08': 9445,
  '2026-10-13': 9711,
}
const WINDOWS_11_23H2 = {
  '2025-10-14': 6060,
  '2025-11-11': 6199,
  '2025-12-09': 6345,
  '2026-01-13': 6491,
  '2026-02-10': 6649,
  '2026-03-10': 6783,
  '2026-05-12': 7079,
  '2026-08-11': 7517,
  '2026-09-08': 7582,
  '2026-10-13': 7652,
}
const WINDOWS_10_21H2_ON = {
  '2025-10-14': 6456,
  '2025-11-11': 6575,
  '2025-12-09': 6691,
  '2026-01-13': 6809,
  '2026-02-10': 6937,
  '2026-03-10': 7058,
  '2026-04-14': 7184,
  '2026-05-12': 7291,
  '2026-07-14': 7548,
  '2026-09-08': 7725,
}
const WINDOWS_11_26H1 = {
  '2026-02-10': 1575,
  '2026-03-10': 1719,
  '2026-04-14': 1836,
  '2026-05-12': 2113,
  '2026-07-14': 2525,
  '2026-09-08': 2954,
  '2026-10-13': 3231,
}

/** A release whose support ended long ago: only its name and end dates. */
const past = (
  name: string,
  build: number,
  homeOrPro: string,
  enterprise = homeOrPro,
  longTerm?: string,
): WindowsRelease => ({
  name,
  build,
  ends: { homeOrPro, enterprise, ...(longTerm && { longTerm }) },
  revisions: {},
})

export const WINDOWS_RELEASES: readonly WindowsRelease[] = [
  past('Windows 7', 7601, '2020-01-14'),
  past('Windows 8', 9200, '2016-01-12'),
  past('Windows 8.1', 9600, '2023-01-10'),
  past('Windows 10 1507', 10240, '2017-05-09', '2017-05-09', '2025-10-14'),
  past('Windows 10 1511', 10586, '2017-10-10'),
  past('Windows 10 1607', 14393, '2018-04-10', '2019-04-09', '2026-10-13'),
  past('Windows 10 1703', 15063, '2018-10-09', '2019-10-08'),
  past('Windows 10 1709', 16299, '2019-04-09', '2020-10-13'),
  past('Windows 10 1803', 17134, '2019-11-12', '2021-05-11'),
  past('Windows 10 1809', 17763, '2020-11-10', '2021-05-11', '2029-01-09'),
  past('Windows 10 1903', 18362, '2020-12-08'),
  past('Windows 10 1909', 18363, '2021-05-11', '2022-05-10'),
  past('Windows 10 2004', 19041, '2021-12-14'),
  past('Windows 10 20H2', 19042, '2022-05-10', '2023-05-09'),
  past('Windows 10 21H1', 19043, '2022-12-13'),
  {
    name: 'Windows 10 21H2',
    build: 19044,
    ends: { homeOrPro: '2023-06-13', enterprise: '2024-06-11', longTerm: '2027-01-12', longTermIot: '2032-01-13' },
    revisions: WINDOWS_10_21H2_ON,
  },
  {
    name: 'Windows 10 22H2',
    build: 19045,
    released: '2022-10-18',
    ends: { homeOrPro: '2025-10-14', enterprise: '2025-10-14', extended: '2028-10-10' },
    revisions: WINDOWS_10_21H2_ON,
  },
  past('Windows 11 21H2', 22000, '2023-10-10', '2024-10-08'),
  past('Windows 11 22H2', 22621, '2024-10-08', '2025-10-14'),
  {
    name: 'Windows 11 23H2',
    build: 22631,
    released: '2023-10-31',
    ends: { homeOrPro: '2025-11-11', enterprise: '2026-11-10' },
    revisions: WINDOWS_11_23H2,
  },
  {
    name: 'Windows 11 24H2',
    build: 26100,
    released: '2024-10-01',
    ends: { homeOrPro: '2026-10-13', enterprise: '2027-10-12', longTerm: '2029-10-09', longTermIot: '2034-10-10' },
    revisions: WINDOWS_11_24H2_ON,
  },
  {
    name: 'Windows 11 25H2',
    build: 26200,
    released: '2025-09-30',
    ends: { homeOrPro: '2027-10-12', enterprise: '2028-10-10' },
    revisions: WINDOWS_11_24H2_ON,
  },
  {
    name: 'Windows 11 26H2',
    build: 26300,
    released: '2026-09-29',
    ends: { homeOrPro: '2028-10-10', enterprise: '2029-10-09' },
    revisions: WINDOWS_11_24H2_ON,
  },
  {
    name: 'Windows 11 26H1',
    build: 28000,
    released: '2026-02-10',
    newDevicesOnly: true,
    ends: { homeOrPro: '2028-03-14', enterprise: '2029-03-13' },
    revisions: WINDOWS_11_26H1,
  },
]

/** Releases from this build on may be hotpatched: without a restart, with their own revisions in two months out of three. */
export const FIRST_HOTPATCH_BUILD = 26100

/** The day up to which this table knows releases and revisions. */
export const TABLE_KNOWN_UNTIL = '2026-10-13'

const BY_BUILD = new Map(WINDOWS_RELEASES.map((release) => [release.build, release]))

export const windowsRelease = (build: number): WindowsRelease | undefined => BY_BUILD.get(build)

/** Builds of the long-term servicing channel with the day on which each came out, the newest first. */
const LONG_TERM_RELEASES = [
  { build: 26100, released: '2024-10-01' },
  { build: 19044, released: '2021-11-16' },
  { build: 17763, released: '2018-11-13' },
] as const

/** The builds of the newest release of the long-term servicing channel and the one before it, at a time (milliseconds). */
export const longTermBuilds = (nowMs: number): number[] =>
  LONG_TERM_RELEASES.filter(({ released }) => Date.parse(released) <= nowMs)
    .slice(0, 2)
    .map(({ build }) => build)

/** The newest build of the table; a higher one is a release that came after it. */
export const NEWEST_KNOWN_BUILD = Math.max(...BY_BUILD.keys())

/** Releases offered to everybody by a time (milliseconds), the newest first. */
export function releasesBy(nowMs: number): WindowsRelease[] {
  return WINDOWS_RELEASES.filter(
    ({ released, newDevicesOnly }) => released !== undefined && !newDevicesOnly && Date.parse(released) <= nowMs,
  ).sort((a, b) => b.build - a.build)
}
