import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfChildProcesses } from '../../../src/engine/checks/hardening/pdf-child-processes.ts'
import { officeChildProcesses } from '../../../src/engine/checks/office/office-child-processes.ts'
import { officeHardening } from '../../../src/engine/checks/office/office-hardening.ts'
import { officeMacroAntivirus } from '../../../src/engine/checks/office/office-macro-antivirus.ts'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { DEFAULT_THRESHOLDS } from '../../../src/engine/model/check.ts'
import { REACH } from '../../../src/engine/readers/intune/assignments.ts'
import { flattenCatalogue } from '../../../src/engine/readers/intune/catalogue.ts'
import { intuneSettings } from '../../../src/engine/readers/intune/settings.ts'
import { decide } from '../../../src/engine/readers/intune/tally.ts'
import { ASR_RULES } from '../../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { OFFICE_HARDENING } from '../../../src/engine/readers/settings/office-hardening.ts'
import { choice } from '../../../src/engine/readers/settings/setting.ts'
import * as build from '../intune-builder.ts'
import { PARAMETERS, refused, skus, snapshotOf, tenantOf, type Values } from '../snapshot-builder.ts'

const rule = ASR_RULES.officeChildProcesses
const evaluate = (values: Values) => officeChildProcesses.evaluate(tenantOf(build.intune(values)), PARAMETERS)
const asr = (name: string, option: string, assignments: readonly unknown[]) =>
  build.groupedPolicy(name, [choice(rule.settingId, option)], assignments)

test('a rule that blocks on every device is effective, with the policy setting as evidence', () => {
  const result = evaluate({ configurationPolicies: [asr('ASR', 'block', [build.allDevices])] })
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 10, of: 10 })
  assert.equal(result.evidence[0]?.pointer, '/0/settings/0')
  assert.equal(result.evidence[0]?.dataset, 'GET /beta/deviceManagement/configurationPolicies')
})

for (const option of ['audit', 'warn', 'off']) {
  test(`a rule set to ${option} is not counted as block`, () => {
    const result = evaluate({ configurationPolicies: [asr('ASR', option, [build.allDevices])] })
    assert.equal(result.verdict, 'ineffective')
    assert.deepEqual(result.coverage, { n: 0, of: 10 })
    assert.match(result.observed, new RegExp(`“ASR” sets the rule to “${option}”`))
  })
}

test('an unassigned policy does not count', () => {
  const result = evaluate({ configurationPolicies: [asr('ASR', 'block', [])] })
  assert.equal(result.verdict, 'ineffective')
  assert.match(result.observed, /Not assigned to anyone: “ASR”/)
})

test('an assignment to a group reaches only the members’ devices', () => {
  const result = evaluate({
    configurationPolicies: [asr('ASR', 'block', [build.group(1)])],
    [`groupMembers/${build.groupId(1)}`]: [
      { '@odata.type': '#microsoft.graph.device', id: 'x', deviceId: build.deviceId(0).toUpperCase() },
      ...Array.from({ length: 7 }, (_, index) => ({ id: build.userId(index + 1) })),
    ],
  })
  assert.equal(result.verdict, 'partial')
  assert.deepEqual(result.coverage, { n: 8, of: 10 })
  assert.deepEqual(result.affected, { items: ['PC-8', 'PC-9'], total: 2 })
})

test('an assignment to all users reaches devices that have a user, and not shared ones', () => {
  const shared = {
    ...build.CLOUD_ONLY,
    id: 's',
    deviceName: 'KIOSK',
    operatingSystem: 'Windows',
    userId: '',
    azureADDeviceId: '',
  }
  const result = evaluate({
    managedDevices: [...build.devices(9), shared],
    configurationPolicies: [asr('ASR', 'block', [build.allUsers])],
  })
  assert.deepEqual(result.coverage, { n: 9, of: 10 })
  assert.deepEqual(result.affected?.items, ['KIOSK'])
})

test('members of an excluded group are not covered', () => {
  const result = evaluate({
    configurationPolicies: [asr('ASR', 'block', [build.allDevices, build.without(1)])],
    ...build.usersIn(1, 0, 5),
  })
  assert.equal(result.verdict, 'ineffective')
  assert.deepEqual(result.coverage, { n: 5, of: 10 })
})

test('an assignment filter does not count in full: the verdict is partial, with the reason', () => {
  const result = evaluate({ configurationPolicies: [asr('ASR', 'block', [build.filteredDevices])] })
  assert.equal(result.verdict, 'partial')
  assert.deepEqual(result.coverage, { n: 0, of: 10 })
  assert.ok(result.limitations.some((limitation) => /assignment filter/.test(limitation)))
})

