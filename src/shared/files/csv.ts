import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | undefined

/**
 * Rows as CSV (RFC 4180). Starts with a byte order mark, without which Excel does not recognize UTF-8. Texts that look
 * like a formula get an apostrophe, which prevents spreadsheets from evaluating them, even those that separate by
 * semicolon or tab and ignore the quotes.
 */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  stringify([...rows], {
    bom: true,
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    cast: { string: neutralizeFormulas },
  })

/**
 * Matches where a spreadsheet would see a formula: at the beginning or after a comma, semicolon, tab or line break, possibly
 * after spaces and quotes. Includes full-width characters, and a tab or carriage return at the very beginning.
 */
const FORMULA = /(^|[,;\t\r\n])([[\s"]--[\t\r\n]]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=\s*[\t\r])/gv

const neutralizeFormulas = (text: string): string =>
  text.replace(FORMULA, (_, separator = '', space = '') => `${separator}${space}'`)
