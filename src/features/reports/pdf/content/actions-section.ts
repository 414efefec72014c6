import type { Link, Remedy } from '../../../../engine/model/remedy.ts'
import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { JointAction } from '../../../../engine/results/joint-actions.ts'
import type { Priority } from '../../../../engine/results/priorities.ts'
import { dayText } from '../../../../shared/dates/datetime.ts'
import { isTooLittleKnown } from '../../content/executive-summary.ts'
import { drawRoadmapOf, hasRoadmap } from '../../content/figures/charts.ts'
import type { Framed } from '../../content/input.ts'
import { gainsText, nextSteps, noActions } from '../../content/next-steps.ts'
import { factOnce, foundOnce, type Once } from '../../content/once.ts'
import { ACTION_WORDS, UNKNOWN_WORDS } from '../../content/words/actions.ts'
import { CONTROLS } from '../../content/words/controls.ts'
import { EFFORT_WORDS, severityText } from '../../content/words/every-edition.ts'
import { toPlainText } from '../../content/words/plain-text.ts'
import { type Canvas, LEFT, PAGE_ROOM, WIDTH } from '../kit/canvas.ts'
import { TINT } from '../kit/colors.ts'
import { drawDrawing } from '../kit/drawing.ts'
import { drawHeading } from '../kit/heading.ts'
import { SEVERITY_LOOKS, WORSE_LOOK } from '../kit/looks.ts'
import { drawPill } from '../kit/pills.ts'
import { lineHeight, STYLES, type Style } from '../kit/typesetter.ts'

export interface ActionsContext {
  /** The frameworks of the document. */
  parts: readonly Framed[]
  once: Once
  /** `ids` only names the findings; `whole` also says what is wrong. */
  findings: 'ids' | 'whole'
  /** The days since when findings are worse, by their ids. */
  worseSince?: ReadonlyMap<string, string>
}

const NUMBER = 32
const COLUMN = { x: LEFT + NUMBER, width: WIDTH - NUMBER } as const
const TITLE: Style = { size: 10.5, weight: 'bold', leading: 1.42 }

/** Points: the title stays with the roadmap, or with the first of what would make more known. */
const START = 200

