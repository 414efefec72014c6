import { html, type Markup } from '../../../../shared/html/html.ts'
import { drawTrend } from '../../content/figures/charts.ts'
import type { RunPoint } from '../../content/input.ts'
import { levelText, percentText } from '../../content/rules.ts'
import { hasManyTargets, trendSentence } from '../../content/trend.ts'
import { COMMON, MEANING_WORDS } from '../../content/words/every-edition.ts'
import { time } from '../frame/badges.ts'
import { renderFigure, renderKey } from '../frame/figure.ts'

/** The score of each run: a chart, and the same numbers in a table. */
export function renderTrend(points: readonly RunPoint[]): Markup {
  return html`<section class="panel" id="trend" aria-labelledby="trend-title">
<h2 id="trend-title">How the score has gone</h2>
${points.length > 1 ? renderRuns(points) : html`<p class="lead">This is the first completed run. From the next one on, this section shows how the score changes.</p>`}
</section>`
}

function renderRuns(points: readonly RunPoint[]): Markup {
  const withTarget = hasManyTargets(points)
  return html`<p class="lead">${trendSentence(points)}</p>
${renderKey(['in-place', 'unknown', 'missing'], { ...MEANING_WORDS, ...COMMON.spanKey })}
${renderFigure((width) => drawTrend(points, width, 13))}
<div class="scroll" role="region" aria-label="The trend run by run" tabindex="0"><table>
<caption>Run by run</caption>
<thead><tr><th scope="col">Completed</th>${withTarget && html`<th scope="col" class="number">Target</th>`}<th scope="col" class="number">Score</th><th scope="col" class="number">Could be</th><th scope="col" class="number">Level</th><th scope="col" class="number">Known</th></tr></thead>
<tbody>${points.map((point) => renderLine(point, point === points.at(-1), withTarget))}</tbody>
</table></div>`
}

function renderLine(point: RunPoint, isLast: boolean, withTarget: boolean): Markup {
  const { completedAt, score, scoreCeiling, maturityAchieved, coverage, target } = point
  return html`<tr><th scope="row">${time(completedAt)}${isLast && ', this run'}</th>${
    withTarget && html`<td class="number">${target === undefined ? '–' : levelText(target)}</td>`
  }<td class="number">${score}</td><td class="number">${scoreCeiling}</td><td class="number">${levelText(maturityAchieved)}</td><td class="number">${percentText(coverage)}</td></tr>`
}
