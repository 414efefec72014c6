import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMonths, dayText, readTimeZone, shortDayText, timeText } from '../../src/shared/dates/datetime.ts'
import type { Locale } from '../../src/shared/dates/locales.ts'

test('months are added by the calendar, and a day that does not exist becomes the last of the month', () => {
  const from: [date: string, months: number, result: string][] = [
    ['2026-01-31T10:20:30.400Z', 1, '2026-02-28T10:20:30.400Z'],
    ['2024-01-31T00:00:00.000Z', 1, '2024-02-29T00:00:00.000Z'],
    ['2024-02-29T00:00:00.000Z', 12, '2025-02-28T00:00:00.000Z'],
    ['2024-02-29T00:00:00.000Z', -12, '2023-02-28T00:00:00.000Z'],
    ['2026-03-31T23:59:59.999Z', -1, '2026-02-28T23:59:59.999Z'],
    ['2026-12-15T00:00:00.000Z', 1, '2027-01-15T00:00:00.000Z'],
  ]
  for (const [date, months, result] of from)
    assert.equal(addMonths(new Date(date), months).toISOString(), result, `${date} and ${months}`)
})

test('a time is formatted in its zone with that day’s offset, or in UTC without a zone', () => {
  const written: [at: string, zone: string | undefined, text: string][] = [
    ['2026-05-08T14:03:00Z', undefined, '8 May 2026 at 14:03 UTC'],
    ['2026-05-08T14:03:00Z', 'Australia/Sydney', '9 May 2026 at 00:03 UTC+10'],
    ['2026-12-08T14:03:00Z', 'Australia/Sydney', '9 December 2026 at 01:03 UTC+11'],
    ['2026-05-08T14:03:00Z', 'Asia/Kolkata', '8 May 2026 at 19:33 UTC+5:30'],
    ['2026-01-08T14:03:00Z', 'Europe/London', '8 January 2026 at 14:03 UTC'],
    ['not a time', 'Europe/London', 'not a time'],
  ]
  for (const [at, timeZone, text] of written) assert.equal(timeText(at, { timeZone }), text)
  assert.equal(dayText('2026-05-08T14:03:00Z', { timeZone: 'Australia/Sydney' }), '9 May 2026')
  assert.equal(dayText('2026-05-08T14:03:00Z'), '8 May 2026')
})

test('a time has the format of its country, with month names only in English', () => {
  const written: [locale: Locale, day: string, time: string][] = [
    ['en-GB', '8 May 2026', '8 May 2026 at 16:03 UTC+2'],
    ['en-US', 'May 8, 2026', 'May 8, 2026 at 4:03 PM UTC+2'],
    ['en-AU', '8 May 2026', '8 May 2026 at 4:03 pm UTC+2'],
    ['de-DE', '08.05.2026', '08.05.2026, 16:03 UTC+2'],
    ['nl-NL', '08-05-2026', '08-05-2026, 16:03 UTC+2'],
  ]
  for (const [locale, day, time] of written) {
    const style = { locale, timeZone: 'Europe/Berlin' }
    assert.equal(dayText('2026-05-08T14:03:00Z', style), day)
    assert.equal(timeText('2026-05-08T14:03:00Z', style), time)
  }
})

test('a short day is in the zone and in the form of the country, too', () => {
  const written: [locale: Locale, day: string][] = [
    ['en-GB', '28 Nov 2026'],
    ['en-US', 'Nov 28, 2026'],
    ['de-DE', '28.11.2026'],
  ]
  for (const [locale, day] of written)
    assert.equal(shortDayText('2026-11-27T14:44:22.932Z', { locale, timeZone: 'Australia/Sydney' }), day)
  assert.equal(shortDayText('2026-11-27T14:44:22.932Z'), '27 Nov 2026')
  assert.equal(shortDayText('not a time'), 'not a time')
})

test('a time zone is a name of the IANA database, in any case', () => {
  const read: [given: string, zone: string | undefined][] = [
    ['Australia/Sydney', 'Australia/Sydney'],
    ['EUROPE/berlin', 'Europe/Berlin'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['UTC', 'UTC'],
    ['Etc/GMT+10', 'Etc/GMT+10'],
    ['+10:00', undefined],
    ['10', undefined],
    ['Sydney', undefined],
    ['', undefined],
    ['Australia/Sydney ', undefined],
  ]
  for (const [given, zone] of read) assert.equal(readTimeZone(given), zone, given)
})
