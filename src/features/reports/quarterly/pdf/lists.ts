import { SEVERITY_WORDS } from '../../content/words/every-edition.ts'
import { type Canvas, LEFT, WIDTH } from '../../pdf/kit/canvas.ts'
import { LINE, SOFT } from '../../pdf/kit/colors.ts'
import { strokeLine } from '../../pdf/kit/lines.ts'
import { VERDICT_LOOKS } from '../../pdf/kit/looks.ts'
import { lineHeight, STYLES, type Style } from '../../pdf/kit/typesetter.ts'
import { rowsOf } from '../content/rows.ts'
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

/** As many entries as a list ever has; fewer where the page is full. Those of a list as wide as the page may take one line each. */
const MAX_ENTRIES = { column: 7, page: 12 } as const
/** What was done and what is next says more: the other lists get a second entry only where that leaves room for four. */
const ENOUGH = { main: 4, other: 2 } as const

/** Where a list stands, how many entries it has, and how many lines their titles have at most. */
interface Placed {
  list: SheetList
  x: number
  width: number
  shown: number
  lines: number
}

/** The lists of one row, in two columns. */
type Columns = readonly (readonly Placed[])[]

/** What was done and what is next, what is unknown and what ends, and room to write, all on the rest of the page. */
export function drawLists(canvas: Canvas, content: SheetContent): void {
  canvas.rule()
  canvas.skip(8)
  for (const columns of arrange(canvas, content)) {
    const top = canvas.y
    for (const column of columns) {
      canvas.y = top
      for (const placed of column) {
        canvas.part('Sect', () => drawList(canvas, placed))
        canvas.skip(BELOW)
      }
    }
    canvas.y = top + rowHeight(canvas, columns)
  }
  drawNotes(canvas)
}

/** The lists with as many entries as fit; titles of the lesser ones take one line each where the page is short. */
function arrange(canvas: Canvas, content: SheetContent): Columns[] {
  const isMain = ({ list }: Placed): boolean => list === content.done || list === content.next
  const whole = grown(canvas, placesOf(content, TITLE_LINES), isMain)
  const isEnough = whole
    .flat(2)
    .every((one) => one.shown >= Math.min(one.list.entries.length, isMain(one) ? ENOUGH.main : ENOUGH.other))
  if (isEnough) return whole
  const short = placesOf(content, TITLE_LINES).map((columns) =>
    columns.map((column) => column.map((one) => (isMain(one) ? { ...one, lines: 2 } : { ...one, lines: 1 }))),
  )
  return grown(canvas, short, isMain)
}

/** Titles are short, but a requirement's own sentence may not be. */
const TITLE_LINES = 4

/** With one entry of each list. */
const placesOf = (content: SheetContent, lines: number): Columns[] =>
  rowsOf(content).map(({ left, right }) => {
    const width = right.length > 0 ? WIDE : WIDTH
    const place = (list: SheetList, x: number): Placed => ({ list, x, width, lines, shown: 1 })
    return [left.map((list) => place(list, LEFT)), right.map((list) => place(list, LEFT + WIDE + GAP))]
  })

/** The lists with more entries, the main ones first, as long as all of it fits on the page. */
function grown(canvas: Canvas, rows: readonly Columns[], isMain: (placed: Placed) => boolean): Columns[] {
  const room = canvas.left - NOTES
  let best = [...rows]
  for (const [max, ofMain] of STEPS) {
    for (let shown = 2; shown <= max; shown++) {
      for (const placed of rows.flat(2).filter((one) => isMain(one) === ofMain)) {
        const limit = placed.width === WIDTH ? MAX_ENTRIES.page : MAX_ENTRIES.column
        if (Math.min(placed.list.entries.length, limit) < shown) continue
        const more = best.map((columns) =>
          columns.map((column) => column.map((one) => (one.list === placed.list ? { ...one, shown } : one))),
        )
        if (more.reduce((sum, columns) => sum + rowHeight(canvas, columns), 0) <= room && isNext(best, placed, shown))
          best = more
      }
    }
  }
  return best
}

const STEPS = [
  [ENOUGH.main, true],
  [ENOUGH.other, false],
  [MAX_ENTRIES.page, true],
  [MAX_ENTRIES.page, false],
] as const

