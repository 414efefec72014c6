import assert from 'node:assert/strict'
import { test } from 'node:test'
import { officeChildProcesses } from '../../../src/engine/checks/office/office-child-processes.ts'
import { noteGoneGroups } from '../../../src/engine/datasets/gone-groups.ts'
import { ASR_RULES } from '../../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { choice } from '../../../src/engine/readers/settings/setting.ts'
import * as build from '../intune-builder.ts'
import { PARAMETERS, refused, tenantOf, type Values } from '../snapshot-builder.ts'

const blocks = (assignments: readonly unknown[]) =>
  build.groupedPolicy('ASR', [choice(ASR_RULES.officeChildProcesses.settingId, 'block')], assignments)

function notesOn(values: Values): readonly string[] {
  const tenant = tenantOf(build.intune(values))
  const result = officeChildProcesses.evaluate(tenant, PARAMETERS)
  return noteGoneGroups(tenant, result).limitations.slice(result.limitations.length)
}

const policies = { configurationPolicies: [blocks([build.allDevices, build.without(1)])] }
const members = `groupMembers/${build.groupId(1)}`

test('a result says that a group named by its policies no longer exists', () => {
  assert.deepEqual(notesOn({ ...policies, [members]: refused(404) }), [
    'A group named here no longer exists; it counts as empty.',
  ])
})

test('a group that exists but is empty is not mentioned', () => {
  assert.deepEqual(notesOn({ ...policies, [members]: [] }), [])
})

test('groups that other policies name are not mentioned', () => {
  const other = { ...blocks([build.without(2)]), settings: [] }
  const values = {
    configurationPolicies: [...policies.configurationPolicies, other],
    [members]: [{ id: build.userId(99) }],
    [`groupMembers/${build.groupId(2)}`]: refused(404),
  }
  assert.deepEqual(notesOn(values), [])
})
