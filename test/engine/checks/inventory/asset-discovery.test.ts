import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetDiscovery } from '../../../../src/engine/checks/inventory/asset-discovery.ts'
import { computers, onboarding } from '../../patching-builder.ts'
import { refused } from '../../snapshot-builder.ts'
import { evaluate, FEBRUARY } from '../patched-devices-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

const NOT_DISCOVERY = 'when devices last checked in says nothing about the search for others'

reachesEveryVerdict(assetDiscovery, { ineffective: NOT_DISCOVERY, partial: NOT_DISCOVERY })

const seen = (n: number, otherwise: string) =>
  evaluate(assetDiscovery, {
    managedDevices: [
      ...computers(Array.from({ length: n }, () => FEBRUARY)),
      ...computers(
        Array.from({ length: 10 - n }, () => FEBRUARY),
        { lastSyncDateTime: otherwise },
      ),
    ],
  })

test('a device list is current if nearly every device was seen within 14 days', () => {
  assert.equal(seen(10, '').verdict, 'effective')
  assert.equal(seen(9, '2026-02-15T00:00:00Z').verdict, 'effective')
  assert.match(seen(10, '').limitations.join(), /does not show that a tool searches for others/)
})

test('an outdated list is not a failure of discovery: people must answer', () => {
  for (const n of [0, 5, 9]) {
    for (const otherwise of ['2026-02-14T00:00:00Z', '0001-01-01T00:00:00Z']) {
      const { verdict, kind } = seen(n, otherwise)
      assert.deepEqual([verdict, kind], ['no_visibility', 'absent'])
    }
  }
  assert.equal(evaluate(assetDiscovery, { managedDevices: refused() }).kind, undefined)
})

test('devices that Defender discovered are mentioned', () => {
  const result = evaluate(assetDiscovery, onboarding(8))
  assert.equal(result.verdict, 'effective')
  assert.match(result.observed, /found 2 devices on the network/)
})

test('the text counts devices', () => {
  assert.match(
    evaluate(assetDiscovery, { managedDevices: computers([FEBRUARY]) }).observed,
    /^Of 1 device in Intune, 1 reported to it within the last 14 days\./,
  )
})
