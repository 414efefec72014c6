import type { AssessmentResult, RequirementResult } from '../../../../../engine/model/result.ts'
import { isMetInTenant } from '../../../../../engine/results/causes.ts'
import { takeFound } from '../../../content/editions/elsewhere.ts'
import { noteOnce, withPlaces } from '../../../content/once.ts'
import { levelFact } from '../../../content/requirements.ts'
import { countedText } from '../../../content/rows/counted.ts'
import { givenAnswer } from '../../../content/rows/given-answer.ts'
import { VERDICT_WORDS } from '../../../content/rules.ts'
import { OVERVIEW } from '../../../content/words/controls.ts'
import { severityText } from '../../../content/words/every-edition.ts'
import { ROW } from '../../../content/words/rows.ts'
import { type Canvas, LEFT, UNBROKEN_LINES, WIDTH } from '../../kit/canvas.ts'
import type { Look } from '../../kit/colors.ts'
import { ACCEPTED_LOOK, SEVERITY_LOOKS, VERDICT_LOOKS } from '../../kit/looks.ts'
import { drawPill, pillWidth } from '../../kit/pills.ts'
import { lineHeight, STYLES } from '../../kit/typesetter.ts'
import { type DetailLine, linesOf, type RowsContext } from './lines.ts'
import { linksToRows, rowPlace } from './places.ts'

/** Points. Shorter rows are never divided. */
const UNBROKEN = 115
/** Points: no less than this of a row continues on the next page, unless it is a single text. */
const ROW_END = 75
/** Points above, within and below a row, without its texts. */
const SPACE = { above: 7, title: 4, marks: 20, line: 1.5, below: 6.5 } as const

const TERM = 84
const COLUMN = { x: LEFT + TERM, width: WIDTH - TERM } as const

/** A row whose texts are decided, so that what is above it can be placed first. */
export interface Row {
  /** Points that stay together at its beginning. */
  beginning: number
  /** `after` is the height of what stays on the page of its end. */
  draw: (after: number) => void
}

/** A row with all that is known about it. */
export function fullRow(canvas: Canvas, row: RequirementResult, context: RowsContext): Row {
  const statement = statementOf(row, context)
  const marks = marksOf(canvas, row, context.result)
  const counted = { term: ROW.holdsFor, text: marks.isBeside ? '' : marks.counted, style: STYLES.smallBold }
  const lines = [counted, ...linesOf(row, context)].filter(({ text }) => text !== '')
  const head = SPACE.above + canvas.heightOf(statement, STYLES.rowTitle, COLUMN.width) + SPACE.title + SPACE.marks
  const end = lines.findIndex((_, index) => linesHeight(canvas, lines.slice(index)) <= ROW_END)
  const whole = head + linesHeight(canvas, lines) + SPACE.below
  const [first] = lines
  const start = head + (first ? startOf(canvas, first) : 0)
  return {
    beginning: whole <= UNBROKEN || end === 0 ? whole : Math.max(start, UNBROKEN),
    draw: (after) => {
      const draw = (): void => {
        canvas.rule()
        canvas.skip(SPACE.above)
        if (!context.described.has(row.id)) canvas.place(rowPlace(row.id))
        const { y } = canvas
        canvas.put(row.id, { ...STYLES.rowTitle, ink: canvas.accent.text }, { y, width: TERM - 6, tag: 'Lbl' })
        canvas.write(statement, STYLES.rowTitle, { ...COLUMN, tag: 'H5' })
        canvas.skip(SPACE.title)
        drawMarks(canvas, marks)
        for (const [index, line] of lines.entries()) {
          // The end stays whole; before it, a term stays with the text that `write` keeps together.
          const needed = index === end ? linesHeight(canvas, lines.slice(index)) + after : startOf(canvas, line)
          canvas.room(needed)
          drawLine(canvas, line)
        }
        canvas.skip(SPACE.below)
      }
      canvas.continuing(`${row.id} ${row.statement}`, OVERVIEW.continued, () => canvas.part('Sect', draw))
    },
  }
}

const linesHeight = (canvas: Canvas, lines: readonly DetailLine[]): number =>
  lines.reduce((sum, { text, style }) => sum + canvas.heightOf(text, style, COLUMN.width) + SPACE.line, 0)

/** The height that `write` keeps together. */
const startOf = (canvas: Canvas, { text, style }: DetailLine): number =>
  Math.min(canvas.heightOf(text, style, COLUMN.width), UNBROKEN_LINES * lineHeight(style))

