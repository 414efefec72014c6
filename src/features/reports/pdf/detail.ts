import { hasFailed } from '../../../engine/evaluation/outcome.ts'
import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { AssessmentResult, GroupResult, RequirementResult } from '../../../engine/model/result.ts'
import type { Evidence } from '../../../engine/model/tenant-reading.ts'
import { timeText } from '../../../shared/datetime.ts'
import { purpose } from '../meaning.ts'
import { levelText, percentText, plural, SEVERITY_WORDS, VERDICT_WORDS } from '../rules.ts'
import { decisionText, groupFigures, knownFrom, levelFact, sortRows, TENANT_ALONE } from '../words.ts'
import { bar, pill } from './charts.ts'
import { ACCEPTED_LOOK, SEVERITY_LOOKS, VERDICT_LOOKS } from './ink.ts'
import { LEFT, type Sheet, WIDTH } from './sheet.ts'
import { lineHeight, STYLES, type Style } from './type.ts'

/** As many names as anybody reads on paper; the other formats carry all that the result keeps. */
const NAMES_SHOWN = 12
/** Readings of one source, told by their places in it. */
const POINTERS_SHOWN = 3

/** Points; of a longer row as much stands together at least. */
const KEPT_WHOLE = 115
/** Points that the head of a group takes, to the title of its first rows. */
const GROUP_HEAD = 110

const TERM = 84
const COLUMN = { x: LEFT + TERM, width: WIDTH - TERM } as const

/** One group: what is to be mended, what is unknown, what is in place, and what the target does not ask for. */
export function drawGroup(sheet: Sheet, group: GroupResult, result: AssessmentResult): void {
  const { failed, accepted, unknown, held, outside } = sortRows(group, result)
  const about = purpose(group.name)
  sheet.part('Sect', () => {
    sheet.room(GROUP_HEAD + KEPT_WHOLE)
    sheet.bookmark(group.name, 2)
    sheet.write(group.name, { size: 15, weight: 'bold', leading: 1.3 }, { tag: 'H3' })
    sheet.skip(2)
    sheet.write(groupFigures(group, result.target), STYLES.rowSoft)
    sheet.skip(5)
    bar(sheet, { x: LEFT, y: sheet.y, width: WIDTH, height: 7 }, group.score, group.scoreCeiling)
    sheet.skip(14)
    if (about !== undefined) sheet.write(about, STYLES.lead)
    drawRows(sheet, `To mend (${failed.length})`, failed, drawFull)
    drawRows(sheet, `Accepted as a risk (${accepted.length})`, accepted, drawFull)
    drawRows(sheet, `Not known (${unknown.length})`, unknown, (_, row) => {
      if (row.evidence.length > 0) drawFull(sheet, row)
      else drawShort(sheet, row)
    })
    drawRows(sheet, `In place or not applicable (${held.length})`, held, drawFull)
    const asks = `Outside the target: ${plural(outside.length, 'requirement')} that level ${levelText(result.target)} does not ask for`
    drawRows(sheet, asks, outside, drawShort)
  })
  sheet.skip(26)
}

function drawRows(
  sheet: Sheet,
  title: string,
  rows: readonly RequirementResult[],
  draw: (sheet: Sheet, row: RequirementResult) => void,
): void {
  const [first] = rows
  if (!first) return
  sheet.skip(14)
  sheet.room(lineHeight(STYLES.label) + Math.min(rowHeight(sheet, first), KEPT_WHOLE))
  sheet.write(title, { ...STYLES.label, ink: STYLES.lead.ink }, { tag: 'H4' })
  sheet.skip(4)
  for (const row of rows) draw(sheet, row)
}

interface Line {
  term: string
  text: string
  style: Style
}

function drawFull(sheet: Sheet, row: RequirementResult): void {
  const height = rowHeight(sheet, row)
  // A short row is kept whole; a longer one may go on overleaf.
  sheet.room(Math.min(height, KEPT_WHOLE))
  sheet.part('Sect', () => {
    sheet.rule()
    sheet.skip(7)
    drawTitle(sheet, row)
    sheet.skip(4)
    drawMarks(sheet, row)
    for (const { term, text, style } of linesOf(row)) {
      // As much as the text keeps together, so that its term goes overleaf with it.
      sheet.room(Math.min(sheet.heightOf(text, style, COLUMN.width), 2 * lineHeight(style)))
      sheet.put(term, STYLES.smallSoft, {
        y: sheet.y + (lineHeight(style) - lineHeight(STYLES.smallSoft)) / 2,
        width: TERM - 8,
      })
      sheet.write(text, style, COLUMN)
      sheet.skip(1.5)
    }
    sheet.skip(6.5)
  })
}

