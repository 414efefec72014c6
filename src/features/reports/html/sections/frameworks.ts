import { drawGauge, spanText } from '../../../../shared/charts/gauge.ts'
import { writeSvg } from '../../../../shared/charts/svg.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import { conclusionsOf, isOtherDay, jointConclusion, jointWork, type Parts } from '../../content/combined.ts'
import { type Glance, glanceOf } from '../../content/figures/glance.ts'
import type { ReportInput } from '../../content/input.ts'
import { SEVERITY_WORDS } from '../../content/rules.ts'
import { spanKey } from '../../content/trend.ts'
import { COMMON } from '../../content/words/every-edition.ts'
import { PARTS } from '../../content/words/several-frameworks.ts'
import { day, severityIcon } from '../frame/badges.ts'
import { renderKey } from '../frame/figure.ts'
import { renderFirstStep } from './first-step.ts'

/** The first screen of a report on several frameworks: a small gauge and the level of each, then the result of each. */
export function renderFrameworks(about: Parts, missing: readonly string[]): Markup {
  const { parts } = about
  const work = jointWork(about.actions)
  const glances = parts.map((part) => [part, glanceOf(part.result, part.customerName)] as const)
  const conclusions = conclusionsOf(parts)
  return html`<section class="panel frameworks" id="glance" aria-labelledby="glance-title">
<h2 class="unseen" id="glance-title">${COMMON.glance}</h2>
<ul class="cards">${glances.map(([part, glance]) => renderCard(part, glance, isOtherDay(part, about)))}</ul>
${renderKey(spanKey(glances.map(([, { span }]) => span)))}
<p class="conclusion">${jointConclusion(about)}</p>
${renderFirstStep(about)}
${work !== '' && html`<p class="small soft work">${work}</p>`}
<dl class="conclusions">${glances.map(
    ([part, { pointsNote }]) =>
      html`<dt>${part.productName}</dt><dd>${conclusions.get(part)}${pointsNote !== '' && html` <span class="small soft">${pointsNote}</span>`}</dd>`,
  )}${missing.map((name) => html`<dt>${name}</dt><dd>${PARTS.missing}</dd>`)}</dl>
</section>`
}

function renderCard(
  { productName, completedAt, result, brand }: ReportInput,
  { span, level, levelNote, coverage, known, severities }: Glance,
  hasDay: boolean,
): Markup {
  const alt = COMMON.gaugeAlt(spanText(span))
  const found = severities.filter(({ count }) => count > 0)
  return html`<li><h3>${productName} <span class="soft">${result.framework.version}</span></h3>
<figure role="img" aria-label="${alt}">${writeSvg(drawGauge(span, 200, { alt, unit: COMMON.ofHundred }))}</figure>
<div><p class="big">${level}</p>
<p class="small soft">${levelNote}</p>
<p class="small">${COMMON.knownOf(coverage, known.inScope)}</p>
<ul class="found">${
    found.length === 0
      ? html`<li>${COMMON.noFindings}</li>`
      : found.map(
          ({ severity, count }) =>
            html`<li class="severity-${severity}">${severityIcon(severity)}<b class="number">${count}</b> ${SEVERITY_WORDS[severity].toLowerCase()}</li>`,
        )
  }</ul>
${hasDay && html`<p class="small soft">${day(completedAt, brand.locale)}</p>`}</div></li>`
}
