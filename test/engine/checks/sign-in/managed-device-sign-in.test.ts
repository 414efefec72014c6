import assert from 'node:assert/strict'
import { test } from 'node:test'
import { managedDeviceSignIn } from '../../../../src/engine/checks/sign-in/managed-device-sign-in.ts'
import {
  BLOCK,
  evaluate,
  testAllApplications,
  testPolicyOnEverybody,
  testSecurityDefaults,
} from '../everybody-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { MANAGED, testManagedDevice } from './managed-device-fixture.ts'

reachesEveryVerdict(managedDeviceSignIn)

test('a block that exempts only managed devices counts, and a grant narrowed by a filter does not', () => {
  const filter = (rule: string): object => ({ devices: { deviceFilter: { mode: 'exclude', rule } } })
  const spares = filter('device.isCompliant -eq True -or device.trustType -eq "ServerAD"')
  assert.equal(evaluate(managedDeviceSignIn, [{ conditions: spares, grant: BLOCK }]).verdict, 'effective')
  assert.equal(evaluate(managedDeviceSignIn, [{ conditions: spares, grant: MANAGED }]).verdict, 'ineffective')
})

testPolicyOnEverybody(managedDeviceSignIn, { grant: MANAGED })
testAllApplications(managedDeviceSignIn, { grant: MANAGED })
testSecurityDefaults(managedDeviceSignIn, 'ineffective')
testManagedDevice(managedDeviceSignIn)