test('two policies with different values on the same devices are partial, and both are named', () => {
  const result = evaluate({
    configurationPolicies: [asr('One', 'block', [build.allDevices]), asr('Two', 'audit', [build.allUsers])],
  })
  assert.equal(result.verdict, 'partial')
  assert.deepEqual(result.coverage, { n: 0, of: 10 })
  assert.ok(result.limitations.some((limitation) => /different values: One, Two/.test(limitation)))
})

test('two policies with different values on different devices are not a conflict', () => {
  const result = evaluate({
    configurationPolicies: [
      asr('One', 'block', [build.allDevices, build.without(1)]),
      asr('Two', 'audit', [build.group(1)]),
    ],
    ...build.usersIn(1, 9, 10),
  })
  assert.deepEqual(result.coverage, { n: 9, of: 10 })
  assert.ok(!result.limitations.some((limitation) => /different values/.test(limitation)))
})

test('an unread group means no visibility', () => {
  const unread = { [`groupMembers/${build.groupId(1)}`]: refused() }
  const included = evaluate({ configurationPolicies: [asr('ASR', 'block', [build.group(1)])], ...unread })
  const excluded = evaluate({
    configurationPolicies: [asr('ASR', 'block', [build.allDevices, build.without(1)])],
    ...unread,
  })
  for (const result of [included, excluded]) {
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.observed, /GroupMember\.Read\.All/)
  }
})

const onlyIds = (...numbers: readonly number[]) =>
  numbers.map((number) => ({ '@odata.type': '#microsoft.graph.device', id: `object-${number}` }))

test('a device that comes back without its id is unread, whether its group is included or excluded', () => {
  const members = { [`groupMembers/${build.groupId(1)}`]: onlyIds(1, 2) }
  const included = evaluate({ configurationPolicies: [asr('ASR', 'block', [build.group(1)])], ...members })
  const excluded = evaluate({
    configurationPolicies: [asr('ASR', 'block', [build.allDevices, build.without(1)])],
    ...members,
  })
  for (const result of [included, excluded]) {
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.observed, /Device\.Read\.All/)
  }
})

test('readable members count even if another device has no id', () => {
  const everybody = Array.from({ length: 10 }, (_, number) => ({ id: build.userId(number) }))
  const members = { [`groupMembers/${build.groupId(1)}`]: [...everybody, ...onlyIds(1)] }
  const included = evaluate({ configurationPolicies: [asr('ASR', 'block', [build.group(1)])], ...members })
  assert.deepEqual([included.verdict, included.coverage], ['effective', { n: 10, of: 10 }])
  const excluded = evaluate({
    configurationPolicies: [asr('ASR', 'block', [build.allDevices, build.without(1)])],
    ...members,
  })
  assert.deepEqual([excluded.verdict, excluded.coverage], ['ineffective', { n: 0, of: 10 }])
})

test('a group that no longer exists is empty', () => {
  const gone = { [`groupMembers/${build.groupId(1)}`]: refused(404) }
  const included = evaluate({ configurationPolicies: [asr('ASR', 'block', [build.group(1)])], ...gone })
  assert.equal(included.verdict, 'ineffective')
  const excluded = evaluate({
    configurationPolicies: [asr('ASR', 'block', [build.allDevices, build.without(1)])],
    ...gone,
  })
  assert.equal(excluded.verdict, 'effective')
})

test('a group that hides its members is unread, not empty', () => {
  const values = {
    configurationPolicies: [asr('ASR', 'block', [build.allDevices, build.without(1)])],
    [`groupMembers/${build.groupId(1)}`]: [],
  }
  const withVisibility = (visibility: string | null) => ({
    ...values,
    [`groups/${build.groupId(1)}`]: { id: build.groupId(1), displayName: 'A group', visibility },
  })
  const hidden = evaluate(withVisibility('HiddenMembership'))
  assert.equal(hidden.verdict, 'no_visibility')
  assert.match(hidden.observed, /Member\.Read\.Hidden/)
  assert.equal(evaluate(withVisibility('Private')).verdict, 'effective')
  const granted = {
    ...snapshotOf(build.intune(withVisibility('HiddenMembership'))),
    permissions: ['Member.Read.Hidden'],
  }
  assert.equal(officeChildProcesses.evaluate(readTenant(granted), PARAMETERS).verdict, 'effective')
})

