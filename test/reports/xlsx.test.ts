import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import type { RequirementResult } from '../../src/engine/model/result.ts'
import { actionsOf } from '../../src/engine/results/actions.ts'
import type { ReportInput } from '../../src/features/reports/content/input.ts'
import { renderCsv } from '../../src/features/reports/formats/csv.ts'
import { renderXlsx } from '../../src/features/reports/formats/xlsx/workbook.ts'
import { SEVERITY_LOOKS, VERDICT_LOOKS } from '../../src/features/reports/pdf/kit/looks.ts'
import { sampleSnapshot } from '../engine/sample-snapshot.ts'
import { sampleResult } from './sample.ts'
import { sampleReport } from './sample-report.ts'
import { zipEntries } from './zip-entries.ts'

const NOW = '2026-05-08T03:11:02Z'
const RESULT = evaluateFramework(ESSENTIAL_EIGHT, readTenant(sampleSnapshot('weak', NOW)), { target: 2 })

const UNESCAPED: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}
const decode = (xml: string): string => xml.replace(/&(lt|gt|quot|amp|#39);/g, (entity) => UNESCAPED[entity] ?? entity)

interface Sheet {
  xml: string
  rows: string[][]
}

/** The sheets of a workbook by their names; cells as text. */
async function open(input: ReportInput): Promise<Map<string, Sheet>> {
  const entries = zipEntries(await renderXlsx(input))
  const read = (name: string): string => {
    const entry = entries.get(name)
    assert.ok(entry, name)
    return entry.text
  }
  const shared = [...read('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item = '']) =>
    decode([...item.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text]) => text).join('')),
  )
  const names = [...read('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name = '']) => name)
  return new Map(
    names.map((name, index) => {
      const xml = read(`xl/worksheets/sheet${index + 1}.xml`)
      const rows = [...xml.matchAll(/<row [^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(([, row = '']) => {
        const cells: string[] = []
        for (const [, column = '', kind, value = ''] of row.matchAll(
          /<c r="([A-Z]+)\d+"(?:[^>]*? t="(\w+)")?[^>]*?(?:\/>|>(?:<v>(.*?)<\/v>)?<\/c>)/gs,
        )) {
          const at = [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
          cells[at] = kind === 's' ? (shared[Number(value)] ?? '?') : value
        }
        return Array.from(cells, (cell) => cell ?? '')
      })
      return [name, { xml, rows }]
    }),
  )
}

const ALL = ['Summary', 'Actions', 'Findings', 'All requirements', 'Not known']

test('every sheet has a frozen header and filters on all rows', async () => {
  const sheets = await open(sampleReport(RESULT))
  assert.deepEqual([...sheets.keys()], ALL)
  for (const [name, { xml, rows }] of sheets) {
    assert.match(xml, /<pane [^>]*ySplit="1"[^>]*state="frozen"/, name)
    const [, last, lastRow] = xml.match(/<autoFilter ref="A1:([A-Z]+)(\d+)"\/>/) ?? []
    assert.equal(Number(lastRow), rows.length, name)
    assert.equal(last, String.fromCharCode(64 + (rows[0]?.length ?? 0)), name)
    assert.match(xml, /<col [^>]*width="/)
    // The order that the schema of the format asks for.
    const order = [...xml.matchAll(/<(sheetViews|cols|sheetData|autoFilter)[ >/]/g)].map(([, tag]) => tag)
    assert.deepEqual(order, ['sheetViews', 'cols', 'sheetData', 'autoFilter'], name)
  }
  const requirements = sheets.get('All requirements')?.rows ?? []
  assert.equal(requirements.length - 1, RESULT.requirements.length)
  const actions = sheets.get('Actions')?.rows ?? []
  assert.equal(actions.length - 1, actionsOf(RESULT).length)
  const mfa = actions.find((row) => row[1]?.startsWith('Require multi-factor authentication for everyone'))
  assert.ok(mfa?.some((cell) => /^1\. Create two emergency access accounts/.test(cell)))
  assert.ok(mfa?.some((cell) => cell.startsWith('Get-MgIdentityConditionalAccessPolicy')))
  const summary = new Map(sheets.get('Summary')?.rows.map(([name = '', value = '']) => [name, value]))
  assert.equal(summary.get('Score'), `${RESULT.score}–${RESULT.scoreCeiling}`)
  assert.equal(summary.get('Findings'), String(RESULT.findings))
})

test('severities and verdicts have their colours beside the words, and actions have columns to plan with', async () => {
  const entries = zipEntries(await renderXlsx(sampleReport(RESULT)))
  const styles = entries.get('xl/styles.xml')?.text ?? ''
  for (const { ink, tint } of [SEVERITY_LOOKS.critical, SEVERITY_LOOKS.medium, VERDICT_LOOKS.ineffective])
    for (const color of [ink, tint]) assert.match(styles, new RegExp(`"(FF)?${color.slice(1)}"`, 'i'), color)
  const actions = (await open(sampleReport(RESULT))).get('Actions')?.rows ?? []
  const who = actions[0]?.indexOf('Who') ?? -1
  assert.deepEqual(actions[0]?.slice(who, who + 4), ['Who', 'By when', 'Done on', 'Comments'])
  for (const row of actions.slice(1)) assert.deepEqual(row.slice(who, who + 4), ['', '', '', ''])
  const owner = (await open(sampleReport(RESULT, { edition: 'owner' }))).get('Actions')?.rows ?? []
  assert.equal(owner[0]?.includes('Who'), false)
})

test('the editions have the sheets for their readers', async () => {
  assert.deepEqual(
    [...(await open(sampleReport(RESULT, { edition: 'owner' }))).keys()],
    ['Summary', 'Actions', 'Not known'],
  )
  const technical = await open(sampleReport(RESULT, { edition: 'technical' }))
  assert.deepEqual([...technical.keys()], ['Summary', 'Actions', 'Findings', 'Not known'])
  assert.deepEqual([...(await open(sampleReport(RESULT, { edition: 'full' }))).keys()], ALL)
  for (const { rows } of (await open(sampleReport(RESULT, { edition: 'owner' }))).values()) {
    assert.doesNotMatch(JSON.stringify(rows), /ISM-\d/)
  }
})

test('all times are in the time zone of the partner and all days in the form of the country, except names and quotes', async () => {
  const result = sampleResult('weak')
  const [first, ...others] = result.requirements
  assert.ok(first)
  const row: RequirementResult = {
    ...first,
    observed: 'The newest update is from 2026-04-30. “Since 2026-05-01” excludes PC-2026-01-06.',
    expected: 'A later one than of 2026-04-29.',
    limitations: ['Read on 2026-05-02.'],
    contradiction: 'Since 2026-05-03.',
    hint: 'Until 2026-05-04.',
    answer: 'yes',
    answeredBy: 'Ann Park',
    answeredAt: '2026-05-05T20:00:00.000Z',
    exceptions: [
      {
        kind: 'accepted-risk',
        reason: 'Replaced soon.',
        approver: 'Bo Lind',
        approvedAt: '2026-05-06T20:00:00.000Z',
        expiresAt: '2027-05-06T20:00:00.000Z',
      },
    ],
    evidence: [{ dataset: 'GET /v1.0/users', pointer: '', collectedAt: '2026-05-07T20:00:00.000Z' }],
  }
  const brand = { timeZone: 'Australia/Sydney', locale: 'en-US' } as const
  const report = sampleReport({ ...result, requirements: [row, ...others] }, { brand, edition: 'full' })
  const sheets = await open(report)
  const [found, all] = ['Findings', 'All requirements'].map((name) => {
    const [head = [], cells = []] = sheets.get(name)?.rows ?? []
    return new Map(head.map((title, index) => [title, cells[index]]))
  })
  for (const cells of [found, all]) {
    assert.equal(
      cells?.get('What was found'),
      'The newest update is from April 30, 2026. “Since 2026-05-01” excludes PC-2026-01-06.',
    )
    assert.equal(cells?.get('What is expected'), 'A later one than of April 29, 2026.')
    assert.equal(cells?.get('Notes'), 'Read on May 2, 2026.')
  }
  assert.equal(all?.get('Contradiction'), 'Since May 3, 2026.')
  assert.equal(all?.get('Hint'), 'Until May 4, 2026.')
  assert.equal(all?.get('Answered by'), 'Ann Park, May 6, 2026')
  assert.match(all?.get('Exceptions') ?? '', /May 7, 2026.*May 7, 2027/)
  assert.equal(all?.get('Evidence'), 'GET /v1.0/users, May 8, 2026 at 6:00 AM UTC+10')
  // Data stays data.
  assert.match(renderCsv(report), /from 2026-04-30\..*2026-05-07T20:00:00\.000Z/s)
})

test('no cell is a formula, whatever a tenant writes, and texts arrive unchanged', async () => {
  const result = sampleResult('weak')
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    "=cmd|' /C calc'!A0",
    '<f>1+1</f>',
    '"quoted" & \'more\'',
    'line\nbreak',
  ]
  for (const text of texts) {
    const requirements = result.requirements.map((row) => ({ ...row, observed: text }))
    const sheets = await open(sampleReport({ ...result, requirements }, { customerName: text }))
    for (const { xml } of sheets.values()) assert.doesNotMatch(xml, /<f[ >/]|t="str"|t="e"/)
    assert.ok(
      sheets
        .get('Findings')
        ?.rows.slice(1)
        .every((row) => row[5] === text),
      text,
    )
    assert.equal(sheets.get('Summary')?.rows[1]?.[1], text)
  }
})

test('a text that is too long for a cell is cut, and characters that XML refuses are left out', async () => {
  const result = sampleResult('weak')
  const requirements = result.requirements.map((row) => ({ ...row, limitations: Array(50).fill('x'.repeat(2_000)) }))
  const sheets = await open(sampleReport({ ...result, requirements }, { customerName: 'a\u0000b\ud800c' }))
  const longest = Math.max(
    ...(sheets
      .get('Findings')
      ?.rows.flat()
      .map(({ length }) => length) ?? []),
  )
  assert.equal(longest, 32_767)
  assert.equal(sheets.get('Summary')?.rows[1]?.[1], 'abc')
})

test('the same report gives the same bytes, and the entries have the time of the run', async () => {
  const input = sampleReport(RESULT)
  const first = await renderXlsx(input)
  assert.ok(first.equals(await renderXlsx(input)))
  const [entry] = zipEntries(first).values()
  // 2026-05-08 03:14:20
  assert.equal(entry?.time, (((46 << 9) | (5 << 5) | 8) << 16) | ((3 << 11) | (14 << 5) | 10))
})
