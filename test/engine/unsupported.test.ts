import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatingSystemRelease } from '../../src/engine/checks/operating-system-release.ts'
import {
  otherUnsupportedApplications,
  unsupportedApplications,
} from '../../src/engine/checks/unsupported-applications.ts'
import { unsupportedOperatingSystems } from '../../src/engine/checks/unsupported-operating-systems.ts'
import type { Check } from '../../src/engine/model/check.ts'
import * as build from './intune-builder.ts'
import { mixed, software } from './patching-builder.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from './snapshot-builder.ts'

const judge = (check: Check, values: Values, now = PARAMETERS.now) =>
  check.evaluate(tenantOf(build.intune(values)), { ...PARAMETERS, now })

const WINDOWS_11 = '10.0.26200.7840'
const WINDOWS_10 = '10.0.19045.6456'

/** The edition of all ten devices of the builder. */
const editions = (skuFamily: string, skuNumber = 0): Values => ({
  deviceEditions: Array.from({ length: 10 }, (_, index) => ({ id: `m-${index}`, skuFamily, skuNumber })),
})
const support = (version: string, more: Values = {}, now = PARAMETERS.now) =>
  judge(unsupportedOperatingSystems, { managedDevices: mixed(10, version, ''), ...more }, now)

test('devices on an ended release are a failure, and a critical one', () => {
  assert.equal(support(WINDOWS_11).verdict, 'effective')
  const one = judge(unsupportedOperatingSystems, { managedDevices: mixed(9, WINDOWS_11, WINDOWS_10) })
  assert.equal(one.verdict, 'partial')
  assert.equal(one.critical, 'unsupported-operating-system')
  assert.deepEqual(one.affected, { items: ['PC-9 (Windows 10 22H2)'], total: 1 })
  const all = support('10.0.18363.1556')
  assert.equal(all.verdict, 'ineffective')
  assert.match(all.observed, /10 on Windows 10 1909/)
})

test('what could not be read is neither a pass nor a failure, and never critical', () => {
  for (const values of [{ managedDevices: refused() }, { managedDevices: [] }, { managedDevices: mixed(10, '', '') }]) {
    const result = judge(unsupportedOperatingSystems, values)
    assert.equal(result.verdict, 'no_visibility')
    assert.equal(result.critical, undefined)
  }
  const unlicensed = { managedDevices: refused(400), subscribedSkus: skus('EXCHANGE_S_STANDARD') }
  assert.equal(judge(unsupportedOperatingSystems, unlicensed).verdict, 'not_licensed')
})

test('Windows 10 was supported through 14 October 2025', () => {
  assert.equal(support(WINDOWS_10, {}, '2025-10-14T12:00:00Z').verdict, 'effective')
  assert.equal(support(WINDOWS_10, {}, '2025-10-17T00:00:00Z').verdict, 'ineffective')
})

test('Windows 10 with a recent extended update counts as supported, and the result says so', () => {
  const extended = support('10.0.19045.6809')
  assert.equal(extended.verdict, 'effective')
  assert.ok(extended.limitations.some((limitation) => /10 on Windows 10 .* extended updates/.test(limitation)))
  assert.equal(support('10.0.19045.6575', {}, '2026-06-20T00:00:00Z').verdict, 'ineffective')
  assert.equal(support('10.0.19045.9999', {}, '2028-12-01T00:00:00Z').verdict, 'ineffective')
})

test('where editions end on different days the edition decides, and an unknown one leaves it open', () => {
  const on23H2 = (values: Values, now = PARAMETERS.now) => support('10.0.22631.6649', values, now).verdict
  assert.equal(on23H2(editions('Enterprise', 4)), 'effective')
  assert.equal(on23H2(editions('Education')), 'effective')
  assert.equal(on23H2(editions('Pro', 48)), 'ineffective')
  assert.equal(on23H2(editions('Pro Education')), 'ineffective')
  for (const dark of [{ deviceEditions: refused() }, editions(''), {}]) assert.equal(on23H2(dark), 'no_visibility')
  assert.equal(on23H2({}, '2025-11-01T00:00:00Z'), 'effective')
  assert.equal(on23H2({}, '2026-11-21T00:00:00Z'), 'ineffective')
})

test('the long-term channel has its own ends', () => {
  const on21H2 = (values: Values, now?: string) => support('10.0.19044.6937', values, now).verdict
  assert.equal(on21H2(editions('Enterprise', 125)), 'effective')
  assert.equal(on21H2(editions('Enterprise', 125), '2027-02-01T00:00:00Z'), 'ineffective')
  assert.equal(on21H2(editions('Enterprise', 4)), 'ineffective')
})

test('a build newer than the table counts as supported, an unknown old one as neither', () => {
  assert.equal(support('10.0.30000.1').verdict, 'effective')
  assert.equal(support('10.0.25398.1').verdict, 'no_visibility')
})

const other = (operatingSystem: string, osVersion: string, now?: string) =>
  judge(
    unsupportedOperatingSystems,
    { managedDevices: [{ id: 'x', deviceName: 'X', operatingSystem, osVersion }] },
    now,
  ).verdict

