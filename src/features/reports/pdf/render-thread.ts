import type { ReportInput } from '../content/input.ts'
import { renderPdf } from './content/document.ts'

/** Runs in a thread of the isolated pool: the report as it came from there, and its PDF. */
export default async function renderInThread(report: ReportInput): Promise<Uint8Array> {
  const { logo } = report.brand
  // A Buffer arrives as the plain bytes that it is made of.
  const brand = logo ? { ...report.brand, logo: { ...logo, bytes: Buffer.from(logo.bytes) } } : report.brand
  return await renderPdf({ ...report, brand })
}
