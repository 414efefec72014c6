import type { OwnerPlan, PlannedAction, PlannedQuarter } from '../../content/editions/owner.ts'
import { ACTION_WORDS } from '../../content/words/actions.ts'
import { EFFORT_WORDS, SEVERITY_WORDS } from '../../content/words/every-edition.ts'
import { OWNER } from '../../content/words/owner.ts'
import { type Canvas, LEFT, WIDTH } from '../kit/canvas.ts'
import { drawHeading } from '../kit/heading.ts'
import { SEVERITY_LOOKS } from '../kit/looks.ts'
import { drawPill } from '../kit/pills.ts'
import { lineHeight, STYLES } from '../kit/typesetter.ts'

/** Points: the space above a quarter and below its title, and what the title and the first lines need. */
const SPACE = { above: 14, below: 4 } as const
const QUARTER = 80
/** Points below the plan. */
const AFTER = 26
/** Points above and below an action. */
const PAD = 5
/** Points at the right of an action: its effort, and the mark of a critical one before it. */
const EFFORT = 80
const MARK = 58

/** The plan; `rest` is the height of what follows and stays together. */
export function drawPlan(canvas: Canvas, { lead, quarters }: OwnerPlan, rest: number): void {
  canvas.part('Sect', () => {
    // The title stays with the first quarter.
    const first = quarters.length > 0 ? SPACE.above + QUARTER : 0
    drawHeading(canvas, OWNER.plan, 10 + canvas.heightOf(lead, STYLES.lead, WIDTH) + first)
    canvas.write(lead, STYLES.lead)
    for (const quarter of filled(canvas, quarters, rest)) drawQuarter(canvas, quarter)
  })
  canvas.skip(AFTER)
}

/** The quarters with more of their actions, if what follows begins on the next page and this one would stay empty. */
function filled(canvas: Canvas, quarters: readonly PlannedQuarter[], rest: number): PlannedQuarter[] {
  const heightOf = (its: readonly PlannedQuarter[]): number =>
    its.reduce((sum, quarter) => sum + quarterHeight(canvas, quarter), 0)
  const plan = [...quarters]
  if (heightOf(plan) + AFTER + rest <= canvas.left) return plan
  for (const index of plan.keys()) {
    for (let quarter = plan[index]; quarter && quarter.shown < quarter.actions.length; quarter = plan[index]) {
      const longer = plan.with(index, { ...quarter, shown: quarter.shown + 1 })
      if (heightOf(longer) > canvas.left) return plan
      plan.splice(0, plan.length, ...longer)
    }
  }
  return plan
}

function quarterHeight(canvas: Canvas, { actions, shown }: PlannedQuarter): number {
  const lines = actions.slice(0, shown).reduce((sum, action) => sum + actionHeight(canvas, action), 0)
  const more = actions.length > shown ? lineHeight(STYLES.rowSoft) : 0
  return SPACE.above + lineHeight(STYLES.subheading) + SPACE.below + lines + more
}

const widthOf = ({ isCritical }: PlannedAction): number => WIDTH - EFFORT - (isCritical ? MARK : 0)

const actionHeight = (canvas: Canvas, action: PlannedAction): number =>
  canvas.heightOf(action.title, STYLES.body, widthOf(action)) + 2 * PAD

function drawQuarter(canvas: Canvas, quarter: PlannedQuarter): void {
  const { title, actions, shown } = quarter
  const height = quarterHeight(canvas, quarter) - SPACE.above
  canvas.skip(SPACE.above)
  canvas.room(Math.min(QUARTER, height))
  canvas.write(title, STYLES.subheading, { tag: 'H3' })
  canvas.skip(SPACE.below)
  for (const action of actions.slice(0, shown)) drawPlanned(canvas, action)
  if (actions.length > shown) canvas.write(OWNER.more(actions.length - shown), STYLES.rowSoft)
}

function drawPlanned(canvas: Canvas, action: PlannedAction): void {
  canvas.room(actionHeight(canvas, action))
  canvas.rule()
  canvas.skip(PAD)
  const { y } = canvas
  const right = LEFT + WIDTH - EFFORT
  if (action.isCritical) drawPill(canvas, SEVERITY_LOOKS.critical, SEVERITY_WORDS.critical, right - MARK, y)
  const words = action.effort ? `${ACTION_WORDS.effort}: ${EFFORT_WORDS[action.effort].toLowerCase()}` : ''
  canvas.put(words, STYLES.smallSoft, { x: right, width: EFFORT, align: 'right', y: y + 1.9 })
  canvas.write(action.title, STYLES.body, { width: widthOf(action) })
  canvas.skip(PAD)
}
