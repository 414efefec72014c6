import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetDiscovery } from '../../../../src/engine/checks/inventory/asset-discovery.ts'
import { computers, onboarding } from '../../patching-builder.ts'
import { refused } from '../../snapshot-builder.ts'
import { evaluate, FEBRUARY } from '../patched-devices-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(assetDiscovery)

test('asset discovery follows the share of devices seen within 14 days', () => {
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
  assert.equal(seen(10, '').verdict, 'effective')
  assert.equal(seen(9, '2026-02-14T00:00:00Z').verdict, 'partial')
  assert.equal(seen(5, '2026-02-14T00:00:00Z').verdict, 'ineffective')
  assert.equal(seen(9, '2026-02-15T00:00:00Z').verdict, 'effective')
  assert.equal(evaluate(assetDiscovery, { managedDevices: refused() }).verdict, 'no_visibility')
})

test('a device that never reported counts neither as seen nor as missing', () => {
  const managedDevices = [
    ...computers(Array.from({ length: 9 }, () => FEBRUARY)),
    ...computers([FEBRUARY], { lastSyncDateTime: '0001-01-01T00:00:00Z' }),
  ]
  assert.equal(evaluate(assetDiscovery, { managedDevices }).verdict, 'no_visibility')
})

test('discovered devices that were not onboarded are mentioned and do not change the verdict', () => {
  const result = evaluate(assetDiscovery, onboarding(8))
  assert.equal(result.verdict, 'effective')
  assert.match(result.observed, /2 devices not onboarded/)
})
