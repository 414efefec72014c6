import type { JointAction } from '../../../../../engine/results/joint-actions.ts'
import { dayText } from '../../../../../shared/dates/datetime.ts'
import { type Decline, declineWords, otherMeans, stateAgain } from '../../../content/editions/action-findings.ts'
import { stepsLead } from '../../../content/editions/action-texts.ts'
import type { Framed } from '../../../content/input.ts'
import { gainsText } from '../../../content/next-steps.ts'
import type { Once } from '../../../content/once.ts'
import { ACTION_WORDS } from '../../../content/words/actions.ts'
import { OVERVIEW } from '../../../content/words/controls.ts'
import { EFFORT_WORDS, severityText } from '../../../content/words/every-edition.ts'
import { wordsText } from '../../../content/words/references.ts'
import { type Canvas, LEFT, PAGE_ROOM, WIDTH } from '../../kit/canvas.ts'
import { type Block, paragraph, space, stack } from '../../kit/layout/blocks.ts'
import { LOWERED_LOOK, SEVERITY_LOOKS, WORSE_LOOK } from '../../kit/looks.ts'
import { drawPill, pillWidth } from '../../kit/pills.ts'
import { STYLES, type Style } from '../../kit/typesetter.ts'
import { type DrawnFindings, drawFindings, findingsHeight, findingTexts } from './findings.ts'
import { actionPlace } from './references.ts'
import { COLUMN, drawRemedy, firstStepHeight } from './remedy.ts'

export interface ActionsContext {
  /** The frameworks of the document. */
  parts: readonly Framed[]
  once: Once
  /** `ids` only names the findings; `whole` also says what is wrong. */
  findings: 'ids' | 'whole'
  /** How findings became worse since the run before, by their ids. */
  declines?: ReadonlyMap<string, Decline>
  /** The number of an action by its id. */
  numberOf: (id: string) => number | undefined
}

const TITLE: Style = { size: 10.5, weight: 'bold', leading: 1.42 }

/** A title above an action, with its height, so that both are on one page. */
interface TitleAbove {
  height: number
  draw: () => void
}

/** One action; its beginning is never alone at the end of a page. */
export function drawAction(
  canvas: Canvas,
  action: JointAction,
  number: number,
  context: ActionsContext,
  above?: TitleAbove,
): void {
  const { title, remedy, parts } = action
  const why = remedy ? context.once.fresh(remedy.why, title) : ''
  if (context.findings === 'whole') stateAgain(context.once, action.findings, number)
  const marks = marksOf(canvas, action, context)
  const found = parts.map((part): Found => foundIn(canvas, part, number, context))
  const heights = [
    SPACE.above + canvas.heightOf(title, TITLE, COLUMN.width) + SPACE.title + marks.height,
    canvas.heightOf(why, STYLES.row, COLUMN.width) + SPACE.why,
  ]
  const head = heights.reduce((sum, height) => sum + height, above?.height ?? 0)
  const lead = stepsLead(action)
  const step = remedy ? firstStepHeight(canvas, remedy.steps, lead) : 0
  canvas.room(head + beginningHeight(found, context, step))
  above?.draw()
  const draw = (): void => {
    canvas.rule()
    canvas.skip(SPACE.above)
    const top = canvas.y
    canvas.place(actionPlace(number))
    const { fill, onFill } = canvas.accent
    canvas.shape((doc) => doc.circle(LEFT + 10, top + 8, 10).fill(fill))
    const digits = { size: number > 99 ? 8 : 9.5, weight: 'bold', ink: onFill } as const
    canvas.put(String(number), digits, { x: LEFT, width: 20, align: 'center', y: top + 1.4, tag: 'Lbl' })
    canvas.write(title, TITLE, { ...COLUMN, tag: 'LBody' })
    canvas.skip(SPACE.title)
    marks.draw()
    canvas.write(why, STYLES.row, COLUMN)
    canvas.skip(SPACE.why)
    for (const { name, ids, findings } of found) {
      canvas.write(ids, STYLES.smallSoft, COLUMN)
      if (name !== '' && findings.length > 0) canvas.room(60)
      canvas.write(name, NAME, COLUMN)
      drawFindings(canvas, findings)
    }
    if (remedy) drawRemedy(canvas, remedy, number, { ...context, lead })
    canvas.skip(8)
  }
  canvas.continuing(`${number} ${title}`, OVERVIEW.continued, () => canvas.part('LI', draw))
}

