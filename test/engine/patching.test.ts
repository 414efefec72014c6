import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as applications from '../../src/engine/checks/application-patches.ts'
import { assetDiscovery } from '../../src/engine/checks/asset-discovery.ts'
import { driverUpdates, driverUpdatesUrgent } from '../../src/engine/checks/driver-updates.ts'
import { patchDay, patchDayDue, patchState } from '../../src/engine/checks/lifecycle/patch-days.ts'
import {
  TABLE_KNOWN_UNTIL,
  WINDOWS_RELEASES,
  windowsRelease,
} from '../../src/engine/checks/lifecycle/windows-releases.ts'
import {
  applicationControlEvents,
  vulnerabilityScanFortnightly,
  vulnerabilityScanner,
  vulnerabilityScanWeekly,
} from '../../src/engine/checks/vulnerability-scanning.ts'
import { windowsPatches, windowsPatchesUrgent } from '../../src/engine/checks/windows-patches.ts'
import type { Check } from '../../src/engine/model/check.ts'
import * as build from './intune-builder.ts'
import { computers, mixed, onboarding, ring, software } from './patching-builder.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from './snapshot-builder.ts'

// Judged on 1 March 2026: the update of 10 February is the newest, that of 13 January is out for more than 30 days.
const FEBRUARY = '10.0.26100.7840'
const JANUARY = '10.0.26100.7623'
const NOVEMBER = '10.0.26100.7171'

const UPDATES: Values = {
  windowsQualityUpdateProfiles: [],
  windowsFeatureUpdateProfiles: [],
  windowsDriverUpdateProfiles: [],
}
const judge = (check: Check, values: Values, parameters = PARAMETERS) =>
  check.evaluate(tenantOf(build.intune({ ...UPDATES, managedDevices: mixed(10, FEBRUARY, ''), ...values })), parameters)
const at = (now: string) => ({ ...PARAMETERS, now })

test('security updates come on the second Tuesday of a month', () => {
  assert.equal(patchDay(2026, 0), '2026-01-13')
  assert.equal(patchDay(2026, 8), '2026-09-08')
  assert.equal(patchDay(2026, -1), '2025-12-09')
  for (const { revisions } of WINDOWS_RELEASES) {
    for (const day of Object.keys(revisions)) {
      const [year = 0, month = 0] = day.split('-').map(Number)
      assert.equal(day, patchDay(year, month - 1))
      assert.ok(day <= TABLE_KNOWN_UNTIL)
    }
    const values = Object.values(revisions)
    assert.deepEqual(
      values,
      [...values].sort((a, b) => a - b),
    )
  }
})

test('an update is due so many days after it came out and not an hour before', () => {
  assert.equal(patchDayDue(Date.parse('2026-02-12T17:59:00Z'), 2), '2026-01-13')
  assert.equal(patchDayDue(Date.parse('2026-02-12T18:00:00Z'), 2), '2026-02-10')
})

const state = (build: number, revision: number | undefined, day: string) => {
  const release = windowsRelease(build)
  assert.ok(release)
  return patchState(release, revision, day)
}

test('a revision below the update of a day is overdue, and one from it on is current', () => {
  assert.equal(state(26100, 7623, '2026-01-13'), 'current')
  assert.equal(state(26100, 7622, '2026-01-13'), 'overdue')
  assert.equal(state(26100, undefined, '2026-01-13'), 'unknown')
})

test('in months with updates that need no restart, a revision between two updates is not called overdue', () => {
  assert.equal(state(26200, 7800, '2026-02-10'), 'unknown')
  assert.equal(state(26200, 7623, '2026-02-10'), 'overdue')
  assert.equal(state(19045, 6900, '2026-02-10'), 'overdue')
})

test('of a month that the table does not know, only a higher or lower revision than before tells', () => {
  assert.equal(state(26100, 9712, '2027-01-12'), 'newer')
  assert.equal(state(26100, 9711, '2027-01-12'), 'unknown')
  assert.equal(state(26100, 9710, '2027-01-12'), 'overdue')
  assert.equal(state(26100, 1, '2025-01-14'), 'unknown')
})

