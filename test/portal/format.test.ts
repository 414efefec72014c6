import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startOfDay } from '../../portal/days.ts'
import {
  formatAgo,
  formatAmount,
  formatDate,
  formatDay,
  formatDuration,
  formatLocal,
  formatMonth,
  formatNumber,
  formatShortDay,
  formatShortMonth,
  setFormats,
} from '../../portal/format.ts'
import type { Locale } from '../../src/shared/dates/locales.ts'

after(() => setFormats({}))

const AT = '2026-05-08T13:03:22.000Z'

test('times and numbers have the format of the chosen country, in the chosen time zone', () => {
  const cases: [locale: Locale, zone: string, texts: readonly string[]][] = [
    [
      'en-GB',
      'Europe/London',
      ['8 May 2026, 14:03:22', '8 May', '8 May 2026', 'May 2026', 'May', '12,345.5', 'AUD 1,250.50', '1.2 s'],
    ],
    [
      'en-US',
      'America/New_York',
      ['May 8, 2026, 9:03:22 AM', 'May 8', 'May 8, 2026', 'May 2026', 'May', '12,345.5', 'AUD 1,250.50', '1.2 s'],
    ],
    [
      'de-DE',
      'Europe/Berlin',
      ['08.05.2026, 15:03:22', '08.05.', '08.05.2026', '05/2026', '05', '12.345,5', 'AUD 1.250,50', '1,2 s'],
    ],
  ]
  for (const [locale, timeZone, texts] of cases) {
    setFormats({ locale, timeZone })
    const written = [
      formatLocal(AT),
      formatDay(AT),
      formatDate(AT),
      formatMonth('2026-05'),
      formatShortMonth('2026-05'),
      formatNumber(12_345.5),
      formatAmount(125_050, 'aud'),
      formatDuration(1_240),
    ]
    assert.deepEqual(written, texts, locale)
  }
})

test('the day of a run is the day in the chosen time zone', () => {
  for (const [locale, day] of [
    ['en-US', 'May 9, 2026'],
    ['de-DE', '09.05.2026'],
  ] as const) {
    setFormats({ locale, timeZone: 'Australia/Sydney' })
    assert.equal(formatShortDay('2026-05-08T20:03:22.000Z'), day)
  }
})

test('days begin in the chosen time zone, also when clocks change', () => {
  const cases: [zone: string, day: string, later: number, start: string | undefined][] = [
    ['UTC', '2026-05-08', 0, '2026-05-08T00:00:00.000Z'],
    ['Australia/Sydney', '2026-05-08', 0, '2026-05-07T14:00:00.000Z'],
    ['America/New_York', '2026-05-08', 1, '2026-05-09T04:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', 0, '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', 1, '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', 1, '2026-10-25T23:00:00.000Z'],
    ['UTC', '2026-02-30', 0, undefined],
    ['UTC', 'today', 0, undefined],
  ]
  for (const [timeZone, day, later, start] of cases) {
    setFormats({ timeZone })
    assert.equal(startOfDay(day, later), start, `${timeZone} ${day} ${later}`)
  }
})

test('a time ahead is rounded to the nearest unit, and one in the past down', () => {
  const now = new Date(AT)
  const cases: [seconds: number, text: string][] = [
    [7 * 86_400 - 1, 'in 7 days'],
    [6.4 * 86_400, 'in 6 days'],
    [86_399, 'tomorrow'],
    [3_599, 'in 1 hour'],
    [1_790, 'in 30 minutes'],
    [59.9, 'in 1 minute'],
    [30, 'in less than a minute'],
    [-30, 'just now'],
    [-119, '1 minute ago'],
    [-86_399, '23 hours ago'],
    [-7 * 86_400 + 1, '6 days ago'],
  ]
  for (const [seconds, text] of cases)
    assert.equal(formatAgo(new Date(now.getTime() + seconds * 1000).toISOString(), now), text, String(seconds))
})
