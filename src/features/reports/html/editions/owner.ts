import { html, type Markup } from '../../../../shared/html/html.ts'
import type { Parts } from '../../content/combined.ts'
import { type Area, jointMeaning, ownerPart } from '../../content/editions/owner.ts'
import { type Costs, ownerCosts } from '../../content/editions/owner-costs.ts'
import {
  type Need,
  type OwnerPlan,
  ownerPlan,
  type PlannedAction,
  type PlannedQuarter,
} from '../../content/editions/owner-plan.ts'
import { drawTrend } from '../../content/figures/charts.ts'
import { trendTable } from '../../content/figures/tables.ts'
import type { ReportInput } from '../../content/input.ts'
import { trendKey } from '../../content/trend.ts'
import { ACTION_WORDS } from '../../content/words/actions.ts'
import { EFFORT_WORDS } from '../../content/words/every-edition.ts'
import { OWNER } from '../../content/words/owner.ts'
import { day, severityBadge } from '../frame/badges.ts'
import { renderAsTable, renderFigure, renderKey, swatch } from '../frame/figure.ts'
import { renderGroupBars } from '../sections/scores.ts'
import { renderTrendSentence } from '../sections/trend.ts'
import type { EditionPage } from './edition.ts'

/** For the business: what it means, what inaction costs, the plan, and what is needed of the owner; once for all frameworks. */
export function renderOwner(about: Parts): EditionPage {
  const { parts, newest } = about
  const plan = ownerPlan(about)
  const costs = ownerCosts(about)
  const [single] = parts
  const hasTrend = parts.length === 1 && newest.trend.length > 1
  const sections = [
    {
      id: 'meaning',
      title: OWNER.meaning,
      body: parts.length === 1 && single ? renderPart(single) : renderParts(parts),
    },
    costs.costs.length > 0 && { id: 'costs', title: OWNER.costs, body: renderCosts(costs) },
    { id: 'plan', title: plan.title, body: renderPlan(plan) },
    plan.quarters.length > 0 &&
      plan.needs.length > 0 && {
        id: 'needs',
        title: OWNER.needs,
        body: html`<p class="lead">${plan.needsLead}</p>${renderNeeds(plan.needs)}`,
      },
    hasTrend && { id: 'trend', title: OWNER.trend, body: renderScoreSoFar(newest) },
  ].filter((section) => section !== false)
  return {
    contents: [{ links: sections.map(({ id, title }) => [id, title] as const) }],
    body: html`${sections.map(
      ({ id, title, body }) => html`<section class="panel" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>`,
    )}${renderNext(newest.partnerName)}`,
  }
}

function renderPart({ result }: ReportInput): Markup {
  const { meaning, areas } = ownerPart(result)
  return html`<div class="prose">${meaning.map((sentence) => html`<p>${sentence}</p>`)}</div>
${renderGroupBars(result)}
<div class="scroll" role="region" aria-label="${OWNER.areas}" tabindex="0"><table class="areas">
<caption>${OWNER.areas}</caption>
<thead><tr><th scope="col">${OWNER.area}</th><th scope="col">${OWNER.purpose}</th><th scope="col">${OWNER.state}</th></tr></thead>
<tbody>${areas.map(
    (area) =>
      html`<tr><th scope="row">${area.name}</th><td>${area.purpose}</td><td class="state">${swatch(area.meaning)}${area.state}</td></tr>`,
  )}</tbody></table></div>`
}

/** The areas of several frameworks side by side. */
const renderParts = (parts: readonly ReportInput[]): Markup =>
  html`<div class="prose">${jointMeaning(parts.map(({ result }) => result)).map((sentence) => html`<p>${sentence}</p>`)}</div>
<div class="quarters areas">${parts.map(({ result, productName }) => {
    const { counts, areas } = ownerPart(result)
    return html`<div><h3>${productName}</h3><p class="soft small counts">${counts.map((words) => html`<span>${words}</span> `)}</p><ul>${areas.map(renderArea)}</ul></div>`
  })}</div>`

const renderArea = ({ name, purpose, state, meaning }: Area): Markup =>
  html`<li><b>${name}</b><p class="state small">${swatch(meaning)}${state}</p><p class="soft small">${purpose}</p></li>`

const renderCosts = ({ lead, costs }: Costs): Markup =>
  html`<p class="lead">${lead}</p>
<dl class="costs">${costs.map(({ area, says }) => html`<dt>${area}</dt><dd>${says}</dd>`)}</dl>`

/** Whether it gets better. */
const renderScoreSoFar = ({ trend, brand, result: { product } }: ReportInput): Markup =>
  html`<p class="lead">${renderTrendSentence(trend, brand.locale)}</p>
${renderKey(trendKey(trend, product))}
${renderFigure((width) => drawTrend(trend, product, { locale: brand.locale }, { width, size: 13 }))}
${renderAsTable(trendTable(trend, { locale: brand.locale }), { rowName: (row, words) => (trend[row] ? day(trend[row].completedAt, brand.locale) : words) })}`

const renderPlan = ({ lead, quarters, needs }: OwnerPlan): Markup =>
  html`<p class="lead">${lead}</p>
${quarters.length > 0 ? html`<div class="quarters">${quarters.map(renderQuarter)}</div>` : needs.length > 0 && renderNeeds(needs)}`

const renderNeeds = (needs: readonly Need[]): Markup =>
  html`<ol class="needs">${needs.map(({ title, how }) => html`<li><p><b>${title}</b></p><p class="soft">${how}</p></li>`)}</ol>`

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
  html`<details class="more${summary !== '' && ' later'}"><summary>${summary === '' ? OWNER.more(actions.slice(shown).map(({ title }) => title)) : OWNER.laterList}</summary><ul>${actions.slice(shown).map(renderPlanned)}</ul></details>`
}</div>`

const renderPlanned = ({ title, effort, isCritical, purchase }: PlannedAction): Markup =>
  html`<li>${title}<span class="marks">${isCritical && severityBadge('critical')}${
    effort && html`<span>${ACTION_WORDS.effort}: ${EFFORT_WORDS[effort].toLowerCase()}</span>`
  }${purchase !== '' && html`<span>${purchase}</span>`}</span></li>`
