import type { AssessmentResult } from '../../../../engine/model/result.ts'
import { unknownsOf } from '../../../../engine/results/unknowns.ts'
import type { Parts } from '../../content/combined.ts'
import { actionsByGroup, nothingUnknown, type UnknownLine, unknownLines } from '../../content/editions/technical.ts'
import { hasExceptions } from '../../content/exceptions.ts'
import { isTooLittleKnown } from '../../content/executive-summary.ts'
import { Once } from '../../content/once.ts'
import { type Place, placesOf } from '../../content/place.ts'
import { missingPermissionsOf } from '../../content/rules.ts'
import { ACTION_WORDS, UNKNOWN_WORDS } from '../../content/words/actions.ts'
import { TECHNICAL } from '../../content/words/technical.ts'
import type { Canvas } from '../kit/canvas.ts'
import { drawHeading } from '../kit/heading.ts'
import { drawTable, rowsHeight } from '../kit/table.ts'
import { STYLES } from '../kit/typesetter.ts'
import { drawReference, referenceHeight } from './about-section.ts'
import { type ActionsContext, drawAction, drawNextSteps, drawRoadmap } from './actions-section.ts'
import { drawExceptions } from './exceptions-section.ts'

/** For technicians: everything that there is to do, by area, with how to do it. */
export async function drawTechnical(canvas: Canvas, { parts, actions }: Parts): Promise<void> {
  const results = parts.map(({ result }) => result)
  const once = new Once()
  const context: ActionsContext = { parts, once, findings: 'whole' }
  if (actions.length > 0 || parts.length > 1) canvas.newPage()
  const isLittle = results.some(isTooLittleKnown)
  drawHeading(canvas, TECHNICAL.todo, isLittle ? 130 : undefined)
  if (isLittle) {
    drawNextSteps(canvas, results)
    canvas.skip(14)
  }
  canvas.write(actions.length > 0 ? TECHNICAL.lead : ACTION_WORDS.nothing, STYLES.lead)
  canvas.skip(8)
  drawRoadmap(canvas, actions)
  for (const { name, actions: its } of actionsByGroup(actions, results)) {
    canvas.part('Sect', () => {
      canvas.skip(10)
      canvas.room(150)
      canvas.bookmark(name, 2)
      canvas.write(name, STYLES.subheading, { tag: 'H3' })
      canvas.skip(5)
      for (const [number, action] of its) drawAction(canvas, action, number, context)
    })
    await canvas.breathe()
  }
  canvas.skip(18)
  const isAllKnown = parts.length > 1 && results.every((result) => unknownsOf(result).length === 0)
  if (isAllKnown) drawNothingUnknown(canvas, parts)
  for (const [index, [part, place]] of placesOf(parts, once).entries()) {
    const isLast = index === parts.length - 1 && !hasExceptions(part.result)
    const next = isLast ? referenceHeight(parts) : 0
    if (!isAllKnown) drawUnknowns(canvas, unknownLines(part.result, once), { result: part.result, place, next })
    drawExceptions(canvas, part, place)
    await canvas.breathe()
  }
  drawReference(canvas, parts)
}

/** Of several frameworks, about all of which everything is known. */
function drawNothingUnknown(canvas: Canvas, parts: Parts['parts']): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, TECHNICAL.unknown, 60 + referenceHeight(parts))
    canvas.write(UNKNOWN_WORDS.nothing, STYLES.lead)
  })
  canvas.skip(24)
}

/** Points of a table that go to the last page with what follows it, which would be nearly empty alone. */
const TAIL = 170

function drawUnknowns(
  canvas: Canvas,
  unknowns: readonly UnknownLine[],
  { result, place: { title, fresh }, next }: { result: AssessmentResult; place: Place; next: number },
): void {
  const columns = [
    { title: TECHNICAL.what, share: 0.79 },
    { title: TECHNICAL.kind, share: 0.13 },
    { title: TECHNICAL.checks, share: 0.08, align: 'right' },
  ] as const
  const rows = unknowns.map(({ kind, id, name, checks }) => [id === '' ? name : `${id}: ${name}`, kind, checks])
  const height = rowsHeight(canvas, columns, rows)
  canvas.part('Sect', () => {
    // A short section stays with what follows it.
    drawHeading(canvas, title(TECHNICAL.unknown), next > 0 && height < TAIL ? 80 + height + next : 120)
    canvas.write(unknowns.length > 0 ? fresh(TECHNICAL.unknownLead) : nothingUnknown(fresh), STYLES.lead)
    const missing = missingPermissionsOf([result])
    if (missing.length > 0) canvas.write(fresh(TECHNICAL.consent(missing)), STYLES.row)
    canvas.skip(8)
    if (unknowns.length === 0) return
    drawTable(canvas, columns, rows, next > 0 ? { tail: TAIL, next: next + 24 } : {})
  })
  canvas.skip(24)
}
