import assert from 'node:assert/strict'
import { test } from 'node:test'
import { officeMacrosDisabled } from '../../../../src/engine/checks/office/office-macros-disabled.ts'
import { MACRO_APPLICATIONS } from '../../../../src/engine/readers/settings/macro-applications.ts'
import { MACRO_SETTINGS } from '../../../../src/engine/readers/settings/macros-disabled.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import * as build from '../../intune-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { disabled, evaluate, testMacroSettings, warnings } from './macros-fixture.ts'

reachesEveryVerdict(officeMacrosDisabled)

const signed = (assignments: readonly unknown[]) => build.policy('Signed only', warnings('3'), assignments)

test('macros disabled in seven of eight applications is partial and names the eighth', () => {
  const settings = warnings('4').map((setting, index) =>
    MACRO_APPLICATIONS[index]?.name === 'Publisher' ? choice(setting.definitionId, '2') : setting,
  )
  const result = evaluate(officeMacrosDisabled, {
    configurationPolicies: [build.policy('Policy', settings, [build.allDevices])],
  })
  assert.equal(result.verdict, 'partial')
  assert.deepEqual(result.affected?.items, ['Publisher: macros disabled (in place on 0 of 10 devices)'])
})

test('devices of a group that may run signed macros are exempt, and the result says so', () => {
  const result = evaluate(officeMacrosDisabled, {
    configurationPolicies: [disabled([build.allDevices, build.without(1)]), signed([build.group(1)])],
    ...build.usersIn(1, 0, 2),
  })
  assert.equal(result.verdict, 'effective')
  assert.equal(result.coverage?.of, 8 * MACRO_APPLICATIONS.length)
  assert.ok(result.limitations.some((limitation) => /^2 devices of 10 are excluded/.test(limitation)))
})

test('it is at most partial if most devices are exempt', () => {
  const result = evaluate(officeMacrosDisabled, {
    configurationPolicies: [disabled([build.allDevices, build.without(1)]), signed([build.group(1)])],
    ...build.usersIn(1, 0, 5),
  })
  assert.equal(result.verdict, 'partial')
})

test('a group excluded from the disabling policy without its own policy is not exempt', () => {
  const result = evaluate(officeMacrosDisabled, {
    configurationPolicies: [disabled([build.allDevices, build.without(1)])],
    ...build.usersIn(1, 0, 5),
  })
  assert.equal(result.kind, 'absent')
  assert.ok(!result.limitations.some((limitation) => /excluded/.test(limitation)))
})

test('signed macros in some applications only are not an exemption', () => {
  const some = build.policy('Some', warnings('3').slice(0, 7), [build.group(1)])
  const result = evaluate(officeMacrosDisabled, {
    configurationPolicies: [disabled([build.allDevices, build.without(1)]), some],
    ...build.usersIn(1, 0, 2),
  })
  assert.deepEqual(result.coverage, { n: 64, of: 80 })
  assert.ok(!result.limitations.some((limitation) => /excluded/.test(limitation)))
})

test('signed macros for everybody are not an exemption', () => {
  for (const assignments of [[build.allDevices], [build.group(1)]]) {
    const result = evaluate(officeMacrosDisabled, {
      configurationPolicies: [signed(assignments)],
      ...build.usersIn(1, 0, 10),
    })
    assert.equal(result.verdict, 'ineffective')
  }
})

test('a group that receives both policies has a conflict, not an exemption', () => {
  const result = evaluate(officeMacrosDisabled, {
    configurationPolicies: [build.policy('Off', warnings('4'), [build.allDevices]), signed([build.group(1)])],
    ...build.usersIn(1, 0, 5),
  })
  assert.equal(result.verdict, 'partial')
  assert.ok(result.limitations.some((limitation) => /Off, Signed only/.test(limitation)))
})

testMacroSettings(officeMacrosDisabled, MACRO_SETTINGS, warnings('2'))
