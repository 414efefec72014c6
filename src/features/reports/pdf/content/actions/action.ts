import type { JointAction } from '../../../../../engine/results/joint-actions.ts'
import { dayText } from '../../../../../shared/dates/datetime.ts'
import { findingOnce, stateAgain } from '../../../content/editions/action-findings.ts'
import type { Framed } from '../../../content/input.ts'
import { gainsText } from '../../../content/next-steps.ts'
import type { Once } from '../../../content/once.ts'
import { ACTION_WORDS } from '../../../content/words/actions.ts'
import { CONTROLS } from '../../../content/words/controls.ts'
import { EFFORT_WORDS, severityText } from '../../../content/words/every-edition.ts'
import { toPlainText } from '../../../content/words/plain-text.ts'
import { type Canvas, LEFT, PAGE_ROOM, WIDTH } from '../../kit/canvas.ts'
import { type Block, paragraph, space, stack } from '../../kit/layout/blocks.ts'
import { SEVERITY_LOOKS, WORSE_LOOK } from '../../kit/looks.ts'
import { drawPill, pillWidth } from '../../kit/pills.ts'
import { STYLES, type Style } from '../../kit/typesetter.ts'
import { COLUMN, drawRemedy, firstStepHeight } from './remedy.ts'

export interface ActionsContext {
  /** The frameworks of the document. */
  parts: readonly Framed[]
  once: Once
  /** `ids` only names the findings; `whole` also says what is wrong. */
  findings: 'ids' | 'whole'
  /** The days since when findings are worse, by their ids. */
  worseSince?: ReadonlyMap<string, string>
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
  if (context.findings === 'whole') stateAgain(context.once, action.findings)
  const marks = marksOf(canvas, action, context.parts)
  const found = parts.map((part): Found => foundIn(canvas, part, number, context))
  const heights = [
    SPACE.above + canvas.heightOf(title, TITLE, COLUMN.width) + SPACE.title + marks.height,
    canvas.heightOf(why, STYLES.row, COLUMN.width) + SPACE.why,
  ]
  const head = heights.reduce((sum, height) => sum + height, above?.height ?? 0)
  canvas.room(head + beginningHeight(canvas, found, context, remedy))
  above?.draw()
  canvas.part('LI', () => {
    canvas.rule()
    canvas.skip(SPACE.above)
    const top = canvas.y
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
    if (remedy) drawRemedy(canvas, remedy, number, context)
    canvas.skip(8)
  })
}

/** Points around the title of an action, and below why it matters and its marks. */
const SPACE = { above: 9, title: 3, why: 2, marks: 3 } as const

/** What one framework says about an action: only the ids of its findings, or its name and what was found. */
interface Found {
  ids: string
  name: string
  findings: DrawnFinding[]
  /** Points. */
  height: number
}

const NAME: Style = { ...STYLES.smallSoft, weight: 'bold' }

function foundIn(canvas: Canvas, part: JointAction['parts'][number], number: number, context: ActionsContext): Found {
  const own = context.parts.find(({ result }) => result === part.result)?.productName
  const name = context.parts.length > 1 ? own : undefined
  const findings = findingTexts(part, number, context)
  if (context.findings === 'ids') {
    const ids = `${name ?? ACTION_WORDS.resolves}: ${part.action.findings.map(({ id }) => id).join(', ')}`
    return { ids, name: '', findings, height: canvas.heightOf(ids, STYLES.smallSoft, COLUMN.width) }
  }
  const height = findings.reduce(
    (sum, texts) => sum + findingHeight(canvas, texts),
    canvas.heightOf(name ?? '', NAME, COLUMN.width),
  )
  return { ids: '', name: name ?? '', findings, height }
}

/** Points: findings of an action that stay together with its first step; longer ones may be divided. */
const FINDINGS = { together: 140, begun: 120 } as const

/** The height from the findings of an action to its first step, or of the beginning of findings if they are long. */
function beginningHeight(
  canvas: Canvas,
  found: readonly Found[],
  { findings }: ActionsContext,
  remedy: JointAction['remedy'],
): number {
  const between = found.reduce((sum, { height }) => sum + height, 0)
  const whole = between + (remedy ? firstStepHeight(canvas, remedy.steps) : 0)
  if (findings === 'ids') return Math.min(whole, PAGE_ROOM / 2)
  return between <= FINDINGS.together ? whole : FINDINGS.begun
}

