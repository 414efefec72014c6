import type { AssessmentResult } from '../../engine/model.ts'
import { html, type Markup } from '../../ground/html.ts'
import { bar, groupAnchor } from './marks.ts'
import { groupNoun, levelText, percentText } from './rules.ts'
import { addsUp, scoreLead, scoreNote } from './words.ts'

/** How the score comes about: a chart, and the same numbers line by line in a table. */
export function renderScores(result: AssessmentResult): Markup {
  const { product, groups } = result
  const one = groupNoun(product, 1)
  return html`<section class="panel" id="score" aria-labelledby="score-title">
<h2 id="score-title">How the score comes about</h2>
<p class="lead">${scoreLead(result)}</p>
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
  const shown = addsUp(groups, score)
  return html`<p class="lead small">${scoreNote(result)}</p>
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

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
