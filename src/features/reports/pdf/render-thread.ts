import type { ReportInput } from '../content/input.ts'
import { renderPdf } from './content/document.ts'

/** Runs in a thread of the isolated pool: renders the PDF of a report. */
export default async function renderInThread(report: ReportInput): Promise<Uint8Array> {
  const { logo } = report.brand
  // A Buffer arrives as a Uint8Array.
  const brand = logo ? { ...report.brand, logo: { ...logo, bytes: Buffer.from(logo.bytes) } } : report.brand
  return await renderPdf({ ...report, brand })
}
