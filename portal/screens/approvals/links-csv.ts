import { neutralizeFormulas } from '../../../src/shared/files/formulas.ts'

/** Links for a spreadsheet: CSV with a byte order mark, in which no cell is a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const cellOf = (text: string): string => `"${neutralizeFormulas(text).replaceAll('"', '""')}"`
  return `\ufeff${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
}
