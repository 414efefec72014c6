import { type Canvas, LEFT, WIDTH } from './canvas.ts'
import { INK, LINE } from './colors.ts'
import { lineHeight, STYLES, type Style } from './typesetter.ts'

export interface Column {
  title: string
  /** Share of the whole width; together they make 1. */
  share: number
  align?: 'right'
}

const GAP = 12
const PAD = 4.5

/** A table whose first column names the rows. Repeats its head on each page; `sum` is a last row in bold. */
export function drawTable(
  canvas: Canvas,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  sum?: readonly string[],
): void {
  // The head is never alone at the bottom of a page.
  canvas.room(tableHeight(0) + (rows[0] ? rowHeight(canvas, columns, rows[0], STYLES.row) : 0))
  canvas.part('Table', () => {
    drawHead(canvas, columns)
    for (const row of rows) {
      if (canvas.left < rowHeight(canvas, columns, row, STYLES.row)) {
        canvas.newPage()
        drawHead(canvas, columns)
      }
      drawRow(canvas, columns, row, STYLES.row, 'TD')
    }
    if (sum) {
      canvas.room(rowHeight(canvas, columns, sum, STYLES.rowTitle))
      drawRow(canvas, columns, sum, STYLES.rowTitle, 'TD')
    }
  })
}

function drawHead(canvas: Canvas, columns: readonly Column[]): void {
  const titles = columns.map(({ title }) => title)
  drawRow(canvas, columns, titles, { ...STYLES.smallBold, ink: STYLES.smallSoft.ink }, 'TH')
}

/** Height of a table with one line per row. */
export const tableHeight = (rows: number): number => (rows + 1) * (lineHeight(STYLES.row) + 2 * PAD)

function rowHeight(canvas: Canvas, columns: readonly Column[], cells: readonly string[], style: Style): number {
  const heights = columns.map(({ share }, index) => canvas.heightOf(cells[index] ?? '', style, share * WIDTH - GAP))
  return Math.max(lineHeight(style), ...heights) + 2 * PAD
}

function drawRow(
  canvas: Canvas,
  columns: readonly Column[],
  cells: readonly string[],
  style: Style,
  tag: string,
): void {
  const height = rowHeight(canvas, columns, cells, style)
  const top = canvas.y
  canvas.part('TR', () => {
    let x: number = LEFT
    for (const [index, { share, align = 'left' }] of columns.entries()) {
      canvas.y = top + PAD
      const width = share * WIDTH - (index < columns.length - 1 ? GAP : 0)
      const scope = tag === 'TH' ? 'Column' : index === 0 ? 'Row' : undefined
      const head = scope && ({ tag: 'TH', scope } as const)
      canvas.write(cells[index] || '–', style, { x, width, align, tag, ...head })
      x += share * WIDTH
    }
  })
  canvas.y = top + height
  const { y } = canvas
  const ink = tag === 'TH' ? INK : LINE
  canvas.shape((doc) =>
    doc
      .moveTo(LEFT, y)
      .lineTo(LEFT + WIDTH, y)
      .lineWidth(tag === 'TH' ? 0.8 : 0.6)
      .strokeColor(ink)
      .stroke(),
  )
}
