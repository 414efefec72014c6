import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { JointAction } from '../../../../engine/results/joint-actions.ts'
import type { Priority } from '../../../../engine/results/priorities.ts'
import { dayText } from '../../../../shared/dates/datetime.ts'
import { isTooLittleKnown } from '../../content/executive-summary.ts'
import { drawRoadmapOf, hasRoadmap } from '../../content/figures/charts.ts'
import type { Framed } from '../../content/input.ts'
import { gainsText, nextSteps, noActions } from '../../content/next-steps.ts'
import { foundOnce, type Once } from '../../content/once.ts'
import { ACTION_WORDS, UNKNOWN_WORDS } from '../../content/words/actions.ts'
import { CONTROLS } from '../../content/words/controls.ts'
import { EFFORT_WORDS, severityText } from '../../content/words/every-edition.ts'
import { toPlainText } from '../../content/words/plain-text.ts'
import { type Canvas, LEFT, PAGE_ROOM, WIDTH } from '../kit/canvas.ts'
import { drawDrawing } from '../kit/drawing.ts'
import { drawHeading } from '../kit/layout/heading.ts'
import { SEVERITY_LOOKS, WORSE_LOOK } from '../kit/looks.ts'
import { drawPill } from '../kit/pills.ts'
import { lineHeight, STYLES, type Style } from '../kit/typesetter.ts'
import { COLUMN, drawRemedy, firstStepHeight } from './remedy-section.ts'

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

/** Points: the title stays with the first of what would make more known. */
const START = 200

