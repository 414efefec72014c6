import type { Link, Remedy } from '../../../../../engine/model/remedy.ts'
import { factOnce, licenceOnce } from '../../../content/editions/action-texts.ts'
import type { Once } from '../../../content/once.ts'
import { ACTION_WORDS } from '../../../content/words/actions.ts'
import { type Words, wordsText } from '../../../content/words/references.ts'
import { type Canvas, LEFT, WIDTH } from '../../kit/canvas.ts'
import { TINT } from '../../kit/colors.ts'
import { type Block, drawBlocks, paragraph, space, stack } from '../../kit/layout/blocks.ts'
import { lineHeight, STYLES } from '../../kit/typesetter.ts'
import { linksIn } from './references.ts'

interface RemedyContext {
  once: Once
  /** `ids` only names the findings of an action; `whole` also says what is wrong. */
  findings: 'ids' | 'whole'
}

const NUMBER = 32
/** An action, beside its number. */
export const COLUMN = { x: LEFT + NUMBER, width: WIDTH - NUMBER } as const
const TERM = 76
const DETAIL = { x: COLUMN.x + TERM, width: COLUMN.width - TERM } as const
/** A step, beside its number. */
const INDENT = 16
const STEP = { x: DETAIL.x + INDENT, width: DETAIL.width - INDENT } as const

/** Points above the steps. */
const ABOVE = 3

/** Points: the first step of a remedy, with its link. */
export function firstStepHeight(canvas: Canvas, [step]: Remedy['steps']): number {
  if (!step) return 0
  const height = canvas.heightOf(step.text, STYLES.row, STEP.width) + (step.link ? LINK : 0)
  return ABOVE + Math.min(Math.max(height, MIN_TERM), MAX_UNBROKEN)
}

/** How to fix it. */
export function drawRemedy(
  canvas: Canvas,
  { steps, script, licence, usersNotice, verified, documentation }: Remedy,
  number: number,
  { once, findings }: RemedyContext,
): void {
  canvas.skip(ABOVE)
  for (const [index, { text, link }] of steps.entries()) {
    drawTerm(canvas, index === 0 ? ACTION_WORDS.steps : '', [text], { after: link ? LINK : 0, number: `${index + 1}.` })
    if (link) drawLink(canvas, link, STEP)
  }
  // Nobody types a script from paper, so only technicians get them.
  if (script && findings === 'whole') {
    const check = codeBlocks(canvas, ACTION_WORDS.check, script.check)
    const change = script.change === undefined ? [] : codeBlocks(canvas, ACTION_WORDS.change, script.change)
    // The script stands below what it needs.
    canvas.room(canvas.heightOf(script.needs, STYLES.row, DETAIL.width) + (check[0]?.height ?? 0))
    drawTerm(canvas, script.language, [script.needs])
    drawBlocks(canvas, [...check, space(canvas, 3), ...change, space(canvas, 3)])
  }
  const links = documentation.length * LINK
  drawTerm(canvas, ACTION_WORDS.licence, licenceOnce(once, licence, number))
  drawTerm(canvas, ACTION_WORDS.notice, factOnce(once, usersNotice, number))
  // Links stay together, and are not alone on the next page.
  drawTerm(canvas, ACTION_WORDS.verified, factOnce(once, verified, number), { after: links })
  drawTerm(canvas, ACTION_WORDS.documentation, [], { after: links })
  for (const link of documentation) drawLink(canvas, link)
}

/** Points: the height of a term on its own line, and around it. */
const MIN_TERM = 26
/** Points: a longer step may continue on the next page, and its link with it. */
const MAX_UNBROKEN = 90

/** `after` is the height of what belongs to its text; a text with a number is a step. */
function drawTerm(
  canvas: Canvas,
  term: string,
  words: Words,
  { after = 0, number = '' }: { after?: number; number?: string } = {},
): void {
  const text = wordsText(words)
  const place = number === '' ? DETAIL : STEP
  // Without a text, there are only links, for which the text before them has reserved room.
  const height = text === '' ? after : Math.max(canvas.heightOf(text, STYLES.row, place.width) + after, MIN_TERM)
  canvas.room(Math.min(height, MAX_UNBROKEN))
  if (term !== '') canvas.put(term, STYLES.smallSoft, { x: COLUMN.x, y: canvas.y + 0.8, width: TERM - 8 })
  canvas.write(text, STYLES.row, {
    ...place,
    links: linksIn(words),
    ...(number !== '' && { label: { text: number, indent: INDENT } }),
  })
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

/** Points: a shorter script is never divided; of a longer one, each page has this number of lines at least. */
const UNBROKEN_CODE = 200
const CODE_LINES = 3

/** A script with its title; it continues on the next page only if it is long. */
function codeBlocks(canvas: Canvas, title: string, code: string): Block[] {
  const head = paragraph(canvas, title, STYLES.smallSoft, DETAIL)
  const lines = code.split('\n').map((line) => codeLine(canvas, line))
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
    canvas.shape((doc) => doc.rect(DETAIL.x, y, DETAIL.width, height + 0.3).fill(TINT))
    canvas.write(text, STYLES.code, place)
    canvas.y = y + height
  }
  return { height, draw }
}
