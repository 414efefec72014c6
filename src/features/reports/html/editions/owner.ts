import { html, type Markup } from '../../../../shared/html/html.ts'
import type { Parts } from '../../content/combined.ts'
import { costsLead, ownerPart } from '../../content/editions/owner.ts'
import {
  type OwnerPlan,
  ownerPlan,
  type PlannedAction,
  type PlannedQuarter,
} from '../../content/editions/owner-plan.ts'
import { drawTrend } from '../../content/figures/charts.ts'
import type { ReportInput } from '../../content/input.ts'
import { Once } from '../../content/once.ts'
import { type Place, placesOf } from '../../content/place.ts'
import { SPAN_WORDS, spanMeanings, trendSentence } from '../../content/trend.ts'
import { ACTION_WORDS } from '../../content/words/actions.ts'
import { EFFORT_WORDS, MEANING_WORDS } from '../../content/words/every-edition.ts'
import { OWNER } from '../../content/words/owner.ts'
import { severityBadge } from '../frame/badges.ts'
import { renderFigure, renderKey, swatch } from '../frame/figure.ts'
import { renderGroupBars } from '../sections/scores.ts'
import type { EditionPage } from './edition.ts'

/**
 * For the business: what it means, what inaction costs, the plan, and what is needed of the owner. Where there are several
 * frameworks, the plan for all of them comes first.
 */
export function renderOwner(about: Parts): EditionPage {
  const { parts, newest } = about
  const plan = ownerPlan(about)
  const places = placesOf(parts, new Once())
  const each = places.map(([part, place]) => renderPart(part, place))
  const joint = [renderPlan(plan), renderNeeds(plan.needs)]
  const aboutContents = places.flatMap(([, { anchor, title }]) => [
    [anchor('meaning'), title(OWNER.meaning)] as const,
    ...(parts.length === 1 ? [[anchor('costs'), OWNER.costs] as const] : []),
  ])
  const jointContents = [['plan', OWNER.plan] as const, ['needs', OWNER.needs] as const]
  const trendContents = newest.trend.length > 1 ? [['trend', OWNER.trend] as const] : []
  const isJoint = parts.length > 1
  const next = renderNext(newest.partnerName)
  return {
    contents: isJoint ? [...jointContents, ...aboutContents] : [...aboutContents, ...jointContents, ...trendContents],
    body: html`${isJoint ? [...joint, next, ...each] : [...each, ...joint, renderScoreSoFar(newest), next]}`,
  }
}

function renderPart({ result }: ReportInput, { anchor, title, fresh }: Place): Markup {
  const { meaning, areas, costs } = ownerPart(result)
  const [meaningId, costsId] = [anchor('meaning'), anchor('costs')]
  return html`<section class="panel" id="${meaningId}" aria-labelledby="${meaningId}-title">
<h2 id="${meaningId}-title">${title(OWNER.meaning)}</h2>
<div class="prose">${meaning.map(fresh).map((sentence) => sentence !== '' && html`<p>${sentence}</p>`)}</div>
${renderGroupBars(result, fresh)}
<div class="scroll" role="region" aria-label="${title(OWNER.areas)}" tabindex="0"><table class="areas">
<caption>${OWNER.areas}</caption>
<thead><tr><th scope="col">${OWNER.area}</th><th scope="col">${OWNER.purpose}</th><th scope="col">${OWNER.state}</th></tr></thead>
<tbody>${areas.map(
    ({ name, purpose, state, meaning: mark }) =>
      html`<tr><th scope="row">${name}</th><td>${purpose}</td><td class="state">${swatch(mark)}${state}</td></tr>`,
  )}</tbody></table></div>
</section>
<section class="panel" id="${costsId}" aria-labelledby="${costsId}-title">
<h2 id="${costsId}-title">${title(OWNER.costs)}</h2>
<p class="lead">${costsLead(costs, fresh)}</p>
${costs.entries.length > 0 && html`<dl class="costs">${costs.entries.map(({ area, says }) => html`<dt>${area}</dt><dd>${says}</dd>`)}</dl>`}
</section>`
}

/** Whether it gets better. */
function renderScoreSoFar({ trend, brand }: ReportInput): Markup | undefined {
  if (trend.length < 2) return undefined
  return html`<section class="panel" id="trend" aria-labelledby="trend-title">
<h2 id="trend-title">${OWNER.trend}</h2>
<p class="lead">${trendSentence(trend, { locale: brand.locale })}</p>
${renderKey(spanMeanings(trend), { ...MEANING_WORDS, ...SPAN_WORDS })}
${renderFigure((width) => drawTrend(trend, width, 13))}
</section>`
}

const renderPlan = ({ lead, quarters }: OwnerPlan): Markup =>
  html`<section class="panel" id="plan" aria-labelledby="plan-title">
<h2 id="plan-title">${OWNER.plan}</h2>
<p class="lead">${lead}</p>
${quarters.length > 0 && html`<div class="quarters">${quarters.map(renderQuarter)}</div>`}
</section>`

const renderNeeds = (needs: readonly { title: string; how: string }[]): Markup =>
  html`<section class="panel" id="needs" aria-labelledby="needs-title">
<h2 id="needs-title">${OWNER.needs}</h2>
<p class="lead">${needs.length > 0 ? OWNER.needsLead(needs.length) : OWNER.noNeeds}</p>
${needs.length > 0 && html`<ol class="needs">${needs.map(({ title, how }) => html`<li><p><b>${title}</b></p><p class="soft">${how}</p></li>`)}</ol>`}
</section>`

const renderNext = (partnerName: string): Markup =>
  html`<section class="panel partner" id="next" aria-labelledby="next-title">
<h2 id="next-title">${OWNER.next}</h2>
<h3 class="rows">${OWNER.words(partnerName)}</h3>
<div class="blank"></div>
<h3 class="rows">${OWNER.meeting}</h3>
<dl class="blanks">${[OWNER.when, OWNER.where, OWNER.who].map((term) => html`<dt>${term}</dt><dd></dd>`)}</dl>
</section>`

const renderQuarter = ({ title, score, summary, actions, shown }: PlannedQuarter): Markup => html`<div><h3>${title}</h3>
${score !== '' && html`<p class="soft small number">${score}</p>`}
${summary === '' ? html`<ul>${actions.slice(0, shown).map(renderPlanned)}</ul>` : html`<p>${summary}</p>`}${
  actions.length > shown &&
  html`<details class="more"><summary>${summary === '' ? OWNER.more(actions.length - shown) : OWNER.laterList}</summary><ul>${actions.slice(shown).map(renderPlanned)}</ul></details>`
}</div>`

const renderPlanned = ({ title, effort, isCritical }: PlannedAction): Markup =>
  html`<li>${title}<span class="marks">${isCritical && severityBadge('critical')}${
    effort && html`<span>${ACTION_WORDS.effort}: ${EFFORT_WORDS[effort].toLowerCase()}</span>`
  }</span></li>`
