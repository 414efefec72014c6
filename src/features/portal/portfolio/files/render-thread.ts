import { type SheetContent, writeWorkbook } from '../../../../shared/files/xlsx/workbook.ts'

/** Runs in a thread of the isolated pool: writes the workbook of a list of customers. */
export default async function renderInThread({ sheet, at }: { sheet: SheetContent; at: Date }): Promise<Uint8Array> {
  return await writeWorkbook([sheet], at)
}
