import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { nextStepOf } from '../../portal/screens/customer/next-step-rules.ts'
import { type Overview, unknownWords } from '../../portal/screens/customer/words.ts'
import { isAsked, planWords, progressWords } from '../../portal/screens/customer-findings/words.ts'
import { DARK, LIGHT } from '../../src/shared/charts/palette.ts'

const POINT = {
  runId: 'run_1',
  completedAt: '2026-05-04T10:00:00Z',
  score: 46,
  scoreCeiling: 71,
  coverage: 0.68,
  maturityAchieved: 0,
  findings: 12,
  maturityTarget: 2,
}
const ACTION = { id: 'block-legacy', title: 'Block legacy authentication', severity: 'high' as const, gain: 3 }
const APPROVED = { isApproved: true, missingPermissions: [] }
const NO_REPAIRS = { planned: 0, overdue: 0, done: 0, verified: 0 }

const overviewOf = (more: Partial<Overview> = {}, product: Partial<Overview['products'][number]> = {}): Overview => ({
  access: APPROVED,
  products: [{ product: 'essential-eight', isIncluded: true, trend: [POINT], ...product }],
  repairs: NO_REPAIRS,
  ...more,
})

test('next steps are ordered: what prevents a run, what too little is known without, what is overdue, the best repair, the unknown', () => {
  const failed = { runId: 'run_2', at: POINT.completedAt, code: 'CONSENT_MISSING', message: 'Nobody approved.' }
  const unknown = { rows: 9, by: [{ kind: 'question' as const, name: 'Do you?', count: 8, rows: 9 }] }
  const everything = { action: ACTION, unknown, failed }
  const late = { ...NO_REPAIRS, overdue: 2 }
  const lacking = { ...APPROVED, missingPermissions: ['Device.Read.All'] }
  const kindOf = (overview: Overview): string => nextStepOf(overview).kind
  assert.equal(kindOf(overviewOf({ access: { ...lacking, isApproved: false }, repairs: late }, everything)), 'approve')
  assert.equal(kindOf(overviewOf({ access: lacking, repairs: late }, everything)), 'failed')
  assert.equal(kindOf(overviewOf({}, { trend: [] })), 'start')
  const trend = [{ ...POINT, coverage: 0.3 }]
  assert.equal(
    kindOf(overviewOf({ access: lacking, repairs: late }, { trend, action: ACTION, unknown })),
    'permissions',
  )
  assert.equal(kindOf(overviewOf({ repairs: late }, { trend, action: ACTION, unknown })), 'answer')
  assert.equal(kindOf(overviewOf({ access: lacking, repairs: late }, { action: ACTION, unknown })), 'overdue')
  assert.equal(kindOf(overviewOf({}, { action: ACTION, unknown })), 'fix')
  assert.equal(kindOf(overviewOf({ access: lacking }, { unknown })), 'permissions')
  assert.equal(kindOf(overviewOf({}, { unknown })), 'answer')
  assert.equal(kindOf(overviewOf()), 'nothing')
})

test('repairs of several frameworks are ordered by severity, then by gain', () => {
  const [only] = overviewOf().products
  assert.ok(only)
  const products = [
    { ...only, action: ACTION },
    { ...only, product: 'nist-csf', action: { ...ACTION, gain: 7 } },
    { ...only, product: 'scuba-entra', action: { ...ACTION, severity: 'medium' as const, gain: 20 } },
  ]
  const step = nextStepOf(overviewOf({ products }))
  assert.equal(step.kind === 'fix' && step.product, 'nist-csf')
})

test('the list of what would resolve unknowns shows how many requirements each would resolve', () => {
  const of = (kind: 'permission' | 'question', count: number, rows: number) =>
    unknownWords({ kind, name: 'Device.Read.All', count, rows })
  assert.equal(of('permission', 1, 4), 'The permission Device.Read.All makes 4 requirements known.')
  assert.equal(of('permission', 8, 12), 'The 8 missing permissions together make 12 requirements known.')
  assert.equal(of('question', 1, 1), '1 answer of the customer makes 1 requirement known.')
  assert.equal(of('question', 8, 9), '8 answers of the customer make 9 requirements known.')
})

test('the state of a repair is shown in words, with its owner and due date', () => {
  const people = [
    { id: 'usr_1', name: 'Ada', email: 'ada@acme.example', role: 'owner', status: 'active', createdAt: '' },
  ] as const
  const planned = { status: 'planned', ownerId: 'usr_1', dueOn: '2026-05-20', isOverdue: false } as const
  assert.deepEqual(progressWords(planned), { tone: 'info', words: 'Planned' })
  assert.equal(progressWords({ ...planned, isOverdue: true }).words, 'Overdue')
  assert.equal(progressWords({ status: 'open', isOverdue: false, reopenedAt: '2026-05-20' }).words, 'Open again')
  assert.equal(planWords(planned, people), 'Ada, by 20 May')
  assert.equal(planWords({ ...planned, ownerId: 'usr_2' }, people), 'a former colleague, by 20 May')
  const { ownerId: _, ...nobody } = planned
  assert.equal(planWords(nobody, people), 'nobody, by 20 May')
  assert.equal(planWords({ status: 'open', isOverdue: false }, people), '')
})

test('findings are filtered by severity, state and action together, and overdue ones count as planned', () => {
  const finding = {
    requirement: 'ISM-1',
    groups: [],
    severity: 'high',
    verdict: 'ineffective',
    statement: '',
    observed: '',
    expected: '',
    actions: ['a'],
    progress: { status: 'planned', isOverdue: true },
  } as const
  const mutable = { ...finding, groups: [], actions: ['a'] }
  assert.ok(isAsked(mutable, {}))
  assert.ok(isAsked(mutable, { status: 'overdue', severity: 'high', action: 'a' }))
  assert.ok(isAsked(mutable, { status: 'planned' }))
  assert.ok(!isAsked(mutable, { status: 'open' }))
  assert.ok(!isAsked(mutable, { severity: 'low' }))
  assert.ok(!isAsked(mutable, { action: 'b' }))
})

test('charts have the same colours in the portal as in the reports', () => {
  const style = readFileSync(new URL('../../portal/parts/drawing.css', import.meta.url), 'utf8')
  for (const [meaning, { fill }] of Object.entries(LIGHT)) {
    const dark = Object.entries(DARK).find(([name]) => name === meaning)?.[1].fill
    assert.ok(style.includes(`--${meaning}: light-dark(${fill}, ${dark});`), meaning)
  }
})
