import assert from 'node:assert/strict'
import { test } from 'node:test'
import { softwareInventory } from '../../../../src/engine/checks/inventory/software-inventory.ts'
import { fields, list } from '../../../../src/shared/json.ts'
import * as build from '../../intune-builder.ts'
import { onboarding, software } from '../../patching-builder.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from '../../snapshot-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

const OTHER_LISTS = 'another product may list the software of the other devices'

reachesEveryVerdict(softwareInventory, { ineffective: OTHER_LISTS, partial: OTHER_LISTS })

const { softwareInventory: ALL_TEN } = software(
  () => ({}),
  () => undefined,
)
const listed = (n: number): Values => ({ softwareInventory: list(ALL_TEN).slice(0, n) })

const evaluate = (values: Values) =>
  softwareInventory.evaluate(tenantOf({ managedDevices: build.devices(10), ...values }), PARAMETERS)

test('the share of managed devices whose software is listed decides', () => {
  assert.equal(evaluate(listed(10)).verdict, 'effective')
  const nine = evaluate(listed(9))
  assert.deepEqual([nine.verdict, nine.kind, nine.coverage], ['no_visibility', 'absent', { n: 9, of: 10 }])
  assert.match(
    nine.observed,
    /^Defender lists the software of 9 of 10 devices\. Another product that we do not see may/,
  )
  assert.deepEqual([evaluate(listed(0)).kind, evaluate(listed(0)).coverage], ['absent', undefined])
})

test('devices are matched by their id in the directory, and those that do not report are named', () => {
  const strangers = Array.from({ length: 10 }, (_, index) => ({ DeviceId: `x${index}`, DeviceName: `server-${index}` }))
  const result = evaluate({
    ...onboarding(10),
    softwareInventory: [
      ...strangers,
      ...list(ALL_TEN)
        .slice(0, 4)
        .map((row) => ({ ...fields(row), DeviceName: 'renamed' })),
    ],
  })
  assert.deepEqual([result.verdict, result.kind, result.coverage], ['no_visibility', 'absent', { n: 4, of: 10 }])
  assert.deepEqual(result.affected?.items, ['PC-4', 'PC-5', 'PC-6', 'PC-7', 'PC-8', 'PC-9'])
})

test('a device that Defender knows only by its full name is matched by its host name', () => {
  const rows = list(ALL_TEN).map((row, index) => ({ ...fields(row), DeviceName: `pc-${index}.corp.example` }))
  assert.deepEqual(evaluate({ softwareInventory: rows }).coverage, { n: 10, of: 10 })
})

test('unmanaged devices that report do not matter', () => {
  assert.equal(evaluate({ ...listed(10), managedDevices: build.devices(3) }).verdict, 'effective')
})

test('missing readings are neither a pass nor a failure', () => {
  assert.equal(evaluate({}).verdict, 'no_visibility')
  assert.equal(evaluate({ softwareInventory: refused() }).verdict, 'no_visibility')
  assert.equal(evaluate({ ...listed(10), managedDevices: refused() }).verdict, 'no_visibility')
  const unlicensed = { softwareInventory: refused(), subscribedSkus: skus('INTUNE_A', 'MDE_SMB') }
  assert.equal(evaluate(unlicensed).verdict, 'not_licensed')
})