test('a release whose support has ended gets no updates and is overdue', () => {
  assert.equal(state(18363, 99_999, '2026-01-13'), 'overdue')
  assert.equal(state(22631, 99_999, '2026-12-08'), 'overdue')
})

for (const [check, good, bad] of [
  [windowsPatches, JANUARY, NOVEMBER],
  [windowsPatchesUrgent, FEBRUARY, JANUARY],
] as const) {
  test(`${check.id}: the share of devices with the update that is due decides`, () => {
    assert.equal(judge(check, { managedDevices: mixed(10, good, bad) }).verdict, 'effective')
    const some = judge(check, { managedDevices: mixed(9, good, bad) })
    assert.equal(some.verdict, 'partial')
    assert.deepEqual(some.coverage, { n: 9, of: 10 })
    assert.deepEqual(some.affected, { items: ['PC-9'], total: 1 })
    assert.equal(judge(check, { managedDevices: mixed(5, good, bad) }).verdict, 'ineffective')
  })
  test(`${check.id}: what could not be read is neither a pass nor a failure`, () => {
    assert.equal(judge(check, { managedDevices: refused() }).verdict, 'no_visibility')
    assert.equal(judge(check, { managedDevices: [] }).verdict, 'no_visibility')
    assert.equal(judge(check, { managedDevices: mixed(10, '', '') }).verdict, 'no_visibility')
    assert.equal(judge(check, { deviceConfigurations: refused() }).verdict, 'no_visibility')
    const unlicensed = { managedDevices: refused(400), subscribedSkus: skus('EXCHANGE_S_STANDARD') }
    assert.equal(judge(check, unlicensed).verdict, 'not_licensed')
  })
  test(`${check.id}: overdue devices are a failure even where update rings cannot be read`, () => {
    const values = { managedDevices: mixed(5, good, bad), deviceConfigurations: refused() }
    assert.equal(judge(check, values).verdict, 'ineffective')
  })
  test(`${check.id}: a paused ring takes its devices out of the count, whatever they run today`, () => {
    const paused = (more: object) =>
      judge(check, { deviceConfigurations: [ring({ qualityUpdatesPaused: true, ...more })] }).verdict
    assert.equal(paused({ qualityUpdatesPauseExpiryDateTime: '0001-01-01T00:00:00Z' }), 'ineffective')
    assert.equal(paused({ qualityUpdatesPauseExpiryDateTime: '2026-03-20T00:00:00Z' }), 'ineffective')
    assert.equal(paused({ qualityUpdatesPauseExpiryDateTime: '2026-02-20T00:00:00Z' }), 'effective')
  })
  test(`${check.id}: a build that is newer than the table counts as patched, and the result says so`, () => {
    const newer = judge(check, { managedDevices: mixed(10, '10.0.29000.1', '') })
    assert.equal(newer.verdict, 'effective')
    assert.ok(newer.limitations.some((limitation) => limitation.includes(TABLE_KNOWN_UNTIL)))
    const later = at('2027-03-01T00:00:00Z')
    assert.equal(judge(check, { managedDevices: mixed(10, '10.0.26200.9990', '') }, later).verdict, 'effective')
    assert.equal(judge(check, { managedDevices: mixed(10, '10.0.26200.9711', '') }, later).verdict, 'no_visibility')
    assert.equal(judge(check, { managedDevices: mixed(10, '10.0.26200.9445', '') }, later).verdict, 'ineffective')
  })
}

test('a ring counts with deferral and deadline together, and one without a deadline is named', () => {
  const within = (qualityUpdatesDeferralPeriodInDays: number, deadlineForQualityUpdatesInDays: number | null) => {
    const deviceConfigurations = [ring({ qualityUpdatesDeferralPeriodInDays, deadlineForQualityUpdatesInDays })]
    return judge(windowsPatches, { deviceConfigurations })
  }
  assert.equal(within(23, 7).verdict, 'effective')
  assert.equal(within(24, 7).verdict, 'ineffective')
  const open = within(7, null)
  assert.equal(open.verdict, 'effective')
  assert.ok(open.limitations.some((limitation) => /no deadline/.test(limitation)))
})

