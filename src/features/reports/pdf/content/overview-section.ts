import type { AssessmentResult, RequirementResult } from '../../../../engine/model/result.ts'
import { VERDICTS } from '../../content/requirements.ts'
import { VERDICT_WORDS } from '../../content/rules.ts'
import { OVERVIEW, STATE_WORDS } from '../../content/words/controls.ts'
import { ROW } from '../../content/words/full.ts'
import { type Canvas, LEFT, WIDTH } from '../kit/canvas.ts'
import type { Look } from '../kit/colors.ts'
import { drawHeading } from '../kit/heading.ts'
import { ACCEPTED_LOOK, VERDICT_LOOKS } from '../kit/looks.ts'
import { drawPill } from '../kit/pills.ts'
import { lineHeight, STYLES } from '../kit/typesetter.ts'

/** Points: the columns of names and states, and the space below a state and a group. */
const NAME = 122
const STATE = 132
const SPACE = { state: 2.5, group: 5 } as const
const IDS = { x: LEFT + NAME + STATE, width: WIDTH - NAME - STATE } as const
/** Points. The least height of a state, which is that of its pill. */
const PILL = 15.5
/** Points from the top of a state to its first line of ids, so that it stands beside the words of the pill. */
const LEAD = Math.max(0, (PILL - lineHeight(STYLES.small)) / 2)

/** The ids with one state, in the order of the framework. */
interface StateLine {
  look: Look
  words: string
  ids: string
}

/** Points: the title of the overview and the space around it. */
const ABOVE = 40

/** Points that the title and the first group need. */
export function overviewStart(canvas: Canvas, result: AssessmentResult): number {
  const [first] = statesOf(result)
  return ABOVE + (first ? heightOfGroup(canvas, first) : 0)
}

/** Points that the last page has at least: as many of the last groups go there as are needed. */
const LAST_PAGE = 385

interface Frame {
  /** The title of a section of its own. */
  title?: string
  /** Points of what follows on the same page. */
  next?: number
}

/** Every requirement by its state, group by group: the same as the overview of the page. */
export function drawOverview(canvas: Canvas, result: AssessmentResult, { title, next = 0 }: Frame = {}): void {
  const groups = statesOf(result)
  const heights = groups.map((group) => heightOfGroup(canvas, group))
  const start = ABOVE + (heights[0] ?? 0)
  const from = (first: number): number => heights.slice(first).reduce((sum, height) => sum + height, 0)
  const tail = next > 0 ? heights.findLastIndex((_, index) => from(index) >= LAST_PAGE - next) : -1
  canvas.part('Sect', () => {
    if (title !== undefined) drawHeading(canvas, title, next > 0 && tail <= 0 ? from(0) + next : start)
    else {
      canvas.skip(8)
      canvas.room(start - 8)
      canvas.write(OVERVIEW.title, STYLES.subheading, { tag: 'H3' })
      canvas.skip(6)
    }
    for (const [index, group] of groups.entries()) {
      canvas.room(index === tail ? from(index) + next : (heights[index] ?? 0))
      drawStates(canvas, group, title === undefined ? 'H4' : 'H3')
    }
  })
  canvas.skip(18)
}

interface StatesOfGroup {
  name: string
  lines: readonly StateLine[]
}

function statesOf({ groups, requirements, target }: AssessmentResult): StatesOfGroup[] {
  const byGroup = Map.groupBy(requirements, ({ group }) => group)
  return groups
    .map(({ id, name }) => ({ name, lines: linesOf(byGroup.get(id) ?? [], target) }))
    .filter(({ lines }) => lines.length > 0)
}

function linesOf(rows: readonly RequirementResult[], target: number): StateLine[] {
  const asked = rows.filter((row) => row.levels.includes(target))
  const line = (look: Look, words: string, its: readonly RequirementResult[]): StateLine[] =>
    its.length === 0 ? [] : [{ look, words, ids: its.map(({ id }) => id).join(', ') }]
  return [
    ...VERDICTS.flatMap((verdict) =>
      line(
        VERDICT_LOOKS[verdict],
        VERDICT_WORDS[verdict],
        asked.filter((row) => row.verdict === verdict && !row.accepted),
      ),
    ),
    ...line(
      ACCEPTED_LOOK,
      ROW.acceptedRisk,
      asked.filter(({ accepted }) => accepted),
    ),
    ...line(
      ACCEPTED_LOOK,
      STATE_WORDS.outside,
      rows.filter((row) => !row.levels.includes(target)),
    ),
  ]
}

const heightOf = (canvas: Canvas, { ids }: StateLine): number =>
  Math.max(PILL, LEAD + canvas.heightOf(ids, STYLES.small, IDS.width)) + SPACE.state

const linesHeight = (canvas: Canvas, lines: readonly StateLine[]): number =>
  lines.reduce((sum, line) => sum + heightOf(canvas, line), 0)

const heightOfGroup = (canvas: Canvas, { name, lines }: StatesOfGroup): number =>
  Math.max(linesHeight(canvas, lines), canvas.heightOf(name, STYLES.smallBold, NAME - 8)) + 2 * SPACE.group

/** One group, which is never split across pages. */
function drawStates(canvas: Canvas, { name, lines }: StatesOfGroup, tag: string): void {
  canvas.rule()
  canvas.skip(SPACE.group)
  const top = canvas.y
  canvas.y = top + 1.5
  canvas.write(name, STYLES.smallBold, { x: LEFT, width: NAME - 8, tag })
  const end = Math.max(top + linesHeight(canvas, lines), canvas.y)
  canvas.y = top
  for (const line of lines) {
    const { y } = canvas
    drawPill(canvas, line.look, line.words, LEFT + NAME, y)
    canvas.y = y + LEAD
    canvas.write(line.ids, STYLES.small, IDS)
    canvas.y = y + heightOf(canvas, line)
  }
  canvas.y = end + SPACE.group - SPACE.state
}
