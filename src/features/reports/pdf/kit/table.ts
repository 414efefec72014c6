import { type Meaning, rectangle } from '../../../../shared/charts/drawing.ts'
import { type Canvas, LEFT, WIDTH } from './canvas.ts'
import { INK, LINE } from './colors.ts'
import { drawDecoration } from './drawing.ts'
import { lineHeight, STYLES, type Style } from './typesetter.ts'

export interface Column {
  title: string
  /** Share of the whole width; together they make 1. */
  share: number
  align?: 'right'
  /** Marks before the cells, by row. */
  marks?: readonly Meaning[]
}

const GAP = 12
const PAD = 4.5
/** Points: a mark, and the space that it takes. */
const MARK = { width: 12, height: 7, space: 18 } as const

interface TableEnd {
  /** A last row in bold. */
  sum?: readonly string[]
}

/** A table whose first column names the rows. Repeats its head on each page. */
export function drawTable(
  canvas: Canvas,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { sum }: TableEnd = {},
): void {
  // The head is never alone at the bottom of a page.
  canvas.room(tableHeight(0) + (rows[0] ? rowHeight(canvas, columns, rows[0], STYLES.row) : 0))
  canvas.part('Table', () => {
    drawHead(canvas, columns)
    for (const [index, row] of rows.entries()) {
      if (canvas.left < rowHeight(canvas, columns, row, STYLES.row)) {
        canvas.newPage()
        drawHead(canvas, columns)
      }
      drawMarks(canvas, columns, index)
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
  const heights = columns.map(({ share, marks }, index) =>
    canvas.heightOf(cells[index] ?? '', style, share * WIDTH - GAP - (marks ? MARK.space : 0)),
  )
  return Math.max(lineHeight(style), ...heights) + 2 * PAD
}

/** The marks of a row that is drawn next. */
function drawMarks(canvas: Canvas, columns: readonly Column[], row: number): void {
  let x: number = LEFT
  for (const { share, marks } of columns) {
    const meaning = marks?.[row]
    const place = { x, y: canvas.y + PAD + (lineHeight(STYLES.row) - MARK.height) / 2 }
    if (meaning)
      drawDecoration(canvas, [rectangle({ x: 0, y: 0, width: MARK.width, height: MARK.height }, meaning)], place)
    x += share * WIDTH
  }
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
    for (const [index, { share, align = 'left', marks }] of columns.entries()) {
      canvas.y = top + PAD
      const space = marks && tag === 'TD' ? MARK.space : 0
      const width = share * WIDTH - (index < columns.length - 1 ? GAP : 0) - space
      const scope = tag === 'TH' ? 'Column' : index === 0 ? 'Row' : undefined
      const head = scope && ({ tag: 'TH', scope } as const)
      canvas.write(cells[index] || '–', style, { x: x + space, width, align, tag, ...head })
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