/** What would resolve unknowns, if little is known; then all actions, and the roadmap. */
export function drawActions(canvas: Canvas, actions: readonly JointAction[], context: ActionsContext): void {
  const results = context.parts.map(({ result }) => result)
  const isLittle = results.some(isTooLittleKnown)
  canvas.part('Sect', () => {
    // Without next steps, the roadmap comes first and is not divided.
    const start = isLittle ? START : Math.max(START, roadmapHeight(actions) + 40)
    drawHeading(canvas, ACTION_WORDS.first, actions.length > 0 ? start : undefined)
    if (isLittle) drawNextSteps(canvas, results)
    if (isLittle && actions.length > 0) {
      canvas.skip(12)
      canvas.room(110)
      canvas.write(ACTION_WORDS.title, STYLES.subheading, { tag: 'H3' })
      canvas.skip(2)
    }
    const lead = actions.length > 0 ? ACTION_WORDS.lead : noActions(results)
    canvas.write(actions.length > 0 && results.length > 1 ? `${lead} ${ACTION_WORDS.joint}` : lead, STYLES.lead)
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

/** Points. */
const ROADMAP_TITLE = 70

/** Points, with its title; 0 if there is none. */
const roadmapHeight = (actions: readonly JointAction[]): number =>
  hasRoadmap(actions) ? drawRoadmapOf(actions, WIDTH, 9).height + ROADMAP_TITLE : 0

export function drawRoadmap(canvas: Canvas, actions: readonly JointAction[]): void {
  if (!hasRoadmap(actions)) return
  const drawing = drawRoadmapOf(actions, WIDTH, 9)
  const unplaced = actions.filter(({ effort }) => !effort).length
  canvas.room(drawing.height + ROADMAP_TITLE)
  canvas.write(ACTION_WORDS.roadmap, STYLES.subheading, { tag: 'H3' })
  canvas.skip(2)
  canvas.write(
    `${ACTION_WORDS.roadmapLead}${unplaced > 0 ? ` ${ACTION_WORDS.unplaced(unplaced)}` : ''}`,
    STYLES.rowSoft,
  )
  canvas.skip(8)
  drawDrawing(canvas, drawing, { x: LEFT, y: canvas.y })
  canvas.skip(drawing.height + 16)
}

/** One action; its beginning is never alone at the end of a page. */
export function drawAction(canvas: Canvas, action: JointAction, number: number, context: ActionsContext): void {
  const { title, remedy, parts } = action
  const why = remedy ? context.once.fresh(remedy.why, title) : ''
  const height = canvas.heightOf(title, TITLE, COLUMN.width) + canvas.heightOf(why, STYLES.row, COLUMN.width)
  canvas.room(Math.min(height + MARKS + firstHeight(canvas, action, context), PAGE_ROOM / 2))
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
    for (const part of parts) {
      const name =
        context.parts.length > 1 ? context.parts.find(({ result }) => result === part.result)?.productName : undefined
      const { findings } = part.action
      if (context.findings === 'ids') drawIds(canvas, findings, name ?? ACTION_WORDS.resolves)
      else {
        if (name !== undefined) {
          canvas.room(60)
          canvas.write(name, { ...STYLES.smallSoft, weight: 'bold' }, COLUMN)
        }
        drawFindings(canvas, findings, context)
      }
    }
    if (remedy) drawRemedy(canvas, remedy, number, context)
    canvas.skip(8)
  })
}

/** Points: severity and effort below the title, and the space around them. */
const MARKS = 52

/** The height of what follows the title of an action: a finding, or the first step. */
function firstHeight(canvas: Canvas, { remedy }: JointAction, { findings }: ActionsContext): number {
  const [step] = remedy?.steps ?? []
  if (findings === 'whole' || !step) return 40
  return canvas.heightOf(step.text, STYLES.row, STEP.width) + (step.link ? LINK : 0)
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
  if (!isShort) for (const gain of gains) canvas.write(gain, STYLES.smallBold, COLUMN)
}

function drawIds(canvas: Canvas, findings: readonly Priority[], words: string): void {
  canvas.write(`${words}: ${findings.map(({ id }) => id).join(', ')}`, STYLES.smallSoft, COLUMN)
}

function drawFindings(canvas: Canvas, findings: readonly Priority[], { once, worseSince }: ActionsContext): void {
  for (const { id, statement, observed, affected } of findings) {
    const same = affected && once.namesAt(affected.items, id)
    const { answer, text } = foundOnce(once, toPlainText(observed), id)
    const name = answer === '' ? id : `${id} ${ACTION_WORDS.answered(answer)}`
    const words = once.fresh(statement, id)
    canvas.room(40)
    canvas.write(
      words === '' ? `${name}, ${ACTION_WORDS.statedElsewhere}` : `${name}: ${words}`,
      { ...STYLES.row, weight: 'medium' },
      COLUMN,
    )
    const since = worseSince?.get(id)
    if (since !== undefined) drawWorse(canvas, since)
    canvas.write(text, STYLES.rowSoft, COLUMN)
    if (affected && affected.total > 0)
      canvas.write(
        same === undefined
          ? ACTION_WORDS.affectedNames(affected.total, namesText(affected.items, affected.total))
          : ACTION_WORDS.sameAffected(affected.total, id, same),
        STYLES.smallSoft,
        COLUMN,
      )
    canvas.skip(4)
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

const TERM = 76
const DETAIL = { x: COLUMN.x + TERM, width: COLUMN.width - TERM } as const
/** A step, beside its number. */
const INDENT = 16
const STEP = { x: DETAIL.x + INDENT, width: DETAIL.width - INDENT } as const

/** How to fix it. */
function drawRemedy(
  canvas: Canvas,
  { steps, script, licence, usersNotice, verified, documentation }: Remedy,
  number: number,
  { once, findings }: ActionsContext,
): void {
  canvas.skip(3)
  for (const [index, { text, link }] of steps.entries()) {
    drawTerm(canvas, index === 0 ? ACTION_WORDS.steps : '', text, { after: link ? LINK : 0, number: `${index + 1}.` })
    if (link) drawLink(canvas, link, STEP)
  }
  // Nobody types a script from paper, so only technicians get them.
  if (script && findings === 'whole') {
    // The first lines of the script stand below its title.
    canvas.room(70)
    drawTerm(canvas, script.language, script.needs)
    drawCode(canvas, ACTION_WORDS.check, script.check)
    if (script.change !== undefined) drawCode(canvas, ACTION_WORDS.change, script.change)
  }
  const links = documentation.length * LINK
  drawTerm(canvas, ACTION_WORDS.licence, factOnce(once, licence, number))
  drawTerm(canvas, ACTION_WORDS.notice, factOnce(once, usersNotice, number))
  // Links stay together, and are not alone on the next page.
  drawTerm(canvas, ACTION_WORDS.verified, factOnce(once, verified, number), { after: links })
  drawTerm(canvas, ACTION_WORDS.documentation, '', { after: links })
  for (const link of documentation) drawLink(canvas, link)
}

/** Points: a longer step may continue on the next page, and its link with it. */
const MAX_UNBROKEN = 90

/** `after` is the height of what belongs to its text; a text with a number is a step. */
function drawTerm(
  canvas: Canvas,
  term: string,
  text: string,
  { after = 0, number = '' }: { after?: number; number?: string } = {},
): void {
  const place = number === '' ? DETAIL : STEP
  canvas.room(Math.min(Math.max(canvas.heightOf(text, STYLES.row, place.width) + after, 26), MAX_UNBROKEN))
  if (term !== '') canvas.put(term, STYLES.smallSoft, { x: COLUMN.x, y: canvas.y + 0.8, width: TERM - 8 })
  canvas.write(text, STYLES.row, { ...place, ...(number !== '' && { label: { text: number, indent: INDENT } }) })
}

/** Points. */
const LINK = lineHeight(STYLES.small)

function drawLink(canvas: Canvas, { title, url }: Link, place: { x: number; width: number } = DETAIL): void {
  canvas.writeLink(url, title, { ...STYLES.small, ink: canvas.accent.text }, place)
}

/** Points: a character of code, and how far the rest of a long line is indented. */
const LETTER = 0.6 * STYLES.code.size
const HANG = 2 * LETTER
const CODE = { x: DETAIL.x + 6, width: DETAIL.width - 12 } as const

/** Code line by line, with its indentation, on a ground of its own. */
function drawCode(canvas: Canvas, title: string, code: string): void {
  canvas.room(30)
  canvas.write(title, STYLES.smallSoft, DETAIL)
  for (const line of code.split('\n')) {
    const indent = (line.length - line.trimStart().length) * LETTER
    const place = { x: CODE.x + indent, width: CODE.width - indent, hang: HANG, tag: 'Code' }
    const height = canvas.heightOf(line.trim(), STYLES.code, place.width - HANG)
    canvas.room(height)
    const { y } = canvas
    canvas.shape((doc) => doc.rect(DETAIL.x, y, DETAIL.width, height + 0.3).fill(TINT))
    canvas.write(line.trim(), STYLES.code, place)
  }
  canvas.skip(3)
}
