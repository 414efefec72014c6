import { hasFailed } from '../../../../engine/evaluation/outcome.ts'
import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import type { AssessmentResult, GroupResult, RequirementResult } from '../../../../engine/model/result.ts'
import type { Evidence } from '../../../../engine/model/tenant-reading.ts'
import type { Verdict } from '../../../../engine/model/verdict.ts'
import { drawBar } from '../../../../shared/charts/stacked-bars.ts'
import { type TimeStyle, timeText } from '../../../../shared/dates/datetime.ts'
import { formatCount } from '../../../../shared/text/numbers.ts'
import { decisionText } from '../../content/exceptions.ts'
import { countMeanings } from '../../content/figures/charts.ts'
import { noteOnce, type Once, withPlaces } from '../../content/once.ts'
import { answeredText, foundTerm, foundText, groupFigures, levelFact, sortRows } from '../../content/requirements.ts'
import { countedText } from '../../content/rows/counted.ts'
import { knownFrom, whatCounts } from '../../content/rows/evidence-quality.ts'
import { givenAnswer, notesOf } from '../../content/rows/given-answer.ts'
import { levelText, VERDICT_WORDS } from '../../content/rules.ts'
import { ACTION_WORDS } from '../../content/words/actions.ts'
import { STATE_WORDS } from '../../content/words/controls.ts'
import { severityText } from '../../content/words/every-edition.ts'
import { EVIDENCE, ROW } from '../../content/words/full.ts'
import { purpose } from '../../content/words/purposes.ts'
import { type Canvas, LEFT, UNBROKEN_LINES, WIDTH } from '../kit/canvas.ts'
import { drawDecoration } from '../kit/drawing.ts'
import { ACCEPTED_LOOK, SEVERITY_LOOKS, VERDICT_LOOKS } from '../kit/looks.ts'
import { drawPill } from '../kit/pills.ts'
import { lineHeight, STYLES, type Style } from '../kit/typesetter.ts'

/** As many names as anybody reads on paper; the other formats have all of them. */
const NAMES_SHOWN = 12
/** Pointers shown for one source. */
const POINTERS_SHOWN = 3

/** Points. Shorter rows are never split across pages; of longer ones at least this much stays together. */
const UNBROKEN_HEIGHT = 115
/** Points: no less than this of a row continues on the next page, unless it is a single text. */
const ROW_END = 75
/** Points from the head of a group to the title of its first rows. */
const GROUP_HEAD = 110

const TERM = 84
const COLUMN = { x: LEFT + TERM, width: WIDTH - TERM } as const

/** What the rows of a document need. */
export interface RowsContext {
  result: AssessmentResult
  once: Once
  /** The section that explains what several rows have in common, and those of all frameworks. */
  known: string
  allKnown: readonly string[]
  /** Requirements that an earlier group has described, with what, and whether only as one beyond the target. */
  described: Map<string, { isOutside: boolean; verdict: Verdict }>
  /** Numbers of the actions that resolve a requirement, by its id. */
  actions: ReadonlyMap<string, readonly number[]>
  /** Of the IANA database. */
  times: TimeStyle
}

