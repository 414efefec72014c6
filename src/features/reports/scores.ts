import type { AssessmentResult, GroupResult } from '../../engine/model.ts'
import { html, type Markup } from '../../ground/html.ts'
import { bar, groupAnchor } from './marks.ts'
import { groupNoun, levelText, percentText } from './rules.ts'

/** How the score comes about: a chart, and the same numbers line by line in a table. */
export function renderScores(result: AssessmentResult): Markup {
  const { product, groups, target } = result
  const one = groupNoun(product, 1)
  return html`<section class="panel" id="score" aria-labelledby="score-title">
<h2 id="score-title">How the score comes about</h2>
<p class="lead">For each ${one}: how much of what level ${levelText(target)} asks for is in place, from 0 to 100. Every ${one} weighs the same, and the score is their average${addsUp(groups, result.score) ? '' : `; a ${one} in which nothing applies is left out`}.</p>
<ul class="key">
<li><svg aria-hidden="true"><rect class="got" width="100%" height="100%"/></svg>In place</li>
<li><svg aria-hidden="true"><rect class="track" width="100%" height="100%"/><rect width="100%" height="100%" fill="url(#hatch)"/></svg>Still unknown</li>
<li><svg aria-hidden="true"><rect class="track" width="100%" height="100%"/></svg>Missing</li>
</ul>
<figure class="chart" aria-label="Share of the target in place by ${one}; the table below has the same numbers">${groups.map(
    (group) =>
      html`<div><a href="#${groupAnchor(group.id)}">${group.name}</a>${bar(group.score, group.scoreCeiling)}<span class="value number">${Math.round(group.score)}</span></div>`,
  )}</figure>
${renderTable(result)}
</section>`
}

function renderTable(result: AssessmentResult): Markup {
  const { product, groups, score, scoreCeiling, maturityAchieved, coverage } = result
  const most = groups.length > 0 ? 100 / groups.length : 0
  const shown = addsUp(groups, score)
  return html`<p class="lead small">“Could be” counts every unknown as if it held.${
    shown && ` “Adds” is what a ${groupNoun(product, 1)} brings to the score, ${most.toFixed(1)} points at most.`
  }</p>
<div class="scroll" role="region" aria-label="The score line by line" tabindex="0"><table>
<caption>The score line by line</caption>
<thead><tr><th scope="col">${capitalize(groupNoun(product, 1))}</th><th scope="col" class="number">In place</th><th scope="col" class="number">Could be</th>${
    shown && html`<th scope="col" class="number">Adds</th>`
  }<th scope="col" class="number">Level</th><th scope="col" class="number">Settled</th></tr></thead>
<tbody>${groups.map(
    (group) =>
      html`<tr><th scope="row">${group.name}</th><td class="number">${Math.round(group.score)}</td><td class="number">${Math.round(group.scoreCeiling)}</td>${
        shown && html`<td class="number">${(group.score / groups.length).toFixed(1)}</td>`
      }<td class="number">${levelText(group.maturityAchieved)}</td><td class="number">${group.settled} of ${group.inScope}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row">Overall</th><td class="number">${score}</td><td class="number">${scoreCeiling}</td>${
    shown && html`<td class="number">${score}</td>`
  }<td class="number">${levelText(maturityAchieved)}</td><td class="number">${percentText(coverage)}</td></tr></tfoot>
</table></div>`
}

/** Whether the lines average to the score; where a group has left the sum, points per line would not add up. */
function addsUp(groups: readonly GroupResult[], score: number): boolean {
  const mean = groups.reduce((sum, group) => sum + group.score, 0) / groups.length
  return Math.abs(mean - score) <= 0.5 + 1e-9
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
