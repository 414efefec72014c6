import { QUALITY_LEAD, type QualityLine, qualityLines } from '../../content/evidence-quality.ts'
import type { ReportInput } from '../../content/input.ts'
import type { Once } from '../../content/once.ts'
import { consentNote, plural } from '../../content/rules.ts'
import { knownLead, timesListed, type UnknownGroup, unknownKinds } from '../../content/unknowns.ts'
import { type Canvas, WIDTH } from '../kit/canvas.ts'
import { drawHeading } from '../kit/heading.ts'
import { STYLES } from '../kit/typesetter.ts'

/** Where rows say that their text stands, if it stands here. */
const WHAT_IS_KNOWN = 'What is known, and what is not'

/** What is unknown, why, and what would make it known. */
export function drawUnknowns(canvas: Canvas, { result }: ReportInput, once: Once): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, WHAT_IS_KNOWN)
    canvas.write(knownLead(result), STYLES.lead)
    const note = consentNote(result)
    if (note !== undefined) canvas.write(note, STYLES.lead)
    drawQualities(canvas, qualityLines(result))
    for (const kind of unknownKinds(result)) drawKind(canvas, kind, once)
  })
  canvas.skip(26)
}

/** How good the evidence is, and what would raise it. */
function drawQualities(canvas: Canvas, lines: readonly QualityLine[] | undefined): void {
  if (!lines) return
  canvas.skip(16)
  canvas.room(120)
  canvas.write('How good the evidence is', STYLES.subheading, { tag: 'H3' })
  canvas.skip(2)
  canvas.write(QUALITY_LEAD, STYLES.rowSoft)
  canvas.skip(6)
  for (const { name, count, meaning, raise } of lines) {
    canvas.write(
      `${name}: ${plural(count, 'check')}, ${meaning}.${count > 0 && raise !== '' ? ` ${raise}` : ''}`,
      STYLES.row,
    )
    canvas.skip(2)
  }
}

function drawKind(canvas: Canvas, { title, next, reasons }: UnknownGroup, once: Once): void {
  canvas.skip(16)
  canvas.room(90)
  canvas.write(title, STYLES.subheading, { tag: 'H3' })
  canvas.skip(2)
  canvas.write(next, STYLES.rowSoft)
  canvas.skip(6)
  for (const [full, rows] of reasons) {
    const reason = once.fresh(full, WHAT_IS_KNOWN)
    const ids = timesListed(rows)
      .map(({ row, times }) => `${row.id}${times}`)
      .join(', ')
    const height = canvas.heightOf(reason, STYLES.row, WIDTH) + canvas.heightOf(ids, STYLES.smallSoft, WIDTH) + 12
    canvas.room(Math.min(height, 200))
    canvas.rule()
    canvas.skip(5)
    canvas.write(reason, STYLES.row)
    canvas.skip(1)
    canvas.write(ids, STYLES.smallSoft)
    canvas.skip(5)
  }
}