function drawLine(canvas: Canvas, { term, text, style, refersTo = [] }: DetailLine): void {
  const lift = (lineHeight(style) - lineHeight(STYLES.smallSoft)) / 2
  canvas.put(term, STYLES.smallSoft, { y: canvas.y + lift, width: TERM - 8 })
  canvas.write(text, style, { ...COLUMN, links: linksToRows(text, refersTo) })
  canvas.skip(SPACE.line)
}

/** A requirement in several groups has its statement in the first. */
function statementOf({ id, statement }: RequirementResult, { once }: RowsContext): string {
  const { text, elsewhere } = once.take(statement, id)
  return text === '' && elsewhere.length === 0 ? ROW.alsoCounts : text
}

/** Below a statement, on one line: verdict, severity, what was counted if there is room for it, and the level. */
interface Marks {
  pills: readonly (readonly [look: Look, words: string])[]
  counted: string
  isBeside: boolean
  level: string
}

/** Points between marks. */
const GAP = 6

function marksOf(canvas: Canvas, row: RequirementResult, result: AssessmentResult): Marks {
  const { verdict, severity, accepted } = row
  const pills = [
    [VERDICT_LOOKS[verdict], VERDICT_WORDS[verdict]] as const,
    ...(severity ? [[SEVERITY_LOOKS[severity], severityText(severity)] as const] : []),
    ...(accepted ? [[ACCEPTED_LOOK, ROW.acceptedRisk] as const] : []),
  ]
  const counted = countedText(row)
  const level = levelFact(row, result)?.join(' ') ?? ''
  const taken = pills.reduce((sum, [, words]) => sum + pillWidth(canvas, words) + GAP, 0)
  const left = COLUMN.width - taken - canvas.widthOf(level, STYLES.smallSoft) - 2 * GAP
  return { pills, counted, isBeside: canvas.widthOf(counted, STYLES.smallBold) <= left, level }
}

function drawMarks(canvas: Canvas, { pills, counted, isBeside, level }: Marks): void {
  const { y } = canvas
  let x: number = COLUMN.x
  for (const [look, words] of pills) x += drawPill(canvas, look, words, x, y) + GAP
  const width = canvas.widthOf(level, STYLES.smallSoft)
  const right = LEFT + WIDTH - width
  if (counted !== '' && isBeside) canvas.put(counted, STYLES.smallBold, { x: x + 3, width: right - x - 9, y: y + 1.9 })
  if (level !== '') canvas.put(level, STYLES.smallSoft, { x: right, width, y: y + 1.9 })
  canvas.y = y + SPACE.marks
}

/** A row without evidence or outside the target: verdict and reason in one paragraph. */
export function shortRow(canvas: Canvas, row: RequirementResult, context: RowsContext): Row {
  const statement = statementOf(row, context)
  const { once, result } = context
  const taken = takeFound(once, row, result, row.id)
  const text = withPlaces(taken.text, taken.elsewhere)
  const given = givenAnswer(row)
  const note = noteOnce(once, given?.note ?? '', row.id)
  const found = isMetInTenant(row) ? `${ROW.met}${text === '' ? '' : `: ${text}`}` : text
  const isOverruled = row.contradiction !== undefined && row.basis !== 'reported'
  const givenWords = isOverruled ? ROW.givenOverruled : ROW.given
  const facts = [VERDICT_WORDS[row.verdict], given ? givenWords(given.answer) : '', found, note]
  const words = facts.filter((part) => part !== '').join(given ? ' · ' : '. ')
  const heights = [
    canvas.heightOf(statement, STYLES.row, COLUMN.width),
    canvas.heightOf(words, STYLES.smallSoft, COLUMN.width),
  ]
  return {
    beginning: heights.reduce((sum, height) => sum + height, 9),
    draw: () => {
      canvas.rule()
      canvas.skip(4)
      if (!context.described.has(row.id)) canvas.place(rowPlace(row.id))
      const { y } = canvas
      canvas.put(row.id, { ...STYLES.row, ink: canvas.accent.text }, { y, width: TERM - 6, tag: 'Lbl' })
      canvas.write(statement, STYLES.row, COLUMN)
      canvas.write(words, STYLES.smallSoft, {
        ...COLUMN,
        links: linksToRows(words, taken.elsewhere),
      })
      canvas.skip(5)
    },
  }
}
