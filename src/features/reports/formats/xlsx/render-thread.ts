import type { ReportInput } from '../../content/input.ts'
import { renderXlsx } from './workbook.ts'

/** Runs in a thread of the isolated pool: renders the workbook of a report. */
export default async function renderInThread(report: ReportInput): Promise<Uint8Array> {
  return await renderXlsx(report)
}
