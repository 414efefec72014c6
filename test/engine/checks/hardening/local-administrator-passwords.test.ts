import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localAdministratorPasswords } from '../../../../src/engine/checks/hardening/local-administrator-passwords.ts'
import { LAPS_BACKUP } from '../../../../src/engine/readers/settings/credential-protection.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import * as build from '../../intune-builder.ts'
import { refused, type Values } from '../../snapshot-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { evaluate, testDeviceReport, testProtection } from './protection-fixture.ts'

reachesEveryVerdict(localAdministratorPasswords)

const laps = (option: string, deviceRegistrationPolicy: unknown, more: Values = {}) =>
  evaluate(localAdministratorPasswords, {
    configurationPolicies: [build.policy('LAPS', [choice(LAPS_BACKUP.settingId, option)], [build.allDevices])],
    deviceRegistrationPolicy,
    ...more,
  }).verdict

test('passwords that Entra does not accept are not managed, whatever the policy says', () => {
  assert.equal(laps('1', { localAdminPassword: { isEnabled: false } }), 'ineffective')
  assert.equal(laps('2', { localAdminPassword: { isEnabled: false } }), 'effective')
})

test('whether Entra accepts the passwords must be known, unless they are stored elsewhere or not managed', () => {
  for (const undetermined of [refused(), {}, { localAdminPassword: {} }]) {
    assert.equal(laps('1', undetermined), 'no_visibility')
    assert.equal(laps('2', undetermined), 'effective')
    assert.equal(laps('0', undetermined), 'ineffective')
  }
})

test('device reports decide, unless the policy stores passwords in Entra, which refuses them', () => {
  const secureScores = build.secureScores({ controlName: 'scid_113', scoreInPercentage: 100 })
  const refusing = { localAdminPassword: { isEnabled: false } }
  assert.equal(laps('1', { localAdminPassword: { isEnabled: true } }, { secureScores }), 'effective')
  assert.equal(laps('1', refusing, { secureScores }), 'ineffective')
  // Group policy stores them in Active Directory, which Intune does not show.
  assert.equal(laps('1', refusing, { secureScores, configurationPolicies: [] }), 'effective')
  assert.equal(laps('1', refusing, { secureScores, configurationPolicies: refused() }), 'no_visibility')
  assert.equal(laps('1', refusing, { secureScores, managedDevices: refused() }), 'no_visibility')
})

testProtection(localAdministratorPasswords, LAPS_BACKUP, true)
testDeviceReport(localAdministratorPasswords, LAPS_BACKUP, 'scid_113')