test('a slow ring counts against the devices it reaches and no others', () => {
  const deviceConfigurations = [ring({ qualityUpdatesDeferralPeriodInDays: 30 }, [build.group(1)], 'Slow')]
  const result = judge(windowsPatches, { deviceConfigurations, ...build.usersIn(1, 0, 1) })
  assert.equal(result.verdict, 'partial')
  assert.match(result.observed, /1 patched device in slow or paused rings: “Slow” \(31 days\)/)
  const dark = { deviceConfigurations, [`groupMembers/${build.groupId(1)}`]: refused() }
  assert.equal(judge(windowsPatches, dark).verdict, 'no_visibility')
})

test('an expedited update makes up for a slow ring where two days are allowed, and only there', () => {
  const slow = { deviceConfigurations: [ring({ qualityUpdatesDeferralPeriodInDays: 7 })] }
  const pushed = (daysUntilForcedReboot: number) => ({
    ...slow,
    windowsQualityUpdateProfiles: [
      { id: 'q', expeditedUpdateSettings: { daysUntilForcedReboot }, assignments: [build.allDevices] },
    ],
  })
  assert.equal(judge(windowsPatchesUrgent, slow).verdict, 'ineffective')
  assert.equal(judge(windowsPatchesUrgent, pushed(1)).verdict, 'effective')
  assert.equal(judge(windowsPatchesUrgent, pushed(7)).verdict, 'ineffective')
  assert.equal(
    judge(windowsPatchesUrgent, { ...slow, windowsQualityUpdateProfiles: refused() }).verdict,
    'no_visibility',
  )
  assert.equal(judge(windowsPatches, slow).verdict, 'effective')
})

test('asset discovery follows the share of devices seen within 14 days', () => {
  const seen = (n: number, otherwise: string) =>
    judge(assetDiscovery, {
      managedDevices: [
        ...computers(Array.from({ length: n }, () => FEBRUARY)),
        ...computers(
          Array.from({ length: 10 - n }, () => FEBRUARY),
          { lastSyncDateTime: otherwise },
        ),
      ],
    })
  assert.equal(seen(10, '').verdict, 'effective')
  assert.equal(seen(9, '2026-02-14T00:00:00Z').verdict, 'partial')
  assert.equal(seen(5, '2026-02-14T00:00:00Z').verdict, 'ineffective')
  assert.equal(seen(9, '2026-02-15T00:00:00Z').verdict, 'effective')
  assert.equal(judge(assetDiscovery, { managedDevices: refused() }).verdict, 'no_visibility')
})

test('a device that never reported counts as neither seen nor lost', () => {
  const managedDevices = [
    ...computers(Array.from({ length: 9 }, () => FEBRUARY)),
    ...computers([FEBRUARY], { lastSyncDateTime: '0001-01-01T00:00:00Z' }),
  ]
  assert.equal(judge(assetDiscovery, { managedDevices }).verdict, 'no_visibility')
})

test('devices that Defender found and nobody onboarded are told and change no verdict', () => {
  const result = judge(assetDiscovery, onboarding(8))
  assert.equal(result.verdict, 'effective')
  assert.match(result.observed, /2 devices not onboarded/)
})

const scored = (scoreInPercentage: number): Values => ({
  secureScores: build.secureScores({ controlName: 'scid_20000', scoreInPercentage }),
})

for (const check of [
  vulnerabilityScanner,
  vulnerabilityScanWeekly,
  vulnerabilityScanFortnightly,
  applicationControlEvents,
]) {
  test(`${check.id}: the share of onboarded computers decides`, () => {
    assert.equal(judge(check, onboarding(10)).verdict, 'effective')
    assert.equal(judge(check, onboarding(9)).verdict, 'partial')
    const few = judge(check, onboarding(3))
    assert.equal(few.verdict, 'ineffective')
    assert.deepEqual(few.coverage, { n: 3, of: 10 })
    assert.equal(few.affected?.items[0], 'PC-3')
  })
  test(`${check.id}: without advanced hunting Secure Score tells, and without either nothing does`, () => {
    assert.equal(judge(check, scored(100)).verdict, 'effective')
    assert.equal(judge(check, { ...scored(85), deviceOnboarding: refused() }).verdict, 'partial')
    assert.equal(judge(check, {}).verdict, 'no_visibility')
    assert.equal(judge(check, { deviceOnboarding: refused(), secureScores: refused() }).verdict, 'no_visibility')
  })
  test(`${check.id}: of two sources that disagree the lower counts`, () => {
    assert.equal(judge(check, { ...onboarding(10), ...scored(50) }).verdict, 'ineffective')
    assert.equal(judge(check, { ...onboarding(3), ...scored(100) }).verdict, 'ineffective')
  })
}

