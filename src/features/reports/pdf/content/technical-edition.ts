import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { Parts } from '../../content/combined.ts'
import { actionsByGroup, nothingUnknown, type UnknownLine, unknownLines } from '../../content/editions/technical.ts'
import { isTooLittleKnown } from '../../content/executive-summary.ts'
import { Once } from '../../content/once.ts'
import { type Place, placesOf } from '../../content/place.ts'
import { missingPermissionsOf } from '../../content/rules.ts'
import { ACTION_WORDS } from '../../content/words/actions.ts'
import { TECHNICAL } from '../../content/words/technical.ts'
import type { Canvas } from '../kit/canvas.ts'
import { drawHeading } from '../kit/heading.ts'
import { drawTable } from '../kit/table.ts'
import { STYLES } from '../kit/typesetter.ts'
import { drawReference } from './about-section.ts'
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
  for (const [part, place] of placesOf(parts, once)) {
    drawUnknowns(canvas, unknownLines(part.result, once), part.result, place)
    drawExceptions(canvas, part, place)
    await canvas.breathe()
  }
  drawReference(canvas, parts)
}

function drawUnknowns(
  canvas: Canvas,
  unknowns: readonly UnknownLine[],
  result: AssessmentResult,
  { title, fresh }: Place,
): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, title(TECHNICAL.unknown), 120)
    canvas.write(unknowns.length > 0 ? fresh(TECHNICAL.unknownLead) : nothingUnknown(fresh), STYLES.lead)
    const missing = missingPermissionsOf([result])
    if (missing.length > 0) canvas.write(fresh(TECHNICAL.consent(missing)), STYLES.row)
    canvas.skip(8)
    if (unknowns.length === 0) return
    drawTable(
      canvas,
      [
        { title: TECHNICAL.what, share: 0.79 },
        { title: TECHNICAL.kind, share: 0.13 },
        { title: TECHNICAL.checks, share: 0.08, align: 'right' },
      ],
      unknowns.map(({ kind, id, name, checks }) => [id === '' ? name : `${id}: ${name}`, kind, checks]),
    )
  })
  canvas.skip(24)
}
