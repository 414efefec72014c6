import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspensionEffects } from '../../portal/screens/partner/words.ts'
import { filterPartners, readSort, writeSort } from '../../portal/screens/partners/filter.ts'
import { type Partner, runsProblemOf, stateOf } from '../../portal/screens/partners/words.ts'
import { readCsv } from '../../portal/screens/partners-import/read-csv.ts'
import { inParts, readRows, SAMPLE, toPartner, withAnswers } from '../../portal/screens/partners-import/rows.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const daysAgo = (days: number): string => new Date(NOW.getTime() - days * 86_400_000).toISOString()

const partner = (more: Partial<Partner>): Partner => ({
  id: 'prt_1',
  company: 'Contour',
  email: 'admin@contour.example',
  plan: 'starter',
  status: 'active',
  createdAt: daysAgo(200),
  runs: { used: 0, limit: 50 },
  customers: 1,
  lastActivityAt: daysAgo(1),
  ...more,
})

test('the list is filtered by text, state and plan, and an unknown state is ignored', () => {
  const all = [
    partner({ id: 'prt_active' }),
    partner({ id: 'prt_near', company: 'Near', runs: { used: 40, limit: 50 } }),
    partner({ id: 'prt_full', runs: { used: 50, limit: 50 }, plan: 'professional' }),
    partner({ id: 'prt_unpaid', runs: { used: 3, limit: 0 } }),
    partner({ id: 'prt_free', runs: { used: 9_000, limit: -1 } }),
    partner({ id: 'prt_quiet', lastActivityAt: daysAgo(31) }),
    partner({ id: 'prt_invited', status: 'pending', activation: { isOverdue: false, linkEndsAt: daysAgo(-2) } }),
    partner({ id: 'prt_overdue', status: 'pending', activation: { isOverdue: true } }),
    partner({ id: 'prt_suspended', status: 'suspended' }),
  ]
  const ids = (values: Record<string, string>): string[] =>
    filterPartners(all, values, NOW).map(({ id }) => id.replace('prt_', ''))
  assert.deepEqual(ids({ state: 'pending' }), ['invited', 'overdue'])
  assert.deepEqual(ids({ state: 'overdue' }), ['overdue'])
  assert.deepEqual(ids({ state: 'suspended' }), ['suspended'])
  assert.deepEqual(ids({ state: 'limit' }), ['near', 'full'])
  assert.deepEqual(ids({ state: 'unpaid' }), ['unpaid'])
  assert.deepEqual(ids({ state: 'quiet' }), ['quiet'])
  assert.deepEqual(ids({ plan: 'professional' }), ['full'])
  assert.deepEqual(ids({ q: ' NEAR admin@' }), ['near'])
  assert.deepEqual(ids({ q: 'prt_full', state: 'active' }), ['full'])
  assert.equal(ids({ state: 'constructor' }).length, all.length)
})

test('the order of the list is in the address', () => {
  for (const text of ['company', '-runs'])
    assert.equal(writeSort(readSort(text) ?? { column: '', descending: false }), text)
  assert.deepEqual([readSort(undefined), readSort('')], [undefined, undefined])
})

test('a partner whose link has expired is highlighted, one with a new link is not', () => {
  const words = (activation: NonNullable<Partner['activation']>): unknown => {
    const { tone, words, more } = stateOf({ status: 'pending', activation }, NOW)
    return [tone, words, more]
  }
  assert.deepEqual(words({ isOverdue: true }), ['warn', 'Link expired', 'Not activated in time'])
  assert.deepEqual(words({ isOverdue: false, linkEndsAt: daysAgo(-3) }), ['info', 'Invited', 'The link ends in 3 days'])
  assert.deepEqual(words({ isOverdue: false }), ['info', 'Invited', 'The email is on its way'])
  assert.equal(runsProblemOf(partner({ status: 'pending', runs: { used: 0, limit: 0 } })), undefined)
})

test('the effects of a suspension are shown with numbers, singular and plural', () => {
  const none = { keys: 0, people: 0, queuedRuns: 0, runningRuns: 0, schedules: 0 }
  assert.deepEqual(suspensionEffects({ inUse: none }).slice(0, 4), [
    'This partner has no API keys.',
    'Nobody can sign in.',
    'No run is waiting.',
    'No schedule is active.',
  ])
  const some = { keys: 1, people: 1, queuedRuns: 1, runningRuns: 1, schedules: 1 }
  assert.deepEqual(suspensionEffects({ inUse: some }).slice(0, 4), [
    '1 API key stops working at once and permanently.',
    'One person is signed out, and nobody can sign in.',
    '1 waiting run is canceled, and 1 running one finishes.',
    '1 schedule skips due runs until the partner is active again.',
  ])
  const many = { keys: 2, people: 3, queuedRuns: 12, runningRuns: 2, schedules: 4 }
  assert.equal(suspensionEffects({ inUse: many })[2], '12 waiting runs are canceled, and 2 running ones finish.')
})

test('files are read as spreadsheets write them', () => {
  assert.deepEqual(readCsv('\uFEFFa;b\r\n"x; ""y""";"two\nlines"\r\n\r\n;\r\n'), [
    ['a', 'b'],
    ['x; "y"', 'two\nlines'],
  ])
  assert.deepEqual(readCsv('a,b\n1,2'), [
    ['a', 'b'],
    ['1', '2'],
  ])
  assert.deepEqual(readCsv('a\tb\n1, 2\t3'), [
    ['a', 'b'],
    ['1, 2', '3'],
  ])
  assert.deepEqual(readCsv(''), [])
})

test('columns may stand in any order, and what is missing is named', () => {
  const rows = readRows('Email,Company,Plan,Currency,Name\nhal@heron.example, Heron ,STARTER,gbp,Hal')
  assert.ok(typeof rows !== 'string')
  assert.deepEqual(rows.map(toPartner), [
    { company: 'Heron', name: 'Hal', email: 'hal@heron.example', plan: 'starter', billing: { currency: 'GBP' } },
  ])
  assert.equal(rows[0]?.line, 2)
  assert.equal(
    readRows('company,email\nx,y'),
    'The first line must contain the column names. Missing: name, plan, currency.',
  )
  assert.match(String(readRows('Heron IT,Hal')), /None of them was found/)
  assert.equal(readRows('company,name,email,plan,currency'), 'The file has no lines below its first one.')
  assert.match(String(readRows(`${SAMPLE}${'\na,b,c,d,e,f'.repeat(1_000)}`)), /at most 1000 partners/)
  assert.equal(readRows(SAMPLE).length, 2)
})

test('results are assigned to the lines by their place in the call', () => {
  const rows = readRows(SAMPLE)
  assert.ok(typeof rows !== 'string')
  const [, second] = rows
  assert.ok(second)
  const answered = withAnswers(rows, [second], [{ index: 0, message: 'Wrong.', field: 'plan' }], () => ({
    kind: 'ready',
  }))
  assert.deepEqual(
    answered.map(({ state }) => state.kind),
    ['checking', 'wrong'],
  )
  assert.deepEqual(inParts([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]])
})