test('a device last seen too long ago was not scanned in time', () => {
  assert.equal(judge(vulnerabilityScanWeekly, onboarding(10, '2026-02-20T00:00:00Z')).verdict, 'ineffective')
  assert.equal(judge(vulnerabilityScanFortnightly, onboarding(10, '2026-02-20T00:00:00Z')).verdict, 'effective')
  assert.equal(judge(vulnerabilityScanFortnightly, onboarding(10, '2026-02-10T00:00:00Z')).verdict, 'ineffective')
})

const CLEAN = () => ({})
const NONE = () => undefined
/** Flaws on the first `n` of ten devices. */
const flaws = (n: number, more: object) => software(CLEAN, (index) => (index < n ? more : undefined))

const PATCH_CASES: readonly { check: Check; late: object; inTime: object }[] = [
  {
    check: applications.applicationPatches,
    late: { OldestOther: '2026-02-14T00:00:00Z' },
    inTime: { OldestOther: '2026-02-16T00:00:00Z' },
  },
  {
    check: applications.applicationPatchesUrgent,
    late: { OldestCritical: '2026-02-26T00:00:00Z' },
    inTime: { OldestCritical: '2026-02-27T12:00:00Z', OldestOther: '2025-01-01T00:00:00Z' },
  },
  {
    check: applications.applicationPatchesOrdinary,
    late: { OldestOther: '2026-02-14T00:00:00Z' },
    inTime: { OldestOther: null, OldestExploitable: '2025-01-01T00:00:00Z' },
  },
  {
    check: applications.otherApplicationPatches,
    late: { Listed: false, OldestOther: '2026-01-20T00:00:00Z' },
    inTime: { Listed: false, OldestOther: '2026-02-01T00:00:00Z' },
  },
]

for (const { check, late, inTime } of PATCH_CASES) {
  test(`${check.id}: devices with flaws open beyond the deadline decide`, () => {
    assert.equal(judge(check, software(CLEAN, NONE)).verdict, 'effective')
    assert.equal(judge(check, flaws(10, inTime)).verdict, 'effective')
    const one = judge(check, flaws(1, late))
    assert.equal(one.verdict, 'partial')
    assert.deepEqual(one.affected, { items: ['pc-0 (open flaws in chrome)'], total: 1 })
    const many = judge(check, flaws(5, late))
    assert.equal(many.verdict, 'ineffective')
    assert.deepEqual(many.coverage, { n: 5, of: 10 })
    assert.equal(many.critical, undefined)
  })
  test(`${check.id}: what could not be read is neither a pass nor a failure`, () => {
    assert.equal(judge(check, {}).verdict, 'no_visibility')
    assert.equal(judge(check, { ...software(CLEAN, NONE), softwareInventory: refused() }).verdict, 'no_visibility')
    assert.equal(judge(check, { ...flaws(5, late), softwareVulnerabilities: refused() }).verdict, 'no_visibility')
    assert.equal(judge(check, { softwareInventory: [], softwareVulnerabilities: [] }).verdict, 'no_visibility')
    assert.equal(judge(check, { ...software(CLEAN, NONE), managedDevices: refused() }).verdict, 'no_visibility')
    const licences = { softwareInventory: refused(), subscribedSkus: skus('INTUNE_A', 'MDE_SMB') }
    assert.equal(judge(check, licences).verdict, 'not_licensed')
  })
  test(`${check.id}: managed devices that report no software leave the verdict open unless the rest settles it`, () => {
    const managedDevices = computers(Array.from({ length: 20 }, () => FEBRUARY))
    assert.equal(judge(check, { ...software(CLEAN, NONE), managedDevices }).verdict, 'no_visibility')
    assert.equal(judge(check, { ...flaws(10, late), managedDevices }).verdict, 'ineffective')
  })
}

