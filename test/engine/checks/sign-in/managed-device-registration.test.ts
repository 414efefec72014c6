import assert from 'node:assert/strict'
import { test } from 'node:test'
import { managedDeviceRegistration } from '../../../../src/engine/checks/sign-in/managed-device-registration.ts'
import { managedDeviceSignIn } from '../../../../src/engine/checks/sign-in/managed-device-sign-in.ts'
import { evaluate, testPolicyOnEverybody, testSecurityDefaults } from '../everybody-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { MANAGED, REGISTRATION, testManagedDevice } from './managed-device-fixture.ts'

reachesEveryVerdict(managedDeviceRegistration)

test('a policy for all resources does not cover registration, and one for registration does not cover the resources', () => {
  assert.equal(evaluate(managedDeviceRegistration, [{ grant: MANAGED }]).verdict, 'ineffective')
  assert.equal(evaluate(managedDeviceSignIn, [{ applications: REGISTRATION, grant: MANAGED }]).verdict, 'ineffective')
  assert.equal(evaluate(managedDeviceRegistration, [{ applications: REGISTRATION }]).verdict, 'ineffective')
})

testPolicyOnEverybody(managedDeviceRegistration, { applications: REGISTRATION, grant: MANAGED })
testSecurityDefaults(managedDeviceRegistration, 'ineffective')
testManagedDevice(managedDeviceRegistration, { applications: REGISTRATION })
