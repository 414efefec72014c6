import { drawGauge, spanParts, spanText } from '../../../../shared/charts/gauge.ts'
import { drawSteps } from '../../../../shared/charts/level-steps.ts'
import { drawBar } from '../../../../shared/charts/stacked-bars.ts'
import { writeSvg } from '../../../../shared/charts/svg.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import type { Glance } from '../../content/figures/glance.ts'
import { SEVERITY_WORDS } from '../../content/rules.ts'
import { COMMON } from '../../content/words/every-edition.ts'
import { severityIcon } from '../frame/badges.ts'
import { swatch } from '../frame/figure.ts'

/** The first screen: span, level, how much is known, findings by severity, the conclusion and the first step, in this order. */
export function renderGlance(glance: Glance, firstStep: Markup | undefined): Markup {
  const { span, pointsNote, steps, level, stepsAlt, levelNote, coverage, known, severities, conclusion } = glance
  const alt = COMMON.gaugeAlt(spanText(span))
  return html`<section class="panel glance" id="glance" aria-labelledby="glance-title">
<h2 class="unseen" id="glance-title">${COMMON.glance}</h2>
<div class="glance-score"><figure role="img" aria-label="${alt}">${writeSvg(drawGauge(span, 300, { alt, unit: COMMON.ofHundred }))}</figure>
<ul class="key">${spanParts(span).map(
    ([meaning, from, to]) =>
      html`<li>${swatch(meaning)}<span><b class="number">${to - from}</b> ${COMMON.spanKey[meaning]}</span></li>`,
  )}</ul></div>
<div class="glance-facts">
<div class="fact"><h3>${COMMON.level}</h3><p class="big">${level}</p>
${writeSvg(drawSteps(steps, { width: 180, height: 78, alt: stepsAlt, size: 12 }))}
<p class="small soft">${levelNote}</p></div>
<div class="fact"><h3>${COMMON.known}</h3><p class="big">${COMMON.knownOf(coverage, known.inScope)}</p>
${writeSvg({
  width: 240,
  height: 16,
  alt: '',
  shapes: drawBar(
    { known: known.fromTenant + known.fromPeople, unknown: known.unknown },
    { x: 0, y: 0, width: 240, height: 16 },
    0,
  ),
})}
<p class="small soft">${COMMON.knownNote(known.fromTenant, known.fromPeople, known.unknown)}</p></div>
<div class="fact wide"><h3>${COMMON.findings}</h3>
<ul class="severities">${severities.map(
    ({ severity, count }) =>
      html`<li class="${count > 0 ? `severity-${severity}` : 'none'}">${severityIcon(severity)}<b class="number">${count}</b><span>${SEVERITY_WORDS[severity]}</span></li>`,
  )}</ul></div>
</div>
<p class="conclusion">${conclusion}</p>
${firstStep}
${pointsNote !== '' && html`<p class="small soft points-note">${pointsNote}</p>`}
</section>`
}