/** One group: what to fix, what is unknown, what is in place, and what the target does not ask for. */
export function drawGroup(canvas: Canvas, group: GroupResult, context: RowsContext): void {
  const { result } = context
  const { failed, accepted, unknown, inPlace, outside } = sortRows(group, result)
  const about = purpose(group.name)
  const full: DrawRow = (row, after) => drawFull(canvas, row, context, after)
  const brief: DrawRow = (row, after) => drawShort(canvas, row, context, after)
  canvas.part('Sect', () => {
    canvas.room(GROUP_HEAD + UNBROKEN_HEIGHT)
    canvas.bookmark(group.name, 2)
    canvas.write(group.name, { size: 15, weight: 'bold', leading: 1.3 }, { tag: 'H3' })
    canvas.skip(2)
    canvas.write(groupFigures(group, result.target), STYLES.rowSoft)
    canvas.skip(5)
    const asked = [...failed, ...accepted, ...unknown, ...inPlace]
    if (asked.length > 0)
      drawDecoration(canvas, drawBar(countMeanings(asked), { x: 0, y: 0, width: WIDTH, height: 8 }, 0), {
        x: LEFT,
        y: canvas.y,
      })
    canvas.skip(15)
    if (about !== undefined) canvas.write(about, STYLES.lead)
    const open: DrawRow = (row, after) =>
      row.evidence.length > 0 || row.hint !== undefined ? full(row, after) : brief(row, after)
    const reasons = unknown.length > 0 ? context.once.fresh(ROW.reasons(context.known), context.known) : ''
    drawRows(canvas, { title: ROW.counted(STATE_WORDS.failed, failed.length), rows: failed, draw: full }, context)
    drawRows(canvas, { title: ROW.counted(STATE_WORDS.accepted, accepted.length), rows: accepted, draw: full }, context)
    const unknownTitle = ROW.counted(STATE_WORDS.unknown, unknown.length)
    drawRows(canvas, { title: unknownTitle, reasons, rows: unknown, draw: open }, context)
    drawRows(canvas, { title: ROW.counted(STATE_WORDS.inPlace, inPlace.length), rows: inPlace, draw: full }, context)
    const beyond = ROW.outside(outside.length, levelText(result.target))
    drawRows(canvas, { title: beyond, rows: outside, draw: brief, isOutside: true }, context)
  })
  canvas.skip(26)
}

/** `after` is the height of what stays on the page of the row. */
type DrawRow = (row: RequirementResult, after: number) => void

interface TitledRows {
  title: string
  /** Where the reasons stand that several rows share. */
  reasons?: string
  rows: readonly RequirementResult[]
  draw: DrawRow
  /** The target does not ask for them. */
  isOutside?: boolean
}

/** Rows with their title; those that an earlier group has described on one line, because they would say the same again. */
function drawRows(
  canvas: Canvas,
  { title, reasons = '', rows, draw, isOutside = false }: TitledRows,
  { described }: RowsContext,
): void {
  if (rows.length === 0) return
  const isKnown = ({ id, verdict }: RequirementResult): boolean => {
    const before = described.get(id)
    return before?.verdict === verdict && (isOutside || !before.isOutside)
  }
  const [known, fresh] = [rows.filter(isKnown), rows.filter((row) => !isKnown(row))]
  canvas.skip(14)
  canvas.room(lineHeight(STYLES.label) + (fresh.length > 0 ? UNBROKEN_HEIGHT : 2 * lineHeight(STYLES.row)) + 6)
  canvas.write(title, { ...STYLES.label, ink: STYLES.lead.ink }, { tag: 'H4' })
  canvas.write(reasons, STYLES.smallSoft)
  canvas.skip(4)
  for (const [index, row] of fresh.entries()) {
    draw(row, known.length > 0 && index === fresh.length - 1 ? 2 * lineHeight(STYLES.row) : 0)
    described.set(row.id, { isOutside, verdict: row.verdict })
  }
  if (known.length === 0) return
  canvas.room(2 * lineHeight(STYLES.row))
  canvas.rule()
  canvas.skip(4)
  canvas.write(ROW.alsoCounted(known.map(({ id }) => id).join(', ')), STYLES.rowSoft)
  canvas.skip(5)
}

interface DetailLine {
  term: string
  text: string
  style: Style
}

function drawFull(canvas: Canvas, row: RequirementResult, context: RowsContext, after: number): void {
  const [statement, lines] = [statementOf(row, context), linesOf(row, context)]
  // A short row stays on one page; a longer one may continue on the next.
  canvas.room(Math.min(rowHeight(canvas, statement, lines), UNBROKEN_HEIGHT) + after)
  canvas.part('Sect', () => {
    canvas.rule()
    canvas.skip(7)
    const { y } = canvas
    canvas.put(row.id, { ...STYLES.rowTitle, ink: canvas.accent.text }, { y, width: TERM - 6, tag: 'Lbl' })
    canvas.write(statement, STYLES.rowTitle, { ...COLUMN, tag: 'H5' })
    canvas.skip(4)
    drawMarks(canvas, row, context.result)
    for (const [index, { term, text, style }] of lines.entries()) {
      const rest = linesHeight(canvas, lines.slice(index))
      // Reserve what `write` keeps together, so that the term moves to the next page with its text. The end stays whole.
      const start = Math.min(canvas.heightOf(text, style, COLUMN.width), UNBROKEN_LINES * lineHeight(style))
      canvas.room(rest <= ROW_END ? rest + after : start)
      canvas.put(term, STYLES.smallSoft, {
        y: canvas.y + (lineHeight(style) - lineHeight(STYLES.smallSoft)) / 2,
        width: TERM - 8,
      })
      canvas.write(text, style, COLUMN)
      canvas.skip(1.5)
    }
    canvas.skip(6.5)
  })
}

