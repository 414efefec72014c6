import type { Verdict } from '../../../engine/model/verdict.ts'
import { dayText, timeText } from '../../../shared/datetime.ts'
import { changesSentence } from '../changes.ts'
import type { Difference, ReportInput, RowChange, RunPoint } from '../input.ts'
import { askedGroups, countKnown, groupNoun, levelText, percentText, VERDICT_WORDS } from '../rules.ts'
import { trendSentence } from '../trend.ts'
import {
  addsText,
  knownLead,
  pointsByGroup,
  scoreLead,
  scoreNote,
  timesListed,
  type UnknownKind,
  unknownKinds,
} from '../words.ts'
import { bar, barKey, trendLine } from './charts.ts'
import { drawHeading } from './opening.ts'
import { LEFT, type Sheet, WIDTH } from './sheet.ts'
import { table, tableHeight } from './table.ts'
import { lineHeight, STYLES } from './type.ts'

const BAR_LINE = 21

/** How the score comes about: a chart, and the same numbers line by line. */
export function drawScores(sheet: Sheet, { result }: ReportInput): void {
  const { product } = result
  const groups = askedGroups(result)
  sheet.newPage()
  sheet.part('Sect', () => {
    drawHeading(sheet, 'How the score comes about')
    sheet.write(scoreLead(result), STYLES.lead)
    sheet.skip(12)
    barKey(sheet)
    const one = groupNoun(product, 1)
    const names = 172
    for (const { name, score, scoreCeiling } of groups) {
      sheet.room(BAR_LINE)
      const { y } = sheet
      sheet.put(name, STYLES.row, { y: y + 2, width: names - 8 })
      bar(sheet, { x: LEFT + names, y: y + 3, width: WIDTH - names - 40, height: 11 }, score, scoreCeiling)
      sheet.put(String(Math.round(score)), STYLES.rowTitle, {
        x: LEFT + WIDTH - 32,
        width: 32,
        align: 'right',
        y: y + 2,
      })
      sheet.y = y + BAR_LINE
    }
    sheet.skip(16)
    sheet.room(lineHeight(STYLES.subheading) + tableHeight(Math.min(groups.length, 8)))
    sheet.write('The score line by line', STYLES.subheading, { tag: 'H3' })
    sheet.skip(2)
    sheet.write(scoreNote(result), STYLES.rowSoft)
    sheet.skip(6)
    drawScoreTable(sheet, result, one)
  })
}

function drawScoreTable(sheet: Sheet, result: ReportInput['result'], one: string): void {
  const { score, scoreCeiling, maturityAchieved, coverage } = result
  const points = pointsByGroup(result)
  const right = (title: string, share: number) => ({ title, share, align: 'right' }) as const
  const columns = [
    { title: `${one.charAt(0).toUpperCase()}${one.slice(1)}`, share: points ? 0.38 : 0.5 },
    right('In place', 0.125),
    right('Could be', 0.125),
    ...(points ? [right('Adds', 0.12)] : []),
    right('Level', 0.1),
    right('Settled', 0.15),
  ]
  const rows = askedGroups(result).map((group) => [
    group.name,
    String(Math.round(group.score)),
    String(Math.round(group.scoreCeiling)),
    ...(points ? [addsText(points.get(group.id))] : []),
    levelText(group.maturityAchieved),
    `${group.settled} of ${group.inScope}`,
  ])
  const sum = [
    'Overall',
    String(score),
    String(scoreCeiling),
    ...(points ? [String(score)] : []),
    levelText(maturityAchieved),
    percentText(coverage),
  ]
  table(sheet, columns, rows, sum)
}

/** How the customer has moved: run by run, and row by row since the run before. Nothing where this is the first run. */
export function drawProgress(sheet: Sheet, { result, trend, difference }: ReportInput): void {
  if (trend.length < 2 && !difference) return
  sheet.newPage()
  sheet.part('Sect', () => {
    drawHeading(sheet, 'Trend and difference')
    if (trend.length > 1) drawTrend(sheet, trend)
    if (difference) drawDifference(sheet, result, difference)
  })
}

function drawTrend(sheet: Sheet, trend: readonly RunPoint[]): void {
  const words = trendSentence(trend)
  sheet.write(words, STYLES.lead)
  sheet.skip(10)
  trendLine(sheet, trend, words)
  sheet.skip(8)
  const right = (title: string) => ({ title, share: 0.125, align: 'right' }) as const
  table(
    sheet,
    [
      { title: 'Completed', share: 0.375 },
      right('Score'),
      right('Could be'),
      right('Level'),
      right('Target'),
      right('Settled'),
    ],
    trend.map((run) => [
      timeText(run.completedAt),
      String(run.score),
      String(run.scoreCeiling),
      levelText(run.maturityAchieved),
      run.target === undefined ? '' : levelText(run.target),
      percentText(run.coverage),
    ]),
  )
  sheet.skip(24)
}

