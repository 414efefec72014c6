import { dayText } from '../../../shared/datetime.ts'
import { html, type Markup } from '../../../shared/html/html.ts'
import type { RunPoint } from '../content/input.ts'
import { levelText, percentText, plural } from '../content/rules.ts'
import { hasManyTargets, trendSentence } from '../content/trend.ts'
import { time } from './badges.ts'

/** Units of the chart: pixels down, percent across, so that it fits any width without stretching its text. */
const TOP = 12

const HEIGHT = 160

const BASE = TOP + HEIGHT

const LEFT = 9

const RIGHT = 96

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
<ul class="key">
<li><svg aria-hidden="true"><line class="line" x1="0" y1="50%" x2="100%" y2="50%"/><circle class="dot" cx="50%" cy="50%" r="4"/></svg>Score</li>
<li><svg aria-hidden="true"><rect width="100%" height="100%" fill="url(#hatch)"/></svg>What it could be, by what was unknown</li>
</ul>
<figure class="trend">${renderChart(points)}</figure>
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

function renderChart(points: readonly RunPoint[]): Markup {
  const spots = points.map((point, index) => ({ ...point, x: LEFT + ((RIGHT - LEFT) * index) / (points.length - 1) }))
  const [first, last] = [spots[0], spots.at(-1)]
  return html`<svg role="img" aria-labelledby="trend-name" aria-describedby="trend-words" height="${BASE + 52}" width="100%">
<title id="trend-name">The score of ${plural(points.length, 'run')}</title>
<desc id="trend-words">${trendSentence(points)} The table below has the same numbers.</desc>
${[0, 50, 100].map(
  (mark) =>
    html`<line class="grid" x1="${LEFT - 3}%" x2="100%" y1="${yOf(mark)}" y2="${yOf(mark)}"/><text class="mark-text" x="0" y="${yOf(mark) + 4}">${mark}</text>`,
)}
${spots.map(
  ({ x, score, scoreCeiling }) =>
    scoreCeiling > score &&
    html`<rect x="${x}%" y="${yOf(scoreCeiling)}" width="12" height="${yOf(score) - yOf(scoreCeiling)}" fill="url(#hatch)" transform="translate(-6)"/>`,
)}
${spots.slice(1).map((spot, index) => {
  const before = spots[index]
  return (
    before &&
    html`<line class="line" x1="${before.x}%" y1="${yOf(before.score)}" x2="${spot.x}%" y2="${yOf(spot.score)}"/>`
  )
})}
${spots.map(
  ({ x, score }) =>
    html`<circle class="dot" cx="${x}%" cy="${yOf(score)}" r="4"/><text class="value-text" x="${x}%" y="${yOf(score) + 20}">${score}</text>`,
)}
${first && html`<text class="mark-text" x="${LEFT - 3}%" y="${BASE + 46}">${dayText(first.completedAt)}</text>`}
${last && html`<text class="mark-text end" x="100%" y="${BASE + 46}">${dayText(last.completedAt)}</text>`}
</svg>`
}

const yOf = (score: number): number => Math.round(BASE - (HEIGHT * score) / 100)
