import type { OwnerPlan, PlannedAction, PlannedQuarter } from '../../../content/editions/owner-plan.ts'
import { ACTION_WORDS } from '../../../content/words/actions.ts'
import { EFFORT_WORDS, SEVERITY_WORDS } from '../../../content/words/every-edition.ts'
import { OWNER } from '../../../content/words/owner.ts'
import { type Canvas, LEFT, WIDTH } from '../../kit/canvas.ts'
import { drawHeading } from '../../kit/layout/heading.ts'
import { SEVERITY_LOOKS } from '../../kit/looks.ts'
import { drawPill } from '../../kit/pills.ts'
import { lineHeight, STYLES } from '../../kit/typesetter.ts'

/** Points: the space above a quarter and below its title, and what the title and the first lines need. */
const SPACE = { above: 14, below: 4 } as const
const QUARTER = 80
/** Points below the plan. */
const AFTER = 20
/** Points above and below an action. */
const PAD = 5
/** Points at the right of an action: its effort, and the mark of a critical one before it. */
const EFFORT = 74
const MARK = 58
/** Points between a title and what stands at its right. */
const GAP = 6

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

/**
 * The quarters with more of their actions, if what follows begins on the next page and this one would stay empty; with fewer,
 * if a few would be alone on the next.
 */
function filled(canvas: Canvas, quarters: readonly PlannedQuarter[], rest: number): PlannedQuarter[] {
  const heightOf = (its: readonly PlannedQuarter[]): number =>
    its.reduce((sum, quarter) => sum + quarterHeight(canvas, quarter), 0)
  const plan = shortened(quarters, (its) => heightOf(its) <= canvas.left)
  if (heightOf(plan) + AFTER + rest <= canvas.left) return plan
  for (const index of plan.keys()) {
    for (
      let quarter = plan[index];
      quarter?.summary === '' && quarter.shown < quarter.actions.length;
      quarter = plan[index]
    ) {
      const longer = plan.with(index, { ...quarter, shown: quarter.shown + 1 })
      if (heightOf(longer) > canvas.left) return plan
      plan.splice(0, plan.length, ...longer)
    }
  }
  return plan
}

/** Actions of a quarter that are always shown, besides critical ones. */
const MIN_SHOWN = 2
const minShown = ({ actions }: PlannedQuarter): number =>
  Math.max(MIN_SHOWN, actions.filter(({ isCritical }) => isCritical).length)

/** The quarters with as many actions as fit, the last ones shortened first; unchanged if they do not fit at all. */
function shortened(
  quarters: readonly PlannedQuarter[],
  fits: (quarters: readonly PlannedQuarter[]) => boolean,
): PlannedQuarter[] {
  let plan = [...quarters]
  for (const [index, longest] of [...quarters.entries()].reverse()) {
    for (let fewer = longest.shown; !fits(plan) && fewer > minShown(longest); fewer--)
      plan = plan.map((quarter, at) => (at === index ? { ...quarter, shown: fewer - 1 } : quarter))
  }
  return fits(plan) ? plan : [...quarters]
}

function quarterHeight(canvas: Canvas, quarter: PlannedQuarter): number {
  const { score, summary, actions, shown } = quarter
  const lines = actions.slice(0, shown).reduce((sum, action) => sum + actionHeight(canvas, action), 0)
  const { title } = quarterLine(canvas, score)
  return (
    SPACE.above +
    title +
    SPACE.below +
    lines +
    moreHeight(canvas, quarter) +
    canvas.heightOf(summary, STYLES.body, WIDTH)
  )
}

/** The height of the line about actions that are left out. */
const moreHeight = (canvas: Canvas, quarter: PlannedQuarter): number =>
  canvas.heightOf(moreText(quarter), STYLES.rowSoft, WIDTH)

const moreText = ({ summary, actions, shown }: PlannedQuarter): string =>
  summary === '' && actions.length > shown ? OWNER.more(actions.slice(shown).map(({ title }) => title)) : ''

/** Points that a title leaves for the score beside it. */
const BESIDE = WIDTH - 190

/** The height of a quarter's title with its score: beside it, or below it if it is long. */
function quarterLine(canvas: Canvas, score: string): { title: number; isBeside: boolean } {
  const isBeside = canvas.widthOf(score, STYLES.rowSoft) <= BESIDE
  const below = isBeside ? 0 : canvas.heightOf(score, STYLES.rowSoft, WIDTH)
  return { title: lineHeight(STYLES.subheading) + below, isBeside }
}

const widthOf = ({ isCritical }: PlannedAction): number => WIDTH - EFFORT - (isCritical ? MARK : 0) - GAP

const actionHeight = (canvas: Canvas, action: PlannedAction): number =>
  canvas.heightOf(action.title, STYLES.body, widthOf(action)) +
  canvas.heightOf(action.purchase, STYLES.smallSoft, widthOf(action)) +
  2 * PAD

function drawQuarter(canvas: Canvas, quarter: PlannedQuarter): void {
  const { title, score, summary, actions, shown } = quarter
  const height = quarterHeight(canvas, quarter) - SPACE.above
  canvas.skip(SPACE.above)
  canvas.room(Math.min(QUARTER, height))
  const { y } = canvas
  const { isBeside } = quarterLine(canvas, score)
  canvas.write(title, STYLES.subheading, { tag: 'H3' })
  if (isBeside) canvas.put(score, STYLES.rowSoft, { x: LEFT, width: WIDTH, align: 'right', y: y + 3 })
  else canvas.write(score, STYLES.rowSoft)
  canvas.skip(SPACE.below)
  canvas.write(summary, STYLES.body)
  for (const [index, action] of actions.slice(0, shown).entries()) {
    // The line about the others stays with the last action.
    if (index === shown - 1) canvas.room(actionHeight(canvas, action) + moreHeight(canvas, quarter))
    drawPlanned(canvas, action)
  }
  canvas.write(moreText(quarter), STYLES.rowSoft)
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
  canvas.write(action.purchase, STYLES.smallSoft, { width: widthOf(action) })
  canvas.skip(PAD)
}
