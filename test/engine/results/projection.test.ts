import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jointActionsOf } from '../../../src/engine/results/joint-actions.ts'
import { planByQuarter } from '../../../src/engine/results/plan.ts'
import { projectScores } from '../../../src/engine/results/projection.ts'
import { tenantReports } from '../../reports/tenant-reports.ts'

const reports = await tenantReports()

test('the score after each quarter of a plan never falls, stays below its ceiling, and is 100 if all is known and done', () => {
  let complete = 0
  for (const { tenant, framework, report } of reports) {
    const { result, completedAt } = report
    const stages = planByQuarter(jointActionsOf([result]), completedAt).map(({ actions }) => actions)
    const projected = projectScores(result, stages)
    assert.ok(projected, `${framework}, ${tenant}`)
    let before = { score: result.score, ceiling: result.scoreCeiling }
    for (const after of projected) {
      assert.ok(after.score >= before.score && after.ceiling >= before.ceiling, `${framework}, ${tenant}`)
      assert.ok(after.score <= after.ceiling && after.ceiling <= 100)
      before = after
    }
    if (result.coverage < 1 || stages.length === 0) continue
    complete++
    assert.deepEqual(before, { score: 100, ceiling: 100 }, `${framework}, ${tenant}`)
  }
  assert.ok(complete > 0)
})

test('a finding that needs several actions counts only once all of them are done', () => {
  const found = reports.flatMap(({ report: { result } }) => {
    const actions = jointActionsOf([result])
    const action = actions.find(({ together, gain }) => together.length > 0 && !gain)
    return action ? [{ result, actions, action }] : []
  })[0]
  assert.ok(found)
  const { result, actions, action } = found
  const others = actions.filter(({ id }) => action.together.includes(id))
  const rest = actions.filter((one) => one !== action && !others.includes(one))
  const [alone, together] = projectScores(result, [[action], others, rest]) ?? []
  assert.equal(alone?.score, result.score)
  assert.ok(together && together.score > result.score)
})

test('a projected score is rounded once, as the next run rounds it', () => {
  let measured = 0
  for (const { tenant, framework, report } of reports) {
    const { result } = report
    const asked = result.groups.filter(({ inScope }) => inScope > 0)
    const exact = asked.reduce((sum, { score }) => sum + score, 0) / asked.length
    // A group in which nothing applies is left out of the mean.
    if (Math.round(exact) !== result.score) continue
    const actions = jointActionsOf([result])
    for (const action of actions) {
      if (!action.gain) continue
      measured++
      const [after] = projectScores(result, [[action], actions.filter((other) => other !== action)]) ?? []
      assert.equal(after?.score, Math.round(exact + action.gain.score), `${framework}, ${tenant}, ${action.id}`)
    }
  }
  assert.ok(measured > 0)
})
