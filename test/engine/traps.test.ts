import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../src/engine/frameworks/catalogue.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { SCUBA_ENTRA } from '../../src/engine/frameworks/scuba-entra/scuba-entra.ts'
import type { Check } from '../../src/engine/model/check.ts'
import type { Answers } from '../../src/engine/model/questionnaire.ts'
import type { RequirementResult } from '../../src/engine/model/result.ts'
import type { Snapshot } from '../../src/engine/model/snapshot.ts'
import { ASR_RULES } from '../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { choice } from '../../src/engine/readers/settings/setting.ts'
import * as build from './intune-builder.ts'
import { sampleSnapshot } from './sample-snapshot.ts'
import { skus, snapshotOf, type Values } from './snapshot-builder.ts'
import { id, type PolicyParts, policy, readable, signingInWithout, user } from './tenant-parts.ts'

/**
 * Mistakes of other tools, one test each, checked in the rows of a result. Controls that are often assigned to wrong levels
 * are tested in `essential-eight.test.ts`.
 */

const NOW = '2026-03-01T00:00:00Z'

function rowOf(
  control: string,
  values: Values,
  { checks, answers }: { checks?: ReadonlyMap<string, Check>; answers?: Answers } = {},
): RequirementResult {
  const framework = control.startsWith('ISM') ? ESSENTIAL_EIGHT : SCUBA_ENTRA
  const { requirements } = evaluateFramework(framework, readTenant(snapshotOf(values)), {
    target: framework.levels.max,
    ...(checks && { checks }),
    ...(answers && { answers }),
  })
  return requirements.find((row) => row.id === control) ?? assert.fail(control)
}

/** Ten people with conditional access policies: the row that requires a second factor of everybody. */
const PEOPLE = Array.from({ length: 10 }, (_, n) => id(600 + n))
const secondFactor = (...policies: PolicyParts[]): RequirementResult => {
  const users = PEOPLE.map((each, n) => user(each, `person${n}`))
  const more = { users, roleAssignments: [], directoryRoles: [], ...signingInWithout(...PEOPLE) }
  return rowOf('MS.AAD.3.2v2', readable(policies.map(policy), more))
}

test('without exclusions a policy for everybody is effective, so each test below fails only because of its trap', () => {
  assert.equal(secondFactor({}).verdict, 'effective')
})

test('an exclusion is not ignored', () => {
  const row = secondFactor({ users: { excludeUsers: [id(600), id(601), id(602)] } })
  assert.deepEqual([row.verdict, row.coverage, row.affected?.total], ['partial', { n: 7, of: 10, counts: 'user' }, 3])
})

test('a location condition is not ignored', () => {
  const locations = { includeLocations: ['All'], excludeLocations: ['AllTrusted'] }
  assert.deepEqual(secondFactor({ conditions: { locations } }).coverage, { n: 0, of: 10, counts: 'user' })
})

test('a platform condition is not ignored', () => {
  const platforms = { includePlatforms: ['windows'], excludePlatforms: [] }
  assert.deepEqual(secondFactor({ conditions: { platforms } }).coverage, { n: 0, of: 10, counts: 'user' })
})

test('a report-only policy is not counted', () => {
  assert.equal(secondFactor({ state: 'enabledForReportingButNotEnforced' }).verdict, 'ineffective')
})

/** The row on child processes of Office in a tenant with ten Windows devices. */
const childProcesses = (option: string, assignments: readonly unknown[], more: Values = {}): RequirementResult => {
  const settings = [choice(ASR_RULES.officeChildProcesses.settingId, option)]
  const configurationPolicies = [build.groupedPolicy('ASR', settings, assignments)]
  return rowOf('ISM-1667', build.intune({ configurationPolicies, ...more }))
}

test('an assignment to some is not counted as all devices', () => {
  assert.equal(childProcesses('block', [build.allDevices]).verdict, 'effective')
  const some = childProcesses('block', [build.group(1)], build.usersIn(1, 0, 3))
  assert.deepEqual([some.verdict, some.coverage], ['ineffective', { n: 3, of: 10, counts: 'device' }])
})

test('audit and warn are not counted as block, even though ASD’s own policies use them', () => {
  for (const option of ['audit', 'warn'])
    assert.equal(childProcesses(option, [build.allDevices]).verdict, 'ineffective')
})

/** The strong tenant with every list empty and every object without properties. */
function emptied(licences: unknown): Snapshot {
  const snapshot = sampleSnapshot('strong', NOW)
  const responses = Object.entries(snapshot.responses).map(([key, response]) => {
    const value = key.endsWith('/subscribedSkus') ? licences : Array.isArray(response.value) ? [] : {}
    return [key, { ...response, value }]
  })
  return { ...snapshot, responses: Object.fromEntries(responses) }
}

for (const framework of FRAMEWORKS) {
  test(`an empty response is not counted as good: ${framework.id}`, () => {
    for (const licences of [[], skus('AAD_PREMIUM', 'AAD_PREMIUM_P2', 'INTUNE_A', 'WINDEFATP')]) {
      const result = evaluateFramework(framework, readTenant(emptied(licences)), {
        target: framework.levels.max,
        onFault: (check, error) => assert.fail(`${check}: ${error}`),
      })
      const good = result.requirements.filter(({ verdict }) => verdict === 'effective')
      assert.deepEqual(
        good.map((row) => `${row.id}: ${row.observed}`),
        [],
      )
      assert.equal(result.score, 0)
    }
  })
}

test('an exception in a check is not counted as a failure of the tenant', () => {
  const broken: Check = {
    id: 'mfa-all-users',
    version: 1,
    evaluate() {
      throw new Error('an internal error')
    },
  }
  const row = rowOf('ISM-1504', readable([]), { checks: new Map([[broken.id, broken]]) })
  assert.deepEqual([row.verdict, row.severity], ['no_visibility', undefined])
})
