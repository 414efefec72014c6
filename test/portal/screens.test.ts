import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFilter } from '../../portal/screens/deliveries/filter.ts'
import { reasonWords, stateOf } from '../../portal/screens/deliveries/words.ts'
import { getRotation } from '../../portal/screens/keys/rotation.ts'
import { newDraft, toChange, toNewSchedule } from '../../portal/screens/schedules/draft.ts'
import { everyWords, lastWords, windowWords } from '../../portal/screens/schedules/words.ts'
import { firstClosingWords } from '../../portal/screens/settlement/words.ts'
import { nameOf } from '../../portal/screens/webhooks/words.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const agoS = (seconds: number): string => new Date(NOW.getTime() - seconds * 1000).toISOString()

test('an old key may be revoked without a warning once the new one is in use and the old one is quiet', () => {
  const old = { createdAt: agoS(9000), lastUsedAt: agoS(600) }
  const fresh = { createdAt: agoS(300) }
  assert.deepEqual(getRotation(old, undefined, NOW), { step: 'create' })
  assert.deepEqual(getRotation(old, fresh, NOW), { step: 'use', warning: 'unused' })
  const used = { ...fresh, lastUsedAt: agoS(10) }
  assert.deepEqual(getRotation(old, used, NOW), { step: 'revoke' })
  assert.deepEqual(
    getRotation({ createdAt: old.createdAt }, used, NOW),
    { step: 'revoke' },
    'an old key without any use',
  )
  for (const [seconds, warning] of [
    [119, 'old-in-use'],
    [121, undefined],
  ] as const) {
    assert.equal(getRotation({ ...old, lastUsedAt: agoS(seconds) }, used, NOW).warning, warning, `${seconds} s ago`)
  }
})

test('days in a filter are whole days in the person’s time zone, and invalid values are ignored', () => {
  const start = new Date('2026-11-22T00:00:00').toISOString()
  const end = new Date('2026-11-23T00:00:00').toISOString()
  assert.deepEqual(readFilter({ since: '2026-11-22', until: '2026-11-22', state: 'failed', cursor: 'x', reason: '' }), {
    state: 'failed',
    since: start,
    until: end,
  })
  for (const day of ['yesterday', '2026-13-45', '2026-11-22T10:00']) assert.deepEqual(readFilter({ since: day }), {})
})

test('a delivery counts as failed only after its last attempt', () => {
  assert.equal(stateOf({ state: 'pending', attempts: 0 }).words, 'Waiting')
  assert.equal(stateOf({ state: 'pending', attempts: 3 }).words, 'Trying again')
  assert.equal(stateOf({ state: 'failed', attempts: 6 }).words, 'Failed')
})

test('every cause has a sentence, even an unknown one', () => {
  assert.equal(reasonWords('status-401'), 'The receiver responded with 401 (not signed in)')
  assert.equal(reasonWords('status-418'), 'The receiver responded with 418')
  assert.equal(reasonWords('tls'), 'The receiver’s certificate or TLS is not valid')
  assert.equal(reasonWords('something-new'), 'something-new')
})

test('an address is shown by its host, and its path if there is one', () => {
  assert.equal(nameOf('https://example.com/'), 'example.com')
  assert.equal(nameOf('https://example.com:8443/hook?token=abc'), 'example.com:8443/hook')
  assert.equal(nameOf('not an address'), 'not an address')
})

test('the interval of a schedule is shown in words, also on the day of its first run', () => {
  const startsOn = '2026-05-31'
  for (const [every, words] of [
    [{ unit: 'day', count: 1 }, 'Every day'],
    [{ unit: 'day', count: 3 }, 'Every 3 days'],
    [{ unit: 'week' }, 'Every week on Sunday'],
    [{ unit: 'week', count: 2, on: 'monday' }, 'Every 2 weeks on Monday'],
    [{ unit: 'month', on: 22 }, 'Every month on the 22nd'],
    [{ unit: 'month', on: 13 }, 'Every month on the 13th'],
    [{ unit: 'month', on: 'last' }, 'Every month on the last day'],
    [{ unit: 'quarter', count: 2 }, 'Every 2 quarters on the 31st, or the last day of a shorter month'],
  ] as const)
    assert.equal(everyWords({ every, startsOn }), words)
  assert.equal(windowWords({ from: '02:00', to: '06:00' }), '02:00–06:00')
  assert.equal(windowWords({ from: '22:00', to: '02:00' }), '22:00–02:00 the next day')
})

test('the outcome of a scheduled run has counts for all customers, and none for a single one', () => {
  const last = { date: '2026-05-03', at: '2026-05-03T02:00:00Z', started: 0, missed: 0, skipped: [] }
  const skipped = [{ reason: 'already_running' as const, customers: 1 }]
  assert.equal(
    lastWords({ ...last, started: 12, missed: 2, skipped }, true),
    'Started for 12 customers; 2 missed: the service was down; 1 skipped: another run was in progress',
  )
  assert.equal(lastWords({ ...last, started: 1 }, false), 'Started')
  assert.equal(lastWords({ ...last, skipped }, false), 'Skipped: another run was in progress')
})

test('values typed for a schedule are sent as they are, and empty ones use the default', () => {
  const draft = { ...newDraft('essential-eight', NOW), timeZone: 'UTC', startsOn: '' }
  const recurrence = { every: { unit: 'week', count: 1 }, window: { from: '02:00', to: '06:00' }, timeZone: 'UTC' }
  assert.deepEqual(toNewSchedule(draft), { customerId: 'all', product: 'essential-eight', ...recurrence })
  assert.deepEqual(toChange({ ...draft, unit: 'month', on: '15', target: '3', startsOn: '2026-05-04' }), {
    ...recurrence,
    every: { unit: 'month', count: 1, on: 15 },
    maturityTarget: 3,
    startsOn: '2026-05-04',
  })
  assert.equal(toChange(draft).maturityTarget, null, 'the default of the framework')
  assert.equal(toNewSchedule({ ...draft, count: '' }).every.count, 0, 'an empty number is refused by the server')
})

test('periods are closed an hour after their end, by UTC', () => {
  const cases: [now: string, words: string][] = [
    [
      '2026-05-08T14:00:00Z',
      'The current quarter is closed on 1 July 2026 at 01:00 UTC, the current year on 1 January 2027.',
    ],
    ['2026-11-22T12:00:00Z', 'The current quarter and the current year are closed on 1 January 2027 at 01:00 UTC.'],
    ['2027-01-01T00:59:59Z', 'The current quarter and the current year are closed on 1 January 2027 at 01:00 UTC.'],
    [
      '2027-01-01T01:00:00Z',
      'The current quarter is closed on 1 April 2027 at 01:00 UTC, the current year on 1 January 2028.',
    ],
  ]
  for (const [now, words] of cases) assert.equal(firstClosingWords(new Date(now)), words, now)
})
