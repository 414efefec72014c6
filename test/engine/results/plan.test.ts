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
  jointGains: [],
  ways: [],
})

const toBuy = (id: string, effort: Effort, severity: Severity = 'high'): Action => ({
  ...action(id, effort, severity, 1),
  licencesToBuy: ['Microsoft Entra ID P2'],
})

const planned = (actions: readonly Action[], at: string): string[] =>
  planByQuarter(actions, at).map(({ year, quarter, actions: its }) => `${year}-${quarter}: ${its.map(({ id }) => id)}`)

const many = (count: number, effort: Effort, severity: Severity = 'high'): Action[] =>
  Array.from({ length: count }, (_, index) => action(`${effort}-${severity}-${index}`, effort, severity))

/** How many actions of each effort every entry of the plan has. */
const counted = (actions: readonly Action[]): string[] =>
  planByQuarter(actions, '2026-05-08T03:14:20Z').map(({ year, quarter, isLater, actions: its }) => {
    const counts = [...Map.groupBy(its, ({ effort }) => effort)].map(([effort, same]) => `${same.length} ${effort}`)
    return `${isLater ? 'from ' : ''}${year}-${quarter}: ${counts.join(', ')}`
  })

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

test('critical work is never put off, and does not delay a quick win', () => {
  assert.deepEqual(counted([...many(3, 'project', 'critical'), ...many(5, 'minutes', 'low'), ...many(1, 'days')]), [
    '2026-2: 3 project, 5 minutes',
    '2026-3: 1 days',
  ])
})

test('what needs a licence waits a quarter for the purchase, unless it is critical, and is not a quick win', () => {
  const urgent = toBuy('block-risk', 'hours', 'critical')
  const [quick, days] = [toBuy('alert', 'minutes'), toBuy('pim', 'days')]
  const actions = [urgent, days, quick, action('switch', 'minutes'), action('policy', 'days'), action('big', 'project')]
  assert.deepEqual(planned(actions, '2026-05-08T03:14:20Z'), [
    '2026-2: block-risk,switch,policy,big',
    '2026-3: alert,pim',
  ])
  assert.deepEqual(
    roadmapOf([quick, action('switch', 'minutes', 'high', 1)]).map(({ kind }) => kind),
    ['planned', 'quick-win'],
  )
  assert.deepEqual(planned([toBuy('alert', 'minutes')], '2026-05-08T03:14:20Z'), ['2026-3: alert'])
})

test('what needs a licence takes room from its quarter and keeps nothing else waiting', () => {
  const waiting = Array.from({ length: 5 }, (_, index) => toBuy(`waits-${index}`, 'days'))
  assert.deepEqual(counted([...waiting, ...many(8, 'days')]), ['2026-2: 6 days', '2026-3: 6 days', '2026-4: 1 days'])
})

test('a quarter has ten working days of quick wins, and twenty of larger work beside them', () => {
  assert.deepEqual(counted([...many(30, 'hours', 'low'), ...many(6, 'days')]), [
    '2026-2: 20 hours, 4 days',
    '2026-3: 10 hours, 2 days',
  ])
})

test('each quarter takes as much as fits, in order; what does not fit in a year comes later', () => {
  assert.deepEqual(counted([...many(14, 'days'), ...many(3, 'project')]), [
    '2026-2: 6 days',
    '2026-3: 6 days',
    '2026-4: 2 days, 1 project',
    '2027-1: 1 project',
    'from 2027-2: 1 project',
  ])
  const days = many(26, 'days')
  const plan = planByQuarter(days, '2026-05-08T03:14:20Z')
  assert.deepEqual(
    plan.map(({ actions }) => actions.length),
    [6, 6, 6, 6, 2],
  )
  assert.deepEqual(
    plan.flatMap(({ actions }) => actions),
    days,
  )
  assert.deepEqual(
    plan.map(({ isLater = false }) => isLater),
    [false, false, false, false, true],
  )
  assert.deepEqual(counted(many(82, 'hours')).at(-1), 'from 2027-2: 2 hours')
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
