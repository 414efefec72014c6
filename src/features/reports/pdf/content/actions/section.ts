import type { AssessmentResult } from '../../../../../engine/model/result.ts'
import type { JointAction } from '../../../../../engine/results/joint-actions.ts'
import { isTooLittleKnown } from '../../../../../shared/portal/enough-known.ts'
import { actionsIntroduction } from '../../../content/editions/action-texts.ts'
import { drawRoadmapOf, hasRoadmap } from '../../../content/figures/charts.ts'
import { roadmapTable, tableInWords } from '../../../content/figures/tables.ts'
import { nextSteps } from '../../../content/next-steps.ts'
import { ACTION_WORDS, UNKNOWN_WORDS } from '../../../content/words/actions.ts'
import { type Canvas, LEFT, PAGE_ROOM, WIDTH } from '../../kit/canvas.ts'
import { drawDrawing } from '../../kit/drawing.ts'
import { drawHeading } from '../../kit/layout/heading.ts'
import { lineHeight, STYLES } from '../../kit/typesetter.ts'
import { type ActionsContext, drawAction } from './action.ts'
import { drawActionList } from './list.ts'

/** Points: the title stays with the first of what would make more known. */
const START = 200

/** What would resolve unknowns, if little is known; then all actions, and the roadmap. */
export function drawActions(canvas: Canvas, actions: readonly JointAction[], context: ActionsContext): void {
  const results = context.parts.map(({ result }) => result)
  const isLittle = results.some(isTooLittleKnown)
  const lead = actionsIntroduction(actions, results)
  const roadmap =
    actions.length > 0 ? canvas.heightOf(lead, STYLES.lead, WIDTH) + 10 + roadmapHeight(canvas, actions) : 0
  canvas.part('Sect', () => {
    // Without next steps, the roadmap comes first and is not divided; the lead stands without it on a page with much room.
    const start = isLittle || !hasRoadmap(actions) || canvas.left > PAGE_ROOM / 2 ? START : roadmap
    drawHeading(canvas, ACTION_WORDS.first, actions.length > 0 ? start : undefined)
    if (isLittle) drawNextSteps(canvas, results)
    if (isLittle && actions.length > 0) {
      canvas.skip(12)
      canvas.room(lineHeight(STYLES.subheading) + 2 + Math.max(110, roadmap))
      canvas.write(ACTION_WORDS.title, STYLES.subheading, { tag: 'H3' })
      canvas.skip(2)
    }
    canvas.write(lead, STYLES.lead)
    canvas.skip(10)
    drawRoadmap(canvas, actions)
    drawActionList(canvas, actions)
    if (actions.length > 0)
      canvas.part('L', () => {
        for (const [index, action] of actions.entries()) drawAction(canvas, action, index + 1, context)
      })
  })
  canvas.skip(18)
}

export function drawNextSteps(canvas: Canvas, results: readonly AssessmentResult[]): void {
  const steps = nextSteps(results)
  if (steps.length === 0) return
  canvas.write(UNKNOWN_WORDS.title, STYLES.subheading, { tag: 'H3' })
  canvas.skip(2)
  canvas.write(UNKNOWN_WORDS.lead, STYLES.lead)
  canvas.skip(6)
  for (const { title, how, effect } of steps) {
    canvas.room(44)
    canvas.rule()
    canvas.skip(6)
    const right = canvas.widthOf(effect, STYLES.smallSoft) + 4
    canvas.put(effect, STYLES.smallSoft, { x: LEFT + WIDTH - right, width: right, align: 'right', y: canvas.y + 1.5 })
    canvas.write(title, STYLES.rowTitle, { width: WIDTH - right - 12 })
    if (how !== '') canvas.write(how, STYLES.rowSoft)
    canvas.skip(6)
  }
}

/** Points between the title of the roadmap, its lead, and the drawing. */
const ROADMAP_SPACE = { title: 2, lead: 8, below: 16 } as const

function roadmapLead(actions: readonly JointAction[]): string {
  const unplaced = actions.filter(({ effort }) => !effort).length
  return `${ACTION_WORDS.roadmapLead}${unplaced > 0 ? ` ${ACTION_WORDS.unplaced(unplaced)}` : ''}`
}

/** Points to the end of the drawing; 0 if there is none. */
function roadmapHeight(canvas: Canvas, actions: readonly JointAction[]): number {
  if (!hasRoadmap(actions)) return 0
  const heights = [
    lineHeight(STYLES.subheading) + ROADMAP_SPACE.title,
    canvas.heightOf(roadmapLead(actions), STYLES.rowSoft, WIDTH) + ROADMAP_SPACE.lead,
    drawRoadmapOf(actions, WIDTH, 9).height,
  ]
  return heights.reduce((sum, height) => sum + height, 0)
}

export function drawRoadmap(canvas: Canvas, actions: readonly JointAction[]): void {
  if (!hasRoadmap(actions)) return
  const drawing = { ...drawRoadmapOf(actions, WIDTH, 9), alt: tableInWords(roadmapTable(actions)) }
  canvas.room(roadmapHeight(canvas, actions))
  canvas.write(ACTION_WORDS.roadmap, STYLES.subheading, { tag: 'H3' })
  canvas.skip(ROADMAP_SPACE.title)
  canvas.write(roadmapLead(actions), STYLES.rowSoft)
  canvas.skip(ROADMAP_SPACE.lead)
  drawDrawing(canvas, drawing, { x: LEFT, y: canvas.y })
  canvas.skip(drawing.height + ROADMAP_SPACE.below)
}
