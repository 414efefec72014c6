import assert from 'node:assert/strict'
import { test } from 'node:test'
import { windowsPatches } from '../../../../src/engine/checks/patching/windows-patches.ts'
import { windowsPatchesUrgent } from '../../../../src/engine/checks/patching/windows-patches-urgent.ts'
import * as build from '../../intune-builder.ts'
import { mixed, ring } from '../../patching-builder.ts'
import { refused } from '../../snapshot-builder.ts'
import { evaluate, FEBRUARY, JANUARY, NOVEMBER } from '../patched-devices-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testWindowsPatches } from './windows-fixture.ts'

reachesEveryVerdict(windowsPatchesUrgent)

test('an update that is missing for more than two days is a failure only once it is a month old', () => {
  const at = (n: number, other: string) => {
    const { verdict, atBest, limitations } = evaluate(windowsPatchesUrgent, {
      managedDevices: mixed(n, FEBRUARY, other),
    })
    return { verdict, atBest: atBest?.verdict, limitations: limitations.join() }
  }
  const recent = at(5, JANUARY)
  assert.deepEqual([recent.verdict, recent.atBest], ['no_visibility', undefined])
  assert.match(
    recent.limitations,
    /Which flaws an update fixes is not known, so it counts as overdue only after a month/,
  )
  assert.equal(at(5, NOVEMBER).verdict, 'ineffective')
})

test('devices that have lacked an update for a month limit what an answer about the others can reach', () => {
  const managedDevices = [
    ...mixed(10, FEBRUARY, '').slice(0, 7),
    ...mixed(10, JANUARY, '').slice(7, 9),
    ...mixed(10, NOVEMBER, '').slice(9),
  ]
  const { verdict, atBest } = evaluate(windowsPatchesUrgent, { managedDevices })
  assert.deepEqual([verdict, atBest], ['no_visibility', { verdict: 'partial', coverage: { n: 9, of: 10 } }])
})

test('an expedited update compensates for a slow ring only if two days are allowed', () => {
  const slow = { deviceConfigurations: [ring({ qualityUpdatesDeferralPeriodInDays: 7 })] }
  const pushed = (daysUntilForcedReboot: number) => ({
    ...slow,
    windowsQualityUpdateProfiles: [
      { id: 'q', expeditedUpdateSettings: { daysUntilForcedReboot }, assignments: [build.allDevices] },
    ],
  })
  assert.equal(evaluate(windowsPatchesUrgent, slow).verdict, 'no_visibility')
  assert.equal(evaluate(windowsPatchesUrgent, pushed(1)).verdict, 'effective')
  assert.equal(evaluate(windowsPatchesUrgent, pushed(7)).verdict, 'no_visibility')
  assert.equal(
    evaluate(windowsPatchesUrgent, { ...slow, windowsQualityUpdateProfiles: refused() }).verdict,
    'no_visibility',
  )
  assert.equal(evaluate(windowsPatches, slow).verdict, 'effective')
})

interface Update {
  day: string
  build: number
  revision: number
  severity?: string
  exploited?: string[]
}

/** Microsoft's catalogue of updates with these. */
const catalogue = (...updates: Update[]) => ({
  windowsUpdateCatalogItems: updates.map(({ day, build: buildNumber, revision, severity, exploited = [] }) => ({
    '@odata.type': '#microsoft.graph.windowsQualityUpdateCatalogItem',
    classification: 'security',
    releaseDateTime: `${day}T00:00:00Z`,
    cveSeverityInformation: severity && {
      maxSeverityLevel: severity,
      exploitedCves: exploited.map((cveNumber) => ({ cveNumber })),
    },
    productRevisions: [{ osBuild: { buildNumber, updateBuildRevision: revision } }],
  })),
})
const IN_FEBRUARY = { day: '2026-02-10', build: 26100, revision: 7840 }

test('a device that lacks an update fails at once if the catalogue says that it fixes a critical or an exploited flaw', () => {
  const managedDevices = mixed(5, FEBRUARY, JANUARY)
  const at = (more: Partial<Update>) =>
    evaluate(windowsPatchesUrgent, { managedDevices, ...catalogue({ ...IN_FEBRUARY, ...more }) })
  const critical = at({ severity: 'critical' })
  assert.deepEqual([critical.verdict, critical.kind ?? 'contrary'], ['ineffective', 'contrary'])
  assert.deepEqual([critical.coverage, critical.affected?.total], [{ n: 5, of: 10 }, 5])
  const exploited = at({ severity: 'important', exploited: ['CVE-2026-0001'] })
  assert.equal(exploited.verdict, 'ineffective')
  assert.match(exploited.observed, /exploited flaws: CVE-2026-0001\./)
  const ordinary = at({ severity: 'important' })
  assert.deepEqual([ordinary.verdict, ordinary.coverage], ['effective', { n: 10, of: 10 }])
  assert.match(ordinary.observed, /10 of 10 managed Windows devices have both every urgent fix/)
  for (const severity of [undefined, 'unknownFutureValue'])
    assert.equal(at(severity === undefined ? {} : { severity }).verdict, 'no_visibility')
  assert.equal(at({ severity: 'important', day: '2026-01-13', revision: 7623 }).verdict, 'no_visibility')
})

test('an urgent update between two months counts, but not one of the last two days or for another release', () => {
  const between = (more: Partial<Update>, version = '10.0.22631.6649') =>
    evaluate(windowsPatchesUrgent, {
      managedDevices: mixed(10, version, ''),
      ...catalogue({ day: '2026-02-20', build: 22631, revision: 6700, severity: 'critical', ...more }),
    }).verdict
  assert.equal(between({}), 'ineffective')
  assert.equal(between({}, '10.0.22631.6700'), 'effective')
  assert.equal(between({ severity: 'important' }), 'effective')
  assert.equal(between({ day: '2026-02-28' }), 'effective')
  assert.equal(between({ build: 19045 }), 'effective')
})

test('a device that may have been patched without a restart is unknown', () => {
  const managedDevices = mixed(10, '10.0.26100.7700', '')
  const critical = catalogue({ ...IN_FEBRUARY, severity: 'critical' })
  assert.equal(evaluate(windowsPatchesUrgent, { managedDevices, ...critical }).verdict, 'no_visibility')
})

test('without the catalogue no update counts as urgent, and refusing the catalogue improves nothing', () => {
  const managedDevices = mixed(5, FEBRUARY, JANUARY)
  const { verdict, limitations } = evaluate(windowsPatchesUrgent, {
    managedDevices,
    windowsUpdateCatalogItems: refused(),
  })
  assert.equal(verdict, 'no_visibility')
  assert.match(limitations.join(), /Which flaws an update fixes is not known/)
})

testWindowsPatches(windowsPatchesUrgent, FEBRUARY, NOVEMBER)
