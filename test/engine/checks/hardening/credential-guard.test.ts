import assert from 'node:assert/strict'
import { test } from 'node:test'
import { credentialGuard } from '../../../../src/engine/checks/hardening/credential-guard.ts'
import { CREDENTIAL_GUARD } from '../../../../src/engine/readers/settings/credential-protection.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import * as build from '../../intune-builder.ts'
import { refused } from '../../snapshot-builder.ts'
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

test('Windows 11 22H2 and later have it by default on joined Enterprise editions, unless a policy sets it', () => {
  const at = (version: string, edition: string, more: object = {}, management: object = build.CLOUD_ONLY) => {
    const managedDevices = build.devices(10, version, management)
    const deviceEditions = build.editionsOf(managedDevices, edition)
    return evaluate(credentialGuard, { managedDevices, deviceEditions, ...more }).verdict
  }
  const off = {
    configurationPolicies: [build.policy('Off', [choice(CREDENTIAL_GUARD.settingId, '0')], [build.allDevices])],
  }
  const registered = { ...build.CLOUD_ONLY, joinType: 'azureADRegistered' }
  assert.equal(at('10.0.22621.1', 'Enterprise'), 'effective')
  assert.equal(at('10.0.26100.1', 'Education', {}, build.HYBRID), 'effective')
  assert.equal(at('10.0.22621.1', 'Enterprise', off), 'ineffective')
  assert.equal(at('10.0.22000.1', 'Enterprise'), 'ineffective')
  assert.equal(at('10.0.22621.1', 'Pro'), 'ineffective')
  assert.equal(at('10.0.22621.1', 'Enterprise', {}, registered), 'no_visibility')
  assert.equal(at('10.0.22621.1', ''), 'no_visibility')
  assert.equal(at('10.0.22621.1', 'Enterprise', { deviceEditions: refused() }), 'no_visibility')
})

test('devices whose edition is not licensed for it are named', () => {
  const at = (edition: string) => {
    const managedDevices = build.devices(10, '10.0.26100.1', build.HYBRID)
    const deviceEditions = build.editionsOf(managedDevices, edition)
    return evaluate(credentialGuard, { managedDevices, deviceEditions }).limitations.join(' ')
  }
  assert.match(at('Pro'), /10 devices have Windows Home, Pro or Business, which is not licensed for Credential Guard/)
  assert.doesNotMatch(at('Enterprise'), /includes no right/)
})

testProtection(credentialGuard, CREDENTIAL_GUARD)
testDeviceReport(credentialGuard, CREDENTIAL_GUARD, 'scid_2080')
