import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Effort } from '../../../src/engine/model/remedy.ts'
import type { Severity } from '../../../src/engine/model/verdict.ts'
import type { Action } from '../../../src/engine/results/actions.ts'
import { planByQuarter, roadmapOf } from '../../../src/engine/results/plan.ts'

const action = (id: string, effort: Effort, severity: Severity = 'high', score?: number): Action => ({
  id,
  title: `Title of ${id}`,
  effort,
  severity,
  findings: [],
  ...(score !== undefined && { gain: { score, ceiling: score, groups: [] } }),
  together: [],
})

const planned = (actions: readonly Action[], at: string): string[] =>
  planByQuarter(actions, at).map(({ year, quarter, actions: its }) => `${year}-${quarter}: ${its.map(({ id }) => id)}`)

test('quick wins and critical work come first, then work of days, then projects', () => {
  const actions = [
    action('big', 'project', 'critical'),
    action('new-backup', 'project'),
    action('policy', 'days'),
    action('switch', 'minutes', 'low'),
    action('setting', 'hours'),
  ]
  assert.deepEqual(planned(actions, '2026-05-08T03:14:20Z'), [
    '2026-2: big,switch,setting,policy',
    '2026-3: new-backup',
  ])
})

test('large critical work does not delay a quick win', () => {
  const actions = [
    ...[1, 2, 3].map((n) => action(`big-${n}`, 'project', 'critical')),
    action('switch', 'minutes', 'low'),
  ]
  assert.deepEqual(planned([...actions, action('policy', 'days')], '2026-05-08T03:14:20Z'), [
    '2026-2: big-1,big-2,big-3,switch',
    '2026-3: policy',
  ])
})

test('each quarter takes as much as fits, in order, and everything fits into a year', () => {
  const many = Array.from({ length: 14 }, (_, index) => action(`days-${index}`, 'days'))
  const plan = planByQuarter(
    [...many, ...[0, 1, 2, 3, 4].map((index) => action(`project-${index}`, 'project'))],
    '2026-01-02T00:00:00Z',
  )
  assert.deepEqual(
    plan.map(({ actions }) => actions.length),
    [6, 6, 3, 4],
  )
  assert.deepEqual(
    plan.flatMap(({ actions }) => actions.map(({ id }) => id)).slice(0, 14),
    many.map(({ id }) => id),
  )
})

test('the last quarter says if it has more than fits', () => {
  const marks = (count: number): (true | undefined)[] =>
    planByQuarter(
      Array.from({ length: count }, (_, index) => action(`days-${index}`, 'days')),
      '2026-01-02T00:00:00Z',
    ).map(({ goesOn }) => goesOn)
  assert.deepEqual(marks(24), [undefined, undefined, undefined, undefined])
  assert.deepEqual(marks(25), [undefined, undefined, undefined, true])
})

test('work begins in the next quarter if this one has less than 30 days left', () => {
  const one = [action('a', 'minutes')]
  assert.deepEqual(planned(one, '2026-12-01T00:00:00Z'), ['2026-4: a'])
  assert.deepEqual(planned(one, '2026-12-03T00:00:00Z'), ['2027-1: a'])
  assert.deepEqual(planned(one, '2026-06-20T00:00:00Z'), ['2026-3: a'])
  assert.deepEqual(planned([], '2026-06-20T00:00:00Z'), [])
})

test('the roadmap has the actions with a known gain', () => {
  assert.deepEqual(
    roadmapOf([action('a', 'hours', 'low', 2.5), action('b', 'project', 'high', 4), action('c', 'days')]),
    [
      { id: 'a', title: 'Title of a', effort: 'hours', value: 2.5, kind: 'quick-win' },
      { id: 'b', title: 'Title of b', effort: 'project', value: 4, kind: 'project' },
    ],
  )
})
