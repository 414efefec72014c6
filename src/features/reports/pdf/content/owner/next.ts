import { FULL } from '../../../content/words/full.ts'
import { OWNER } from '../../../content/words/owner.ts'
import { type Canvas, LEFT, PAGE_ROOM, WIDTH } from '../../kit/canvas.ts'
import { LINE, SOFT } from '../../kit/colors.ts'
import { drawHeading } from '../../kit/layout/heading.ts'
import { strokeLine } from '../../kit/lines.ts'
import { lineHeight, STYLES } from '../../kit/typesetter.ts'

/** Points: the minimum height of the box for the partner's notes, of a line to write on, and of what surrounds them. */
const BOX = 56
const BLANK = 26
/** Lines in the lowest box for notes. */
const MIN_LINES = 2
const TITLES = lineHeight(STYLES.heading) + 2 * lineHeight(STYLES.label) + 30

const BLANKS = [OWNER.when, OWNER.where, OWNER.who]

const noteHeight = (canvas: Canvas): number =>
  canvas.lacksGlyphs ? canvas.heightOf(FULL.lacksGlyphs, STYLES.smallSoft, WIDTH) + 10 : 0

/** The least height of what comes next. */
export const nextHeight = (canvas: Canvas): number => BOX + TITLES + BLANKS.length * BLANK + noteHeight(canvas)

/** Points: with more for the partner's notes, they share it with a list of decisions. */
const MUCH = 0.5 * PAGE_ROOM

/** Space for the partner's notes and the next meeting on one page; the box fills the rest of it, with decisions if it is high. */
export function drawNext(canvas: Canvas, partnerName: string): void {
  const note = noteHeight(canvas)
  canvas.room(nextHeight(canvas))
  canvas.part('Sect', () => {
    drawHeading(canvas, OWNER.next)
    canvas.write(OWNER.words(partnerName), STYLES.label, { tag: 'H3' })
    canvas.skip(6)
    const free = canvas.left - BLANKS.length * BLANK - lineHeight(STYLES.label) - 22 - note
    const hasDecisions = free > MUCH
    drawBox(canvas, Math.max(BOX, hasDecisions ? free / 2 : free))
    canvas.skip(16)
    if (hasDecisions) drawDecisions(canvas, free / 2)
    canvas.write(OWNER.meeting, STYLES.label, { tag: 'H3' })
    for (const term of BLANKS) {
      const { y } = canvas
      canvas.put(term, STYLES.rowSoft, { y: y + 10, width: 100 })
      drawBlank(canvas, y + 22, { x: LEFT + 104, width: WIDTH - 104 })
      canvas.y = y + BLANK
    }
  })
  if (note === 0) return
  canvas.skip(8)
  canvas.write(FULL.lacksGlyphs, STYLES.smallSoft)
}

function drawBox(canvas: Canvas, height: number): void {
  const top = canvas.y
  canvas.shape((doc) =>
    doc
      .roundedRect(LEFT, top, WIDTH, height, 4)
      .lineWidth(0.75)
      .dash(3, { space: 3 })
      .strokeColor(SOFT)
      .stroke()
      .undash(),
  )
  // Lines to write on, so that a tall box does not look empty by mistake.
  canvas.shape((doc) => {
    const distance = Math.min(BLANK, height / (MIN_LINES + 1))
    for (let y = top + distance; y < top + height - distance / 2; y += distance)
      doc.moveTo(LEFT + 12, y).lineTo(LEFT + WIDTH - 12, y)
    doc.lineWidth(0.5).strokeColor(LINE).stroke()
  })
  canvas.skip(height)
}

/** What is decided, who does it, and by when: as shares of the width. */
const DECISIONS = [
  { words: OWNER.decision, from: 0, share: 0.58 },
  { words: OWNER.doneBy, from: 0.6, share: 0.21 },
  { words: OWNER.byWhen, from: 0.83, share: 0.17 },
] as const

/** Lines for decisions, as many as fit into a height. */
function drawDecisions(canvas: Canvas, height: number): void {
  const bottom = canvas.y + height
  canvas.write(OWNER.decisions, STYLES.label, { tag: 'H3' })
  const { y } = canvas
  for (const { words, from, share } of DECISIONS)
    canvas.put(words, STYLES.smallSoft, { x: LEFT + from * WIDTH, width: share * WIDTH, y: y + 2 })
  for (let line = y + lineHeight(STYLES.smallSoft) + BLANK; line < bottom - 16; line += BLANK)
    for (const { from, share } of DECISIONS) drawBlank(canvas, line, { x: LEFT + from * WIDTH, width: share * WIDTH })
  canvas.y = bottom
}

/** A line to write on. */
function drawBlank(canvas: Canvas, y: number, { x, width }: { x: number; width: number }): void {
  canvas.shape((doc) => strokeLine(doc, { x, y, width, weight: 0.6, color: SOFT }))
}