/** Points around the title of an action, and below why it matters and its marks. */
const SPACE = { above: 9, title: 3, why: 2, marks: 3 } as const

/** What one framework says about an action: only the ids of its findings, or its name and what was found. */
interface Found {
  ids: string
  name: string
  findings: readonly DrawnFindings[]
  /** Points. */
  height: number
}

const NAME: Style = { ...STYLES.smallSoft, weight: 'bold' }

function foundIn(canvas: Canvas, part: JointAction['parts'][number], number: number, context: ActionsContext): Found {
  const own = context.parts.find(({ result }) => result === part.result)?.productName
  const name = context.parts.length > 1 ? own : undefined
  const findings = context.findings === 'whole' ? findingTexts(part.action.findings, number, context) : []
  if (context.findings === 'ids') {
    const ids = `${name ?? ACTION_WORDS.resolves}: ${part.action.findings.map(({ id }) => id).join(', ')}`
    return { ids, name: '', findings, height: canvas.heightOf(ids, STYLES.smallSoft, COLUMN.width) }
  }
  const height = findings.reduce(
    (sum, texts) => sum + findingsHeight(canvas, texts),
    canvas.heightOf(name ?? '', NAME, COLUMN.width),
  )
  return { ids: '', name: name ?? '', findings, height }
}

/** Points: findings of an action that stay together with its first step; longer ones may be divided. */
const FINDINGS = { together: 140, begun: 120 } as const

/** The height from the findings of an action to its first step, whose height is `step`, or of the beginning of findings if they are long. */
function beginningHeight(found: readonly Found[], { findings }: ActionsContext, step: number): number {
  const between = found.reduce((sum, { height }) => sum + height, 0)
  const whole = between + step
  if (findings === 'ids') return Math.min(whole, PAGE_ROOM / 2)
  return between <= FINDINGS.together ? whole : FINDINGS.begun
}

/** Points between what stands on the line of the marks. */
const PILL_GAP = 9

/** Severity and effort on one line, and what the action adds behind them or below. */
function marksOf(canvas: Canvas, action: JointAction, context: ActionsContext): Block {
  const { parts, findings, declines, numberOf } = context
  const { severity, effort, licencesToBuy } = action
  const effortText = effort ? `${ACTION_WORDS.effort}: ${EFFORT_WORDS[effort].toLowerCase()}` : ''
  const others = findings === 'whole' ? otherMeans(action.findings) : []
  const facts = [
    ...(licencesToBuy ? [ACTION_WORDS.toBuy(licencesToBuy)] : []),
    ...gainsText(action, parts, numberOf).map(({ term, text }) => `${term}: ${wordsText(text)}`),
    ...others.map((text) => `${ACTION_WORDS.other}: ${text}`),
  ]
  const line = [effortText, ...facts].filter((fact) => fact !== '').join(' · ')
  const marks = declineWords(action.findings, declines, (iso) => dayText(iso, canvas.times))
  const pills = [
    [SEVERITY_LOOKS[severity], severityText(severity)] as const,
    ...marks.map(({ words, byAnswer }) => [byAnswer ? LOWERED_LOOK : WORSE_LOOK, words] as const),
  ]
  const end = pills.reduce((x, [, words]) => x + pillWidth(canvas, words) + PILL_GAP, COLUMN.x)
  const isShort = canvas.widthOf(line, STYLES.smallBold) < LEFT + WIDTH - end
  const first = isShort ? line : effortText
  const pill: Block = {
    height: 20,
    draw: () => {
      const { y } = canvas
      let { x } = COLUMN
      for (const [look, words] of pills) {
        drawPill(canvas, look, words, x, y)
        x += pillWidth(canvas, words) + PILL_GAP
      }
      if (first !== '') canvas.put(first, STYLES.smallBold, { x: end, y: y + 1.9, width: LEFT + WIDTH - end })
      canvas.y = y + 20
    },
  }
  if (isShort) return pill
  return stack([
    pill,
    ...facts.map((text) => paragraph(canvas, text, STYLES.smallBold, COLUMN)),
    space(canvas, SPACE.marks),
  ])
}
