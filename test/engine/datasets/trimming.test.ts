import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datasetAt } from '../../../src/engine/datasets/catalogue.ts'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { pickFields, pickFieldsIn, trimAssignedPlans, trimPolicyRules } from '../../../src/engine/datasets/trimming.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'
import { shareTexts } from '../../../src/graph/client/share-texts.ts'
import { sampleSnapshot } from '../sample-snapshot.ts'

const NOW = '2026-03-01T09:00:00Z'

/** The snapshot as a collection that trims its pages has it, and the names of the datasets that became smaller. */
function trimmed(snapshot: Snapshot): { snapshot: Snapshot; smaller: string[] } {
  const smaller: string[] = []
  const responses = Object.entries(snapshot.responses).map(([key, response]) => {
    const trim = datasetAt(key)?.trim
    if (!trim || !Array.isArray(response.value)) return [key, response] as const
    const value: unknown[] = JSON.parse(JSON.stringify(response.value))
    trim(value)
    if (JSON.stringify(value).length < JSON.stringify(response.value).length) smaller.push(datasetAt(key)?.key ?? '')
    return [key, { ...response, value }] as const
  })
  return { snapshot: { ...snapshot, responses: Object.fromEntries(responses) }, smaller }
}

test('no check reads what is removed from pages', () => {
  for (const posture of ['typical', 'weak', 'partial'] as const) {
    const whole = sampleSnapshot(posture, NOW)
    const { snapshot, smaller } = trimmed(whole)
    assert.deepEqual(
      smaller.sort(),
      ['directoryAudits', 'registrationDetails', 'rolePolicies', 'secureScores', 'signIns', 'userActivity', 'users'],
      posture,
    )
    for (const framework of FRAMEWORKS) {
      const [before, after] = [whole, snapshot].map((each) =>
        evaluateFramework(framework, readTenant(each), { target: framework.levels.max }),
      )
      assert.deepEqual(after, before, `${framework.id} of ${posture}`)
    }
  }
})

const plan = (servicePlanId: unknown, capabilityStatus: unknown = 'Enabled') => ({
  assignedDateTime: '2026-01-01T00:00:00Z',
  service: 'exchange',
  servicePlanId,
  capabilityStatus,
})

const MAILBOX = 'efb87545-963c-4e0d-99df-69c6916d9eb0'
const TEAMS = '57FF2DA0-773E-42DF-B2AF-FFB7A2317929'

test('users keep the plans that checks tell apart, and one that shows a licence', () => {
  const users: { id: string; assignedPlans: unknown[] }[] = [
    { id: 'a', assignedPlans: [plan('gone', 'Deleted'), plan('first'), plan(MAILBOX), plan('second'), plan(TEAMS)] },
    { id: 'b', assignedPlans: [plan(MAILBOX), plan('first'), plan(TEAMS)] },
    { id: 'c', assignedPlans: [plan(MAILBOX, 'Deleted'), plan('gone', 'Suspended')] },
    { id: 'd', assignedPlans: [plan('late', 'Warning')] },
    { id: 'e', assignedPlans: [] },
  ]
  trimAssignedPlans(users)
  shareTexts({ value: users })
  const [a, b, ...others] = users.map(({ assignedPlans }) => assignedPlans)
  assert.equal(a, b)
  assert.ok(Object.isFrozen(a))
  assert.deepEqual(a, [
    { servicePlanId: MAILBOX, capabilityStatus: 'Enabled' },
    { servicePlanId: TEAMS, capabilityStatus: 'Enabled' },
    { servicePlanId: 'first', capabilityStatus: 'Enabled' },
  ])
  assert.deepEqual(others, [
    [{ servicePlanId: MAILBOX, capabilityStatus: 'Deleted' }],
    [{ servicePlanId: 'late', capabilityStatus: 'Warning' }],
    [],
  ])
  assert.equal(users.map(({ id }) => id).join(''), 'abcde')
})

test('policies keep the rules that checks read', () => {
  const rule = { id: 'Expiration_Admin_Eligibility', maximumDuration: 'P365D', target: { caller: 'Admin' } }
  const items: unknown[] = [
    { roleDefinitionId: 'r', policy: { id: 'p', rules: [{ id: 'Enablement_Admin_Assignment' }, rule, 7] } },
  ]
  trimPolicyRules(items)
  const rules = [{ id: 'Expiration_Admin_Eligibility', maximumDuration: 'P365D' }]
  assert.deepEqual(items, [{ roleDefinitionId: 'r', policy: { id: 'p', rules } }])
})

test('what does not have the usual form stays as it came', () => {
  const long = 'x'.repeat(65)
  const odd = [null, 'text', 7, [], {}, { assignedPlans: null }, { assignedPlans: [plan(7)] }]
  const items: unknown[] = [...odd, { assignedPlans: [plan(long)] }, { assignedPlans: [null] }, { assignedPlans: {} }]
  const before = JSON.stringify(items)
  trimAssignedPlans(items)
  assert.equal(JSON.stringify(items), before)
  const activity: unknown[] = [null, 'text', {}, { activity: null }, { activity: 'text' }, { activity: ['x'] }]
  const activityBefore = JSON.stringify(activity)
  pickFieldsIn('activity', 'at')(activity)
  assert.equal(JSON.stringify(activity), activityBefore)
  const policies: unknown[] = [null, 'text', {}, { policy: null }, { policy: {} }, { policy: { rules: 'text' } }]
  const policiesBefore = JSON.stringify(policies)
  trimPolicyRules(policies)
  assert.equal(JSON.stringify(policies), policiesBefore)
  const lists: unknown[] = [{ scores: [{ name: 'a', description: 'long' }, null] }]
  pickFieldsIn('scores', 'name')(lists)
  assert.deepEqual(lists, [{ scores: [{ name: 'a' }, null] }])
  const rows: unknown[] = [null, 'text', [1], { at: null, other: 1, __proto__: { inherited: 1 } }]
  pickFields('at', 'missing')(rows)
  assert.deepEqual(rows, [null, 'text', [1], { at: null }])
})
