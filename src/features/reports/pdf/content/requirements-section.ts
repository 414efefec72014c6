import { hasFailed } from '../../../../engine/evaluation/outcome.ts'
import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import type { AssessmentResult, GroupResult, RequirementResult } from '../../../../engine/model/result.ts'
import type { Evidence } from '../../../../engine/model/tenant-reading.ts'
import { timeText } from '../../../../shared/datetime.ts'
import { HINT_NOTE, isFromTenantAlone, knownFrom, whatCounts } from '../../content/evidence-quality.ts'
import { decisionText } from '../../content/exceptions.ts'
import { purpose } from '../../content/group-purposes.ts'
import { groupFigures, levelFact, sortRows } from '../../content/requirements.ts'
import { levelText, percentText, plural, SEVERITY_WORDS, VERDICT_WORDS } from '../../content/rules.ts'
import { type Canvas, LEFT, WIDTH } from '../kit/canvas.ts'
import { drawBar, drawPill } from '../kit/charts.ts'
import { lineHeight, STYLES, type Style } from '../kit/typesetter.ts'
import { ACCEPTED_LOOK, SEVERITY_LOOKS, VERDICT_LOOKS } from './looks.ts'

/** As many names as anybody reads on paper; the other formats have all of them. */
const NAMES_SHOWN = 12
/** Pointers shown for one source. */
const POINTERS_SHOWN = 3

/** Points. Shorter rows are never split across pages; of longer ones at least this much stays together. */
const UNBROKEN_HEIGHT = 115
/** Points from the head of a group to the title of its first rows. */
const GROUP_HEAD = 110

const TERM = 84
const COLUMN = { x: LEFT + TERM, width: WIDTH - TERM } as const

/** One group: what to fix, what is unknown, what is in place, and what the target does not ask for. */
export function drawGroup(canvas: Canvas, group: GroupResult, result: AssessmentResult): void {
  const { failed, accepted, unknown, inPlace, outside } = sortRows(group, result)
  const about = purpose(group.name)
  canvas.part('Sect', () => {
    canvas.room(GROUP_HEAD + UNBROKEN_HEIGHT)
    canvas.bookmark(group.name, 2)
    canvas.write(group.name, { size: 15, weight: 'bold', leading: 1.3 }, { tag: 'H3' })
    canvas.skip(2)
    canvas.write(groupFigures(group, result.target), STYLES.rowSoft)
    canvas.skip(5)
    drawBar(canvas, { x: LEFT, y: canvas.y, width: WIDTH, height: 7 }, group.score, group.scoreCeiling)
    canvas.skip(14)
    if (about !== undefined) canvas.write(about, STYLES.lead)
    drawRows(canvas, `To fix (${failed.length})`, failed, drawFull)
    drawRows(canvas, `Accepted as a risk (${accepted.length})`, accepted, drawFull)
    drawRows(canvas, `Not known (${unknown.length})`, unknown, (_, row) => {
      if (row.evidence.length > 0 || row.hint !== undefined) drawFull(canvas, row)
      else drawShort(canvas, row)
    })
    drawRows(canvas, `In place or not applicable (${inPlace.length})`, inPlace, drawFull)
    const asks = `Outside the target: ${plural(outside.length, 'requirement')} that level ${levelText(result.target)} does not ask for`
    drawRows(canvas, asks, outside, drawShort)
  })
  canvas.skip(26)
}

function drawRows(
  canvas: Canvas,
  title: string,
  rows: readonly RequirementResult[],
  draw: (canvas: Canvas, row: RequirementResult) => void,
): void {
  const [first] = rows
  if (!first) return
  canvas.skip(14)
  canvas.room(lineHeight(STYLES.label) + Math.min(rowHeight(canvas, first), UNBROKEN_HEIGHT))
  canvas.write(title, { ...STYLES.label, ink: STYLES.lead.ink }, { tag: 'H4' })
  canvas.skip(4)
  for (const row of rows) draw(canvas, row)
}

interface DetailLine {
  term: string
  text: string
  style: Style
}

