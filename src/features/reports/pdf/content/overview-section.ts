import type { AssessmentResult, RequirementResult } from '../../../../engine/model/result.ts'
import { OUTSIDE_STATES, outsideState, VERDICTS } from '../../content/requirements.ts'
import { VERDICT_WORDS } from '../../content/rules.ts'
import { OVERVIEW, STATE_WORDS } from '../../content/words/controls.ts'
import { ROW } from '../../content/words/rows.ts'
import { type Canvas, LEFT, WIDTH } from '../kit/canvas.ts'
import type { Look } from '../kit/colors.ts'
import { above, type Block, drawBlocks, space, stack } from '../kit/layout/blocks.ts'
import { ACCEPTED_LOOK, MET_OUTSIDE_LOOK, VERDICT_LOOKS } from '../kit/looks.ts'
import { drawPill } from '../kit/pills.ts'
import { lineHeight, STYLES } from '../kit/typesetter.ts'

/** Points: the columns of names and states, and the space below a state and around a group. */
const NAME = { width: 114, style: STYLES.smallBold } as const
const STATE = 132
const SPACE = { state: 2.5, group: 5 } as const
const START = NAME.width + 8 + STATE
const IDS = { x: LEFT + START, width: WIDTH - START } as const
/** Points. The least height of a state, which is that of its pill. */
const PILL = 15.5
/** Points from the top of a state to its first line of ids, so that it stands beside the words of the pill. */
const LEAD = Math.max(0, (PILL - lineHeight(STYLES.small)) / 2)

/** Points: the states of a lower group stay on one page. */
const UNBROKEN = 130
/** Points: as much of the overview stands below its title. */
const MIN_BEGUN = 70

/** The ids with one state, in the order of the framework. */
interface StateLine {
  look: Look
  words: string
  ids: string
}

/** Every requirement by its state, group by group: the same as the overview of the page. A lower group stays on one page. */
export function drawOverview(canvas: Canvas, result: AssessmentResult, title: OverviewTitle): void {
  canvas.part('Sect', () => drawBlocks(canvas, blocksOf(canvas, statesOf(result), title)))
  canvas.skip(BELOW)
}

/** The pieces of `drawOverview` where little follows. */
export function overviewBlocks(canvas: Canvas, result: AssessmentResult, title: OverviewTitle): Block[] {
  const blocks = blocksOf(canvas, statesOf(result), title)
  return [...blocks.slice(0, -1), ...blocks.slice(-1).map((last) => above(last, space(canvas, BELOW)))]
}

/** Points below the overview. */
const BELOW = 18

/** Above the overview: the title of a section, or one within a section. */
export interface OverviewTitle {
  /** What further pages continue. */
  name: string
  height: number
  draw: () => void
  /** The tag of the names of groups below it. */
  tag: 'H3' | 'H4'
}

/** A title with a note below it; without a note, the title alone. */
export function withNote(canvas: Canvas, title: OverviewTitle, note: string): OverviewTitle {
  if (note === '') return title
  const below = 6
  return {
    ...title,
    height: title.height + canvas.heightOf(note, STYLES.rowSoft, WIDTH) + below,
    draw: () => {
      title.draw()
      canvas.write(note, STYLES.rowSoft)
      canvas.skip(below)
    },
  }
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
  const outside = rows.filter((row) => !row.levels.includes(target))
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
    ...OUTSIDE_STATES.flatMap((state) =>
      line(
        state === 'metOutside' ? MET_OUTSIDE_LOOK : ACCEPTED_LOOK,
        STATE_WORDS[state],
        outside.filter((row) => outsideState(row) === state),
      ),
    ),
  ]
}

/** The states of all groups; a group that continues on the next page has its name there again. */
function blocksOf(canvas: Canvas, groups: readonly StatesOfGroup[], title: OverviewTitle): Block[] {
  const blocks = groups.flatMap((group) => groupBlocks(canvas, group, title.tag))
  const together = blocks.findIndex((_, index) => stack(blocks.slice(0, index + 1)).height >= MIN_BEGUN) + 1
  const [first, ...more] = [
    stack(blocks.slice(0, together || blocks.length)),
    ...blocks.slice(together || blocks.length),
  ]
  const last = more.at(-1)
  const draw = (): void => {
    title.draw()
    first.draw()
    if (last) canvas.begin(title.name, OVERVIEW.continued)
  }
  const end: Block = { height: 0, draw: () => canvas.end() }
  return [{ height: title.height + first.height, draw }, ...more.slice(0, -1), ...(last ? [above(last, end)] : [])]
}

function groupBlocks(canvas: Canvas, { name, lines }: StatesOfGroup, tag: string): Block[] {
  const again = OVERVIEW.continued(name)
  const isLast = (index: number): boolean => index === lines.length - 1
  const nameHeight = (words: string): number => canvas.heightOf(words, NAME.style, NAME.width)
  const height = (count: number): number => lines.slice(0, count).reduce((sum, line) => sum + heightOf(canvas, line), 0)
  const below = (words: string, index: number, states: number): number =>
    isLast(index) ? Math.max(0, nameHeight(words) - states) + SPACE.group - SPACE.state : 0
  const blocks = lines.map((line, index): Block => {
    const end = below(name, index, height(lines.length))
    if (index === 0) return stateBlock(canvas, line, { name, tag, below: end })
    const place = { name: again, tag: 'P', below: below(again, index, heightOf(canvas, line)) }
    return { ...stateBlock(canvas, line, { below: end }), continued: stateBlock(canvas, line, place) }
  })
  const whole = stack(blocks)
  if (whole.height <= UNBROKEN) return [whole]
  // A name of several lines is not at the end of a page with fewer lines of states.
  const together = lines.findIndex((_, index) => height(index + 1) >= nameHeight(name) || isLast(index)) + 1
  return [stack(blocks.slice(0, together)), ...blocks.slice(together)]
}

interface StatePlace {
  /** Of the group, beside the first of its states on a page. */
  name?: string
  tag?: string
  /** Points below it. */
  below: number
}

const heightOf = (canvas: Canvas, { ids }: StateLine): number =>
  Math.max(PILL, LEAD + canvas.heightOf(ids, STYLES.small, IDS.width)) + SPACE.state

function stateBlock(canvas: Canvas, line: StateLine, { name, tag = 'P', below }: StatePlace): Block {
  const above = name === undefined ? 0 : SPACE.group
  const height = heightOf(canvas, line) + below
  const draw = (): void => {
    if (name !== undefined) canvas.rule()
    const top = canvas.y + above
    canvas.y = top + 1.5
    if (name !== undefined) canvas.write(name, NAME.style, { x: LEFT, width: NAME.width, tag })
    drawPill(canvas, line.look, line.words, IDS.x - STATE, top)
    canvas.y = top + LEAD
    canvas.write(line.ids, STYLES.small, IDS)
    canvas.y = top + height
  }
  return { height: above + height, draw }
}
