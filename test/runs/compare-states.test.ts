import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type Changes,
  compareStates,
  type Found,
  type TrackedState,
  toFindingsEvent,
  worseningOf,
} from '../../src/features/assessments/tracking/rules.ts'

const A: Found = { requirement: 'A', verdict: 'ineffective', severity: 'high' }
const UNKNOWN: Found = { requirement: 'A', verdict: 'no_visibility' }

/** The states after a sequence of runs of one requirement, each a finding, an unknown, or nothing; with what each changed. */
function follow(runs: readonly (readonly Found[])[], isComparable = true) {
  let stored: TrackedState[] = []
  const reported: Partial<Record<keyof Changes, string[]>>[] = []
  for (const [index, found] of runs.entries()) {
    const run = { id: `run_${index}`, at: new Date(index * 1000), isComparable: isComparable && index > 0 }
    const { written, removed, changes } = compareStates(stored, found, run)
    const names = new Set([...written.map(({ requirement }) => requirement), ...removed])
    stored = [...stored.filter(({ requirement }) => !names.has(requirement)), ...written]
    reported.push(
      Object.fromEntries(
        Object.entries(changes).flatMap(([name, list]) =>
          list.length > 0 ? [[name, list.map(({ requirement }: Found) => requirement)]] : [],
        ),
      ),
    )
  }
  return { stored, reported, last: reported.at(-1), row: stored[0] }
}

test('a finding is opened, stays open without a change, and is resolved and reopened', () => {
  const { reported, row } = follow([[A], [A], [], [A]])
  assert.deepEqual(reported, [{ opened: ['A'] }, {}, { resolved: ['A'] }, { reopened: ['A'] }])
  assert.deepEqual([row?.state, row?.change, row?.sinceRun], ['open', 'reopened', 'run_3'])
  assert.deepEqual(follow([[A], [A]]).row?.sinceRun, 'run_0')
})

test('a finding that becomes unknown is neither resolved nor reopened, and keeps its start date', () => {
  const { reported, row } = follow([[A], [UNKNOWN], [A]])
  assert.deepEqual(reported, [{ opened: ['A'] }, { unknown: ['A'] }, { known: ['A'] }])
  assert.deepEqual([row?.state, row?.sinceRun], ['open', 'run_0'])
  assert.deepEqual(follow([[A], [UNKNOWN], []]).last, { resolved: ['A'], known: ['A'] })
})

test('what becomes known is reported as known, and as opened if it is a finding', () => {
  assert.deepEqual(follow([[UNKNOWN], [A]]).last, { opened: ['A'], known: ['A'] })
  const { last, stored } = follow([[UNKNOWN], []])
  assert.deepEqual(last, { known: ['A'] })
  assert.deepEqual(stored, [], 'nothing is stored of what holds and never was a finding')
  assert.deepEqual(follow([[], [UNKNOWN]]).last, { unknown: ['A'] })
})

test('a resolved finding that becomes unknown stays resolved until a run finds it again', () => {
  assert.deepEqual(follow([[A], [], [UNKNOWN]]).last, {})
  assert.deepEqual(follow([[A], [], [UNKNOWN], [A]]).last, { reopened: ['A'] })
})

test('another severity is stored without a change of state', () => {
  const { last, row } = follow([[A], [{ ...A, severity: 'critical' }]])
  assert.deepEqual([last, row?.severity, row?.change], [{}, 'critical', 'baseline'])
})

test('runs that cannot be compared leave only baselines', () => {
  const { row } = follow([[A], []], false)
  assert.deepEqual([row?.state, row?.change], ['resolved', 'baseline'])
})

test('for any runs, the open findings are those of the last run, and equal the sum of the changes', () => {
  const requirement = fc.constantFrom('A', 'B', 'C', 'D')
  const found = fc.uniqueArray(
    fc.record({ requirement, severity: fc.constantFrom('critical' as const, 'low' as const, undefined) }),
    { selector: (item) => item.requirement },
  )
  fc.assert(
    fc.property(fc.array(found, { minLength: 1, maxLength: 8 }), (runs) => {
      const results = runs.map((items) =>
        items.map(
          ({ requirement, severity }): Found =>
            severity ? { requirement, verdict: 'ineffective', severity } : { requirement, verdict: 'no_visibility' },
        ),
      )
      const { stored, reported } = follow(results)
      const open = (rows: readonly { requirement: string }[]) => rows.map((row) => row.requirement).toSorted()
      const last = results.at(-1) ?? []
      assert.deepEqual(open(stored.filter(({ state }) => state === 'open')), open(last.filter((item) => item.severity)))
      // A receiver that follows the events knows the same.
      const ledger = new Set<string>()
      for (const { opened = [], reopened = [], resolved = [], unknown = [], known = [] } of reported) {
        for (const name of [...opened, ...reopened]) {
          assert.ok(!ledger.has(name), 'nothing is opened twice')
          ledger.add(name)
        }
        for (const name of resolved) assert.ok(ledger.delete(name), 'only what was opened is resolved')
        assert.deepEqual(
          unknown.filter((name) => known.includes(name)),
          [],
        )
      }
      assert.deepEqual(
        [...ledger].toSorted(),
        open(stored.filter(({ state, severity }) => severity && state !== 'resolved')),
      )
    }),
  )
})

test('an event lists at most 50 requirements of each kind, the worst first, and says how many there are', () => {
  const found = Array.from({ length: 120 }, (_, index): Found => {
    const severity = index === 119 ? 'critical' : 'low'
    return { requirement: `R-${index}`, verdict: 'ineffective', severity }
  })
  const { changes } = compareStates([], found, { id: 'run_1', at: new Date(0), isComparable: false })
  const run = { id: 'run_1', customer_id: 'cust_1', partner_id: 'prt_1', product: 'nist-csf', maturity_target: 2 }
  const findings = { target: 2, frameworkVersion: '1', found, fixes: [] }
  const data = toFindingsEvent({ ...run, completed_at: new Date(0) }, { previousRunId: undefined, findings, changes })
  const { count, requirements } = Object(data.opened)
  assert.deepEqual([count, requirements.length, requirements[0]], [120, 50, { id: 'R-119', severity: 'critical' }])
  assert.ok(JSON.stringify(data).length < 16_000)
})

test('a run is worse if its score falls by three points or more, or if a critical finding is new', () => {
  const critical: Found = { ...A, severity: 'critical' }
  const state = (severity: 'critical' | 'high', name: TrackedState['state'] = 'open') =>
    follow([[{ ...A, severity }]]).stored.map((row) => ({ ...row, state: name }))
  const previous = { id: 'run_0', score: 60 }
  const worse = (score: number, stored: readonly TrackedState[], found: readonly Found[]) =>
    worseningOf(previous, score, { stored, found })
  assert.equal(worse(58, [], []), undefined)
  assert.deepEqual(worse(57, [], []), { before: 60, score: 57, newCritical: [] })
  assert.deepEqual(worse(70, [], [critical])?.newCritical, ['A'])
  assert.deepEqual(worse(70, state('high'), [critical])?.newCritical, ['A'])
  assert.deepEqual(worse(70, state('critical', 'resolved'), [critical])?.newCritical, ['A'])
  assert.equal(worse(70, state('critical'), [critical]), undefined)
  assert.equal(worseningOf(undefined, 0, { stored: [], found: [critical] }), undefined, 'without a run to compare with')
})
