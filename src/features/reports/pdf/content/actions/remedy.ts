import type { Remedy } from '../../../../../engine/model/remedy.ts'
import { factOnce } from '../../../content/editions/action-texts.ts'
import type { Once } from '../../../content/once.ts'
import { ACTION_WORDS } from '../../../content/words/actions.ts'
import { type Canvas, LEFT, WIDTH } from '../../kit/canvas.ts'
import { TINT } from '../../kit/colors.ts'
import { type Block, drawBlocks, paragraph, space, stack } from '../../kit/layout/blocks.ts'
import { lineHeight, STYLES } from '../../kit/typesetter.ts'
import { codeLines } from './code-lines.ts'
import { type LinkedText, linksIn, plainText } from './references.ts'

interface RemedyContext {
  once: Once
  /** `ids` only names the findings of an action; `whole` also says what is wrong. */
  findings: 'ids' | 'whole'
  /** Above the steps; may be empty. */
  lead: string
}

const NUMBER = 32
/** An action, beside its number. */
export const COLUMN = { x: LEFT + NUMBER, width: WIDTH - NUMBER } as const
const TERM = 76
const DETAIL = { x: COLUMN.x + TERM, width: COLUMN.width - TERM } as const
/** A step, beside its number. */
const INDENT = 16
const STEP = { x: COLUMN.x + INDENT, width: COLUMN.width - INDENT } as const

/** Points above the steps. */
const ABOVE = 3

/** Points: the first step of a remedy, with its link and what stands above it. */
export function firstStepHeight(canvas: Canvas, [step]: Remedy['steps'], lead: string): number {
  if (!step) return 0
  return (
    ABOVE +
    canvas.heightOf(lead, STYLES.row, COLUMN.width) +
    Math.min(canvas.heightOf(plainText(stepText(step)), STYLES.row, STEP.width), MAX_UNBROKEN)
  )
}

const stepText = ({ text, link }: Remedy['steps'][number]): LinkedText => (link ? [`${text} `, link] : [text])

/** How to fix it. */
export function drawRemedy(
  canvas: Canvas,
  { steps, script, licence, usersNotice, verified, documentation }: Remedy,
  number: number,
  { once, findings, lead }: RemedyContext,
): void {
  // The lead stays with the first step.
  canvas.room(firstStepHeight(canvas, steps, lead))
  canvas.skip(ABOVE)
  canvas.write(lead, STYLES.row, COLUMN)
  for (const [index, step] of steps.entries()) drawStep(canvas, stepText(step), index)
  canvas.skip(BELOW)
  // Nobody types a script from paper, so only technicians get them.
  if (script && findings === 'whole') {
    const linesOf = (code: string): string[] => codeLines(code, script.language, LINE)
    const check = codeBlocks(canvas, ACTION_WORDS.check, linesOf(script.check))
    const change =
      script.change === undefined ? [] : codeBlocks(canvas, ACTION_WORDS.change(script.change), linesOf(script.change))
    // The script stands below what it needs.
    canvas.room(canvas.heightOf(script.needs, STYLES.row, DETAIL.width) + (check[0]?.height ?? 0))
    drawTerm(canvas, script.language, [script.needs])
    drawBlocks(canvas, [...check, space(canvas, 3), ...change, space(canvas, 3)])
  }
  const pages = documentation.flatMap((link, index): LinkedText => (index > 0 ? [', ', link] : [link]))
  drawTerm(canvas, ACTION_WORDS.licence, factOnce(once, ACTION_WORDS.licence, licence, number))
  drawTerm(canvas, ACTION_WORDS.notice, factOnce(once, ACTION_WORDS.notice, usersNotice, number))
  // Documentation is not alone on the next page.
  drawTerm(
    canvas,
    ACTION_WORDS.verified,
    factOnce(once, ACTION_WORDS.verified, verified, number),
    heightOfTerm(canvas, pages),
  )
  drawTerm(canvas, ACTION_WORDS.documentation, pages)
}

/** Points: between the steps and the facts below them. */
const BELOW = 3
/** Points: a longer text may continue on the next page. */
const MAX_UNBROKEN = 90

/** The first step has the name of all in the margin. */
function drawStep(canvas: Canvas, parts: LinkedText, index: number): void {
  const text = plainText(parts)
  canvas.room(Math.min(canvas.heightOf(text, STYLES.row, STEP.width), MAX_UNBROKEN))
  if (index === 0)
    canvas.put(ACTION_WORDS.steps, STYLES.smallSoft, { x: LEFT, y: canvas.y + 0.8, width: COLUMN.x - LEFT })
  const label = { text: `${index + 1}.`, indent: INDENT }
  canvas.write(text, STYLES.row, { ...STEP, label, links: linksIn(parts) })
}

const heightOfTerm = (canvas: Canvas, parts: LinkedText): number =>
  canvas.heightOf(plainText(parts), STYLES.row, DETAIL.width)

/** A fact beside its name; `after` is the height of what stays on its page. */
function drawTerm(canvas: Canvas, term: string, parts: LinkedText, after = 0): void {
  canvas.room(Math.min(heightOfTerm(canvas, parts) + after, MAX_UNBROKEN))
  canvas.put(term, STYLES.smallSoft, { x: COLUMN.x, y: canvas.y + 0.8, width: TERM - 8 })
  canvas.write(plainText(parts), STYLES.row, { ...DETAIL, links: linksIn(parts) })
}

/** Points: a character of code, and how far the rest of a long line is indented. */
const LETTER = 0.6 * STYLES.code.size
const HANG = 2 * LETTER
const CODE = { x: COLUMN.x + 6, width: COLUMN.width - 12 } as const
/** Characters of a line of code. */
const LINE = Math.floor((CODE.width - HANG) / LETTER)

/** Points: a shorter script is never divided; of a longer one, each page has this number of lines at least. */
const UNBROKEN_CODE = 200
const CODE_LINES = 3

/** A script with its title; it continues on the next page only if it is long. */
function codeBlocks(canvas: Canvas, title: string, code: readonly string[]): Block[] {
  const head = paragraph(canvas, title, STYLES.smallSoft, COLUMN)
  const lines = code.map((line) => codeLine(canvas, line))
  const whole = stack([head, ...lines])
  if (whole.height <= UNBROKEN_CODE) return [whole]
  const [start, middle, end] = [
    lines.slice(0, CODE_LINES),
    lines.slice(CODE_LINES, -CODE_LINES),
    lines.slice(-CODE_LINES),
  ]
  return [stack([head, ...start]), ...middle, stack(end)]
}

/** A line of code with its indentation, on a ground of its own. */
function codeLine(canvas: Canvas, line: string): Block {
  const text = line.trim()
  const indent = (line.length - line.trimStart().length) * LETTER
  const place = { x: CODE.x + indent, width: CODE.width - indent, hang: HANG, tag: 'Code' }
  const height = Math.max(lineHeight(STYLES.code), canvas.heightOf(text, STYLES.code, place.width - HANG))
  const draw = (): void => {
    const { y } = canvas
    canvas.shape((doc) => doc.rect(COLUMN.x, y, COLUMN.width, height + 0.3).fill(TINT))
    canvas.write(text, STYLES.code, place)
    canvas.y = y + height
  }
  return { height, draw }
}
