import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderCombinedPdf } from '../../src/features/reports/pdf/content/document.ts'
import { readLayout, type WrittenText } from './pdf-layout.ts'
import { combinedReports, tenantReports } from './tenant-reports.ts'

const combined = combinedReports(await tenantReports())

/** The pages of a combined report whose names of frameworks take more lines by `longer`, so that everything below moves down. */
async function pagesOf(tenant: string, longer = 0): Promise<WrittenText[][]> {
  const { report } = combined.find((one) => one.tenant === tenant) ?? assert.fail(tenant)
  const parts = report.parts.map((part) => ({
    ...part,
    productName: `${part.productName}${' with extensions'.repeat(longer)}`,
  }))
  return readLayout(await renderCombinedPdf({ ...report, parts }))
}

test('where the costs of inaction continue on the next page, at least two areas stand there', async () => {
  let divided = 0
  for (let longer = 0; longer < 14; longer++) {
    const pages = await pagesOf('weak', longer)
    const at = pages.findIndex((texts) => texts.some(({ text }) => text === 'The plan, quarter by quarter'))
    const page = pages[at] ?? []
    const continued = page
      .slice(
        0,
        page.findIndex(({ tag }) => tag === 'H2'),
      )
      .filter(({ tag }) => tag === 'H3')
    if (continued.length > 0) divided++
    assert.notEqual(continued.length, 1, `${longer}: ${continued[0]?.text}`)
  }
  assert.ok(divided > 0)
})
