import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatingSystemRelease } from '../../../../src/engine/checks/patching/operating-system-release.ts'
import * as build from '../../intune-builder.ts'
import { mixed } from '../../patching-builder.ts'
import { refused, type Values } from '../../snapshot-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { evaluate, WINDOWS_10, WINDOWS_11 } from './support-fixture.ts'

reachesEveryVerdict(operatingSystemRelease)

const release = (versions: unknown[], values: Values = {}, now?: string) =>
  evaluate(operatingSystemRelease, { managedDevices: versions, windowsFeatureUpdateProfiles: [], ...values }, now)

test('the newest release of Windows and the one before it are recent enough, an older one is not', () => {
  assert.equal(release(mixed(5, WINDOWS_11, '10.0.26100.7840')).verdict, 'effective')
  assert.equal(release(mixed(9, WINDOWS_11, '10.0.22631.6649')).verdict, 'partial')
  const old = release(mixed(2, WINDOWS_11, WINDOWS_10))
  assert.equal(old.verdict, 'ineffective')
  assert.match(old.observed, /8 on Windows 10 22H2/)
  assert.equal(release(mixed(10, '10.0.28000.1575', '')).verdict, 'effective')
})

test('a release becomes old on the day of the next one', () => {
  const on24H2 = (now: string) => release(mixed(10, '10.0.26100.7840', ''), {}, now).verdict
  assert.equal(on24H2('2026-09-28T00:00:00Z'), 'effective')
  assert.equal(on24H2('2026-09-29T00:00:00Z'), 'ineffective')
})

test('releases of Macs count as well, but those of phones do not', () => {
  const mac = (osVersion: string) =>
    release([{ id: 'm', deviceName: 'MB', operatingSystem: 'macOS', osVersion }]).verdict
  assert.equal(mac('15.7'), 'effective')
  assert.equal(mac('14.8'), 'ineffective')
  assert.equal(mac(''), 'no_visibility')
  const phone = { id: 'p', deviceName: 'P', operatingSystem: 'iOS', osVersion: '12.0' }
  assert.equal(release([phone]).verdict, 'no_visibility')
  assert.equal(release([phone, ...mixed(10, WINDOWS_11, '')]).verdict, 'effective')
})

test('assigned feature update profiles are mentioned and do not change the verdict', () => {
  const profiles = (assignments: unknown[]) => ({
    windowsFeatureUpdateProfiles: [{ id: 'f', featureUpdateVersion: 'Windows 11, version 25H2', assignments }],
  })
  const devices = mixed(10, WINDOWS_11, '')
  assert.match(release(devices, profiles([build.allDevices])).observed, /ask for Windows 11, version 25H2/)
  assert.doesNotMatch(release(devices, profiles([])).observed, /ask for/)
  const dark = release(devices, { windowsFeatureUpdateProfiles: refused() })
  assert.equal(dark.verdict, 'effective')
  assert.ok(dark.limitations.some((limitation) => /the Windows feature update profiles/.test(limitation)))
  assert.equal(release(devices, { managedDevices: refused() }).verdict, 'no_visibility')
})

test('a release of macOS that we do not know is due every September, and makes older ones uncertain', () => {
  const mac = (osVersion: string, now: string) =>
    release([{ id: 'm', deviceName: 'MB', operatingSystem: 'macOS', osVersion }], {}, now).verdict
  assert.equal(mac('15.8', '2026-09-10T00:00:00Z'), 'effective')
  assert.equal(mac('15.8', '2026-10-10T00:00:00Z'), 'ineffective')
  assert.equal(mac('26.7', '2026-10-10T00:00:00Z'), 'effective')
  assert.equal(mac('26.7', '2027-10-10T00:00:00Z'), 'no_visibility')
  assert.equal(mac('27.4', '2027-10-10T00:00:00Z'), 'effective')
  assert.equal(mac('27.4', '2028-10-10T00:00:00Z'), 'no_visibility')
  assert.equal(mac('28.0', '2028-10-10T00:00:00Z'), 'effective')
})

test('a version number means something else on another system', () => {
  const device = (id: string, operatingSystem: string) => ({ id, deviceName: id, operatingSystem, osVersion: '15.8' })
  const { affected } = release([device('MAC', 'macOS'), device('PC', 'Windows')], {}, '2026-10-10T00:00:00Z')
  assert.deepEqual(affected?.items, ['MAC (macOS 15)'])
})

test('the long-term servicing channel has releases of its own', () => {
  const longTerm = (version: string, skuNumber: number, now?: string) => {
    const managedDevices = mixed(10, version, '')
    const deviceEditions = build
      .editionsOf(managedDevices, 'Enterprise')
      .map((device) => Object.assign({}, device, { skuNumber }))
    return release(managedDevices, { deviceEditions }, now)
  }
  const LATER = '2026-11-20T00:00:00Z'
  for (const skuNumber of [125, 191]) {
    const newest = longTerm('10.0.26100.9711', skuNumber, LATER)
    assert.equal(newest.verdict, 'effective')
    assert.ok(
      newest.limitations.includes(
        '10 computers on the long-term servicing channel are compared with its own releases.',
      ),
    )
    assert.equal(longTerm('10.0.19044.7725', skuNumber, LATER).verdict, 'effective')
    const old = longTerm('10.0.17763.1', skuNumber, LATER)
    assert.equal(old.verdict, 'ineffective')
    assert.match(old.observed, /10 on Windows 10 1809 \(long-term\)/)
  }
  assert.equal(longTerm('10.0.26100.9711', 4, LATER).verdict, 'ineffective')
  const managedDevices = mixed(10, '10.0.26100.9711', '')
  assert.equal(release(managedDevices, { deviceEditions: refused() }, LATER).verdict, 'no_visibility')
})
