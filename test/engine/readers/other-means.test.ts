import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceEncryption } from '../../../src/engine/checks/hardening/device-encryption.ts'
import { internetExplorerDisabled } from '../../../src/engine/checks/hardening/internet-explorer-disabled.ts'
import { commandLineLogging } from '../../../src/engine/checks/logging/command-line-logging.ts'
import { powershellLogging } from '../../../src/engine/checks/logging/powershell-logging.ts'
import { officeChildProcesses } from '../../../src/engine/checks/office/office-child-processes.ts'
import { officeMacroAntivirus } from '../../../src/engine/checks/office/office-macro-antivirus.ts'
import { DEFAULT_THRESHOLDS } from '../../../src/engine/model/check.ts'
import { decide } from '../../../src/engine/readers/intune/tally.ts'
import { ASR_RULES } from '../../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { MACRO_SCAN_SCOPE, parentOf } from '../../../src/engine/readers/settings/macro-applications.ts'
import { choice } from '../../../src/engine/readers/settings/setting.ts'
import { POWERSHELL_LOGGING } from '../../../src/engine/readers/settings/windows-hardening.ts'
import * as build from '../intune-builder.ts'
import { PARAMETERS, refused, tenantOf, type Values } from '../snapshot-builder.ts'
import { smallTenant } from '../tenant-builder.ts'

const rule = ASR_RULES.officeChildProcesses.settingId
const block = (assignments: readonly unknown[] = [build.allDevices], option = 'block') =>
  build.groupedPolicy(`ASR ${option}`, [choice(rule, option)], assignments)
const evaluate = (values: Values) => officeChildProcesses.evaluate(tenantOf(values), PARAMETERS)

/** Ten devices: this many that Intune alone manages, the others in a domain too. */
const mixed = (alone: number): unknown[] =>
  build.devices(10).map((device, index) => (index < alone ? device : { ...Object(device), ...build.HYBRID }))

test('without a policy a setting fails on devices that only Intune manages, and an answer may still name another way', () => {
  const result = evaluate(smallTenant())
  assert.deepEqual([result.verdict, result.kind, result.atBest], ['ineffective', 'absent', undefined])
  assert.match(
    `${result.observed} ${result.invites}`,
    /start other programs; no policy sets it on any of them, and we know of nothing else that may have set it\. If another antivirus/,
  )
  assert.equal(result.ifNamed, true)
  assert.doesNotMatch(result.limitations.join(' '), /Group policy/)
})

test('without a policy a setting is unknown on domain-joined or co-managed devices', () => {
  for (const management of [build.HYBRID, build.CO_MANAGED]) {
    const result = evaluate(smallTenant({ management }))
    assert.deepEqual([result.verdict, result.kind, result.coverage], ['no_visibility', 'absent', undefined])
    assert.match(
      result.observed,
      / on 0 of 10 managed Windows devices that .* \(not seen: group policy and other tools\)\./,
    )
  }
})

test('an absent setting fails only if it is certain how the device is managed', () => {
  const uncertain: Values[] = [
    smallTenant({ management: { ...build.CLOUD_ONLY, managementAgent: 'unknown' } }),
    smallTenant({ management: { ...build.CLOUD_ONLY, managementAgent: 'msSense' } }),
    smallTenant({ management: { managementAgent: 'mdm', deviceEnrollmentType: 'windowsAutoEnrollment' } }),
    smallTenant({ management: { ...build.CLOUD_ONLY, joinType: 'azureADRegistered' } }),
    smallTenant({ management: { ...build.CLOUD_ONLY, deviceEnrollmentType: 'windowsCoManagement' } }),
    smallTenant({ refused: ['deviceEditions'] }),
    smallTenant({ management: {} }),
  ]
  for (const [index, values] of uncertain.entries())
    assert.equal(evaluate(values).verdict, 'no_visibility', String(index))
  const enrolled = { managementAgent: 'mdm', deviceEnrollmentType: 'windowsAzureADJoin' }
  for (const joinType of [undefined, 'unknown'])
    assert.equal(evaluate(smallTenant({ management: { ...enrolled, joinType } })).verdict, 'ineffective')
})

test('devices that may have the setting are unknown while they could decide, and the others are counted', () => {
  const majority = evaluate(smallTenant({ devices: mixed(8), more: { ...block1(8) } }))
  assert.deepEqual([majority.verdict, majority.kind, majority.coverage], ['no_visibility', 'absent', { n: 8, of: 10 }])
  const few = evaluate(smallTenant({ devices: mixed(5) }))
  assert.deepEqual([few.verdict, few.kind], ['ineffective', 'absent'])
  assert.match(few.observed, /\(not seen on 5 of them: group policy and other tools\)/)
})

/** The rule blocks on the first devices. */
const block1 = (n: number): Values => ({
  configurationPolicies: [block([build.group(1)])],
  ...build.usersIn(1, 0, n),
})

