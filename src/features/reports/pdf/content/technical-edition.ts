import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { Parts } from '../../content/combined.ts'
import {
  actionsByGroup,
  actionsLead,
  isAllKnown,
  nothingUnknown,
  type UnknownLine,
  unknownLines,
  worseSinceOf,
} from '../../content/editions/technical.ts'
import { isTooLittleKnown } from '../../content/executive-summary.ts'
import { Once } from '../../content/once.ts'
import { type Place, placesOf } from '../../content/place.ts'
import { missingPermissionsOf } from '../../content/rules.ts'
import { UNKNOWN_WORDS } from '../../content/words/actions.ts'
import { OVERVIEW } from '../../content/words/controls.ts'
import { TECHNICAL } from '../../content/words/technical.ts'
import { type Canvas, WIDTH } from '../kit/canvas.ts'
import { paragraph, space, stack } from '../kit/layout/blocks.ts'
import { drawHeading, headingHeight } from '../kit/layout/heading.ts'
import { drawTable, heightOfTable } from '../kit/layout/table.ts'
import { STYLES } from '../kit/typesetter.ts'
import { drawReference, referenceHeight } from './about-section.ts'
import { type ActionsContext, drawAction } from './actions/action.ts'
import { drawNextSteps, drawRoadmap } from './actions/section.ts'
import { drawExceptions } from './exceptions-section.ts'
import { drawOverview, type OverviewTitle } from './overview-section.ts'

/** For technicians: everything that there is to do, by area, with how to do it. */
export async function drawTechnical(canvas: Canvas, { parts, actions }: Parts): Promise<void> {
  const results = parts.map(({ result }) => result)
  const once = new Once()
  const context: ActionsContext = { parts, once, findings: 'whole', worseSince: worseSinceOf(parts) }
  if (actions.length > 0 || parts.length > 1) canvas.newPage()
  else canvas.skip(12)
  const isLittle = results.some(isTooLittleKnown)
  drawHeading(canvas, TECHNICAL.todo, isLittle ? 130 : undefined)
  if (isLittle) {
    drawNextSteps(canvas, results)
    canvas.skip(14)
  }
  canvas.write(actionsLead(actions, results), STYLES.lead)
  canvas.skip(8)
  drawRoadmap(canvas, actions)
  for (const { name, actions: its } of actionsByGroup(actions, results)) {
    canvas.part('Sect', () => {
      canvas.skip(10)
      const title = { height: canvas.heightOf(name, STYLES.subheading, WIDTH) + 5, draw: () => drawArea(canvas, name) }
      for (const [index, [number, action]] of its.entries())
        drawAction(canvas, action, number, context, index === 0 ? title : undefined)
    })
    await canvas.breathe()
  }
  canvas.skip(18)
  const hasEfforts = actions.length > 0
  const allKnown = isAllKnown(results)
  if (allKnown) drawNothingUnknown(canvas)
  for (const [index, [part, place]] of placesOf(parts, once).entries()) {
    const { result } = part
    if (!allKnown) drawUnknowns(canvas, unknownLines(result, once), result, place)
    drawExceptions(canvas, part, place)
    const next = index === parts.length - 1 ? referenceHeight(canvas, parts, hasEfforts) : 0
    drawOverview(canvas, result, sectionTitle(canvas, place.title(OVERVIEW.title)), next)
    await canvas.breathe()
  }
  drawReference(canvas, parts, hasEfforts)
}

const sectionTitle = (canvas: Canvas, words: string): OverviewTitle => ({
  height: headingHeight(canvas, words),
  draw: () => drawHeading(canvas, words, 0),
  tag: 'H3',
})

function drawArea(canvas: Canvas, name: string): void {
  canvas.bookmark(name, 2)
  canvas.write(name, STYLES.subheading, { tag: 'H3' })
  canvas.skip(5)
}

/** Of several frameworks, about all of which everything is known. */
function drawNothingUnknown(canvas: Canvas): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, TECHNICAL.unknown, 40)
    canvas.write(UNKNOWN_WORDS.nothing, STYLES.lead)
  })
  canvas.skip(24)
}

function drawUnknowns(
  canvas: Canvas,
  unknowns: readonly UnknownLine[],
  result: AssessmentResult,
  { title, fresh }: Place,
): void {
  const columns = [
    { title: TECHNICAL.what, share: 0.77 },
    { title: TECHNICAL.kind, share: 0.13 },
    { title: TECHNICAL.checks, share: 0.1, align: 'right' },
  ] as const
  const rows = unknowns.map(({ kind, id, name, checks }) => [id === '' ? name : `${id}: ${name}`, kind, checks])
  const lead = unknowns.length > 0 ? fresh(TECHNICAL.unknownLead) : nothingUnknown(fresh)
  const missing = missingPermissionsOf([result])
  const above = stack([
    paragraph(canvas, lead, STYLES.lead),
    paragraph(canvas, missing.length > 0 ? fresh(TECHNICAL.consent(missing)) : '', STYLES.row),
    space(canvas, 8),
  ])
  const table = unknowns.length > 0 ? heightOfTable(canvas, columns, rows, { isWhole: false }) : 0
  canvas.part('Sect', () => {
    drawHeading(canvas, title(TECHNICAL.unknown), above.height + table)
    above.draw()
    if (unknowns.length > 0) drawTable(canvas, columns, rows)
  })
  canvas.skip(24)
}
