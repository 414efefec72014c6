import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderCsv } from '../../src/features/reports/formats/csv.ts'
import { sampleResult } from './sample.ts'
import { sampleReport } from './sample-report.ts'

/** The cells of each line, as RFC 4180 has them. */
function parseCsv(text: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') lines.push([])
    if (end === '') break
  }
  assert.deepEqual(lines.pop(), [''], 'the last line is ended')
  return lines
}

function rowsOf(csv: string): Record<string, string>[] {
  assert.equal(csv.charCodeAt(0), 0xfeff, 'a byte order mark stands first')
  const [names = [], ...lines] = parseCsv(csv.slice(1))
  for (const line of lines) assert.equal(line.length, names.length)
  return lines.map((line) => Object.fromEntries(names.map((name, index) => [name, line[index] ?? ''])))
}

test('each requirement in each group is a line that reads back as what the result says', () => {
  const result = sampleResult('mixed')
  const rows = rowsOf(renderCsv(sampleReport(result)))
  assert.equal(rows.length, result.requirements.length)
  for (const [index, row] of result.requirements.entries()) {
    const { id, group, verdict, statement, observed, expected, remedy, severity, coverage, evidence } = row
    const line = rows[index] ?? {}
    const told = { id, group, verdict, statement, observed, expected, remedy, severity: severity ?? '' }
    for (const [name, value] of Object.entries(told)) assert.equal(line[name], value, `${id} ${name}`)
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

test('no cell can be taken for a formula', () => {
  const result = sampleResult('weak')
  const attacks = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '=cmd|"/c calc"!A0']
  for (const attack of attacks) {
    const evil = result.requirements.map((row) => ({
      ...row,
      observed: attack,
      remedy: attack,
      affected: { items: [attack], total: 1 },
      limitations: [attack],
    }))
    for (const row of rowsOf(renderCsv(sampleReport({ ...result, requirements: evil })))) {
      for (const name of ['observed', 'remedy', 'affected', 'limitations']) assert.equal(row[name], `'${attack}`)
    }
  }
})