/** A requirement in several groups has its statement in the first. */
function statementOf({ id, statement }: RequirementResult, { once }: RowsContext): string {
  const { text, elsewhere } = once.take(statement, id)
  return text === '' && elsewhere.length === 0 ? ROW.alsoCounts : text
}

/** Verdict, severity, what was counted and the level on one line; what was counted below it if it is too long. */
function drawMarks(canvas: Canvas, row: RequirementResult, result: AssessmentResult): void {
  const { y } = canvas
  const { verdict, severity, accepted } = row
  const counted = countedText(row)
  let x = COLUMN.x + drawPill(canvas, VERDICT_LOOKS[verdict], VERDICT_WORDS[verdict], COLUMN.x, y) + 6
  if (severity) x += drawPill(canvas, SEVERITY_LOOKS[severity], severityText(severity), x, y) + 6
  if (accepted) x += drawPill(canvas, ACCEPTED_LOOK, ROW.acceptedRisk, x, y) + 6
  const level = levelFact(row, result)?.join(' ') ?? ''
  const width = canvas.widthOf(level, STYLES.smallSoft)
  const right = LEFT + WIDTH - width
  const isShort = canvas.widthOf(counted, STYLES.smallBold) <= right - x - 9
  if (counted !== '' && isShort) canvas.put(counted, STYLES.smallBold, { x: x + 3, width: right - x - 9, y: y + 1.9 })
  if (level !== '') canvas.put(level, STYLES.smallSoft, { x: right, width, y: y + 1.9 })
  canvas.y = y + 20
  if (!isShort) canvas.write(counted, STYLES.smallBold, COLUMN)
}

/** A row without evidence or outside the target: verdict and reason in one paragraph. */
function drawShort(canvas: Canvas, row: RequirementResult, context: RowsContext, after: number): void {
  const statement = statementOf(row, context)
  const { text } = context.once.take(foundText(row), row.id)
  const given = givenAnswer(row)
  const note = noteOnce(context.once, given?.note ?? '', row.id)
  const facts = [VERDICT_WORDS[row.verdict], given ? ROW.given(given.answer) : '', text, note]
  const words = facts.filter((part) => part !== '').join(given ? ' · ' : '. ')
  canvas.room(
    canvas.heightOf(statement, STYLES.row, COLUMN.width) +
      canvas.heightOf(words, STYLES.smallSoft, COLUMN.width) +
      9 +
      after,
  )
  canvas.rule()
  canvas.skip(4)
  const { y } = canvas
  canvas.put(row.id, { ...STYLES.row, ink: canvas.accent.text }, { y, width: TERM - 6, tag: 'Lbl' })
  canvas.write(statement, STYLES.row, COLUMN)
  canvas.write(words, STYLES.smallSoft, COLUMN)
  canvas.skip(5)
}

function rowHeight(canvas: Canvas, statement: string, lines: readonly DetailLine[]): number {
  return canvas.heightOf(statement, STYLES.rowTitle, COLUMN.width) + 38 + linesHeight(canvas, lines)
}

const linesHeight = (canvas: Canvas, lines: readonly DetailLine[]): number =>
  lines.reduce((sum, { text, style }) => sum + canvas.heightOf(text, style, COLUMN.width) + 1.5, 0)