function drawDifference(sheet: Sheet, result: ReportInput['result'], difference: Difference): void {
  const { since, better, worse, otherwise } = difference
  sheet.room(110)
  sheet.write(`What changed since ${dayText(since.completedAt)}`, STYLES.subheading, { tag: 'H3' })
  sheet.skip(2)
  sheet.write(changesSentence(result, difference), STYLES.lead)
  for (const [title, changes] of [
    ['Worse', worse],
    ['Better', better],
    ['Became known or unknown, or began or ceased to apply', otherwise],
  ] as const) {
    if (changes.length > 0) drawChanges(sheet, title, changes)
  }
}

/** As many as are read at a glance; what each is now stands with the requirement itself. */
const CHANGES_SHOWN = 12

function drawChanges(sheet: Sheet, title: string, changes: readonly RowChange[]): void {
  sheet.skip(14)
  sheet.room(110)
  sheet.write(`${title}: ${changes.length}`, STYLES.label, { tag: 'H4' })
  sheet.skip(2)
  table(
    sheet,
    [
      { title: 'Requirement', share: 0.15 },
      { title: 'What it asks', share: 0.47 },
      { title: 'Was', share: 0.19 },
      { title: 'Is', share: 0.19 },
    ],
    changes
      .slice(0, CHANGES_SHOWN)
      .map(({ id, statement, before, after, levelBefore, levelAfter }) => [
        id,
        statement,
        standingText(before, levelBefore),
        standingText(after, levelAfter),
      ]),
  )
  const hidden = changes.length - CHANGES_SHOWN
  if (hidden > 0) {
    sheet.skip(6)
    sheet.write(`And ${hidden} more, each with its verdict below.`, STYLES.rowSoft)
  }
}

const standingText = (verdict: Verdict, level: number | undefined): string =>
  `${VERDICT_WORDS[verdict]}${level === undefined ? '' : `, level ${levelText(level)}`}`

/** What could not be settled, why, and what would settle it. */
export function drawKnown(sheet: Sheet, { result }: ReportInput): void {
  const { inScope, fromTenant, fromPeople, unknown } = countKnown(result)
  sheet.newPage()
  sheet.part('Sect', () => {
    drawHeading(sheet, 'What is known, and what is not')
    sheet.write(knownLead(result), STYLES.lead)
    sheet.skip(12)
    for (const [words, count] of [
      ['Read from the tenant', fromTenant],
      ['Answered by people', fromPeople],
      ['Unknown', unknown],
    ] as const) {
      const { y } = sheet
      const share = inScope > 0 ? count / inScope : 0
      const isUnknown = words === 'Unknown'
      sheet.put(words, STYLES.row, { y: y + 2, width: 130 })
      const area = { x: LEFT + 138, y: y + 3, width: WIDTH - 138 - 96, height: 11 }
      bar(sheet, area, isUnknown ? 0 : 100 * share, 100 * share)
      const figures = { x: LEFT + WIDTH - 90, width: 90, align: 'right', y: y + 2 } as const
      sheet.put(`${count} (${percentText(share)})`, STYLES.rowTitle, figures)
      sheet.y = y + BAR_LINE
    }
    for (const kind of unknownKinds(result)) drawKind(sheet, kind)
  })
}

function drawKind(sheet: Sheet, { title, next, reasons }: UnknownKind): void {
  sheet.skip(16)
  sheet.room(90)
  sheet.write(title, STYLES.subheading, { tag: 'H3' })
  sheet.skip(2)
  sheet.write(next, STYLES.rowSoft)
  sheet.skip(6)
  for (const [reason, rows] of reasons) {
    const ids = timesListed(rows)
      .map(({ row, times }) => `${row.id}${times}`)
      .join(', ')
    const height = sheet.heightOf(reason, STYLES.row, WIDTH) + sheet.heightOf(ids, STYLES.smallSoft, WIDTH) + 12
    sheet.room(Math.min(height, 200))
    sheet.rule()
    sheet.skip(5)
    sheet.write(reason, STYLES.row)
    sheet.skip(1)
    sheet.write(ids, STYLES.smallSoft)
    sheet.skip(5)
  }
}