function drawFull(canvas: Canvas, row: RequirementResult): void {
  const height = rowHeight(canvas, row)
  // A short row stays on one page; a longer one may continue on the next.
  canvas.room(Math.min(height, UNBROKEN_HEIGHT))
  canvas.part('Sect', () => {
    canvas.rule()
    canvas.skip(7)
    drawTitle(canvas, row)
    canvas.skip(4)
    drawMarks(canvas, row)
    for (const { term, text, style } of linesOf(row)) {
      // Reserve what `write` keeps together, so that the term moves to the next page with its text.
      canvas.room(Math.min(canvas.heightOf(text, style, COLUMN.width), 2 * lineHeight(style)))
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

function drawTitle(canvas: Canvas, { id, statement }: RequirementResult): void {
  const { y } = canvas
  canvas.put(id, { ...STYLES.rowTitle, ink: canvas.accent.text }, { y, width: TERM - 6, tag: 'Lbl' })
  canvas.write(statement, STYLES.rowTitle, { ...COLUMN, tag: 'H5' })
}

/** Verdict, severity, coverage and level on one line. */
function drawMarks(canvas: Canvas, row: RequirementResult): void {
  const { y } = canvas
  const { verdict, severity, accepted, coverage } = row
  let x = COLUMN.x + drawPill(canvas, VERDICT_LOOKS[verdict], VERDICT_WORDS[verdict], COLUMN.x, y) + 6
  if (severity) x += drawPill(canvas, SEVERITY_LOOKS[severity], `${SEVERITY_WORDS[severity]} severity`, x, y) + 6
  if (accepted) x += drawPill(canvas, ACCEPTED_LOOK, 'Accepted risk', x, y) + 6
  const level = levelFact(row).join(' ')
  const width = canvas.widthOf(level, STYLES.smallSoft)
  const right = LEFT + WIDTH - width
  if (coverage) canvas.put(shareText(coverage), STYLES.smallBold, { x: x + 3, width: right - x - 9, y: y + 1.9 })
  canvas.put(level, STYLES.smallSoft, { x: right, width, y: y + 1.9 })
  canvas.y = y + 20
}

/** A row without evidence or outside the target: verdict and reason in one paragraph. */
function drawShort(canvas: Canvas, row: RequirementResult): void {
  const words = `${VERDICT_WORDS[row.verdict]}. ${row.observed}`
  canvas.room(
    canvas.heightOf(row.statement, STYLES.row, COLUMN.width) +
      canvas.heightOf(words, STYLES.smallSoft, COLUMN.width) +
      9,
  )
  canvas.rule()
  canvas.skip(4)
  const { y } = canvas
  canvas.put(row.id, { ...STYLES.row, ink: canvas.accent.text }, { y, width: TERM - 6, tag: 'Lbl' })
  canvas.write(row.statement, STYLES.row, COLUMN)
  canvas.write(words, STYLES.smallSoft, COLUMN)
  canvas.skip(5)
}

function rowHeight(canvas: Canvas, row: RequirementResult): number {
  const lines = linesOf(row).map(({ text, style }) => canvas.heightOf(text, style, COLUMN.width) + 1.5)
  const title = canvas.heightOf(row.statement, STYLES.rowTitle, COLUMN.width)
  return lines.reduce((sum, height) => sum + height, title + 38)
}

function linesOf(row: RequirementResult): DetailLine[] {
  const { verdict, statement, observed, contradiction, hint, expected, limitations, affected, evidence, category } = row
  const mend = hasFailed(verdict)
  // The evidence says already that it was read from the tenant.
  const sources = isUnknown(verdict) || isFromTenantAlone(row) ? '' : knownFrom(row)
  const decided = verdict === 'alternate' ? 'In its place' : 'Decided'
  const contradicted = contradiction === undefined ? '' : `${contradiction} ${whatCounts(row)}`
  const lines: DetailLine[] = [
    { term: isUnknown(verdict) ? 'Why unknown' : 'Found', text: observed, style: STYLES.row },
    { term: 'People said', text: contradicted, style: STYLES.row },
    { term: 'Hint', text: hint === undefined ? '' : `${hint} ${HINT_NOTE}`, style: STYLES.row },
    { term: 'Expected', text: expected === statement ? '' : expected, style: STYLES.row },
    ...(row.exceptions ?? []).map((exception) => ({ term: decided, text: decisionText(exception), style: STYLES.row })),
    { term: 'What to do', text: mend ? row.remedy : '', style: { ...STYLES.row, weight: 'medium' } },
    { term: 'Affected', text: affected && affected.total > 0 ? namesText(affected) : '', style: STYLES.small },
    { term: 'Not seen', text: limitations.join(' '), style: STYLES.small },
    ...evidenceLines(evidence),
    { term: 'Known from', text: sources, style: STYLES.small },
    { term: 'Category', text: category ?? '', style: STYLES.smallSoft },
  ]
  return lines.filter(({ text }) => text !== '')
}

const shareText = ({ n, of }: { n: number; of: number }): string =>
  of > 0 ? `${n} of ${of} (${percentText(n / of)})` : `${n} of ${of}`

function namesText({ items, total }: { items: readonly string[]; total: number }): string {
  const shown = items.slice(0, NAMES_SHOWN)
  const rest = total - shown.length
  return `${total}: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** What was read, grouped by the minute of the reading. */
function evidenceLines(evidence: readonly Evidence[]): DetailLine[] {
  const instants = Map.groupBy(evidence, ({ collectedAt }) => timeText(collectedAt))
  return [...instants].map(([instant, its], index) => {
    const readings = [...Map.groupBy(its, ({ dataset }) => dataset)].map(
      ([dataset, places]) => `${dataset}${pointersText(places.map(({ pointer }) => pointer))}`,
    )
    return {
      term: index === 0 ? 'Evidence' : '',
      text: `${readings.join('; ')}. Read ${instant}.`,
      style: STYLES.smallSoft,
    }
  })
}

function pointersText(all: readonly string[]): string {
  const pointers = all.filter((pointer) => pointer !== '')
  const rest = pointers.length - POINTERS_SHOWN
  const more = rest > 0 ? ` and ${plural(rest, 'more place', 'more places')}` : ''
  return pointers.length === 0 ? '' : ` at ${pointers.slice(0, POINTERS_SHOWN).join(', ')}${more}`
}
