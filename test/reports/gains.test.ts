import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionsOf } from '../../src/engine/results/actions.ts'
import { gainText, numberIn } from '../../src/features/reports/content/words/actions.ts'
import { tenantReports } from './tenant-reports.ts'

const nameOf = (group: string): string => group
const numberOf = (id: string): number | undefined => ['one', 'two', 'three'].indexOf(id) + 1 || undefined

test('an action that counts only with others names them by their numbers', () => {
  const text = (...together: string[]): string => gainText({ together }, nameOf, numberOf)
  assert.equal(text('two'), 'counts once action 2 is done as well')
  assert.equal(text('three', 'one'), 'counts once actions 1 and 3 are done as well')
  assert.equal(text('one', 'another'), 'counts once 2 other actions are done as well')
  assert.equal(text(), '')
})

test('only whole levels are promised, because a part of one is a matter of rounding', () => {
  const step = (from: number, to: number): string =>
    gainText(
      {
        gain: { score: 1.4, ceiling: 0, level: { from, to }, groups: [{ id: 'recover', from, to }] },
        together: [],
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
