import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  credentialGuard,
  lsaProtection,
  memoryIntegrity,
  remoteCredentialGuard,
} from '../../src/engine/checks/credential-protection.ts'
import { localAdministratorPasswords } from '../../src/engine/checks/local-administrator-passwords.ts'
import * as settings from '../../src/engine/checks/settings/credential-protection.ts'
import { choice } from '../../src/engine/checks/settings/setting.ts'
import type { Check, CheckResult } from '../../src/engine/model/check.ts'
import * as build from './intune-builder.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from './snapshot-builder.ts'

const LAPS_ON = { deviceRegistrationPolicy: { localAdminPassword: { isEnabled: true } } }

const judge = (check: Check, values: Values): CheckResult =>
  check.evaluate(tenantOf(build.intune({ ...LAPS_ON, ...values })), PARAMETERS)

const CASES = [
  { check: memoryIntegrity, setting: settings.MEMORY_INTEGRITY },
  { check: lsaProtection, setting: settings.LSA_PROTECTION, control: 'scid_25' },
  { check: credentialGuard, setting: settings.CREDENTIAL_GUARD, control: 'scid_2080' },
  { check: remoteCredentialGuard, setting: settings.REMOTE_CREDENTIAL_GUARD },
  { check: localAdministratorPasswords, setting: settings.LAPS_BACKUP, control: 'scid_113' },
]

for (const { check, setting, control } of CASES) {
  const policies = (option: string, assignments: readonly unknown[]) => ({
    configurationPolicies: [build.policy('Policy', [choice(setting.settingId, option)], assignments)],
  })
  const verdict = (values: Values): CheckResult['verdict'] => judge(check, values).verdict

  test(`${check.id}: every option that counts, on every device, is effective`, () => {
    for (const option of setting.options)
      assert.equal(verdict(policies(option, [build.allDevices])), 'effective', option)
  })

  test(`${check.id}: nine devices of ten are partial, and the one without is named`, () => {
    const result = judge(check, { ...policies('1', [build.allDevices, build.without(1)]), ...build.usersIn(1, 0, 1) })
    assert.equal(result.verdict, 'partial')
    assert.deepEqual(result.coverage, { n: 9, of: 10 })
    assert.deepEqual(result.affected?.items, ['PC-0'])
  })

  test(`${check.id}: switched off, unassigned, or nowhere to be found is ineffective`, () => {
    assert.equal(verdict(policies('0', [build.allDevices])), 'ineffective')
    assert.equal(verdict(policies('1', [])), 'ineffective')
    assert.equal(verdict({}), 'ineffective')
  })

  test(`${check.id}: what a policy sets is told by the name of the setting`, () => {
    const name = setting.settingId.split('_').at(-1)
    assert.match(judge(check, policies('0', [build.allDevices])).observed, new RegExp(`“Policy” sets ${name} to “0”`))
  })

  test(`${check.id}: two policies that disagree are partial at most`, () => {
    const configurationPolicies = ['1', '0'].map((option) =>
      build.policy(`Policy ${option}`, [choice(setting.settingId, option)], [build.allDevices]),
    )
    assert.equal(verdict({ configurationPolicies }), 'partial')
  })

  test(`${check.id}: a custom profile counts as well`, () => {
    const omaUri = `./Device${setting.customPath.startsWith('/vendor') ? '' : '/Vendor/MSFT'}${setting.customPath}`
    const profile = (value: unknown) => ({
      deviceConfigurationsBeta: [
        { id: 'p', displayName: 'Custom', assignments: [build.allDevices], omaSettings: [{ omaUri, value }] },
      ],
    })
    assert.equal(verdict(profile(1)), 'effective')
    assert.equal(verdict(profile(0)), 'ineffective')
    assert.equal(verdict(profile('<disabled/>')), 'ineffective')
  })

  test(`${check.id}: what could not be read is neither a pass nor a failure`, () => {
    assert.equal(verdict({ configurationPolicies: refused() }), 'no_visibility')
    assert.equal(verdict({ managedDevices: refused() }), 'no_visibility')
    const unlicensed = { managedDevices: refused(), subscribedSkus: skus('EXCHANGE_S_STANDARD') }
    assert.equal(verdict(unlicensed), 'not_licensed')
    assert.equal(check.evaluate(tenantOf({}), PARAMETERS).verdict, 'no_visibility')
  })

  if (control === undefined) continue
  const report = (scoreInPercentage: number) => ({
    secureScores: build.secureScores({ controlName: control, scoreInPercentage }),
  })

  test(`${check.id}: what devices report lowers what policy says, and never raises it`, () => {
    assert.equal(verdict({ ...policies('1', [build.allDevices]), ...report(100) }), 'effective')
    assert.equal(verdict({ ...policies('1', [build.allDevices]), ...report(85) }), 'partial')
    assert.equal(verdict({ ...policies('1', [build.allDevices]), ...report(10) }), 'ineffective')
    assert.equal(verdict(report(100)), 'ineffective')
  })

  test(`${check.id}: a report that was refused leaves it open, for it might have lowered the verdict`, () => {
    const result = judge(check, { ...policies('1', [build.allDevices]), secureScores: refused() })
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.limitations.join(' '), /SecurityEvents\.Read\.All/)
    assert.equal(verdict({ secureScores: refused() }), 'ineffective')
  })
}

