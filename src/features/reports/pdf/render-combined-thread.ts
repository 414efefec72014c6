import type { CombinedInput, ReportInput } from '../content/input.ts'
import { withLogoBuffer } from './brand.ts'
import { renderCombinedPdf } from './content/document.ts'

/** Runs in a thread of the isolated pool: renders the PDF of a report by several frameworks. */
export default async function renderInThread(report: CombinedInput): Promise<Uint8Array> {
  const parts = report.parts.map((part): ReportInput => ({ ...part, brand: withLogoBuffer(part.brand) }))
  return await renderCombinedPdf({ ...report, parts })
}
