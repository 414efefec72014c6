import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { EDITIONS, type Edition } from '../../src/features/reports/content/edition.ts'
import { renderCsv } from '../../src/features/reports/formats/csv.ts'
import { sampleSnapshot } from '../engine/sample-snapshot.ts'
import { parseCsv } from './parse-csv.ts'
import { sampleResult } from './sample.ts'
import { sampleReport } from './sample-report.ts'

const NOW = '2026-05-08T03:11:02Z'

function rowsOf(csv: string): Record<string, string>[] {
  assert.equal(csv.charCodeAt(0), 0xfeff, 'the file begins with a byte order mark')
  const [names = [], ...lines] = parseCsv(csv.slice(1))
  for (const line of lines) assert.equal(line.length, names.length)
  return lines.map((line) => Object.fromEntries(names.map((name, index) => [name, line[index] ?? ''])))
}

test('each requirement in each group is one line with the values of the result', () => {
  const result = sampleResult('mixed')
  const rows = rowsOf(renderCsv(sampleReport(result)))
  assert.equal(rows.length, result.requirements.length)
  for (const [index, row] of result.requirements.entries()) {
    const { id, group, verdict, statement, observed, expected, remedy, severity, coverage, evidence } = row
    const line = rows[index] ?? {}
    const exported = { id, group, verdict, statement, observed, expected, remedy, severity: severity ?? '' }
    for (const [name, value] of Object.entries(exported)) assert.equal(line[name], value, `${id} ${name}`)
    assert.equal(line.coverageN, coverage ? String(coverage.n) : '')
    assert.equal(line.askedAtTarget, row.levels.includes(2) ? 'yes' : 'no')
    assert.equal(line.evidence?.includes('GET /v1.0/users'), evidence.length > 0)
  }
  assert.equal(rows[0]?.groupName, 'Patch applications')
  assert.equal(rows[0]?.verdictText, 'In place')
})

test('commas, quotes and line breaks stay inside their cell', () => {
  const result = sampleResult('weak')
  const observed = 'He said: "a, b"\r\nand\nleft'
  const rows = rowsOf(
    renderCsv(sampleReport({ ...result, requirements: result.requirements.map((row) => ({ ...row, observed })) })),
  )
  assert.equal(rows.length, result.requirements.length)
  for (const row of rows) assert.equal(row.observed, observed)
})

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '=cmd|"/c calc"!A0', "=cmd|' /C calc'!A0"]
const BEFORE = [
  '',
  ' ',
  '\t',
  '\r',
  '\n',
  '"',
  ' " ',
  '\u00a0',
  'a;',
  'a,',
  'a\t',
  'a\r\n',
  'a\n',
  'a; ',
  'a;"',
  'a," ',
  ';;',
  '\t\t',
]

/** Cells as in a spreadsheet that splits at this separator and ignores quotes. */
const cutAt = (csv: string, separator: string): string[] => csv.split(/[\r\n]/).flatMap((line) => line.split(separator))

function csvWith(text: string): string {
  const result = sampleResult('weak')
  const requirements = result.requirements.map((row) => ({
    ...row,
    observed: text,
    remedy: text,
    affected: { items: ['ada@fabrikam.example', text], total: 2 },
    limitations: [text],
  }))
  return renderCsv(sampleReport({ ...result, requirements })).slice(1)
}