test('an exploited flaw open for more than two weeks is critical, and only where exploited flaws are asked about', () => {
  const exploited = (published: string, more: object = {}) => flaws(1, { OldestExploitable: published, ...more })
  const reason = 'exploited-vulnerability-over-14-days'
  assert.equal(judge(applications.applicationPatches, exploited('2026-02-10T00:00:00Z')).critical, reason)
  assert.equal(judge(applications.applicationPatchesUrgent, exploited('2026-02-10T00:00:00Z')).critical, reason)
  assert.equal(judge(applications.applicationPatchesUrgent, exploited('2026-02-20T00:00:00Z')).critical, undefined)
  assert.equal(judge(applications.applicationPatchesOrdinary, exploited('2026-02-10T00:00:00Z')).critical, undefined)
  const other = (published: string) =>
    judge(applications.otherApplicationPatches, exploited(published, { Listed: 'false' })).critical
  assert.equal(other('2026-01-02T00:00:00Z'), reason)
  assert.equal(other('2026-02-10T00:00:00Z'), undefined)
})

const DRIVERS = (
  approvalType: string,
  deploymentDeferralInDays: number,
  assignments: unknown[] = [build.allDevices],
) => ({
  windowsDriverUpdateProfiles: [
    { id: 'd', displayName: 'Drivers', approvalType, deploymentDeferralInDays, assignments },
  ],
})

for (const [check, days] of [
  [driverUpdates, 30],
  [driverUpdatesUrgent, 2],
] as const) {
  test(`${check.id}: a profile that approves by itself in time is effective, one by hand or too late is not`, () => {
    assert.equal(judge(check, DRIVERS('automatic', days)).verdict, 'effective')
    assert.equal(judge(check, DRIVERS('automatic', days + 1)).verdict, 'ineffective')
    assert.equal(judge(check, DRIVERS('manual', 0)).verdict, 'ineffective')
  })
  test(`${check.id}: an update ring that lets drivers through does as well, one that leaves them out does not`, () => {
    assert.equal(judge(check, { deviceConfigurations: [ring({})] }).verdict, 'effective')
    assert.equal(judge(check, { deviceConfigurations: [ring({ driversExcluded: true })] }).verdict, 'ineffective')
    const both = { deviceConfigurations: [ring({})], ...DRIVERS('manual', 0) }
    assert.equal(judge(check, both).verdict, 'ineffective')
  })
  test(`${check.id}: a profile for nine devices of ten is partial where a ring holds drivers back from the tenth`, () => {
    const result = judge(check, {
      ...DRIVERS('automatic', 0, [build.allDevices, build.without(1)]),
      deviceConfigurations: [ring({ driversExcluded: true })],
      ...build.usersIn(1, 0, 1),
    })
    assert.equal(result.verdict, 'partial')
    assert.deepEqual(result.affected?.items, ['PC-0'])
  })
  test(`${check.id}: where no profile and no ring reaches a device, it is left to people`, () => {
    assert.equal(judge(check, {}).verdict, 'not_applicable')
    assert.equal(judge(check, DRIVERS('automatic', 0, [])).verdict, 'not_applicable')
  })
  test(`${check.id}: what reaches some devices, or could not be read, is neither a pass nor a failure for the rest`, () => {
    const some = { ...DRIVERS('automatic', 0, [build.allDevices, build.without(1)]), ...build.usersIn(1, 0, 5) }
    assert.equal(judge(check, some).verdict, 'no_visibility')
    const unread = DRIVERS('automatic', 0, [build.allDevices, build.without(2)])
    assert.equal(judge(check, unread).verdict, 'no_visibility')
    assert.equal(judge(check, { windowsDriverUpdateProfiles: refused() }).verdict, 'no_visibility')
    assert.equal(judge(check, { deviceConfigurations: refused() }).verdict, 'no_visibility')
    assert.equal(judge(check, { managedDevices: refused() }).verdict, 'no_visibility')
  })
}
