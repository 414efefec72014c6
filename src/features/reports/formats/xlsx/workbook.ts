import { writeWorkbook } from '../../../../shared/files/xlsx/workbook.ts'
import type { ReportInput } from '../../content/input.ts'
import { sheetsOf } from './sheets.ts'

/** A report as an Office Open XML workbook; the same input gives the same bytes. */
export async function renderXlsx(input: ReportInput): Promise<Buffer> {
  return await writeWorkbook(sheetsOf(input), new Date(input.completedAt))
}