test('if a policy was received incompletely, settings that no other policy sets are unknown', () => {
  const other = { ...build.policy('Large', [], [build.allDevices]), settingCount: 3 }
  const result = evaluate({ configurationPolicies: [other] })
  assert.equal(result.verdict, 'no_visibility')
  assert.match(result.observed, /Only 0 of 3 settings of “Large” were received/)
  assert.equal(evaluate({ configurationPolicies: [{ ...other, settingCount: 0 }] }).verdict, 'ineffective')
  const linked = { ...other, settingCount: undefined, 'settings@odata.nextLink': 'https://graph.example/more' }
  assert.equal(evaluate({ configurationPolicies: [linked] }).verdict, 'no_visibility')
  const blocking = asr('ASR', 'block', [build.allDevices])
  assert.equal(evaluate({ configurationPolicies: [blocking, other] }).verdict, 'effective')
})

test('partly received assignments count as unread', () => {
  const policy = asr('ASR', 'block', [build.allDevices])
  const linked = { ...policy, 'assignments@odata.nextLink': 'https://graph.example/more' }
  assert.equal(evaluate({ configurationPolicies: [linked] }).verdict, 'no_visibility')
})

test('a policy with unread assignments neither passes nor fails', () => {
  const { assignments: _, ...policy } = asr('ASR', 'block', [])
  assert.equal(evaluate({ configurationPolicies: [policy] }).verdict, 'no_visibility')
  assert.equal(evaluate({ configurationPolicies: [{ ...policy, isAssigned: false }] }).verdict, 'ineffective')
})

test('the same rule is recognised in endpoint protection, template and custom profiles', () => {
  const assignments = [build.allDevices]
  const property = 'defenderOfficeAppsLaunchChildProcessType'
  const endpointProtection = (value: unknown) => ({
    deviceConfigurations: [{ id: 'e', displayName: 'EP', assignments, [property]: value }],
  })
  const intent = (value: string) => ({
    intents: [{ id: 'i', displayName: 'Intent', assignments }],
    'intentSettings/i': [
      {
        definitionId: `deviceConfiguration--windows10EndpointProtectionConfiguration_${property}`,
        valueJson: JSON.stringify(value),
      },
    ],
  })
  const custom = (value: string) => ({
    deviceConfigurations: [
      {
        id: 'c',
        displayName: 'Custom',
        assignments,
        omaSettings: [
          {
            omaUri: './Vendor/MSFT/Policy/Config/Defender/AttackSurfaceReductionRules',
            value: `${rule.guid}=${value}`,
          },
        ],
      },
    ],
  })
  for (const values of [endpointProtection('block'), intent('block'), custom('1')]) {
    assert.equal(evaluate(values).verdict, 'effective')
  }
  for (const values of [endpointProtection('auditMode'), intent('auditMode'), intent('userDefined'), custom('2')]) {
    assert.equal(evaluate(values).verdict, 'ineffective')
  }
  const adobe = { id: 'a', displayName: 'EP', assignments, defenderAdobeReaderLaunchChildProcess: 'enable' }
  const values = build.intune({ deviceConfigurations: [adobe] })
  assert.equal(pdfChildProcesses.evaluate(tenantOf(values), PARAMETERS).verdict, 'effective')
})

test('an administrative template sets the same setting as the settings catalogue', () => {
  const template = (enabled: boolean, value: string) =>
    officeMacroAntivirus.evaluate(
      tenantOf(
        build.intune({
          subscribedSkus: skus('OFFICESUBSCRIPTION'),
          groupPolicyConfigurations: [{ id: 'g', displayName: 'ADMX', assignments: [build.allDevices] }],
          'groupPolicyDefinitionValues/g': [
            {
              enabled,
              definition: {
                displayName: 'Macro Runtime Scan Scope',
                classType: 'user',
                categoryPath: '\\Microsoft Office 2016\\Security Settings',
              },
              presentationValues: [{ '@odata.type': '#microsoft.graph.groupPolicyPresentationValueText', value }],
            },
          ],
        }),
      ),
      PARAMETERS,
    ).verdict
  assert.equal(template(true, '2'), 'effective')
  assert.equal(template(true, '1'), 'ineffective')
  assert.equal(template(false, '2'), 'ineffective')
  assert.equal(template(true, ''), 'no_visibility')
})

test('unknown settings of an administrative template mean no visibility', () => {
  const values = build.intune({
    groupPolicyConfigurations: [{ id: 'g', displayName: 'ADMX', assignments: [build.allDevices] }],
    'groupPolicyDefinitionValues/g': [
      { enabled: true, definition: { displayName: 'Something', categoryPath: '\\Microsoft Word 2016\\Word Options' } },
    ],
  })
  assert.equal(officeHardening.evaluate(tenantOf(values), PARAMETERS).verdict, 'no_visibility')
})

