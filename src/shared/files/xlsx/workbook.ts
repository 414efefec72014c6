import writeXlsxFile, { type Row, type SheetData } from 'write-excel-file/node'
import {
  getCellAddress,
  getOrderOfSiblings,
  getSelfClosingTagMarkup,
  insertElementMarkupAccordingToOrderOfSiblings,
} from 'write-excel-file/utility'
import type { Cell } from '../csv.ts'
import { setZipTimes } from './zip-times.ts'

/** Excel reports a file as damaged if a cell has more characters. */
const MAX_CHARACTERS = 32_767

interface Column {
  title: string
  /** In characters. */
  width: number
  /** Colours of cells, by their text; of the text and behind it, `#` and six hexadecimal digits. */
  looks?: Readonly<Record<string, CellLook>>
}

interface CellLook {
  ink: string
  tint: string
}

/** One sheet of a workbook: a header row, then rows. Nothing in it is a formula. */
export interface SheetContent {
  /** At most 31 characters, without `[]:*?/\`. */
  name: string
  columns: readonly Column[]
  rows: readonly (readonly Cell[])[]
}

/**
 * An Office Open XML workbook. All texts are in cells of type text, which spreadsheets do not evaluate. The same sheets
 * and time give the same bytes.
 */
export async function writeWorkbook(sheets: readonly SheetContent[], at: Date): Promise<Buffer> {
  const bytes = await writeXlsxFile(
    sheets.map(({ name, columns, rows }) => ({
      sheet: name,
      data: toData({ name, columns, rows }),
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
    })),
    { features: [filterOn(sheets)], fontFamily: 'Calibri', fontSize: 11 },
  ).toBuffer()
  return setZipTimes(bytes, at)
}

const HEADER = { fontWeight: 'bold', wrap: true, alignVertical: 'top', backgroundColor: '#e6e9ec' } as const
const BODY = { wrap: true, alignVertical: 'top' } as const

function toData({ columns, rows }: SheetContent): SheetData {
  return [
    columns.map(({ title }) => ({ value: title, type: String, ...HEADER })),
    ...rows.map((row): Row => row.map((value, index) => toCell(value, columns[index]?.looks))),
  ]
}

function toCell(value: Cell, looks: Column['looks'] = {}): Row[number] {
  if (value === undefined || value === '') return null
  return typeof value === 'number'
    ? { value, type: Number, ...BODY, align: 'left' }
    : { value: shorten(value), type: String, ...BODY, ...(Object.hasOwn(looks, value) && toColors(looks[value])) }
}

const toColors = (look?: CellLook): { textColor?: string; backgroundColor?: string } =>
  look ? { textColor: look.ink, backgroundColor: look.tint } : {}

const shorten = (text: string): string =>
  text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…`

type Feature = NonNullable<NonNullable<Parameters<typeof writeXlsxFile>[1]>['features']>[number]

const SHEET = 'xl/worksheets/sheet{id}.xml'

/** Adds filters to the header row of each sheet, which the library does not support itself. */
function filterOn(sheets: readonly SheetContent[]): Feature {
  return {
    files: {
      transform: {
        [SHEET]: {
          transform: (xml, _, { sheetIndex }) => {
            const { columns = [], rows = [] } = sheets[sheetIndex] ?? {}
            const filter = getSelfClosingTagMarkup('autoFilter', {
              ref: `A1:${getCellAddress(rows.length, columns.length - 1)}`,
            })
            const order = getOrderOfSiblings(SHEET, 'worksheet') ?? []
            return insertElementMarkupAccordingToOrderOfSiblings(xml, filter, order, 'worksheet')
          },
        },
      },
    },
  }
}
