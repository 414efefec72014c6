import type { Verdict } from '../../../../engine/model/verdict.ts'
import { dayText, timeText } from '../../../../shared/datetime.ts'
import { changesSentence } from '../../content/difference.ts'
import type { Difference, ReportInput, RowChange, RunPoint } from '../../content/input.ts'
import { levelText, percentText, VERDICT_WORDS } from '../../content/rules.ts'
import { trendSentence } from '../../content/trend.ts'
import type { Canvas } from '../kit/canvas.ts'
import { drawTrendLine } from '../kit/charts.ts'
import { drawHeading } from '../kit/heading.ts'
import { drawTable } from '../kit/table.ts'
import { STYLES } from '../kit/typesetter.ts'

/** The trend by run and the changes since the last run; nothing for the first run. */
export function drawTrendAndChanges(canvas: Canvas, { result, trend, difference }: ReportInput): void {
  if (trend.length < 2 && !difference) return
  canvas.newPage()
  canvas.part('Sect', () => {
    drawHeading(canvas, 'Trend and difference')
    if (trend.length > 1) drawTrend(canvas, trend)
    if (difference) drawDifference(canvas, result, difference)
  })
}

function drawTrend(canvas: Canvas, trend: readonly RunPoint[]): void {
  const words = trendSentence(trend)
  canvas.write(words, STYLES.lead)
  canvas.skip(10)
  drawTrendLine(canvas, trend, words)
  canvas.skip(8)
  const right = (title: string) => ({ title, share: 0.125, align: 'right' }) as const
  drawTable(
    canvas,
    [
      { title: 'Completed', share: 0.375 },
      right('Score'),
      right('Could be'),
      right('Level'),
      right('Target'),
      right('Known'),
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
  canvas.skip(24)
}

function drawDifference(canvas: Canvas, result: ReportInput['result'], difference: Difference): void {
  const { since, better, worse, otherwise } = difference
  canvas.room(110)
  canvas.write(`What changed since ${dayText(since.completedAt)}`, STYLES.subheading, { tag: 'H3' })
  canvas.skip(2)
  canvas.write(changesSentence(result, difference), STYLES.lead)
  for (const [title, changes] of [
    ['Worse', worse],
    ['Better', better],
    ['Other changes', otherwise],
  ] as const) {
    if (changes.length > 0) drawChanges(canvas, title, changes)
  }
}

/** As many as are read at a glance; the requirements below show each current verdict. */
const CHANGES_SHOWN = 12

function drawChanges(canvas: Canvas, title: string, changes: readonly RowChange[]): void {
  canvas.skip(14)
  canvas.room(110)
  canvas.write(`${title}: ${changes.length}`, STYLES.label, { tag: 'H4' })
  canvas.skip(2)
  drawTable(
    canvas,
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
        verdictText(before, levelBefore),
        verdictText(after, levelAfter),
      ]),
  )
  const hidden = changes.length - CHANGES_SHOWN
  if (hidden > 0) {
    canvas.skip(6)
    canvas.write(`And ${hidden} more, each with its verdict below.`, STYLES.rowSoft)
  }
}

const verdictText = (verdict: Verdict, level: number | undefined): string =>
  `${VERDICT_WORDS[verdict]}${level === undefined ? '' : `, level ${levelText(level)}`}`
