import { withLogoBuffer } from '../../brands/rules.ts'
import type { ReportInput } from '../content/input.ts'
import { renderPdf } from './content/document.ts'

/** Runs in a thread of the isolated pool: renders the PDF of a report. */
export default async function renderInThread(report: ReportInput): Promise<Uint8Array> {
  return await renderPdf(withLogoBuffer(report))
}
