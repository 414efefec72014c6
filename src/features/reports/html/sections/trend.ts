import type { Locale } from '../../../../shared/dates/locales.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import { percentText } from '../../../../shared/text/numbers.ts'
import { drawTrend } from '../../content/figures/charts.ts'
import type { ReportInput, RunPoint } from '../../content/input.ts'
import type { Place } from '../../content/place.ts'
import { levelText } from '../../content/rules.ts'
import { hasManyTargets, levelOfRun, trendKey, trendSentence } from '../../content/trend.ts'
import { COLUMNS, FULL, TREND } from '../../content/words/full.ts'
import { time, withDay } from '../frame/badges.ts'
import { renderFigure, renderKey } from '../frame/figure.ts'

/** The score of each run: a chart, and the same numbers in a table. */
export function renderTrend(
  { trend: points, result }: Pick<ReportInput, 'trend' | 'result'>,
  place: Place,
): Markup | undefined {
  const first = points.length > 1 ? '' : place.fresh(TREND.first)
  if (points.length < 2 && first === '') return undefined
  const id = place.anchor('trend')
  return html`<section class="panel" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${place.title(FULL.trend)}</h2>
${first === '' ? renderRuns(points, result.product, place) : html`<p class="lead">${first}</p>`}
</section>`
}

function renderRuns(points: readonly RunPoint[], product: string, { title, fresh, locale }: Place): Markup {
  const withTarget = hasManyTargets(points)
  const head = (words: string): Markup => html`<th scope="col" class="number">${words}</th>`
  return html`<p class="lead">${renderTrendSentence(points, locale, fresh)}</p>
${renderKey(trendKey(points, product))}
${renderFigure((width) => drawTrend(points, product, { locale }, { width, size: 13 }))}
<div class="scroll" role="region" aria-label="${title(COLUMNS.trendTable)}" tabindex="0"><table>
<caption>${COLUMNS.trendTable}</caption>
<thead><tr><th scope="col">${COLUMNS.completed}</th>${withTarget && head(COLUMNS.target)}${[COLUMNS.score, COLUMNS.couldBe, COLUMNS.level, COLUMNS.known].map(head)}</tr></thead>
<tbody>${points.map(
    (point) =>
      html`<tr><th scope="row">${time(point.completedAt, locale)}${point === points.at(-1) && TREND.thisRun}</th>${renderNumbers(point, withTarget)}</tr>`,
  )}</tbody>
</table></div>`
}

/** In words, with the day as pages show it. */
export const renderTrendSentence = (
  points: readonly RunPoint[],
  locale?: Locale,
  fresh = (text: string): string => text,
): Markup => withDay(fresh(trendSentence(points, { locale })), points[0]?.completedAt ?? '', locale)

function renderNumbers(point: RunPoint, withTarget: boolean): Markup {
  const { score, scoreCeiling, coverage, target } = point
  return html`${
    withTarget && html`<td class="number">${target === undefined ? '–' : levelText(target)}</td>`
  }<td class="number">${score}</td><td class="number">${scoreCeiling}</td><td class="number">${levelOfRun(point)}</td><td class="number">${percentText(coverage)}</td>`
}
