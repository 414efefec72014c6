import type { RequirementResult } from '../../../../engine/model/result.ts'
import type { ReportInput } from '../../content/input.ts'
import type { Place } from '../../content/place.ts'
import { groupNames } from '../../content/requirements.ts'
import { type QualityLine, qualityLines } from '../../content/rows/evidence-quality.ts'
import { consentNote } from '../../content/rules.ts'
import {
  knownLead,
  knownTitle,
  listedRows,
  reasonsOnce,
  type StatedReason,
  type UnknownGroup,
  unknownKinds,
} from '../../content/unknowns.ts'
import { KNOWN } from '../../content/words/full.ts'
import { EVIDENCE } from '../../content/words/rows.ts'
import { type Canvas, WIDTH } from '../kit/canvas.ts'
import { drawHeading } from '../kit/layout/heading.ts'
import { STYLES } from '../kit/typesetter.ts'
import { linksToRows, reasonPlace, rowPlace } from './requirements/places.ts'

/** What is unknown, why, and what would make it known. */
export function drawUnknowns(canvas: Canvas, { result }: ReportInput, place: Place): void {
  const { title, fresh } = place
  canvas.part('Sect', () => {
    const known = title(knownTitle(result))
    drawHeading(canvas, known)
    canvas.write(fresh(knownLead(result)), STYLES.lead)
    canvas.write(fresh(consentNote(result)), STYLES.lead)
    drawQualities(canvas, qualityLines(result), place)
    for (const kind of unknownKinds(result)) drawKind(canvas, kind, { ...place, known }, groupNames(result))
  })
  canvas.skip(26)
}

/** How good the evidence is, and what would raise it. */
function drawQualities(canvas: Canvas, lines: readonly QualityLine[], { fresh }: Place): void {
  if (lines.length === 0) return
  canvas.skip(16)
  canvas.room(120)
  canvas.write(EVIDENCE.title, STYLES.subheading, { tag: 'H3' })
  canvas.skip(2)
  canvas.write(fresh(EVIDENCE.lead), STYLES.rowSoft)
  canvas.skip(6)
  for (const { counted, meaning, raise } of lines) {
    canvas.write(`${counted}${EVIDENCE.meaning(fresh(meaning))}. ${fresh(raise)}`.trim(), STYLES.row)
    canvas.skip(2)
  }
}

const idOf = ({ id }: RequirementResult): string => id

const reasonText = ({ text, sameAs }: StatedReason): string =>
  sameAs === undefined ? text : `${KNOWN.sameReason} ${sameAs}.`

/** Points of a reason that stay on one page. */
const UNBROKEN = 200

function drawKind(
  canvas: Canvas,
  { title, next, reasons }: UnknownGroup,
  { once, known, fresh }: Place & { known: string },
  nameOf: (group: string) => string,
): void {
  const stated = { once, place: known, placeOf: idOf, isRow: (place: string) => !place.includes(' ') }
  const about = reasonsOnce(reasons, stated).map((each) => {
    const reason = reasonText(each)
    const lists = listedRows(each.rows, nameOf).map(({ name, listed }) =>
      `${name} ${listed.map(({ row, times }) => `${row.id}${times}`).join(', ')}`.trim(),
    )
    const heights = lists.map((list) => canvas.heightOf(list, STYLES.smallSoft, WIDTH))
    const height = heights.reduce((sum, each) => sum + each, canvas.heightOf(reason, STYLES.row, WIDTH) + 12)
    return { ...each, reason, lists, height: Math.min(height, UNBROKEN) }
  })
  canvas.skip(16)
  // The title is never alone at the end of a page.
  canvas.room(60 + (about[0]?.height ?? 0))
  canvas.write(title, STYLES.subheading, { tag: 'H3' })
  canvas.skip(2)
  canvas.write(fresh(next), STYLES.rowSoft)
  canvas.skip(6)
  for (const { reason, sameAs, isReason, firsts, lists, height } of about) {
    canvas.room(height)
    canvas.rule()
    for (const { id } of firsts) canvas.place(reasonPlace(id))
    canvas.skip(5)
    if (reason !== '')
      canvas.write(reason, STYLES.row, {
        links: linksToRows(reason, sameAs ? [sameAs] : [], isReason ? reasonPlace : rowPlace),
      })
    canvas.skip(1)
    for (const list of lists) canvas.write(list, STYLES.smallSoft)
    canvas.skip(5)
  }
}
