import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceEncryption } from '../../../../src/engine/checks/hardening/device-encryption.ts'
import type { CheckResult } from '../../../../src/engine/model/check.ts'
import { PARAMETERS, refused, skus, tenantOf } from '../../snapshot-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(deviceEncryption)

const SYNCED = '2026-02-28T00:00:00Z'

/** Devices DEV-0, DEV-1, … as Intune lists them. */
const devices = (count: number, more: object = {}): object[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `d${index}`,
    deviceName: `DEV-${index}`,
    operatingSystem: 'Windows',
    osVersion: '10.0.26100.7840',
    lastSyncDateTime: SYNCED,
    isEncrypted: true,
    ...more,
  }))

const evaluate = (managed: unknown): CheckResult =>
  deviceEncryption.evaluate(tenantOf({ subscribedSkus: skus('INTUNE_A'), managedDevices: managed }), PARAMETERS)

const open = (name: string, more: object = {}): object[] =>
  devices(1, { deviceName: name, isEncrypted: false, ...more })

test('it is effective if every computer reports an encrypted disk', () => {
  const result = evaluate([...devices(2), ...devices(1, { operatingSystem: 'macOS' })])
  assert.deepEqual([result.verdict, result.coverage], ['effective', { n: 3, of: 3 }])
  assert.equal(result.evidence.length, 1)
})

test('nine of ten encrypted computers are partial, and the unencrypted one is named', () => {
  const result = evaluate([...devices(9), ...open('PC-OPEN')])
  assert.deepEqual([result.verdict, result.kind, result.coverage], ['partial', 'absent', { n: 9, of: 10 }])
  assert.match(result.invites ?? '', /If another product encrypts disks here, say so in the questionnaire/)
  assert.deepEqual(result.affected, { items: ['PC-OPEN'], total: 1 })
})

test('half of the computers encrypted is ineffective', () => {
  assert.equal(evaluate([...devices(2), ...open('A'), ...open('B')]).verdict, 'ineffective')
})

test('phones do not compensate for computers', () => {
  const phones = devices(50, { operatingSystem: 'iOS' })
  assert.deepEqual(evaluate([...phones, ...devices(1), ...open('PC-OPEN')]).coverage, { n: 1, of: 2 })
  assert.equal(evaluate(phones).verdict, 'no_visibility')
})

test('a computer without a report is unknown', () => {
  for (const silent of [
    open('PC-NEW', { lastSyncDateTime: '0001-01-01T00:00:00Z' }),
    devices(1, { isEncrypted: undefined }),
    devices(1, { isEncrypted: null }),
  ]) {
    const result = evaluate([...devices(9), ...silent])
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.limitations.join(), /never reported/)
  }
  assert.equal(evaluate([...devices(99), ...open('PC-NEW', { lastSyncDateTime: undefined })]).verdict, 'effective')
})

test('without the list of devices there is no visibility', () => {
  assert.equal(evaluate(refused()).verdict, 'no_visibility')
  assert.equal(evaluate([]).verdict, 'no_visibility')
})