function drawTitle(sheet: Sheet, { id, statement }: RequirementResult): void {
  const { y } = sheet
  sheet.put(id, { ...STYLES.rowTitle, ink: sheet.accent.text }, { y, width: TERM - 6, tag: 'Lbl' })
  sheet.write(statement, STYLES.rowTitle, { ...COLUMN, tag: 'H5' })
}

/** Verdict and severity, for how many it holds, and its level, on one line. */
function drawMarks(sheet: Sheet, row: RequirementResult): void {
  const { y } = sheet
  const { verdict, severity, accepted, coverage } = row
  let x = COLUMN.x + pill(sheet, VERDICT_LOOKS[verdict], VERDICT_WORDS[verdict], COLUMN.x, y) + 6
  if (severity) x += pill(sheet, SEVERITY_LOOKS[severity], `${SEVERITY_WORDS[severity]} severity`, x, y) + 6
  if (accepted) x += pill(sheet, ACCEPTED_LOOK, 'Accepted risk', x, y) + 6
  const level = levelFact(row).join(' ')
  const width = sheet.widthOf(level, STYLES.smallSoft)
  const right = LEFT + WIDTH - width
  if (coverage) sheet.put(shareText(coverage), STYLES.smallBold, { x: x + 3, width: right - x - 9, y: y + 1.9 })
  sheet.put(level, STYLES.smallSoft, { x: right, width, y: y + 1.9 })
  sheet.y = y + 20
}

/** A row that nothing was read for, or that the target does not ask for: what it came to and why, in one go. */
function drawShort(sheet: Sheet, row: RequirementResult): void {
  const words = `${VERDICT_WORDS[row.verdict]}. ${row.observed}`
  sheet.room(
    sheet.heightOf(row.statement, STYLES.row, COLUMN.width) + sheet.heightOf(words, STYLES.smallSoft, COLUMN.width) + 9,
  )
  sheet.rule()
  sheet.skip(4)
  const { y } = sheet
  sheet.put(row.id, { ...STYLES.row, ink: sheet.accent.text }, { y, width: TERM - 6, tag: 'Lbl' })
  sheet.write(row.statement, STYLES.row, COLUMN)
  sheet.write(words, STYLES.smallSoft, COLUMN)
  sheet.skip(5)
}

function rowHeight(sheet: Sheet, row: RequirementResult): number {
  const lines = linesOf(row).map(({ text, style }) => sheet.heightOf(text, style, COLUMN.width) + 1.5)
  const title = sheet.heightOf(row.statement, STYLES.rowTitle, COLUMN.width)
  return lines.reduce((sum, height) => sum + height, title + 38)
}

function linesOf(row: RequirementResult): Line[] {
  const { verdict, statement, observed, contradiction, expected, limitations, affected, evidence, category } = row
  const mend = hasFailed(verdict)
  // That it was read alone is what the evidence says already.
  const sources = isUnknown(verdict) || knownFrom(row) === TENANT_ALONE ? '' : knownFrom(row)
  const decided = verdict === 'alternate' ? 'In its place' : 'Decided'
  const said = contradiction === undefined ? '' : `${contradiction} The reading counts.`
  const lines: Line[] = [
    { term: isUnknown(verdict) ? 'Why unknown' : 'Found', text: observed, style: STYLES.row },
    { term: 'People said', text: said, style: STYLES.row },
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

/** What was read, a line for each moment: what came in the same minute stands together. */
function evidenceLines(evidence: readonly Evidence[]): Line[] {
  const moments = Map.groupBy(evidence, ({ collectedAt }) => timeText(collectedAt))
  return [...moments].map(([moment, its], index) => {
    const readings = [...Map.groupBy(its, ({ dataset }) => dataset)].map(
      ([dataset, places]) => `${dataset}${placesText(places.map(({ pointer }) => pointer))}`,
    )
    return {
      term: index === 0 ? 'Evidence' : '',
      text: `${readings.join('; ')}. Read ${moment}.`,
      style: STYLES.smallSoft,
    }
  })
}

function placesText(all: readonly string[]): string {
  const pointers = all.filter((pointer) => pointer !== '')
  const rest = pointers.length - POINTERS_SHOWN
  const more = rest > 0 ? ` and ${plural(rest, 'more place', 'more places')}` : ''
  return pointers.length === 0 ? '' : ` at ${pointers.slice(0, POINTERS_SHOWN).join(', ')}${more}`
}
