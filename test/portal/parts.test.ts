import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCurl } from '../../portal/curl.ts'
import {
  formatAgo,
  formatAmount,
  formatDate,
  formatDuration,
  formatLength,
  formatLogged,
  formatUtc,
  plural,
} from '../../portal/format.ts'
import { FRAMEWORK_LEVELS, FRAMEWORK_NAMES, isBare } from '../../portal/frameworks.ts'
import { matchOptions } from '../../portal/parts/match-options.ts'
import { rowsInView } from '../../portal/parts/rows-in-view.ts'
import { fillPath, hrefOf, SCREEN_SCOPE } from '../../portal/paths.ts'
import { FRAMEWORKS } from '../../src/engine/frameworks/catalogue.ts'
import { bareLevel } from '../../src/features/reports/content/rules.ts'
import { sortRows } from '../../src/shared/portal/sort-rows.ts'

const NOW = new Date('2026-11-22T12:00:00Z')

test('frameworks have the same names as in the catalogue', () => {
  assert.deepEqual(FRAMEWORK_NAMES, Object.fromEntries(FRAMEWORKS.map(({ id, name }) => [id, name])))
  const levels = FRAMEWORKS.map(({ id, levels: { max }, defaultTarget }) => {
    const bare = bareLevel(id)
    return [id, { max, ...(bare > 0 && { bare }), byDefault: defaultTarget }]
  })
  assert.deepEqual(FRAMEWORK_LEVELS, Object.fromEntries(levels))
})

test('only a lowest level that earns points is one at which nothing is done', () => {
  const cases = [
    ['nist-csf', 1, true],
    ['nist-csf', 1.1, false],
    ['essential-eight', 0, false],
    ['essential-eight', 1, false],
  ] as const
  for (const [product, level, expected] of cases) assert.equal(isBare(product, level), expected, `${product} ${level}`)
})

test('an age is shown in the largest unit that fits', () => {
  const cases: [at: string, text: string][] = [
    ['2026-11-22T11:59:40Z', 'just now'],
    ['2026-11-22T11:57:01Z', '2 minutes ago'],
    ['2026-11-22T09:00:00Z', '3 hours ago'],
    ['2026-11-21T11:00:00Z', 'yesterday'],
    ['2026-10-01T00:00:00Z', 'last month'],
    ['2026-11-22T14:29:00Z', 'in 2 hours'],
  ]
  for (const [at, text] of cases) assert.equal(formatAgo(at, NOW), text)
})

test('in a log, what is older than a day has its day and time', () => {
  assert.equal(formatLogged('2026-11-21T12:00:01Z', NOW), '23 hours ago')
  assert.match(formatLogged('2026-11-20T12:00:00Z', NOW), /^\d+ Nov 2026, \d\d:00$/)
})

test('numbers, amounts, durations and UTC times are written as people read them', () => {
  assert.equal(plural(1, 'run'), '1 run')
  assert.equal(plural(12_500, 'run'), '12,500 runs')
  assert.equal(plural(2, 'delivery', 'deliveries'), '2 deliveries')
  assert.equal(formatAmount(152_102_050, 'aud'), 'AUD 1,521,020.50')
  assert.equal(formatAmount(-2_500, 'USD'), 'USD −25.00')
  assert.equal(formatDate('2026-09-30'), '30 September 2026')
  assert.equal(formatDuration(480), '480 ms')
  assert.equal(formatDuration(1_240), '1.2 s')
  assert.deepEqual([0.2, 119, 120, 7_199, 90_000].map(formatLength), [
    '1 s',
    '119 s',
    '2 minutes',
    '120 minutes',
    '25 hours',
  ])
  assert.equal(formatUtc('2026-05-08T14:03:22.123Z'), '2026-05-08 14:03:22 UTC')
})

test('rows are sorted by number or text, equal rows keep their order, and empty values come last in both directions', () => {
  const rows = [{ n: 10 }, { n: null }, { n: 9 }, { n: 10, second: true }]
  const sorted = (descending: boolean) => sortRows(rows, ({ n }) => n, descending)
  assert.deepEqual(sorted(false), [rows[2], rows[0], rows[3], rows[1]])
  assert.deepEqual(sorted(true), [rows[0], rows[3], rows[2], rows[1]])
  const names = ['run 10', 'Run 9', 'ämter', 'zoo']
  assert.deepEqual(
    sortRows(names, (name) => name, false),
    ['ämter', 'Run 9', 'run 10', 'zoo'],
  )
})

test('at every position of a long list, only the rows in view and a few more are rendered', () => {
  const count = 1_000
  for (const scrolled of [0, 1, 4_000, 39_000, 60_000]) {
    const { from, until } = rowsInView({ top: 100 - scrolled, height: 40, viewport: 800, count })
    assert.ok(until - from <= 80, `${until - from} rows at ${scrolled}`)
    assert.ok(from >= 0 && until <= count && from <= until)
    const first = Math.max(0, Math.floor((scrolled - 100) / 40))
    if (first < count) assert.ok(from <= first && until >= Math.min(count, first + 20), `gap at ${scrolled}`)
  }
})

test('options are matched by the beginnings of their words, best match first', () => {
  const options = [
    { id: '1', label: 'Deliveries', words: 'log attempts webhook' },
    { id: '2', label: 'Webhooks' },
    { id: '3', label: 'API reference', words: 'documentation' },
  ]
  const ids = (text: string) => matchOptions(options, text).map(({ id }) => id)
  assert.deepEqual(ids(''), ['1', '2', '3'])
  assert.deepEqual(ids('web'), ['2', '1'])
  assert.deepEqual(ids('WEB log'), ['1'])
  assert.deepEqual(ids('ference'), [])
})

test('parameters are escaped when paths are filled in', () => {
  assert.equal(
    hrefOf('/webhooks/:id', { params: { id: 'whk_1' }, query: { tab: 'log', cursor: undefined } }),
    '/webhooks/whk_1?tab=log',
  )
  assert.equal(hrefOf('/events', { query: { type: '' } }), '/events')
  assert.equal(
    fillPath('/{account}/deliveries/:id', { kind: 'partner', params: { id: '../keys?x' } }),
    '/partner/deliveries/..%2Fkeys%3Fx',
  )
})

test('the client handles only links to its own screens', () => {
  for (const own of ['/', '/?a=1', '/keys', '/keys/', '/webhooks/whk_1?tab=log#top']) assert.match(own, SCREEN_SCOPE)
  for (const other of ['/sign-in', '/keysmith', '/reports/run_1', '/webhooks/a/b', '/api/docs', 'mailto:a@b']) {
    assert.doesNotMatch(other, SCREEN_SCOPE)
  }
})

test('a call is shown as a single shell command, and never with a key', () => {
  const call = { apiUrl: 'https://api.example', kind: 'distributor', method: 'POST', path: '/partners' } as const
  const command = toCurl({ ...call, body: { company: "O'Brien" } })
  assert.match(command, /^curl -X POST 'https:\/\/api\.example\/api\/v1\/distributor\/partners' \\\n/)
  assert.match(command, /-H "X-Distributor-Key: \$PLUMBLINE_KEY"/)
  assert.ok(command.includes(`"company": "O'\\''Brien"`))
  assert.doesNotMatch(command, /cacert/)
  assert.match(
    toCurl({ ...call, caFile: '/srv/data folder/ca.crt' }),
    / \\\n {2}--cacert '\/srv\/data folder\/ca\.crt' \\\n/,
  )
})
