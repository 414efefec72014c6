import { dayText, timeText } from '../../../../shared/dates/datetime.ts'
import { percentText } from '../../../../shared/text/numbers.ts'
import { CHANGE_KINDS, changesByKind, changesSentence, changeWords } from '../../content/difference.ts'
import { drawChangeBars, drawTrend as drawTrendOf } from '../../content/figures/charts.ts'
import type { Difference, ReportInput, RowChange } from '../../content/input.ts'
import type { Place } from '../../content/place.ts'
import { groupNames } from '../../content/requirements.ts'
import { levelText } from '../../content/rules.ts'
import { levelOfRun, spanKey, trendSentence } from '../../content/trend.ts'
import { CHART_WORDS } from '../../content/words/every-edition.ts'
import { CHANGES, COLUMNS, FULL } from '../../content/words/full.ts'
import { type Canvas, LEFT, WIDTH } from '../kit/canvas.ts'
import { drawDrawing } from '../kit/drawing.ts'
import { drawHeading } from '../kit/layout/heading.ts'
import { drawKeyed } from '../kit/layout/key.ts'
import { drawTable, heightOfTable } from '../kit/layout/table.ts'
import { lineHeight, STYLES } from '../kit/typesetter.ts'

/** The trend by run and the changes since the last run; nothing for the first run. */
export function drawTrendAndChanges(
  canvas: Canvas,
  { result, trend, difference }: ReportInput,
  { title, fresh }: Place,
): void {
  if (trend.length < 2 && !difference) return
  canvas.part('Sect', () => {
    drawHeading(canvas, title(FULL.trendAndChanges), 230)
    if (trend.length > 1) drawTrend(canvas, { trend, result }, fresh)
    if (difference) drawDifference(canvas, result, difference)
  })
  canvas.skip(26)
}

function drawTrend(
  canvas: Canvas,
  { trend, result: { product } }: Pick<ReportInput, 'trend' | 'result'>,
  fresh: Place['fresh'],
): void {
  canvas.write(fresh(trendSentence(trend, canvas.times)), STYLES.lead)
  canvas.skip(10)
  drawKeyed(canvas, drawTrendOf(trend, product, { width: WIDTH, size: 8.5 }), spanKey(trend, product))
  canvas.skip(10)
  const right = (title: string) => ({ title, share: 0.125, align: 'right' }) as const
  drawTable(
    canvas,
    [
      { title: COLUMNS.completed, share: 0.375 },
      right(COLUMNS.score),
      right(COLUMNS.couldBe),
      right(COLUMNS.level),
      right(COLUMNS.target),
      right(COLUMNS.known),
    ],
    trend.map((run) => [
      timeText(run.completedAt, canvas.times),
      String(run.score),
      String(run.scoreCeiling),
      levelOfRun(run),
      run.target === undefined ? '' : levelText(run.target),
      percentText(run.coverage),
    ]),
    { above: 0 },
  )
  canvas.skip(24)
}

function drawDifference(canvas: Canvas, result: ReportInput['result'], difference: Difference): void {
  const { since } = difference
  const changes = changesByKind(difference)
  canvas.room(110)
  canvas.write(`${CHANGES.since} ${dayText(since.completedAt, canvas.times)}`, STYLES.subheading, { tag: 'H3' })
  canvas.skip(2)
  canvas.write(changesSentence(result, difference), STYLES.lead)
  if (CHANGE_KINDS.some((kind) => changes[kind].length > 0)) {
    canvas.skip(8)
    const drawing = drawChangeBars(difference, WIDTH, 9)
    canvas.room(drawing.height)
    drawDrawing(canvas, drawing, { x: LEFT, y: canvas.y })
    canvas.skip(drawing.height)
  }
  for (const kind of CHANGE_KINDS) {
    if (changes[kind].length > 0) drawChanges(canvas, CHART_WORDS.changes[kind], changes[kind], groupNames(result))
  }
}

/** As many as are read at a glance; the requirements below show each current verdict. */
const CHANGES_SHOWN = 12

function drawChanges(
  canvas: Canvas,
  title: string,
  changes: readonly RowChange[],
  nameOf: (group: string) => string,
): void {
  const columns = [
    { title: COLUMNS.requirement, share: 0.2 },
    { title: COLUMNS.group, share: 0.34 },
    { title: COLUMNS.was, share: 0.23 },
    { title: COLUMNS.is, share: 0.23 },
  ]
  const rows = changes
    .slice(0, CHANGES_SHOWN)
    .map((change) => [change.id, nameOf(change.group), ...changeWords(change)])
  canvas.skip(14)
  const above = lineHeight(STYLES.label) + 2
  canvas.room(above + heightOfTable(canvas, columns, rows, { above, isWhole: false }))
  canvas.write(CHANGES.counted(title, changes.length), STYLES.label, { tag: 'H4' })
  canvas.skip(2)
  drawTable(canvas, columns, rows, { above })
  const hidden = changes.length - CHANGES_SHOWN
  if (hidden > 0) {
    canvas.skip(6)
    canvas.write(CHANGES.moreBelow(hidden), STYLES.rowSoft)
  }
}