test('nested children, groups and lists are flattened, and an absent or empty value sets nothing', () => {
  const instance = (settingDefinitionId: string, more: object) => ({
    settingInstance: { settingDefinitionId, ...more },
  })
  const flat = flattenCatalogue(
    [
      instance('A', {
        choiceSettingValue: {
          value: 'A_1',
          children: [
            {
              settingDefinitionId: 'A_B',
              choiceSettingValue: {
                value: 'A_B_deep',
                children: [{ settingDefinitionId: 'C', simpleSettingValue: { value: 7 } }],
              },
            },
          ],
        },
      }),
      instance('L', { simpleSettingCollectionValue: [{ value: 'y' }, { value: 'x' }] }),
      instance('M', { choiceSettingCollectionValue: [{ value: 'M_on' }] }),
      instance('G', {
        groupSettingCollectionValue: [
          { children: [{ settingDefinitionId: 'H', simpleSettingValue: { value: false } }] },
        ],
      }),
      instance('E', { choiceSettingValue: { value: '', children: [] } }),
      instance('N', { simpleSettingValue: null }),
      instance('O', {}),
      {},
    ],
    '/0/settings',
  )
  assert.deepEqual(
    flat.map(({ settingId, option, pointer }) => [settingId, option, pointer]),
    [
      ['a', '1', '/0/settings/0'],
      ['a_b', 'deep', '/0/settings/0'],
      ['c', '7', '/0/settings/0'],
      ['l', 'x,y', '/0/settings/1'],
      ['m', 'on', '/0/settings/2'],
      ['h', 'false', '/0/settings/3'],
    ],
  )
})

test('without a managed Windows device there is no visibility', () => {
  const result = evaluate({ managedDevices: [{ id: 'x', operatingSystem: 'iOS' }] })
  assert.equal(result.verdict, 'no_visibility')
  assert.match(result.observed, /No Windows device is managed/)
})

test('a refused reading is not a failure, and without a licence the verdict is not licensed', () => {
  const refusals = { configurationPolicies: refused(), managedDevices: build.devices(10) }
  assert.equal(evaluate(refusals).verdict, 'no_visibility')
  assert.match(evaluate(refusals).observed, /DeviceManagementConfiguration\.Read\.All/)
  const unlicensed = evaluate({ managedDevices: refused(), subscribedSkus: skus('EXCHANGE_S_STANDARD') })
  assert.equal(unlicensed.verdict, 'not_licensed')
})

test('an unread source does not matter if the others prove enough', () => {
  const result = evaluate({ intents: refused(), configurationPolicies: [asr('ASR', 'block', [build.allDevices])] })
  assert.equal(result.verdict, 'effective')
})

test('a control without a share or without devices does not count as a report', () => {
  for (const control of [{ score: 0 }, { scoreInPercentage: 0, total: 0 }, { scoreInPercentage: null }]) {
    const secureScores = build.secureScores({ controlName: 'scid_2501', ...control })
    assert.equal(evaluate({ managedDevices: refused(), secureScores }).verdict, 'no_visibility')
  }
})

const NOTHING = { sure: 0, conflict: 0, filtered: 0, unread: 0, contrary: 0, alone: 0, elsewhere: 0, of: 0 }

test('the verdict follows the thresholds, and stays open where unread devices could change it', () => {
  const at = (sure: number, more: object = {}) =>
    decide({ ...NOTHING, sure, of: 100, ...more }, DEFAULT_THRESHOLDS).verdict
  assert.equal(at(98), 'effective')
  assert.equal(at(97), 'partial')
  assert.equal(at(80), 'partial')
  assert.equal(at(79), 'ineffective')
  assert.equal(at(79, { conflict: 1 }), 'partial')
  assert.equal(at(97, { unread: 1 }), 'no_visibility')
  assert.equal(at(90, { unread: 1 }), 'partial')
  assert.equal(at(10, { unread: 20 }), 'ineffective')
  assert.equal(at(0, { filtered: 100, unread: 0 }), 'partial')
})

test('a large tenant is flattened once, and every device is counted', () => {
  const assignments = [build.allDevices, build.without(1)]
  const tenant = tenantOf(
    build.intune({
      subscribedSkus: skus('OFFICESUBSCRIPTION'),
      managedDevices: build.devices(8000),
      configurationPolicies: Array.from({ length: 30 }, (_, index) =>
        build.policy(`Policy ${index}`, OFFICE_HARDENING.slice(index, index + 40), assignments),
      ),
      ...build.usersIn(1, 0, 100),
    }),
  )
  const settings = intuneSettings(tenant)
  assert.ok(settings.ok)
  assert.equal(settings, intuneSettings(tenant))
  const result = officeHardening.evaluate(tenant, PARAMETERS)
  assert.ok(result.coverage && result.coverage.n > 0)
  const [entry] = [...settings.byKey.values()].flat()
  assert.equal(entry?.reached.states.filter((state) => state === REACH.sure).length, 7900)
})
