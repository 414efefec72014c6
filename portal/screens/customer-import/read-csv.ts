import type { Workbook } from '../../../src/features/customers/imports/schema.ts'

/** A row of a file: its number there, from 1, and its cells. */
export type TableRow = Workbook['rows'][number]

const DELIMITERS = [',', ';', '\t'] as const
const BYTE_ORDER_MARKS: readonly [mark: string, encoding: string][] = [
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]

/** The text of a file in one of the encodings that spreadsheets save: UTF-8, UTF-16 with a mark, or that of older Windows. */
export function decodeText(bytes: Uint8Array): string {
  const start = [...bytes.subarray(0, 2)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const marked = BYTE_ORDER_MARKS.find(([mark]) => mark === start)
  if (marked) return new TextDecoder(marked[1]).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The rows of a CSV text without empty ones, by RFC 4180, with commas, semicolons or tabs between the cells. */
export function parseCsv(text: string): TableRow[] {
  // Excel writes and obeys a first line such as `sep=;`.
  const [hint = '', named] = /^sep=([,;\t])\r?\n/.exec(text) ?? []
  const delimiter = named ?? findDelimiter(text)
  const rows: TableRow[] = []
  let row: TableRow = { number: hint === '' ? 1 : 2, cells: [] }
  let line = row.number
  let cell = ''
  let isQuoted = false
  const endRow = (): void => {
    row.cells.push(cell)
    if (row.cells.some((value) => value.trim() !== '')) rows.push(row)
    row = { number: line + 1, cells: [] }
    cell = ''
  }
  for (let at = hint.length; at < text.length; at++) {
    const sign = text.charAt(at)
    if (isQuoted) {
      if (sign === '\n') line += 1
      if (sign !== '"') cell += sign
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at)
      else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === delimiter) {
      row.cells.push(cell)
      cell = ''
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text.charAt(at + 1) === '\n') at++
      endRow()
      line += 1
    } else cell += sign
  }
  endRow()
  return rows
}

/** The one that is most frequent in the first line, outside quotation marks. */
function findDelimiter(text: string): string {
  const [first = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const countOf = (delimiter: string): number => first.split(delimiter).length
  return DELIMITERS.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ','
}
