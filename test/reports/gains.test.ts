import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionsOf, type JointGain } from '../../src/engine/results/actions.ts'
import { type Gain, measureGains } from '../../src/engine/results/gains.ts'
import { jointActionsOf } from '../../src/engine/results/joint-actions.ts'
import { actionsIntroduction } from '../../src/features/reports/content/editions/action-texts.ts'
import { gainText, numberIn } from '../../src/features/reports/content/words/gains.ts'
import { tenantReports } from './tenant-reports.ts'

const nameOf = (group: string): string => group
const numberOf = (id: string): number | undefined => ['one', 'two', 'three'].indexOf(id) + 1 || undefined

const gain = (score: number): Gain => ({ score, ceiling: score, groups: [] })

test('an action whose amount is not known without others names them by their numbers', () => {
  const text = (...together: string[]): string => gainText({ together, jointGains: [] }, nameOf, numberOf)
  assert.equal(text('two'), 'counts once action 2 is done as well')
  assert.equal(text('three', 'one'), 'counts once actions 1 and 3 are done as well')
  assert.equal(text('one', 'another'), 'counts once 2 other actions are done as well')
  assert.equal(text(), '')
})

test('what actions add only together is stated with its amount, after what each adds alone', () => {
  const joint = (score: number, ...ids: string[]): JointGain => ({ score, ceiling: score, with: ids })
  const text = (jointGains: JointGain[], alone?: Gain): string =>
    gainText({ together: ['two'], jointGains, ...(alone && { gain: alone }) }, nameOf, numberOf)
  assert.equal(text([joint(0.66, 'two')]), '0.7 points together with action 2')
  assert.equal(
    text([joint(0.66, 'two', 'three')], gain(1.2)),
    '1.2 points; 0.7 more points together with actions 2 and 3',
  )
  const many = ['one', 'two', 'three', 'two'].map((id) => joint(0.5, id))
  assert.equal(text(many), 'up to 2.0 points together with actions 1, 2 and 3')
  assert.equal(text([{ score: 0, ceiling: 0.4, with: ['two'] }]), 'up to 0.4 points together with action 2')
  assert.equal(text([{ ...joint(0.5, 'one'), isWay: true }]), 'counts towards 0.5 points of action 1')
})

test('of actions that count only together, each sample states the same amount on all sides', async () => {
  let joint = 0
  for (const { tenant, framework, report } of await tenantReports()) {
    const actions = actionsOf(report.result)
    for (const { id, jointGains } of actions) {
      for (const { score, with: others } of jointGains.filter((one) => !one.isWay)) {
        joint += 1
        for (const other of actions.filter((action) => others.includes(action.id))) {
          const its = other.jointGains.find((one) => one.with.includes(id) && Math.abs(one.score - score) < 1e-9)
          assert.ok(its, `${framework} ${tenant}: ${id} with ${other.id}`)
        }
      }
    }
  }
  assert.ok(joint > 20, `${joint}`)
})

test('only whole levels are promised, because a part of one is a matter of rounding', () => {
  const step = (from: number, to: number): string =>
    gainText(
      {
        gain: { score: 1.4, ceiling: 0, level: { from, to }, groups: [{ id: 'recover', from, to }] },
        together: [],
        jointGains: [],
      },
      nameOf,
      numberOf,
    )
  assert.equal(step(2.4, 2.5), '1.4 points')
  assert.equal(step(2.9, 3), 'overall level from 2.9 to 3; recover from level 2.9 to 3; 1.4 points')
})

test('no two actions of a sample tenant promise the same step of the overall level', async () => {
  for (const { tenant, framework, report } of await tenantReports()) {
    const actions = actionsOf(report.result)
    const promises = actions
      .map((action) => gainText(action, nameOf, numberIn(actions)))
      .filter((text) => text.startsWith('overall level'))
    assert.ok(promises.length <= 1, `${framework} ${tenant}: ${promises.length}`)
  }
})

test('what an action adds by itself and with each set of others adds up to what all its findings add', async () => {
  let sums = 0
  for (const { tenant, framework, report } of await tenantReports()) {
    const measure = measureGains(report.result)
    for (const { id, gain: own, jointGains, findings } of actionsOf(report.result)) {
      if (!measure || jointGains.length < 2) continue
      sums += 1
      const ids = findings.map((finding) => finding.id)
      const all = measure(report.result.requirements.filter((row) => row.severity && ids.includes(row.id)))?.score ?? 0
      const stated = [own, ...jointGains].reduce((sum, each) => sum + (each?.score ?? 0), 0)
      assert.ok(Math.abs(all - stated) < 1e-6, `${framework} ${tenant}: ${id}, ${all} and ${stated}`)
    }
  }
  assert.ok(sums > 10, `${sums}`)
})

test('words beside gains are explained where an action has them, and nowhere else', async () => {
  const explained = new Set<string>()
  for (const { tenant, framework, report } of await tenantReports()) {
    const actions = jointActionsOf([report.result])
    const shown = actions.map((action) => gainText(action, nameOf, numberIn(actions))).join('\n')
    const lead = actionsIntroduction(actions, [report.result])
    for (const word of ['together with', 'counts towards']) {
      const isExplained = lead.includes(`“${word}”`) || lead.includes(`“C${word.slice(1)}”`)
      assert.equal(isExplained, shown.includes(word), `${framework} ${tenant}: ${word}`)
      explained.add(`${word} ${isExplained}`)
    }
  }
  assert.equal(explained.size, 4, 'each is explained in some reports and not in others')
})
