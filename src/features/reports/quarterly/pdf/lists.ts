import { SEVERITY_WORDS } from '../../content/words/every-edition.ts'
import { type Canvas, LEFT, WIDTH } from '../../pdf/kit/canvas.ts'
import { LINE, SOFT } from '../../pdf/kit/colors.ts'
import { strokeLine } from '../../pdf/kit/lines.ts'
import { VERDICT_LOOKS } from '../../pdf/kit/looks.ts'
import { lineHeight, STYLES, type Style } from '../../pdf/kit/typesetter.ts'
import type { SheetContent, SheetEntry, SheetList } from '../content/shapes.ts'
import { SHEET } from '../content/words.ts'

/** Points. */
const GAP = 24
const WIDE = (WIDTH - GAP) / 2
const PAD = 3
const BELOW = 10
/** The least height of the box to write in, with its title. */
const NOTES = 40
const LINES = 22

const TITLE: Style = { size: 11.5, weight: 'bold', leading: 1.35 }
const CRITICAL: Style = { ...STYLES.smallBold, ink: VERDICT_LOOKS.ineffective.ink }

/** As many entries as a list ever has; fewer where the page is full. */
const MAX_ENTRIES = 7

/** What was done and what is next, what is unknown and what ends, and room to write, all on the rest of the page. */
export function drawLists(canvas: Canvas, { done, next, unknown, ending }: SheetContent): void {
  canvas.rule()
  canvas.skip(8)
  const [upper, lower] = [
    [done, next],
    [onOneLine(canvas, unknown), onOneLine(canvas, ending)],
  ] as const
  const room = canvas.left - NOTES
  // What was done and what is next says more: the lower lists get a second entry only where that leaves room for four.
  const few = fitting(canvas, lower, { max: 2, room: room - rowHeight(canvas, upper, 4) })
  const many = fitting(canvas, upper, { max: MAX_ENTRIES, room: room - rowHeight(canvas, lower, few) })
  drawRow(canvas, upper, many)
  const rest = fitting(canvas, lower, { max: MAX_ENTRIES, room: canvas.left - NOTES })
  drawRow(canvas, lower, Math.max(few, rest))
  drawNotes(canvas)
}

/** A list whose entries leave more room for the others. */
const onOneLine = (canvas: Canvas, list: SheetList): SheetList => ({
  ...list,
  entries: list.entries.map((entry) => ({ ...entry, title: canvas.shorten(entry.title, STYLES.row, WIDE) })),
})

/** The largest number of entries with which these lists fit, at least one. */
function fitting(canvas: Canvas, lists: readonly SheetList[], { max, room }: { max: number; room: number }): number {
  let limit = max
  while (limit > 1 && rowHeight(canvas, lists, limit) > room) limit -= 1
  return limit
}

const rowHeight = (canvas: Canvas, lists: readonly SheetList[], limit: number): number =>
  Math.max(...lists.map((list) => listHeight(canvas, list, limit))) + BELOW

/** What stands below the entries. */
const sentencesOf = ({ entries, none, notes }: SheetList): string[] => [
  ...(entries.length === 0 ? [none] : []),
  ...notes,
]

function listHeight(canvas: Canvas, list: SheetList, limit: number): number {
  const entries = list.entries.slice(0, limit).map((entry) => entryHeight(canvas, entry))
  const sentences = sentencesOf(list).map((text) => canvas.heightOf(text, STYLES.smallSoft, WIDE) + 2)
  return lineHeight(TITLE) + [...entries, ...sentences].reduce((sum, height) => sum + height, 0)
}

const entryHeight = (canvas: Canvas, { title, note }: SheetEntry): number =>
  canvas.heightOf(twoLines(canvas, title), STYLES.row, WIDE) + (note === '' ? 0 : lineHeight(STYLES.small)) + 2 * PAD

/** Titles are short, but a requirement's own sentence may not be. */
const twoLines = (canvas: Canvas, text: string): string =>
  canvas.lines(text, STYLES.row, WIDE).length <= 2 ? text : canvas.shorten(text, STYLES.row, WIDE * 1.85)

/** Lists side by side; one with shorter entries has more of them. */
function drawRow(canvas: Canvas, lists: readonly SheetList[], limit: number): void {
  const top = canvas.y
  const room = rowHeight(canvas, lists, limit)
  for (const [index, list] of lists.entries()) {
    const own = fitting(canvas, [list], { max: MAX_ENTRIES, room })
    canvas.y = top
    canvas.part('Sect', () => drawList(canvas, list, own, LEFT + index * (WIDE + GAP)))
  }
  canvas.y = top + room
}

function drawList(canvas: Canvas, list: SheetList, limit: number, x: number): void {
  const top = canvas.y
  canvas.write(list.title, TITLE, { x, width: WIDE, tag: 'H2' })
  const { length } = list.entries
  if (length > limit)
    canvas.put(SHEET.firstOf(limit, length), STYLES.smallSoft, { x, width: WIDE, align: 'right', y: top + 3 })
  for (const entry of list.entries.slice(0, limit)) drawEntry(canvas, entry, x)
  for (const sentence of sentencesOf(list)) {
    canvas.skip(2)
    canvas.write(sentence, STYLES.smallSoft, { x, width: WIDE })
  }
}

function drawEntry(canvas: Canvas, { title, note, isCritical = false }: SheetEntry, x: number): void {
  const { y } = canvas
  canvas.shape((doc) => strokeLine(doc, { x, y, width: WIDE, weight: 0.6, color: LINE }))
  canvas.skip(PAD)
  canvas.write(twoLines(canvas, title), STYLES.row, { x, width: WIDE })
  const mark = isCritical ? SEVERITY_WORDS.critical : ''
  const wide = mark === '' ? 0 : canvas.widthOf(mark, CRITICAL) + 6
  if (mark !== '') canvas.put(mark, CRITICAL, { x, width: wide, y: canvas.y })
  if (note !== '') {
    canvas.put(note, STYLES.smallSoft, { x: x + wide, width: WIDE - wide, y: canvas.y })
    canvas.skip(lineHeight(STYLES.small))
  }
  canvas.skip(PAD)
}

/** Room to write in, down to the end of the page. */
function drawNotes(canvas: Canvas): void {
  canvas.part('Sect', () => {
    canvas.write(SHEET.notes, STYLES.label, { tag: 'H2' })
    canvas.shape((doc) => {
      for (let y = canvas.y + LINES; y <= canvas.y + canvas.left; y += LINES)
        doc.moveTo(LEFT, y).lineTo(LEFT + WIDTH, y)
      doc.lineWidth(0.6).strokeColor(SOFT).stroke()
    })
  })
}
