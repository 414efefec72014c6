import type { Link, Remedy } from '../../../../engine/model/remedy.ts'
import { factOnce, type Once } from '../../content/once.ts'
import { ACTION_WORDS } from '../../content/words/actions.ts'
import { type Canvas, LEFT, type TextBox, WIDTH } from '../kit/canvas.ts'
import { TINT } from '../kit/colors.ts'
import { lineHeight, STYLES } from '../kit/typesetter.ts'

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

/** Points: the first step of a remedy, with its link. */
export function firstStepHeight(canvas: Canvas, [step]: Remedy['steps']): number {
  return step ? canvas.heightOf(step.text, STYLES.row, STEP.width) + (step.link ? LINK : 0) : 0
}

/** How to fix it. */
export function drawRemedy(
  canvas: Canvas,
  { steps, script, licence, usersNotice, verified, documentation }: Remedy,
  number: number,
  { once, findings }: RemedyContext,
): void {
  canvas.skip(3)
  for (const [index, { text, link }] of steps.entries()) {
    drawTerm(canvas, index === 0 ? ACTION_WORDS.steps : '', text, { after: link ? LINK : 0, number: `${index + 1}.` })
    if (link) drawLink(canvas, link, STEP)
  }
  // Nobody types a script from paper, so only technicians get them.
  if (script && findings === 'whole') {
    // The script stands below what it needs.
    canvas.room(
      canvas.heightOf(script.needs, STYLES.row, DETAIL.width) + unbrokenHeight(codeLines(canvas, script.check)),
    )
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
  // Without a text, there are only links, for which the text before them has reserved room.
  const height = text === '' ? after : Math.max(canvas.heightOf(text, STYLES.row, place.width) + after, 26)
  canvas.room(Math.min(height, MAX_UNBROKEN))
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

/** Points: a shorter script is never split across pages; of a longer one, this much stays together. */
const UNBROKEN_CODE = 110

interface CodeLine {
  text: string
  place: TextBox
  height: number
}

function codeLines(canvas: Canvas, code: string): CodeLine[] {
  return code.split('\n').map((line) => {
    const indent = (line.length - line.trimStart().length) * LETTER
    const place = { x: CODE.x + indent, width: CODE.width - indent, hang: HANG, tag: 'Code' }
    return { text: line.trim(), place, height: canvas.heightOf(line.trim(), STYLES.code, place.width - HANG) }
  })
}

/** Points of a script that stay together, with its title. */
const unbrokenHeight = (lines: readonly CodeLine[]): number =>
  Math.min(
    lines.reduce((sum, { height }) => sum + height, lineHeight(STYLES.smallSoft)),
    UNBROKEN_CODE,
  )

/** Code line by line, with its indentation, on a ground of its own; its last line is never alone on a page. */
function drawCode(canvas: Canvas, title: string, code: string): void {
  const lines = codeLines(canvas, code)
  canvas.room(unbrokenHeight(lines))
  canvas.write(title, STYLES.smallSoft, DETAIL)
  for (const [index, line] of lines.entries()) {
    const isLastButOne = index === lines.length - 2
    canvas.room(line.height + (isLastButOne ? (lines.at(-1)?.height ?? 0) : 0))
    const { y } = canvas
    canvas.shape((doc) => doc.rect(DETAIL.x, y, DETAIL.width, line.height + 0.3).fill(TINT))
    canvas.write(line.text, STYLES.code, line.place)
  }
  canvas.skip(3)
}
