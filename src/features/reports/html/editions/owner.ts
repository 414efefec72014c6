import { html } from '../../../../shared/html/html.ts'
import { ownerContent, type PlannedQuarter } from '../../content/editions/owner.ts'
import { drawGroupBars } from '../../content/figures/charts.ts'
import type { ReportInput } from '../../content/input.ts'
import { ACTION_WORDS } from '../../content/words/actions.ts'
import { EFFORT_WORDS } from '../../content/words/every-edition.ts'
import { OWNER } from '../../content/words/owner.ts'
import { severityBadge } from '../frame/badges.ts'
import { renderFigure, renderKey } from '../frame/figure.ts'
import { meaningsIn } from '../sections/scores.ts'
import type { EditionPage } from './edition.ts'

/** For the business: what it means, what inaction costs, the plan, and what is needed of the owner. */
export function renderOwner(input: ReportInput): EditionPage {
  const { result, partnerName } = input
  const { meaning, areas, costs, quarters, needs } = ownerContent(input)
  return {
    contents: [
      ['meaning', OWNER.meaning],
      ['costs', OWNER.costs],
      ['plan', OWNER.plan],
      ['needs', OWNER.needs],
    ],
    body: html`<section class="panel" id="meaning" aria-labelledby="meaning-title">
<h2 id="meaning-title">${OWNER.meaning}</h2>
<div class="prose">${meaning.map((sentence) => html`<p>${sentence}</p>`)}</div>
${renderKey(meaningsIn(result))}
${renderFigure((width, isNarrow) => drawGroupBars(result, width, 14, isNarrow))}
<div class="scroll" role="region" aria-label="${OWNER.areas}" tabindex="0"><table>
<caption>${OWNER.areas}</caption>
<thead><tr><th scope="col">${OWNER.area}</th><th scope="col">${OWNER.purpose}</th><th scope="col">${OWNER.state}</th></tr></thead>
<tbody>${areas.map(
      ({ name, purpose, state }) =>
        html`<tr><th scope="row">${name}</th><td>${purpose}</td><td class="state">${state}</td></tr>`,
    )}</tbody></table></div>
</section>
<section class="panel" id="costs" aria-labelledby="costs-title">
<h2 id="costs-title">${OWNER.costs}</h2>
<p class="lead">${costs.lead}</p>
${costs.entries.length > 0 && html`<dl class="costs">${costs.entries.map(({ area, says }) => html`<dt>${area}</dt><dd>${says}</dd>`)}</dl>`}
</section>
<section class="panel" id="plan" aria-labelledby="plan-title">
<h2 id="plan-title">${OWNER.plan}</h2>
<p class="lead">${quarters.length > 0 ? OWNER.planLead : OWNER.noPlan}</p>
${quarters.length > 0 && html`<div class="quarters">${quarters.map(renderQuarter)}</div>`}
</section>
<section class="panel" id="needs" aria-labelledby="needs-title">
<h2 id="needs-title">${OWNER.needs}</h2>
<p class="lead">${needs.length > 0 ? OWNER.needsLead : OWNER.noNeeds}</p>
${needs.length > 0 && html`<ol class="needs">${needs.map(({ title, how }) => html`<li><p><b>${title}</b></p><p class="soft">${how}</p></li>`)}</ol>`}
</section>
<section class="panel partner" id="next" aria-labelledby="next-title">
<h2 id="next-title">${OWNER.next}</h2>
<h3 class="rows">${OWNER.words(partnerName)}</h3>
<div class="blank"></div>
<h3 class="rows">${OWNER.meeting}</h3>
<dl class="blanks">${[OWNER.when, OWNER.where, OWNER.who].map((term) => html`<dt>${term}</dt><dd></dd>`)}</dl>
</section>`,
  }
}

const renderQuarter = ({ title, actions, more }: PlannedQuarter) => html`<div><h3>${title}</h3>
<ul>${actions.map(
  (action) =>
    html`<li>${action.title}<span class="marks">${action.isCritical && severityBadge('critical')}${
      action.effort && html`<span>${ACTION_WORDS.effort}: ${EFFORT_WORDS[action.effort].toLowerCase()}</span>`
    }</span></li>`,
)}${more > 0 && html`<li class="soft">${OWNER.more(more)}</li>`}</ul></div>`