test('protection of the Local Security Authority is taken from either of its two controls', () => {
  const secureScores = build.secureScores({ controlName: 'scid_102', scoreInPercentage: 100 })
  const result = judge(lsaProtection, { managedDevices: refused(), secureScores })
  assert.equal(result.verdict, 'effective')
  assert.match(result.observed, /scid_102/)
})

test('an endpoint protection profile switches Credential Guard on or off, and not configured is neither', () => {
  const at = (deviceGuardLocalSystemAuthorityCredentialGuardSettings: string) => {
    const profile = { deviceGuardLocalSystemAuthorityCredentialGuardSettings }
    return judge(credentialGuard, {
      deviceConfigurationsBeta: [{ id: 'p', displayName: 'P', assignments: [build.allDevices], ...profile }],
    }).verdict
  }
  assert.equal(at('enableWithUEFILock'), 'effective')
  assert.equal(at('enableWithoutUEFILock'), 'effective')
  assert.equal(at('disable'), 'ineffective')
  assert.equal(at('notConfigured'), 'ineffective')
})

// Where Windows LAPS keeps the passwords.

const laps = (option: string, deviceRegistrationPolicy: unknown, more: Values = {}) =>
  judge(localAdministratorPasswords, {
    configurationPolicies: [build.policy('LAPS', [choice(settings.LAPS_BACKUP.settingId, option)], [build.allDevices])],
    deviceRegistrationPolicy,
    ...more,
  }).verdict

test('passwords that Entra does not take are not managed, whatever policy says', () => {
  assert.equal(laps('1', { localAdminPassword: { isEnabled: false } }), 'ineffective')
  assert.equal(laps('2', { localAdminPassword: { isEnabled: false } }), 'effective')
})

test('whether Entra takes the passwords must be known, unless they are kept elsewhere or nothing manages them', () => {
  for (const untold of [refused(), {}, { localAdminPassword: {} }]) {
    assert.equal(laps('1', untold), 'no_visibility')
    assert.equal(laps('2', untold), 'effective')
    assert.equal(laps('0', untold), 'ineffective')
  }
})

test('where policies cannot be read, a report of devices counts only if Entra takes the passwords', () => {
  const secureScores = build.secureScores({ controlName: 'scid_113', scoreInPercentage: 100 })
  const more = { managedDevices: refused(), secureScores }
  assert.equal(laps('1', { localAdminPassword: { isEnabled: true } }, more), 'effective')
  assert.equal(laps('1', { localAdminPassword: { isEnabled: false } }, more), 'no_visibility')
})
