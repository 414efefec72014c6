import type { Drawing } from '../../../../shared/charts/drawing.ts'
import { dayText, timeText } from '../../../../shared/dates/datetime.ts'
import { percentText } from '../../../../shared/text/numbers.ts'
import { CHANGE_KINDS, changesByKind, changesSentence, changeWords } from '../../content/difference.ts'
import { drawChangeBars, drawTrend as drawTrendOf } from '../../content/figures/charts.ts'
import type { Difference, ReportInput, RowChange } from '../../content/input.ts'
import type { Place } from '../../content/place.ts'
import { groupNames } from '../../content/requirements.ts'
import { levelText } from '../../content/rules.ts'
import { levelOfRun, trendKey, trendSentence } from '../../content/trend.ts'
import { OVERVIEW } from '../../content/words/controls.ts'
import { CHART_WORDS } from '../../content/words/every-edition.ts'
import { CHANGES, COLUMNS, FULL } from '../../content/words/full.ts'
import { type Canvas, LEFT, WIDTH } from '../kit/canvas.ts'
import { drawDrawing } from '../kit/drawing.ts'
import { type Block, paragraph, space, stack } from '../kit/layout/blocks.ts'
import { drawHeading } from '../kit/layout/heading.ts'
import { drawKeyed } from '../kit/layout/key.ts'
import { drawTable, heightOfTable } from '../kit/layout/table.ts'
import { STYLES } from '../kit/typesetter.ts'

/** The trend by run and the changes since the last run; nothing for the first run. */
export function drawTrendAndChanges(
  canvas: Canvas,
  { result, trend, difference }: ReportInput,
  { title, fresh }: Place,
): void {
  if (trend.length < 2 && !difference) return
  const name = title(FULL.trendAndChanges)
  canvas.part('Sect', () => {
    drawHeading(canvas, name, 230)
    canvas.continuing(name, OVERVIEW.continued, () => {
      if (trend.length > 1) drawTrend(canvas, { trend, result }, fresh)
      if (difference) drawDifference(canvas, result, difference)
    })
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
  drawKeyed(canvas, drawTrendOf(trend, product, canvas.times, { width: WIDTH, size: 8.5 }), trendKey(trend, product))
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

/** What changed in words and as bars, which stay with the first of the lists that they sum up. */
function drawDifference(canvas: Canvas, result: ReportInput['result'], difference: Difference): void {
  const { since } = difference
  const changes = changesByKind(difference)
  const kinds = CHANGE_KINDS.filter((kind) => changes[kind].length > 0)
  const beginning = stack([
    paragraph(canvas, `${CHANGES.since} ${dayText(since.completedAt, canvas.times)}`, STYLES.subheading, { tag: 'H3' }),
    space(canvas, 2),
    paragraph(canvas, changesSentence(result, difference), STYLES.lead),
    ...(kinds.length > 0 ? [space(canvas, 8), figure(canvas, drawChangeBars(difference, WIDTH, 9))] : []),
  ])
  if (kinds.length === 0) {
    canvas.room(beginning.height)
    beginning.draw()
  }
  for (const [index, kind] of kinds.entries()) {
    const title = CHANGES.counted(CHART_WORDS.changes[kind], changes[kind].length)
    const above = stack([
      ...(index === 0 ? [beginning] : []),
      space(canvas, 14),
      paragraph(canvas, title, STYLES.label, { tag: 'H4' }),
      space(canvas, 2),
    ])
    drawChanges(canvas, changes[kind], groupNames(result), above)
  }
}

const figure = (canvas: Canvas, drawing: Drawing): Block => ({
  height: drawing.height,
  draw: () => {
    drawDrawing(canvas, drawing, { x: LEFT, y: canvas.y })
    canvas.skip(drawing.height)
  },
})

/** As many as are read at a glance; the requirements below show each current verdict. */
const CHANGES_SHOWN = 12

/** The changes of one kind below what stays with them. */
function drawChanges(
  canvas: Canvas,
  changes: readonly RowChange[],
  nameOf: (group: string) => string,
  above: Block,
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
  canvas.room(above.height + heightOfTable(canvas, columns, rows, { above: above.height, isWhole: false }))
  const { left } = canvas
  above.draw()
  drawTable(canvas, columns, rows, { above: left - canvas.left })
  const hidden = changes.length - CHANGES_SHOWN
  if (hidden > 0) {
    canvas.skip(6)
    canvas.write(CHANGES.moreBelow(hidden), STYLES.rowSoft)
  }
}