/** Severity and effort on one line, and what the action adds behind them or below. */
function marksOf(canvas: Canvas, action: JointAction, parts: readonly Framed[]): Block {
  const { severity, effort } = action
  const effortText = effort ? `${ACTION_WORDS.effort}: ${EFFORT_WORDS[effort].toLowerCase()}` : ''
  const gains = gainsText(action, parts).map(({ term, text }) => `${term}: ${text}`)
  const line = [effortText, ...gains].filter((fact) => fact !== '').join(' · ')
  const end = COLUMN.x + pillWidth(canvas, severityText(severity)) + 9
  const isShort = canvas.widthOf(line, STYLES.smallBold) < LEFT + WIDTH - end
  const first = isShort ? line : effortText
  const pill: Block = {
    height: 20,
    draw: () => {
      const { y } = canvas
      drawPill(canvas, SEVERITY_LOOKS[severity], severityText(severity), COLUMN.x, y)
      if (first !== '') canvas.put(first, STYLES.smallBold, { x: end, y: y + 1.9, width: LEFT + WIDTH - end })
      canvas.y = y + 20
    },
  }
  if (isShort) return pill
  return stack([
    pill,
    ...gains.map((gain) => paragraph(canvas, gain, STYLES.smallBold, COLUMN)),
    space(canvas, SPACE.marks),
  ])
}

/** What the document says of a finding; empty texts are left out. */
interface DrawnFinding {
  statement: string
  /** The day since when it is worse. */
  since: string | undefined
  found: string
  affected: string
}

/** Points below a finding. */
const FINDING_GAP = 4

/** In the order in which they are drawn, because a sentence appears only once. */
function findingTexts(
  { action }: JointAction['parts'][number],
  number: number,
  { once, findings, worseSince }: ActionsContext,
): DrawnFinding[] {
  if (findings === 'ids') return []
  return action.findings.map((finding) => {
    const { id, affected } = finding
    const { answer, statement, described, found, sameNames } = findingOnce(once, finding, number)
    const name = answer === '' ? id : `${id} ${ACTION_WORDS.answered(answer)}`
    const names = ({ total, items }: NonNullable<typeof affected>): string =>
      sameNames ?? ACTION_WORDS.affectedNames(total, namesText(items, total))
    return {
      statement: statement === '' ? `${name}, ${described}` : `${name}: ${statement}`,
      since: worseSince?.get(id),
      found,
      affected: affected && affected.total > 0 ? names(affected) : '',
    }
  })
}

const STATEMENT: Style = { ...STYLES.row, weight: 'medium' }
/** Points: since when a finding is worse. */
const WORSE = 20

const titleHeight = (canvas: Canvas, statement: string, since: string | undefined): number =>
  canvas.heightOf(statement, STATEMENT, COLUMN.width) + (since === undefined ? 0 : WORSE)

const findingHeight = (canvas: Canvas, { statement, since, found, affected }: DrawnFinding): number =>
  titleHeight(canvas, statement, since) +
  canvas.heightOf(found, STYLES.rowSoft, COLUMN.width) +
  canvas.heightOf(affected, STYLES.smallSoft, COLUMN.width) +
  FINDING_GAP

function drawFindings(canvas: Canvas, findings: readonly DrawnFinding[]): void {
  for (const { statement, since, found, affected } of findings) {
    canvas.room(titleHeight(canvas, statement, since) + canvas.beginningOf(found, STYLES.rowSoft, COLUMN.width))
    canvas.write(statement, STATEMENT, COLUMN)
    if (since !== undefined) drawWorse(canvas, since)
    canvas.write(found, STYLES.rowSoft, COLUMN)
    canvas.write(affected, STYLES.smallSoft, COLUMN)
    canvas.skip(FINDING_GAP)
  }
}

function drawWorse(canvas: Canvas, since: string): void {
  canvas.skip(2)
  drawPill(canvas, WORSE_LOOK, CONTROLS.worseThan(dayText(since, canvas.times)), COLUMN.x, canvas.y)
  canvas.skip(18)
}

/** As many names as anybody reads on paper; the page has all of them. */
const NAMES_SHOWN = 12

function namesText(items: readonly string[], total: number): string {
  const shown = items.slice(0, NAMES_SHOWN)
  const rest = total - shown.length
  return `${shown.map(toPlainText).join(', ')}${rest > 0 ? ` ${ACTION_WORDS.moreNames(rest)}` : ''}`
}
