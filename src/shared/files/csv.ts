import { stringify } from 'csv-stringify/sync'
import { neutralizeFormulas } from './formulas.ts'

export type Cell = string | number | undefined

/**
 * Rows as CSV (RFC 4180). Starts with a byte order mark, without which Excel does not recognize UTF-8. Texts that look
 * like a formula get an apostrophe, which prevents spreadsheets from evaluating them.
 */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  stringify([...rows], {
    bom: true,
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    cast: { string: neutralizeFormulas },
  })
