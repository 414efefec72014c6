import { INK, LINE } from './ink.ts'
import { LEFT, type Sheet, WIDTH } from './sheet.ts'
import { lineHeight, STYLES, type Style } from './type.ts'

export interface Column {
  title: string
  /** Share of the whole width; together they make 1. */
  share: number
  align?: 'right'
}

const GAP = 12
const PAD = 4.5

/** A table with its first column as the names of the lines, going on over pages with its head; `sum` is a last line in bold. */
export function table(
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  sum?: readonly string[],
): void {
  // The head never stands alone at the foot of a page.
  sheet.room(tableHeight(0) + (rows[0] ? rowHeight(sheet, columns, rows[0], STYLES.row) : 0))
  sheet.part('Table', () => {
    drawRow(
      sheet,
      columns,
      columns.map(({ title }) => title),
      { ...STYLES.smallBold, ink: STYLES.smallSoft.ink },
      'TH',
    )
    for (const row of rows) {
      if (sheet.left < rowHeight(sheet, columns, row, STYLES.row)) {
        sheet.newPage()
        drawRow(
          sheet,
          columns,
          columns.map(({ title }) => title),
          { ...STYLES.smallBold, ink: STYLES.smallSoft.ink },
          'TH',
        )
      }
      drawRow(sheet, columns, row, STYLES.row, 'TD')
    }
    if (sum) {
      sheet.room(rowHeight(sheet, columns, sum, STYLES.rowTitle))
      drawRow(sheet, columns, sum, STYLES.rowTitle, 'TD')
    }
  })
}

/** How much room a table takes where it needs only one line for each row. */
export const tableHeight = (rows: number): number => (rows + 1) * (lineHeight(STYLES.row) + 2 * PAD)

function rowHeight(sheet: Sheet, columns: readonly Column[], cells: readonly string[], style: Style): number {
  const heights = columns.map(({ share }, index) => sheet.heightOf(cells[index] ?? '', style, share * WIDTH - GAP))
  return Math.max(lineHeight(style), ...heights) + 2 * PAD
}

function drawRow(sheet: Sheet, columns: readonly Column[], cells: readonly string[], style: Style, tag: string): void {
  const height = rowHeight(sheet, columns, cells, style)
  const top = sheet.y
  sheet.part('TR', () => {
    let x: number = LEFT
    for (const [index, { share, align = 'left' }] of columns.entries()) {
      sheet.y = top + PAD
      const width = share * WIDTH - (index < columns.length - 1 ? GAP : 0)
      sheet.write(cells[index] || '–', style, { x, width, align, tag: index === 0 ? 'TH' : tag })
      x += share * WIDTH
    }
  })
  sheet.y = top + height
  const { y } = sheet
  const ink = tag === 'TH' ? INK : LINE
  sheet.shape((doc) =>
    doc
      .moveTo(LEFT, y)
      .lineTo(LEFT + WIDTH, y)
      .lineWidth(tag === 'TH' ? 0.8 : 0.6)
      .strokeColor(ink)
      .stroke(),
  )
}
