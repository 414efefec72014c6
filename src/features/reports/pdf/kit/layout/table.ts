import { type Meaning, rectangle } from '../../../../../shared/charts/drawing.ts'
import { type Canvas, LEFT, PAGE_ROOM, WIDTH } from '../canvas.ts'
import { INK, LINE } from '../colors.ts'
import { drawDecoration } from '../drawing.ts'
import { lineHeight, STYLES, type Style } from '../typesetter.ts'
import { type Block, drawBlocks, stack } from './blocks.ts'

export interface Column {
  title: string
  /** Share of the whole width; together they make 1. */
  share: number
  align?: 'right'
  /** What screen readers say of the dash in an empty cell. */
  empty?: string
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
  /** Points of what stands above it and stays with it. If given, a table of a few rows begins on the next page rather than being divided. */
  above?: number
}

/** A table whose first column names the rows. Repeats its head on each page. */
export function drawTable(
  canvas: Canvas,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  end: TableEnd = {},
): void {
  const { head, body } = partsOf(canvas, columns, rows, end)
  const isWhole = isWholeTable([head, ...body], end, canvas.left + (end.above ?? 0))
  const more = isWhole ? [] : body.slice(TOGETHER)
  const lines = [...more.slice(0, -TOGETHER), ...(more.length > 0 ? [stack(more.slice(-TOGETHER))] : [])]
  const blocks = [
    stack([head, ...body.slice(0, body.length - more.length)]),
    ...lines.map((line): Block => ({ ...line, continued: stack([head, line]) })),
  ]
  canvas.part('Table', () => drawBlocks(canvas, blocks))
}

/** Points: a shorter table is never divided. */
const UNBROKEN = 160
/** The rows of a longer table that are on each page at least, with the sum. */
const TOGETHER = 3
/** The most rows, with the sum, of a table that rather begins on the next page, and the points that it may leave empty. */
const SHORT = { rows: 13, empty: PAGE_ROOM / 3 } as const

/** The height of a table, or of the part that is not divided, with its head. */
export function heightOfTable(
  canvas: Canvas,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { isWhole, ...end }: TableEnd & { isWhole: boolean },
): number {
  const { head, body } = partsOf(canvas, columns, rows, end)
  const all = [head, ...body]
  return stack(isWhole || isWholeTable(all, end, canvas.left) ? all : all.slice(0, TOGETHER + 1)).height
}

/** `left` is what the page has left for the table and what is above it. */
function isWholeTable(all: readonly Block[], { above }: TableEnd, left: number): boolean {
  const { height } = stack(all)
  if (height <= UNBROKEN || (all.length <= 2 * TOGETHER && height <= PAGE_ROOM / 2)) return true
  if (above === undefined || all.length - 1 > SHORT.rows || above + height > PAGE_ROOM) return false
  return above + height <= left || left <= SHORT.empty
}

/** The head of a table, and its rows with the sum. */
function partsOf(
  canvas: Canvas,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { sum }: TableEnd,
): { head: Block; body: Block[] } {
  const row = (cells: readonly string[], style: Style, index?: number): Block => ({
    height: rowHeight(canvas, columns, cells, style),
    draw: () => {
      if (index !== undefined) drawMarks(canvas, columns, index)
      drawRow(canvas, columns, cells, style, 'TD')
    },
  })
  const titles = columns.map(({ title }) => title)
  const style = { ...STYLES.smallBold, ink: STYLES.smallSoft.ink }
  const head: Block = {
    height: rowHeight(canvas, columns, titles, style),
    draw: () => drawRow(canvas, columns, titles, style, 'TH'),
  }
  return {
    head,
    body: [...rows.map((cells, index) => row(cells, STYLES.row, index)), ...(sum ? [row(sum, STYLES.rowTitle)] : [])],
  }
}

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
    for (const [index, { share, align = 'left', marks, empty }] of columns.entries()) {
      canvas.y = top + PAD
      const space = marks && tag === 'TD' ? MARK.space : 0
      const width = share * WIDTH - (index < columns.length - 1 ? GAP : 0) - space
      const scope = tag === 'TH' ? 'Column' : index === 0 ? 'Row' : undefined
      const head = scope && ({ tag: 'TH', scope } as const)
      const actual = !cells[index] && empty !== undefined && { actual: empty }
      canvas.write(cells[index] || '–', style, { x: x + space, width, align, tag, ...head, ...actual })
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