test('a wrong value on some devices limits what an answer about the others can reach', () => {
  const values = smallTenant({
    management: build.HYBRID,
    more: { configurationPolicies: [block([build.group(1)], 'audit')], ...build.usersIn(1, 0, 1) },
  })
  const result = evaluate(values)
  assert.deepEqual([result.verdict, result.kind], ['no_visibility', 'absent'])
  assert.deepEqual(result.atBest, { verdict: 'partial', coverage: { n: 9, of: 10 } })
  const half = { configurationPolicies: [block([build.group(1)], 'audit')], ...build.usersIn(1, 0, 5) }
  const contrary = evaluate(smallTenant({ management: build.HYBRID, more: half }))
  assert.deepEqual([contrary.verdict, contrary.ifNamed, contrary.atBest], ['ineffective', true, undefined])
})

test('the verdict and the most that an answer can reach follow from the counts', () => {
  const none = { sure: 0, conflict: 0, filtered: 0, unread: 0, contrary: 0, alone: 0, elsewhere: 0 }
  const at = (sure: number, more: object) => decide({ ...none, sure, of: 100, ...more }, DEFAULT_THRESHOLDS)
  const partial = (n: number) => ({ atBest: { verdict: 'partial', coverage: { n, of: 100 } } })
  assert.deepEqual(at(98, { elsewhere: 2 }), { verdict: 'effective', kind: 'seen' })
  assert.deepEqual(at(85, { elsewhere: 15 }), { verdict: 'no_visibility', kind: 'absent' })
  assert.deepEqual(at(85, { alone: 15 }), { verdict: 'partial', kind: 'absent' })
  assert.deepEqual(at(85, { contrary: 15 }), { verdict: 'partial', kind: 'seen' })
  assert.deepEqual(at(85, { elsewhere: 5, contrary: 10 }), { verdict: 'partial', kind: 'seen' })
  assert.deepEqual(at(50, { alone: 40, contrary: 10 }), { verdict: 'ineffective', kind: 'absent', ...partial(90) })
  assert.deepEqual(at(50, { elsewhere: 40, contrary: 10 }), {
    verdict: 'no_visibility',
    kind: 'absent',
    ...partial(90),
  })
  assert.deepEqual(at(10, { elsewhere: 10, contrary: 80 }), { verdict: 'ineffective', kind: 'contrary' })
  assert.deepEqual(at(85, { unread: 15 }), { verdict: 'no_visibility', kind: 'blind' })
})

test('a tenant without Windows devices in Intune is unknown, whatever the settings', () => {
  for (const check of [officeChildProcesses, commandLineLogging, internetExplorerDisabled, deviceEncryption]) {
    const result = check.evaluate(tenantOf(smallTenant({ devices: 0 })), PARAMETERS)
    assert.equal(result.verdict, 'no_visibility', check.id)
  }
})

test('a setting is off if its parent is off', () => {
  const at = (option: string) =>
    officeMacroAntivirus.evaluate(
      tenantOf(smallTenant({ licence: 'e5', policies: { Office: [choice(parentOf(MACRO_SCAN_SCOPE), option)] } })),
      PARAMETERS,
    )
  assert.equal(at('0').kind, 'contrary')
  assert.equal(at('1').kind, 'absent')
})

test('PowerShell logging can be at most partial if script block logging may be set elsewhere', () => {
  const [, modules, transcripts] = POWERSHELL_LOGGING
  const off = [modules, transcripts].flatMap((setting) => (setting ? [choice(setting.definitionId, '0')] : []))
  const result = powershellLogging.evaluate(
    tenantOf(smallTenant({ management: build.HYBRID, policies: { Off: off } })),
    PARAMETERS,
  )
  assert.deepEqual([result.verdict, result.kind, result.atBest], ['no_visibility', 'absent', { verdict: 'partial' }])
})

test('without the list of devices no setting counts as absent', () => {
  assert.equal(evaluate({ ...smallTenant(), managedDevices: refused() }).kind, undefined)
})

test('Cloud Policy may set what Intune does not, but only with Apps for enterprise', () => {
  const read = (values: Values) => officeMacroAntivirus.evaluate(tenantOf(values), PARAMETERS)
  const business = read(smallTenant())
  assert.deepEqual([business.verdict, business.kind], ['ineffective', 'absent'])
  assert.doesNotMatch(business.observed, /Cloud Policy/)
  for (const values of [smallTenant({ licence: 'e5' }), smallTenant({ refused: ['subscribedSkus'] })]) {
    const result = read(values)
    assert.deepEqual([result.verdict, result.kind], ['no_visibility', 'absent'], result.observed)
    assert.match(result.observed, /\(not seen: Cloud Policy for Microsoft 365\)/)
  }
})
