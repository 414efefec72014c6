import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { ReportInput } from '../../content/input.ts'
import type { Place } from '../../content/place.ts'
import { groupNames } from '../../content/requirements.ts'
import { qualityLines, shownInPart } from '../../content/rows/evidence-quality.ts'
import { consentNote } from '../../content/rules.ts'
import { knownLead, knownTitle, listedRows, type UnknownGroup, unknownKinds } from '../../content/unknowns.ts'
import { EVIDENCE } from '../../content/words/rows.ts'
import { type Canvas, WIDTH } from '../kit/canvas.ts'
import { paragraph, space, stack } from '../kit/layout/blocks.ts'
import { drawHeading } from '../kit/layout/heading.ts'
import { STYLES } from '../kit/typesetter.ts'

/** What is unknown, why, and what would make it known. */
export function drawUnknowns(canvas: Canvas, { result }: ReportInput, place: Place): void {
  const { title, fresh } = place
  canvas.part('Sect', () => {
    const known = title(knownTitle(result))
    const lead = stack(
      [knownLead(result), consentNote(result)].map((text) => paragraph(canvas, fresh(text), STYLES.lead)),
    )
    const names = groupNames(result)
    const subsections = [
      ...qualities(canvas, result, place),
      ...unknownKinds(result).map((kind) => aboutKind(canvas, kind, place, names)),
    ]
    drawHeading(canvas, known, lead.height + (subsections[0]?.beginning ?? 0))
    lead.draw()
    for (const { draw } of subsections) draw()
  })
  canvas.skip(26)
}

/** A part of the section whose texts are decided, so that what is above it can be placed first. */
interface Subsection {
  /** Points that stay together at its beginning. */
  beginning: number
  draw: () => void
}

/** Points above a part, which a page does not begin with. */
const ABOVE = 16

/** How good the evidence is, and what would raise it. */
function qualities(canvas: Canvas, result: AssessmentResult, { fresh }: Place): Subsection[] {
  const lines = qualityLines(result)
  if (lines.length === 0) return []
  const inPart = shownInPart(result).map(fresh).join(' ').trim()
  const whole = stack([
    paragraph(canvas, EVIDENCE.title, STYLES.subheading, { tag: 'H3' }),
    space(canvas, 2),
    paragraph(canvas, fresh(EVIDENCE.lead), STYLES.rowSoft),
    space(canvas, 6),
    ...lines.flatMap(({ counted, meaning, raise }) => {
      const text = `${counted}${EVIDENCE.meaning(fresh(meaning))}. ${fresh(raise)}`.trim()
      return [paragraph(canvas, text, STYLES.row), space(canvas, 2)]
    }),
    ...(inPart === '' ? [] : [paragraph(canvas, inPart, STYLES.row)]),
  ])
  const draw = (): void => {
    canvas.skip(ABOVE)
    canvas.room(whole.height)
    whole.draw()
  }
  return [{ beginning: ABOVE + whole.height, draw }]
}

/** Points of a reason that stay on one page. */
const UNBROKEN = 200

/** Why checks are unknown in one way, and what would make them known. */
function aboutKind(
  canvas: Canvas,
  { title, next, reasons }: UnknownGroup,
  { once, anchor, fresh }: Place,
  nameOf: (group: string) => string,
): Subsection {
  const about = reasons.map(([reason, rows]): ListedReason => {
    once.remember(reason, anchor('unknown'))
    const lists = listedRows(rows, nameOf).map(({ name, listed }) =>
      `${name} ${listed.map(({ row, times }) => `${row.id}${times}`).join(', ')}`.trim(),
    )
    const heights = lists.map((list) => canvas.heightOf(list, STYLES.smallSoft, WIDTH))
    const height = heights.reduce((sum, each) => sum + each, canvas.heightOf(reason, STYLES.row, WIDTH) + 12)
    return { reason, lists, height: Math.min(height, UNBROKEN) }
  })
  const head = stack([
    paragraph(canvas, title, STYLES.subheading, { tag: 'H3' }),
    space(canvas, 2),
    paragraph(canvas, fresh(next), STYLES.rowSoft),
    space(canvas, 6),
  ])
  // The title is never alone at the end of a page.
  const beginning = head.height + (about[0]?.height ?? 0)
  const draw = (): void => {
    canvas.skip(ABOVE)
    canvas.room(beginning)
    head.draw()
    for (const reason of about) drawReason(canvas, reason)
  }
  return { beginning: ABOVE + beginning, draw }
}
/** A reason, and the rows that it holds for. */
interface ListedReason {
  reason: string
  lists: readonly string[]
  /** Points that stay on one page. */
  height: number
}

function drawReason(canvas: Canvas, { reason, lists, height }: ListedReason): void {
  canvas.room(height)
  canvas.rule()
  canvas.skip(5)
  canvas.write(reason, STYLES.row)
  canvas.skip(1)
  for (const list of lists) canvas.write(list, STYLES.smallSoft)
  canvas.skip(5)
}