test('no part of a cell can become a formula, whatever separator a spreadsheet uses', () => {
  for (const before of BEFORE) {
    for (const formula of FORMULAS) {
      const csv = csvWith(before + formula)
      for (const separator of [',', ';', '\t']) {
        for (const cell of cutAt(csv, separator))
          assert.doesNotMatch(cell, /^[\s"]*[=+\-@＝]/, JSON.stringify(before + formula))
      }
    }
  }
  for (const text of ['\tindented', '\rreturned']) {
    for (const row of rowsOf(`\ufeff${csvWith(text)}`)) assert.equal(row.observed, `'${text}`)
  }
})

test('text that is not a formula is unchanged', () => {
  for (const text of [
    'a = b',
    'x-ray, y-axis; z+1',
    "it's",
    'ada@fabrikam.example, bo@fabrikam.example',
    'a;b\tc',
    '50 % - 60 %',
  ]) {
    for (const row of rowsOf(`\ufeff${csvWith(text)}`)) assert.equal(row.observed, text)
  }
})

test('a text that consists only of separators is written in linear time', () => {
  const [row] = sampleResult('weak').requirements
  assert.ok(row)
  for (const separator of ['\t', ' ', '"', ';', '\n']) {
    const requirements = [{ ...row, observed: separator.repeat(2_000_000) }]
    const [line] = rowsOf(renderCsv(sampleReport({ ...sampleResult('weak'), requirements })))
    assert.ok(Number(line?.observed?.length) >= 2_000_000)
  }
})

test('the technical edition begins with the worst finding of the target, and ends with what is unknown and would make it known', () => {
  const result = evaluateFramework(ESSENTIAL_EIGHT, readTenant(sampleSnapshot('weak', NOW)), { target: 1 })
  const rows = rowsOf(renderCsv(sampleReport(result, { edition: 'technical' })))
  const PARTS = ['critical', 'high', 'medium', 'low', 'beyond the target', 'unknown']
  const places = rows.map(({ verdict = '', severity = '', askedAtTarget }) => {
    const isKnown = /^(ineffective|partial)$/.test(verdict)
    return PARTS.indexOf(isKnown ? (askedAtTarget === 'yes' ? severity : 'beyond the target') : 'unknown')
  })
  assert.deepEqual(places, places.toSorted())
  assert.ok(places.includes(0) && places.includes(4))
  const unknown = rows.slice(places.indexOf(5))
  const wanted = result.requirements.filter(
    ({ verdict, levels }) => /^(not_licensed|no_visibility|not_assessed)$/.test(verdict) && levels.includes(1),
  )
  assert.ok(wanted.length > 10)
  assert.deepEqual(unknown.map(({ id }) => id).toSorted(), wanted.map(({ id }) => id).toSorted())
  for (const { id = '', needed = '' } of unknown)
    assert.match(needed, /^(Approve the permission|Needs a licence|Could not be read|Answer the question): ./, id)
  for (const { needed } of rows.slice(0, places.indexOf(5))) assert.equal(needed, '')
})

test('each version adds columns at the end, so that programs still find theirs', () => {
  const result = sampleResult('weak')
  const namesOf = (edition?: Edition): string[] =>
    parseCsv(renderCsv(sampleReport(result, edition && { edition })).slice(1))[0] ?? []
  const original = namesOf()
  const fixes = ['answer', 'actions', 'why', 'steps', 'effort', 'licence', 'usersNotice', 'verified', 'documentation']
  for (const edition of ['technical', 'full'] as const)
    assert.deepEqual(namesOf(edition), [...original, ...fixes, 'needed'])
})

test('the technical edition lists what falls short with its steps, the full one everything, the owner’s one actions', () => {
  const result = evaluateFramework(ESSENTIAL_EIGHT, readTenant(sampleSnapshot('weak', NOW)), { target: 2 })
  const [owner, technical, full] = EDITIONS.map((edition) => rowsOf(renderCsv(sampleReport(result, { edition }))))
  assert.ok(owner && technical && full)
  assert.ok(technical.length > 20)
  const fixed = technical.find(({ id }) => id === 'ISM-1504')
  assert.match(fixed?.steps ?? '', /^1\. .+\n2\. /)
  assert.match(fixed?.documentation ?? '', /^https:\/\/learn\.microsoft\.com\//)
  assert.equal(full.length, result.requirements.length)
  assert.equal(full.find(({ id }) => id === 'ISM-1504')?.steps, fixed?.steps)
  assert.deepEqual(
    owner.map(({ order }) => order),
    owner.map((_, index) => String(index + 1)),
  )
  for (const row of owner) assert.doesNotMatch(JSON.stringify(row), /ISM-\d/)
  assert.match(owner[0]?.quarter ?? '', /^2026 Q2$/)
})
