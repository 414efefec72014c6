import { actionsOf } from '../../../../engine/results/actions.ts'
import type { ReportInput } from '../../content/input.ts'
import { Once } from '../../content/once.ts'
import { capitalize, groupNoun } from '../../content/rules.ts'
import { FULL } from '../../content/words/full.ts'
import type { Canvas } from '../kit/canvas.ts'
import { drawHeading } from '../kit/heading.ts'
import { drawAbout } from './about-section.ts'
import { drawActions } from './actions-section.ts'
import { drawExceptions } from './exceptions-section.ts'
import { drawGroup, GROUP_START } from './requirements-section.ts'
import { drawScores } from './score-section.ts'
import { drawTrendAndChanges } from './trend-section.ts'
import { drawUnknowns } from './unknowns-section.ts'

/** Everything, for auditors. */
export async function drawFull(canvas: Canvas, input: ReportInput): Promise<void> {
  const { result } = input
  const actions = actionsOf(result)
  const once = new Once()
  canvas.newPage()
  drawActions(canvas, actions, { result, once, findings: 'ids' })
  await canvas.breathe()
  drawScores(canvas, input)
  drawTrendAndChanges(canvas, input)
  drawUnknowns(canvas, input, once)
  drawExceptions(canvas, input)
  drawHeading(canvas, FULL.inDetail(capitalize(groupNoun(result.product, 2))), GROUP_START)
  canvas.skip(4)
  const numbers = Map.groupBy(
    actions.flatMap(({ findings }, index) => findings.map(({ id }) => [id, index + 1] as const)),
    ([id]) => id,
  )
  const rows = {
    result,
    once,
    timeZone: canvas.timeZone,
    actions: new Map([...numbers].map(([id, its]) => [id, its.map(([, number]) => number)])),
  }
  for (const group of result.groups) {
    drawGroup(canvas, group, rows)
    await canvas.breathe()
  }
  drawAbout(canvas, input)
}