/** Whether a list has as many entries as the step before gave it. */
const isNext = (rows: readonly Columns[], { list }: Placed, shown: number): boolean =>
  rows.flat(2).some((one) => one.list === list && one.shown === shown - 1)

const rowHeight = (canvas: Canvas, columns: Columns): number =>
  Math.max(...columns.map((column) => column.reduce((sum, placed) => sum + listHeight(canvas, placed) + BELOW, 0)))

/** What stands below the entries. */
const sentencesOf = ({ entries, none, notes }: SheetList): string[] => [
  ...(entries.length === 0 && none !== '' ? [none] : []),
  ...notes,
]

function listHeight(canvas: Canvas, placed: Placed): number {
  const { list, shown, width } = placed
  const entries = list.entries.slice(0, shown).map((entry) => entryHeight(canvas, entry, placed))
  const sentences = sentencesOf(list).map((text) => canvas.heightOf(text, STYLES.smallSoft, width) + 2)
  return lineHeight(TITLE) + [...entries, ...sentences].reduce((sum, height) => sum + height, 0)
}

const entryHeight = (canvas: Canvas, entry: SheetEntry, placed: Placed): number =>
  canvas.heightOf(fitting(canvas, entry.title, placed), STYLES.row, placed.width) +
  (entry.note === '' || isFlat(canvas, entry, placed) ? 0 : lineHeight(STYLES.small)) +
  2 * PAD

const markOf = ({ isCritical = false }: SheetEntry): string => (isCritical ? SEVERITY_WORDS.critical : '')

const markWidth = (canvas: Canvas, entry: SheetEntry): number =>
  markOf(entry) === '' ? 0 : canvas.widthOf(markOf(entry), CRITICAL) + 6

/** Whether the note of an entry has room beside its title, in a list as wide as the page. */
const isFlat = (canvas: Canvas, entry: SheetEntry, { width }: Placed): boolean =>
  width === WIDTH &&
  canvas.widthOf(entry.title, STYLES.row) +
    markWidth(canvas, entry) +
    canvas.widthOf(entry.note, STYLES.smallSoft) +
    GAP <=
    width

/** A title in as many lines as it may have. */
function fitting(canvas: Canvas, text: string, { width, lines }: Placed): string {
  if (canvas.lines(text, STYLES.row, width).length <= lines) return text
  return canvas.shorten(text, STYLES.row, width * (lines === 1 ? 1 : lines - 0.15))
}

function drawList(canvas: Canvas, placed: Placed): void {
  const { list, x, width, shown } = placed
  const top = canvas.y
  canvas.write(list.title, TITLE, { x, width, tag: 'H2' })
  const { length } = list.entries
  if (length > shown)
    canvas.put(SHEET.firstOf(shown, length), STYLES.smallSoft, { x, width, align: 'right', y: top + 3 })
  for (const entry of list.entries.slice(0, shown)) drawEntry(canvas, entry, placed)
  for (const sentence of sentencesOf(list)) {
    canvas.skip(2)
    canvas.write(sentence, STYLES.smallSoft, { x, width })
  }
}

function drawEntry(canvas: Canvas, entry: SheetEntry, placed: Placed): void {
  const { title, note } = entry
  const { x, width } = placed
  const { y } = canvas
  canvas.shape((doc) => strokeLine(doc, { x, y, width, weight: 0.6, color: LINE }))
  canvas.skip(PAD)
  canvas.write(fitting(canvas, title, placed), STYLES.row, { x, width })
  const [mark, wide] = [markOf(entry), markWidth(canvas, entry)]
  const beside = isFlat(canvas, entry, placed)
  const at = beside
    ? { x: x + width - wide - canvas.widthOf(note, STYLES.smallSoft) - 1, y: y + PAD + 1.5 }
    : { x, y: canvas.y }
  if (mark !== '') canvas.put(mark, CRITICAL, { ...at, width: wide })
  if (note !== '') canvas.put(note, STYLES.smallSoft, { y: at.y, x: at.x + wide, width: x + width - at.x - wide })
  if (note !== '' && !beside) canvas.skip(lineHeight(STYLES.small))
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
