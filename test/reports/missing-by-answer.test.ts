import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderReport } from '../../src/features/reports/html/page.ts'
import { renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { readLayout } from './pdf-layout.ts'
import { tenantReports } from './tenant-reports.ts'

/** Actions of which Microsoft 365 has its part already, and lists of names that paper cuts, in the technical edition. */

const reports = (await tenantReports()).map(({ tenant, framework, report }) => ({
  name: `${framework}, ${tenant}`,
  report: { ...report, edition: 'technical' } as const,
}))
const named = (name: string) => {
  const found = reports.find((each) => each.name === name)
  assert.ok(found)
  return found.report
}

const LEAD =
  'Microsoft 365 does its part, as far as read; do these steps for what the answer finds missing, and check the others:'

const count = (text: string, part: string): number => text.split(part).length - 1

const textOf = async (pdf: Parameters<typeof readLayout>[0]): Promise<string> =>
  readLayout(pdf)
    .flat()
    .map((each) => each.text)
    .join(' ')
    .replace(/\s+/g, ' ')

test('steps begin with what is missing where all findings of an action are met in Microsoft 365, and only there', () => {
  let [led, mixed] = [0, 0]
  for (const { name, report } of reports) {
    for (const action of renderReport(report).split(' class="action">').slice(1)) {
      const [head = '', remedy = ''] = action.split('<details class="more fix">')
      const [findings, met] = [count(head, '<span class="id">'), count(head, '(met in Microsoft 365, as far as read;')]
      if (remedy === '') continue
      const isMet = findings > 0 && met === findings
      assert.equal(count(remedy.split('<ol class="steps">')[0] ?? '', LEAD), isMet ? 1 : 0, `${name}: ${head}`)
      if (isMet) led++
      else if (met > 0) mixed++
    }
  }
  assert.ok(led > 2 && mixed > 0)
})

test('paper has it as often as the page', async () => {
  const report = named('essential-eight, typical-answered')
  const text = await textOf(await renderPdf(report))
  assert.ok(count(text, LEAD) > 2)
  assert.equal(count(text, LEAD), count(renderReport(report), LEAD))
})

test('the first list of names that paper cuts says where more of them are', async () => {
  const text = await textOf(await renderPdf(named('essential-eight, weak')))
  const more = 'The web page and the workbook of this report name up to 100.'
  assert.equal(count(text, more), 1)
  assert.match(text.split(more)[0] ?? '', /affected: (?:(?!affected: ).)* and \d+ more(?: \([^)]*\))?\. $/)
})