function linesOf(row: RequirementResult, { once, allKnown, actions, times }: RowsContext): DetailLine[] {
  const { id, verdict, statement, contradiction, hint, expected, affected, evidence, category } = row
  const sources = isUnknown(verdict) ? '' : knownFrom(row)
  const fresh = (text: string): string => once.fresh(text, id)
  const decided = verdict === 'alternate' ? ROW.inItsPlace : ROW.decided
  const numbers = row.severity ? (actions.get(id) ?? []) : []
  const isRow = (place: string): boolean => !allKnown.includes(place)
  const { text: observed, elsewhere: all } = once.take(foundText(row), id)
  const wanted = once.take(expected === statement ? '' : expected, id)
  const hinted = once.take(hint ?? '', id)
  const hintPlaces = hinted.elsewhere.filter(isRow)
  const unsaid = hinted.text === '' ? hinted.elsewhere.map((title) => `“${title}”`) : []
  // What people answered is said by the verdict and its source already.
  const elsewhere = evidence.length > 0 ? all.filter(isRow) : []
  const found = withPlaces(observed, elsewhere)
  const hintText = withPlaces(hinted.text, hintPlaces.length > 0 ? hintPlaces : unsaid)
  const whatToDo = numbers.length > 0 ? numbers.map(ACTION_WORDS.number).join(', ') : fresh(row.remedy)
  const lines: DetailLine[] = [
    { term: foundTerm(row), text: found, style: STYLES.row },
    {
      term: ROW.answered,
      text: [answeredText(row, once, id), contradiction === undefined ? '' : fresh(whatCounts(row))].join(' ').trim(),
      style: STYLES.row,
    },
    {
      term: ROW.hint,
      text: hint === undefined ? '' : `${hintText} ${fresh(EVIDENCE.hint)}`.trim(),
      style: STYLES.row,
    },
    {
      term: ROW.expected,
      text: wanted.text && withPlaces(wanted.text, evidence.length > 0 ? wanted.elsewhere.filter(isRow) : []),
      style: STYLES.row,
    },
    ...(row.exceptions ?? []).map((exception) => ({
      term: decided,
      text: fresh(decisionText(exception, times)),
      style: STYLES.row,
    })),
    { term: ROW.whatToDo, text: hasFailed(verdict) ? whatToDo : '', style: { ...STYLES.row, weight: 'medium' } },
    { term: ROW.affected, text: affected && affected.total > 0 ? namesText(affected) : '', style: STYLES.small },
    { term: ROW.notSeen, text: notesOf(row).map(fresh).filter(Boolean).join(' '), style: STYLES.small },
    ...evidenceLines(evidence, times),
    { term: ROW.knownFrom, text: sources, style: STYLES.small },
    { term: ROW.category, text: category ?? '', style: STYLES.smallSoft },
  ]
  return lines.filter(({ text }) => text !== '')
}

function namesText({ items, total }: { items: readonly string[]; total: number }): string {
  const shown = items.slice(0, NAMES_SHOWN)
  const rest = total - shown.length
  return `${formatCount(total)}: ${shown.join(', ')}${rest > 0 ? ` ${ACTION_WORDS.moreNames(rest)}` : ''}`
}

/** What was read, grouped by the minute of the reading. */
function evidenceLines(evidence: readonly Evidence[], times: TimeStyle): DetailLine[] {
  const instants = Map.groupBy(evidence, ({ collectedAt }) => timeText(collectedAt, times))
  return [...instants].map(([instant, its], index) => {
    const readings = [...Map.groupBy(its, ({ dataset }) => dataset)].map(
      ([dataset, places]) => `${dataset}${pointersText(places.map(({ pointer }) => pointer))}`,
    )
    return {
      term: index === 0 ? ROW.evidence : '',
      text: EVIDENCE.read(readings.join('; '), instant),
      style: STYLES.smallSoft,
    }
  })
}

function pointersText(all: readonly string[]): string {
  const pointers = all.filter((pointer) => pointer !== '')
  const rest = pointers.length - POINTERS_SHOWN
  const more = rest > 0 ? ` ${EVIDENCE.morePlaces(rest)}` : ''
  return pointers.length === 0 ? '' : ` at ${pointers.slice(0, POINTERS_SHOWN).join(', ')}${more}`
}