/** What would resolve unknowns, if little is known; then all actions, and the roadmap. */
export function drawActions(canvas: Canvas, actions: readonly JointAction[], context: ActionsContext): void {
  const results = context.parts.map(({ result }) => result)
  const isLittle = results.some(isTooLittleKnown)
  const words = actions.length > 0 ? ACTION_WORDS.lead : noActions(results)
  const lead = actions.length > 0 && results.length > 1 ? `${words} ${ACTION_WORDS.joint}` : words
  const roadmap =
    actions.length > 0 ? canvas.heightOf(lead, STYLES.lead, WIDTH) + 10 + roadmapHeight(canvas, actions) : 0
  canvas.part('Sect', () => {
    // Without next steps, the roadmap comes first and is not divided.
    drawHeading(
      canvas,
      ACTION_WORDS.first,
      actions.length > 0 ? (isLittle ? START : Math.max(START, roadmap)) : undefined,
    )
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
  const drawing = drawRoadmapOf(actions, WIDTH, 9)
  canvas.room(roadmapHeight(canvas, actions))
  canvas.write(ACTION_WORDS.roadmap, STYLES.subheading, { tag: 'H3' })
  canvas.skip(ROADMAP_SPACE.title)
  canvas.write(roadmapLead(actions), STYLES.rowSoft)
  canvas.skip(ROADMAP_SPACE.lead)
  drawDrawing(canvas, drawing, { x: LEFT, y: canvas.y })
  canvas.skip(drawing.height + ROADMAP_SPACE.below)
}

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
  const head = canvas.heightOf(title, TITLE, COLUMN.width) + canvas.heightOf(why, STYLES.row, COLUMN.width) + MARKS
  const findings = parts.map((part) => findingTexts(part, context))
  canvas.room((above?.height ?? 0) + beginningHeight(canvas, action, head, findings.flat()))
  above?.draw()
  canvas.part('LI', () => {
    canvas.rule()
    canvas.skip(9)
    const top = canvas.y
    const { fill, onFill } = canvas.accent
    canvas.shape((doc) => doc.circle(LEFT + 10, top + 8, 10).fill(fill))
    const digits = { size: 9.5, weight: 'bold', ink: onFill } as const
    canvas.put(String(number), digits, { x: LEFT, width: 20, align: 'center', y: top + 1.4, tag: 'Lbl' })
    canvas.write(title, TITLE, { ...COLUMN, tag: 'LBody' })
    canvas.skip(3)
    drawMarks(canvas, action, context.parts)
    canvas.write(why, STYLES.row, COLUMN)
    canvas.skip(2)
    for (const [index, part] of parts.entries()) {
      const name =
        context.parts.length > 1 ? context.parts.find(({ result }) => result === part.result)?.productName : undefined
      if (context.findings === 'ids') drawIds(canvas, part.action.findings, name ?? ACTION_WORDS.resolves)
      else {
        if (name !== undefined) {
          canvas.room(60)
          canvas.write(name, { ...STYLES.smallSoft, weight: 'bold' }, COLUMN)
        }
        drawFindings(canvas, findings[index] ?? [])
      }
    }
    if (remedy) drawRemedy(canvas, remedy, number, context)
    canvas.skip(8)
  })
}

/** Points: severity and effort below the title, and the space around them. */
const MARKS = 52

/** Points: the beginning of an action that stays together with its first step; a longer one may be divided. */
const BEGINNING = 220

/** The height of an action to its first step, or at least to the first lines of its findings. */
function beginningHeight(
  canvas: Canvas,
  { remedy }: JointAction,
  head: number,
  findings: readonly FindingTexts[],
): number {
  const first = firstStepHeight(canvas, remedy?.steps ?? [])
  const between = findings.reduce((sum, texts) => sum + findingHeight(canvas, texts), 0)
  const whole = head + between + first
  return findings.length === 0 ? Math.min(whole, PAGE_ROOM / 2) : whole <= BEGINNING ? whole : head + 40
}

/** Severity and effort on one line, and what the action adds behind them or below. */
function drawMarks(canvas: Canvas, action: JointAction, parts: readonly Framed[]): void {
  const { severity, effort } = action
  const { y } = canvas
  const end = COLUMN.x + drawPill(canvas, SEVERITY_LOOKS[severity], severityText(severity), COLUMN.x, y) + 9
  const effortText = effort ? `${ACTION_WORDS.effort}: ${EFFORT_WORDS[effort].toLowerCase()}` : ''
  const gains = gainsText(action, parts).map(({ term, text }) => `${term}: ${text}`)
  const line = [effortText, ...gains].filter((fact) => fact !== '').join(' · ')
  const isShort = canvas.widthOf(line, STYLES.smallBold) < LEFT + WIDTH - end
  const first = isShort ? line : effortText
  if (first !== '') canvas.put(first, STYLES.smallBold, { x: end, y: y + 1.9, width: LEFT + WIDTH - end })
  canvas.y = y + 20
  if (isShort) return
  for (const gain of gains) canvas.write(gain, STYLES.smallBold, COLUMN)
  canvas.skip(3)
}

function drawIds(canvas: Canvas, findings: readonly Priority[], words: string): void {
  canvas.write(`${words}: ${findings.map(({ id }) => id).join(', ')}`, STYLES.smallSoft, COLUMN)
}

/** What the document says of a finding; empty texts are left out. */
interface FindingTexts {
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
  { once, findings, worseSince }: ActionsContext,
): FindingTexts[] {
  if (findings === 'ids') return []
  return action.findings.map(({ id, statement, observed, affected }) => {
    const same = affected && once.namesAt(affected.items, id)
    const { answer, text } = foundOnce(once, toPlainText(observed), id)
    const name = answer === '' ? id : `${id} ${ACTION_WORDS.answered(answer)}`
    const words = once.fresh(statement, id)
    const names =
      same === undefined
        ? (total: number, items: readonly string[]) => ACTION_WORDS.affectedNames(total, namesText(items, total))
        : (total: number) => ACTION_WORDS.sameAffected(total, id, same)
    return {
      statement: words === '' ? `${name}, ${ACTION_WORDS.statedElsewhere}` : `${name}: ${words}`,
      since: worseSince?.get(id),
      found: text,
      affected: affected && affected.total > 0 ? names(affected.total, affected.items) : '',
    }
  })
}

const STATEMENT: Style = { ...STYLES.row, weight: 'medium' }
/** Points: since when a finding is worse. */
const WORSE = 20

const titleHeight = (canvas: Canvas, statement: string, since: string | undefined): number =>
  canvas.heightOf(statement, STATEMENT, COLUMN.width) + (since === undefined ? 0 : WORSE)

const findingHeight = (canvas: Canvas, { statement, since, found, affected }: FindingTexts): number =>
  titleHeight(canvas, statement, since) +
  canvas.heightOf(found, STYLES.rowSoft, COLUMN.width) +
  canvas.heightOf(affected, STYLES.smallSoft, COLUMN.width) +
  FINDING_GAP

function drawFindings(canvas: Canvas, findings: readonly FindingTexts[]): void {
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
