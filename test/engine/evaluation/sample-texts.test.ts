import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasFailed } from '../../../src/engine/evaluation/outcome.ts'
import type { RequirementResult } from '../../../src/engine/model/result.ts'
import { sentencesOf } from '../../../src/shared/text/sentences.ts'
import { tenantReports } from '../../reports/tenant-reports.ts'

/** What the rows of all sample tenants say by every framework. */

const rows = (await tenantReports()).flatMap(({ tenant, report }) =>
  report.result.requirements.map((row) => ({ row, place: `${row.id}, ${tenant}` })),
)
const failed = rows.filter(({ row }) => hasFailed(row.verdict))

test('no row says a sentence twice', () => {
  for (const { row, place } of rows) {
    for (const text of [row.observed, row.hint ?? '', row.inPlace ?? '', row.expected, row.contradiction ?? '']) {
      const sentences = sentencesOf(text)
      assert.deepEqual(
        sentences.filter((sentence, index) => sentences.indexOf(sentence) < index),
        [],
        place,
      )
    }
  }
})

/** Of one sentence, whether it says that something is as demanded everywhere, or on how many it is. */
const SAYS_ALL_IS_WELL = /^([\d,]+) of \1 /

test('every finding says why: what falls short, or what people answered', () => {
  for (const { row, place } of failed) {
    assert.notEqual(row.observed, '', place)
    const sentences = sentencesOf(row.observed)
    assert.ok(!sentences.every((sentence) => SAYS_ALL_IS_WELL.test(sentence)), `${place}: ${row.observed}`)
  }
})

test('what is partly in place says what holds, even if everything that falls short holds for nobody', () => {
  const decisive = ({ checks = [] }: RequirementResult) => checks.filter(({ proves }) => proves !== 'hint')
  const read = rows.filter(({ row }) => decisive(row).some(({ verdict }) => verdict === 'effective'))
  const [bare, others] = [read.filter(isBare), read.filter((one) => !isBare(one))]
  assert.ok(bare.length > 0 && others.length > 0)
  for (const { row, place } of bare) assert.match(row.inPlace ?? '', /^[A-Z0-9].*\.$/, place)
  for (const { row, place } of others) assert.equal(row.inPlace, undefined, place)

  function isBare({ row }: (typeof rows)[number]): boolean {
    const short = decisive(row).filter(({ found }) => found)
    return (
      row.verdict === 'partial' &&
      short.length > 0 &&
      short.every(({ verdict, found }) => verdict !== 'partial' && (found?.coverage?.n ?? 0) === 0)
    )
  }
})

test('a share of devices never stands before a colon and the state that is demanded', () => {
  for (const { row, place } of rows)
    assert.doesNotMatch(textsOf(row), /\bon ([\d,]+|any) of [\d,]+ [a-zA-Z ]+: /, place)
})

const textsOf = ({ observed, hint, shown, checks = [] }: RequirementResult): string =>
  [observed, hint, shown?.observed, ...checks.map(({ found }) => found?.observed)].join('\n')

/** A state that is demanded, where no number says on how many it is in place. */
const DEMANDED = /\b(is|are) (shown to everybody|off|disabled|blocked|on|in place)\b|^(only|no) /

test('no item that is affected is named after the state that is demanded', () => {
  for (const { row, place } of failed) {
    for (const item of row.affected?.items ?? []) {
      assert.doesNotMatch(item, DEMANDED, place)
      assert.doesNotMatch(item, /\((\d[\d,]*) of \1 devices\)|\(\d+ of/, place)
      const [, n, of] = /\(in place on ([\d,]+) of ([\d,]+) devices\)/.exec(item) ?? []
      if (n !== undefined) assert.notEqual(n, of, place)
    }
  }
})
