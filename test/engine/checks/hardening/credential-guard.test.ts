import assert from 'node:assert/strict'
import { test } from 'node:test'
import { credentialGuard } from '../../../../src/engine/checks/hardening/credential-guard.ts'
import { CREDENTIAL_GUARD } from '../../../../src/engine/readers/settings/credential-protection.ts'
import * as build from '../../intune-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { evaluate, testDeviceReport, testProtection } from './protection-fixture.ts'

reachesEveryVerdict(credentialGuard)

test('an endpoint protection profile can switch Credential Guard on or off, or leave it unconfigured', () => {
  const at = (deviceGuardLocalSystemAuthorityCredentialGuardSettings: string) => {
    const profile = { deviceGuardLocalSystemAuthorityCredentialGuardSettings }
    return evaluate(credentialGuard, {
      deviceConfigurations: [{ id: 'p', displayName: 'P', assignments: [build.allDevices], ...profile }],
    }).verdict
  }
  assert.equal(at('enableWithUEFILock'), 'effective')
  assert.equal(at('enableWithoutUEFILock'), 'effective')
  assert.equal(at('disable'), 'ineffective')
  assert.equal(at('notConfigured'), 'ineffective')
})

testProtection(credentialGuard, CREDENTIAL_GUARD)
testDeviceReport(credentialGuard, CREDENTIAL_GUARD, 'scid_2080')