test('Macs, iPhones and Android devices are judged by their major version', () => {
  assert.equal(other('macOS', '15.7.2'), 'effective')
  assert.equal(other('macOS', '13.7.8'), 'ineffective')
  assert.equal(other('macOS', '9.2'), 'ineffective')
  assert.equal(other('iOS', '26.1'), 'effective')
  assert.equal(other('iPadOS', '16.7.12'), 'no_visibility')
  assert.equal(other('iOS', '14.8.1'), 'ineffective')
  assert.equal(other('Android', '15.0'), 'effective')
  assert.equal(other('AndroidEnterprise', '12'), 'ineffective')
  assert.equal(other('Android', '13'), 'effective')
  assert.equal(other('Android', '13', '2026-04-01T00:00:00Z'), 'ineffective')
  assert.equal(other('Linux', '6.8'), 'no_visibility')
})

const release = (versions: unknown[], values: Values = {}, now?: string) =>
  judge(operatingSystemRelease, { managedDevices: versions, windowsFeatureUpdateProfiles: [], ...values }, now)

test('the newest release of Windows and the one before it are recent enough, an older one is not', () => {
  assert.equal(release(mixed(5, WINDOWS_11, '10.0.26100.7840')).verdict, 'effective')
  assert.equal(release(mixed(9, WINDOWS_11, '10.0.22631.6649')).verdict, 'partial')
  const old = release(mixed(2, WINDOWS_11, WINDOWS_10))
  assert.equal(old.verdict, 'ineffective')
  assert.match(old.observed, /8 on Windows 10 22H2/)
  assert.equal(release(mixed(10, '10.0.28000.1575', '')).verdict, 'effective')
})

test('a release grows old on the day a new one comes', () => {
  const on24H2 = (now: string) => release(mixed(10, '10.0.26100.7840', ''), {}, now).verdict
  assert.equal(on24H2('2026-09-28T00:00:00Z'), 'effective')
  assert.equal(on24H2('2026-09-29T00:00:00Z'), 'ineffective')
})

test('releases of Macs count as well, and phones do not', () => {
  const mac = (osVersion: string) =>
    release([{ id: 'm', deviceName: 'MB', operatingSystem: 'macOS', osVersion }]).verdict
  assert.equal(mac('15.7'), 'effective')
  assert.equal(mac('14.8'), 'ineffective')
  assert.equal(mac(''), 'no_visibility')
  const phone = { id: 'p', deviceName: 'P', operatingSystem: 'iOS', osVersion: '12.0' }
  assert.equal(release([phone]).verdict, 'no_visibility')
  assert.equal(release([phone, ...mixed(10, WINDOWS_11, '')]).verdict, 'effective')
})

test('feature update profiles are told where somebody is assigned, and change no verdict', () => {
  const profiles = (assignments: unknown[]) => ({
    windowsFeatureUpdateProfiles: [{ id: 'f', featureUpdateVersion: 'Windows 11, version 25H2', assignments }],
  })
  const devices = mixed(10, WINDOWS_11, '')
  assert.match(release(devices, profiles([build.allDevices])).observed, /ask for Windows 11, version 25H2/)
  assert.doesNotMatch(release(devices, profiles([])).observed, /ask for/)
  const dark = release(devices, { windowsFeatureUpdateProfiles: refused() })
  assert.equal(dark.verdict, 'effective')
  assert.ok(dark.limitations.some((limitation) => /windowsFeatureUpdateProfiles/.test(limitation)))
  assert.equal(release(devices, { managedDevices: refused() }).verdict, 'no_visibility')
})

const READABLE: Values = { managedDevices: mixed(10, WINDOWS_11, '') }

for (const [check, column, otherColumn] of [
  [unsupportedApplications, 'ListedEnded', 'OtherEnded'],
  [otherUnsupportedApplications, 'OtherEnded', 'ListedEnded'],
] as const) {
  const ended = (n: number, value: unknown = ['flash_player 32.0']) =>
    judge(check, {
      ...READABLE,
      ...software(
        (index) => ({ [column]: index < n ? value : [], [otherColumn]: ['something else 1.0'] }),
        () => undefined,
      ),
    })

  test(`${check.id}: devices with software past its end of support decide`, () => {
    assert.equal(ended(0).verdict, 'effective')
    const one = ended(1)
    assert.equal(one.verdict, 'partial')
    assert.deepEqual(one.affected, { items: ['pc-0 (flash_player 32.0)'], total: 1 })
    assert.match(one.observed, /Found: flash_player 32\.0/)
    assert.equal(ended(5).verdict, 'ineffective')
  })
  test(`${check.id}: a list that comes as text is read as well`, () => {
    assert.equal(ended(10, '["flash_player 32.0"]').verdict, 'ineffective')
    assert.equal(ended(10, '[]').verdict, 'effective')
  })
  test(`${check.id}: what could not be read is neither a pass nor a failure`, () => {
    assert.equal(judge(check, READABLE).verdict, 'no_visibility')
    assert.equal(judge(check, { ...READABLE, softwareInventory: refused() }).verdict, 'no_visibility')
    assert.equal(judge(check, { ...READABLE, softwareInventory: [] }).verdict, 'no_visibility')
    const licences = { ...READABLE, softwareInventory: refused(), subscribedSkus: skus('INTUNE_A', 'MDE_SMB') }
    assert.equal(judge(check, licences).verdict, 'not_licensed')
  })
}
