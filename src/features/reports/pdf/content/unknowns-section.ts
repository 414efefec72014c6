import { QUALITY_LEAD, type QualityLine, qualityLines } from '../../content/evidence-quality.ts'
import type { ReportInput } from '../../content/input.ts'
import { consentNote, countKnown, percentText, plural } from '../../content/rules.ts'
import { knownLead, timesListed, type UnknownGroup, unknownKinds } from '../../content/unknowns.ts'
import { type Canvas, LEFT, WIDTH } from '../kit/canvas.ts'
import { drawBar } from '../kit/charts.ts'
import { drawHeading } from '../kit/heading.ts'
import { STYLES } from '../kit/typesetter.ts'
import { BAR_LINE } from './score-section.ts'

/** What is unknown, why, and what would make it known. */
export function drawUnknowns(canvas: Canvas, { result }: ReportInput): void {
  const { inScope, fromTenant, fromPeople, unknown } = countKnown(result)
  canvas.newPage()
  canvas.part('Sect', () => {
    drawHeading(canvas, 'What is known, and what is not')
    canvas.write(knownLead(result), STYLES.lead)
    const note = consentNote(result)
    if (note !== undefined) canvas.write(note, STYLES.lead)
    canvas.skip(12)
    for (const [words, count] of [
      ['Read from the tenant', fromTenant],
      ['Answered by people', fromPeople],
      ['Unknown', unknown],
    ] as const) {
      const { y } = canvas
      const share = inScope > 0 ? count / inScope : 0
      const isUnknown = words === 'Unknown'
      canvas.put(words, STYLES.row, { y: y + 2, width: 130 })
      const area = { x: LEFT + 138, y: y + 3, width: WIDTH - 138 - 96, height: 11 }
      drawBar(canvas, area, isUnknown ? 0 : 100 * share, 100 * share)
      const figures = { x: LEFT + WIDTH - 90, width: 90, align: 'right', y: y + 2 } as const
      canvas.put(`${count} (${percentText(share)})`, STYLES.rowTitle, figures)
      canvas.y = y + BAR_LINE
    }
    drawQualities(canvas, qualityLines(result))
    for (const kind of unknownKinds(result)) drawKind(canvas, kind)
  })
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

function drawKind(canvas: Canvas, { title, next, reasons }: UnknownGroup): void {
  canvas.skip(16)
  canvas.room(90)
  canvas.write(title, STYLES.subheading, { tag: 'H3' })
  canvas.skip(2)
  canvas.write(next, STYLES.rowSoft)
  canvas.skip(6)
  for (const [reason, rows] of reasons) {
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
