import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfChildProcesses } from '../../../src/engine/checks/hardening/pdf-child-processes.ts'
import { officeChildProcesses } from '../../../src/engine/checks/office/office-child-processes.ts'
import type { Check } from '../../../src/engine/model/check.ts'
import {
  ASR_EXCLUSIONS,
  ASR_RULES,
  ruleExclusions,
} from '../../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { choice } from '../../../src/engine/readers/settings/setting.ts'
import * as build from '../intune-builder.ts'
import { PARAMETERS, refused, tenantOf, type Values } from '../snapshot-builder.ts'
import { smallTenant } from '../tenant-builder.ts'

const rules = Object.values(ASR_RULES)
const block = build.groupedPolicy(
  'ASR',
  rules.map(({ settingId }) => choice(settingId, 'block')),
  [build.allDevices],
)

/** A policy with a list of paths in the settings catalogue. */
const excluding = (settingDefinitionId: string, paths: readonly string[], assignments = [build.allDevices]) => ({
  id: 'exclusions',
  name: 'Exclusions',
  assignments,
  settings: [
    {
      settingInstance: { settingDefinitionId, simpleSettingCollectionValue: paths.map((value) => ({ value })) },
    },
  ],
})
const evaluate = (values: Values, check: Check = officeChildProcesses) =>
  check.evaluate(tenantOf(smallTenant({ more: values })), PARAMETERS)

test('exclusions of every rule and of one rule are named, and do not change the verdict', () => {
  for (const id of [ASR_EXCLUSIONS, ruleExclusions(ASR_RULES.officeChildProcesses)]) {
    const result = evaluate({ configurationPolicies: [block, excluding(id, ['C:\\Apps\\crm.exe', 'D:\\Lob\\*'])] })
    assert.equal(result.verdict, 'effective')
    assert.match(result.limitations.join(), /“Exclusions” excludes this from the rule.*C:\\Apps\\crm\.exe, D:\\Lob\\\*/)
  }
})

test('an exclusion of one rule does not concern another', () => {
  const configurationPolicies = [block, excluding(ruleExclusions(ASR_RULES.officeChildProcesses), ['C:\\*'])]
  const result = evaluate({ configurationPolicies }, pdfChildProcesses)
  assert.equal(result.verdict, 'effective')
  assert.doesNotMatch(result.limitations.join(), /excludes this/)
})

test('a rule that leaves out a whole disk or everything is partial, whatever devices report', () => {
  for (const path of ['C:\\', 'c:', 'C:\\*', 'C:\\**', '*', '*.*', '*.exe', '%SystemDrive%\\*', '*\\*']) {
    for (const secureScores of [[], build.secureScores({ controlName: 'scid_2501', scoreInPercentage: 100 })]) {
      const result = evaluate({ configurationPolicies: [block, excluding(ASR_EXCLUSIONS, [path])], secureScores })
      assert.deepEqual([result.verdict, result.kind, result.coverage], ['partial', 'seen', { n: 0, of: 10 }], path)
    }
  }
  const some = excluding(ASR_EXCLUSIONS, ['C:\\*'], [build.group(1)])
  const result = evaluate({ configurationPolicies: [block, some], ...build.usersIn(1, 0, 3) })
  assert.deepEqual(result.coverage, { n: 7, of: 10 })
  assert.match(result.observed, /on 3 of 10 devices everything is excluded/)
})

test('a rule for a folder does not count as one for everything', () => {
  for (const path of ['C:\\Apps\\*', 'C:\\Apps', '%ProgramFiles%\\*', 'C:\\*\\tool.exe', '']) {
    assert.equal(evaluate({ configurationPolicies: [block, excluding(ASR_EXCLUSIONS, [path])] }).verdict, 'effective')
  }
})

test('whether a hole reaches devices of an unread group is unknown, which is not a pass', () => {
  const configurationPolicies = [block, excluding(ASR_EXCLUSIONS, ['*'], [build.group(1)])]
  const result = evaluate({ configurationPolicies, [`groupMembers/${build.groupId(1)}`]: refused() })
  assert.deepEqual([result.verdict, result.kind], ['no_visibility', 'blind'])
})

test('exclusions of endpoint protection, template and custom profiles are read', () => {
  const assignments = [build.allDevices]
  const property = 'defenderAttackSurfaceReductionExcludedPaths'
  const omaUri = './Device/Vendor/MSFT/Policy/Config/Defender/AttackSurfaceReductionOnlyExclusions'
  const profiles: Values[] = [
    { deviceConfigurations: [{ id: 'p', displayName: 'P', assignments, [property]: ['C:\\a.exe', 'C:\\*'] }] },
    {
      deviceConfigurations: [
        { id: 'p', displayName: 'P', assignments, omaSettings: [{ omaUri, value: 'C:\\a.exe=0|C:\\*=0' }] },
      ],
    },
    {
      intents: [{ id: 'i', displayName: 'P', assignments }],
      'intentSettings/i': [
        { definitionId: `deviceConfiguration--x_${property}`, valueJson: JSON.stringify(['C:\\a.exe', 'C:\\*']) },
      ],
    },
  ]
  for (const profile of profiles) {
    const result = evaluate({ configurationPolicies: [block], ...profile })
    assert.equal(result.verdict, 'partial')
    assert.match(result.limitations.join(), /“P” excludes this from the rule.*C:\\a\.exe, C:\\\*/)
  }
})
