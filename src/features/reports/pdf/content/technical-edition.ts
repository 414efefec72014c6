import type { AssessmentResult } from '../../../../engine/model/result.ts'
import { actionsOf } from '../../../../engine/results/actions.ts'
import { actionsByGroup, type UnknownLine, unknownLines } from '../../content/editions/technical.ts'
import { isTooLittleKnown } from '../../content/executive-summary.ts'
import type { ReportInput } from '../../content/input.ts'
import { Once } from '../../content/once.ts'
import { ACTION_WORDS, UNKNOWN_WORDS } from '../../content/words/actions.ts'
import { TECHNICAL } from '../../content/words/technical.ts'
import type { Canvas } from '../kit/canvas.ts'
import { drawHeading } from '../kit/heading.ts'
import { drawTable } from '../kit/table.ts'
import { STYLES } from '../kit/typesetter.ts'
import { drawReference } from './about-section.ts'
import { type ActionsContext, drawAction, drawNextSteps, drawRoadmap } from './actions-section.ts'
import { drawExceptions } from './exceptions-section.ts'

/** For technicians: everything that there is to do, by area, with how to do it. */
export async function drawTechnical(canvas: Canvas, input: ReportInput): Promise<void> {
  const { result } = input
  const actions = actionsOf(result)
  const context: ActionsContext = { result, once: new Once(), findings: 'whole' }
  if (actions.length > 0) canvas.newPage()
  drawHeading(canvas, TECHNICAL.todo)
  if (isTooLittleKnown(result)) {
    drawNextSteps(canvas, result)
    canvas.skip(14)
  }
  canvas.write(actions.length > 0 ? TECHNICAL.lead : ACTION_WORDS.nothing, STYLES.lead)
  canvas.skip(8)
  drawRoadmap(canvas, actions)
  for (const { name, actions: its } of actionsByGroup(actions, result)) {
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
  drawUnknowns(canvas, unknownLines(result, context.once), result)
  drawExceptions(canvas, input)
  drawReference(canvas, input)
}

function drawUnknowns(canvas: Canvas, unknowns: readonly UnknownLine[], result: AssessmentResult): void {
  const names = result.missingPermissions ?? []
  canvas.part('Sect', () => {
    drawHeading(canvas, TECHNICAL.unknown, 120)
    canvas.write(unknowns.length > 0 ? TECHNICAL.unknownLead : UNKNOWN_WORDS.nothing, STYLES.lead)
    if (names.length > 0) canvas.write(TECHNICAL.consent(names), STYLES.row)
    canvas.skip(8)
    if (unknowns.length === 0) return
    drawTable(
      canvas,
      [
        { title: TECHNICAL.what, share: 0.74 },
        { title: TECHNICAL.kind, share: 0.14 },
        { title: TECHNICAL.checks, share: 0.12, align: 'right' },
      ],
      unknowns.map(({ kind, id, name, rows }) => [id === '' ? name : `${id}: ${name}`, kind, String(rows)]),
    )
  })
  canvas.skip(24)
}
