import { rectangle } from '../../../../../shared/charts/drawing.ts'
import { type Area, jointMeaning, ownerPart } from '../../../content/editions/owner.ts'
import type { ReportInput } from '../../../content/input.ts'
import { OWNER } from '../../../content/words/owner.ts'
import { type Canvas, LEFT, WIDTH } from '../../kit/canvas.ts'
import { LINE } from '../../kit/colors.ts'
import { drawDecoration } from '../../kit/drawing.ts'
import { drawHeading } from '../../kit/layout/heading.ts'
import { strokeLine } from '../../kit/lines.ts'
import { lineHeight, STYLES, type Style } from '../../kit/typesetter.ts'

/** Points. */
const GAP = 18
const MARK = { width: 12, height: 7, space: 18 } as const
const PAD = 4
const NAME: Style = { ...STYLES.label, size: 11 }
/** Below the name of a framework, and below its counts. */
const BELOW = { name: 1, counts: 7 } as const

interface Column {
  productName: string
  /** In lines. */
  counts: readonly string[]
  areas: readonly Area[]
}

/** The areas of several frameworks side by side, on one page. What each is for stands in the report of a single one. */
export function drawJointAreas(canvas: Canvas, parts: readonly ReportInput[]): void {
  const width = (WIDTH - GAP * (parts.length - 1)) / parts.length
  const columns = parts.map(({ productName, result }): Column => {
    const { counts, areas } = ownerPart(result)
    return { productName, counts: inLines(canvas, counts, width), areas }
  })
  const sentences = jointMeaning(parts.map(({ result }) => result))
  const names = Math.max(...columns.map(({ productName }) => canvas.heightOf(productName, NAME, width))) + BELOW.name
  const counts = Math.max(...columns.map((column) => column.counts.length)) * lineHeight(STYLES.smallSoft)
  const heads = names + counts + BELOW.counts
  const rows = Math.max(
    ...columns.map(({ areas }) => areas.reduce((sum, area) => sum + rowHeight(canvas, area, width), 0)),
  )
  const above = sentences.reduce((sum, sentence) => sum + canvas.heightOf(sentence, STYLES.body, WIDTH) + 3, 12)
  canvas.part('Sect', () => {
    drawHeading(canvas, OWNER.meaning, above + heads + rows)
    for (const sentence of sentences) {
      canvas.write(sentence, STYLES.body)
      canvas.skip(3)
    }
    canvas.skip(12)
    const top = canvas.y
    for (const [index, column] of columns.entries())
      canvas.part('Sect', () =>
        drawColumn(canvas, column, { x: LEFT + index * (width + GAP), y: top, width, names, heads }),
      )
    canvas.y = top + heads + rows
  })
}

/** Counts side by side in as many lines as they need, without dividing one. */
function inLines(canvas: Canvas, counts: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const words of counts) {
    const longer = [...lines.slice(-1), words].join(' · ')
    if (lines.length > 0 && canvas.widthOf(longer, STYLES.smallSoft) <= width) lines.splice(-1, 1, longer)
    else lines.push(words)
  }
  return lines
}

function drawColumn(
  canvas: Canvas,
  { productName, counts, areas }: Column,
  { x, y, width, names, heads }: { x: number; y: number; width: number; names: number; heads: number },
): void {
  canvas.y = y
  canvas.write(productName, NAME, { x, width, tag: 'H3' })
  canvas.y = y + names
  for (const line of counts) canvas.write(line, STYLES.smallSoft, { x, width })
  canvas.y = y + heads
  for (const area of areas) {
    const top = canvas.y
    canvas.shape((doc) => strokeLine(doc, { x, y: top, width, weight: 0.75, color: LINE }))
    canvas.y = top + PAD
    const place = { x, y: canvas.y + (lineHeight(STYLES.rowTitle) - MARK.height) / 2 }
    const mark = { x: 0, y: 0, width: MARK.width, height: MARK.height }
    drawDecoration(canvas, [rectangle(mark, area.meaning)], place)
    const text = { x: x + MARK.space, width: width - MARK.space }
    canvas.write(area.name, STYLES.rowTitle, text)
    canvas.write(area.state, STYLES.smallSoft, text)
    canvas.y = top + rowHeight(canvas, area, width)
  }
}

const rowHeight = (canvas: Canvas, { name }: Area, width: number): number =>
  canvas.heightOf(name, STYLES.rowTitle, width - MARK.space) + lineHeight(STYLES.smallSoft) + 2 * PAD
