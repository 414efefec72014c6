import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { parseTimestamp } from '../../src/platform/database/database.ts'

const parseWithDriver: (text: string) => unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

test('a timestamp is parsed like the driver parses it, whatever its precision, zone and era', () => {
  for (const text of [
    '2026-11-26 04:30:00+00',
    '2026-11-26 04:30:00.1+00',
    '2026-11-26 04:30:00.12+00',
    '2026-11-26 04:30:00.123+00',
    '2026-11-26 04:30:00.123456+00',
    '2026-11-26 23:59:59.999999+00',
    '0999-12-31 00:00:00+00',
    '10000-01-01 00:00:00+00',
    '294276-12-31 23:59:59.5+00',
    '0044-03-15 12:00:00+00 BC',
    '1800-01-01 00:00:00+00:19:32',
    '2026-11-26 04:30:00-03:30',
    '2026-11-26 04:30:00.123456+05:30',
    '2026-11-26 04:30:00+13',
    'infinity',
    '-infinity',
  ])
    assert.deepEqual(parseTimestamp(text), parseWithDriver(text), text)
})
