import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unsupportedOperatingSystems } from '../../../../src/engine/checks/patching/unsupported-operating-systems.ts'
import { mixed } from '../../patching-builder.ts'
import { PARAMETERS, refused, skus, type Values } from '../../snapshot-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { evaluate, WINDOWS_10, WINDOWS_11 } from './support-fixture.ts'

reachesEveryVerdict(unsupportedOperatingSystems)

/** The edition of all ten devices of the builder. */
const editions = (skuFamily: string, skuNumber = 0): Values => ({
  deviceEditions: Array.from({ length: 10 }, (_, index) => ({ id: `m-${index}`, skuFamily, skuNumber })),
})
const support = (version: string, more: Values = {}, now = PARAMETERS.now) =>
  evaluate(unsupportedOperatingSystems, { managedDevices: mixed(10, version, ''), ...more }, now)

test('devices on an unsupported release are a critical failure', () => {
  assert.equal(support(WINDOWS_11).verdict, 'effective')
  const one = evaluate(unsupportedOperatingSystems, { managedDevices: mixed(9, WINDOWS_11, WINDOWS_10) })
  assert.equal(one.verdict, 'partial')
  assert.equal(one.critical, 'unsupported-operating-system')
  assert.deepEqual(one.affected, { items: ['PC-9 (Windows 10 22H2)'], total: 1 })
  const all = support('10.0.18363.1556')
  assert.equal(all.verdict, 'ineffective')
  assert.match(all.observed, /10 on Windows 10 1909/)
})

test('missing readings are neither a pass nor a failure, and never critical', () => {
  for (const values of [{ managedDevices: refused() }, { managedDevices: [] }, { managedDevices: mixed(10, '', '') }]) {
    const result = evaluate(unsupportedOperatingSystems, values)
    assert.equal(result.verdict, 'no_visibility')
    assert.equal(result.critical, undefined)
  }
  const unlicensed = { managedDevices: refused(400), subscribedSkus: skus('EXCHANGE_S_STANDARD') }
  assert.equal(evaluate(unsupportedOperatingSystems, unlicensed).verdict, 'not_licensed')
})

test('Windows 10 was supported through 14 October 2025', () => {
  assert.equal(support(WINDOWS_10, {}, '2025-10-14T12:00:00Z').verdict, 'effective')
  assert.equal(support(WINDOWS_10, {}, '2025-10-17T00:00:00Z').verdict, 'ineffective')
})

test('Windows 10 with a recent extended update counts as supported, and the result mentions it', () => {
  const extended = support('10.0.19045.6809')
  assert.equal(extended.verdict, 'effective')
  assert.ok(extended.limitations.some((limitation) => /10 on Windows 10 .* extended updates/.test(limitation)))
  // For 90 days after the end, any extended update is recent.
  for (const day of ['2025-10-17', '2025-11-12', '2026-01-11'])
    assert.equal(support('10.0.19045.6575', {}, `${day}T00:00:00Z`).verdict, 'effective', day)
  assert.equal(support('10.0.19045', {}, '2025-11-12T00:00:00Z').verdict, 'no_visibility')
  assert.equal(support('10.0.19045.6575', {}, '2026-06-20T00:00:00Z').verdict, 'ineffective')
  assert.equal(support('10.0.19045.9999', {}, '2028-12-01T00:00:00Z').verdict, 'ineffective')
})

const NO_EDITIONS: Values = { deviceEditions: [] }

test('if the support of editions ends on different days, the edition decides, and an unknown edition is unknown', () => {
  const on23H2 = (values: Values, now = PARAMETERS.now) => support('10.0.22631.6649', values, now).verdict
  assert.equal(on23H2(editions('Enterprise', 4)), 'effective')
  assert.equal(on23H2(editions('Education')), 'effective')
  assert.equal(on23H2(editions('Pro', 48)), 'ineffective')
  assert.equal(on23H2(editions('Pro Education')), 'ineffective')
  for (const dark of [{ deviceEditions: refused() }, editions(''), NO_EDITIONS])
    assert.equal(on23H2(dark), 'no_visibility')
  assert.equal(on23H2(NO_EDITIONS, '2025-11-01T00:00:00Z'), 'effective')
  assert.equal(on23H2(NO_EDITIONS, '2026-11-21T00:00:00Z'), 'ineffective')
})

test('the long-term channel has its own end dates', () => {
  const on21H2 = (values: Values, now?: string) => support('10.0.19044.6937', values, now).verdict
  assert.equal(on21H2(editions('Enterprise', 125)), 'effective')
  assert.equal(on21H2(editions('Enterprise', 125), '2027-02-01T00:00:00Z'), 'ineffective')
  assert.equal(on21H2(editions('Enterprise', 4)), 'ineffective')
})

test('a build newer than the table counts as supported; an unknown old one is unknown', () => {
  assert.equal(support('10.0.30000.1').verdict, 'effective')
  assert.equal(support('10.0.25398.1').verdict, 'no_visibility')
})

const other = (operatingSystem: string, osVersion: string, now?: string) =>
  evaluate(
    unsupportedOperatingSystems,
    { managedDevices: [{ id: 'x', deviceName: 'X', operatingSystem, osVersion }] },
    now,
  ).verdict

test('Macs, iPhones and Android devices are evaluated by their major version', () => {
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

test('the long-term channel for IoT devices is supported for longer than the one for computers', () => {
  const on21H2 = (skuNumber: number, now: string) => support('10.0.19044.7725', editions('Enterprise', skuNumber), now)
  assert.equal(on21H2(125, '2027-01-10T00:00:00Z').verdict, 'effective')
  assert.equal(on21H2(125, '2027-02-01T00:00:00Z').verdict, 'ineffective')
  assert.equal(on21H2(191, '2027-02-01T00:00:00Z').verdict, 'effective')
  assert.equal(on21H2(191, '2032-02-01T00:00:00Z').verdict, 'ineffective')
})

test('support by Apple and Google becomes uncertain once newer versions than those in the table are due', () => {
  const on = (operatingSystem: string, osVersion: string, now: string) =>
    evaluate(
      unsupportedOperatingSystems,
      { managedDevices: [{ id: 'm', deviceName: 'M', operatingSystem, osVersion }] },
      now,
    ).verdict
  assert.equal(on('macOS', '14.8', '2026-09-10T00:00:00Z'), 'effective')
  assert.equal(on('macOS', '14.8', '2026-11-10T00:00:00Z'), 'ineffective')
  assert.equal(on('macOS', '15.8', '2026-11-10T00:00:00Z'), 'effective')
  assert.equal(on('macOS', '15.8', '2027-11-10T00:00:00Z'), 'no_visibility')
  assert.equal(on('macOS', '26.7', '2027-11-10T00:00:00Z'), 'effective')
  assert.equal(on('iOS', '18.7', '2026-11-10T00:00:00Z'), 'no_visibility')
  assert.equal(on('iOS', '26.7', '2026-11-10T00:00:00Z'), 'effective')
  assert.equal(on('Android', '14', '2026-11-10T00:00:00Z'), 'effective')
  assert.equal(on('Android', '14', '2027-04-10T00:00:00Z'), 'no_visibility')
  assert.equal(on('Android', '17', '2027-04-10T00:00:00Z'), 'effective')
  assert.equal(on('Android', '17', '2030-04-10T00:00:00Z'), 'no_visibility')
})
