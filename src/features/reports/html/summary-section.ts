import type { AssessmentResult } from '../../../engine/model/result.ts'
import type { Priority } from '../../../engine/results/priorities.ts'
import { dayText } from '../../../shared/datetime.ts'
import { html, type Markup } from '../../../shared/html/html.ts'
import { changesSentence } from '../content/difference.ts'
import { explanation, headline } from '../content/executive-summary.ts'
import { effortText, firstThings, gainText, knownGains } from '../content/first-things.ts'
import type { Difference } from '../content/input.ts'
import { groupNames } from '../content/requirements.ts'
import {
  countAccepted,
  countKnown,
  levelText,
  percentText,
  plural,
  reachesTarget,
  SEVERITIES,
  SEVERITY_WORDS,
} from '../content/rules.ts'
import { bar, rowAnchor, severityBadge } from './badges.ts'

/** What the result means: headline, explanation, the four key figures and the findings by severity. */
export function renderSummary(result: AssessmentResult, customerName: string, difference?: Difference): Markup {
  const { score, scoreCeiling, maturityAchieved, target, coverage, findings } = result
  const known = countKnown(result)
  const accepted = countAccepted(result)
  return html`<section class="panel" id="meaning" aria-labelledby="meaning-title">
<h2 class="eyebrow" id="meaning-title">What this means</h2>
<p class="headline">${headline(result, customerName)}</p>
<div class="prose">${explanation(result).map((sentence) => html`<p>${sentence}</p>`)}${
    difference &&
    html`<p>${changesSentence(result, difference)} <a href="#changes">What changed since ${dayText(difference.since.completedAt)}</a></p>`
  }</div>
<dl class="figures">
<div><dt>Score</dt><dd><span class="big number">${score} <small>of 100</small></span>${bar(score, scoreCeiling)}<p class="small soft">${
    scoreCeiling > score
      ? `Could be up to ${scoreCeiling}, depending on what is still unknown`
      : 'Nothing unknown could raise it'
  }</p></dd></div>
<div><dt>Maturity level</dt><dd><span class="big number">${levelText(maturityAchieved)} <small>target ${levelText(target)}</small></span>${bar(
    target > 0 ? (100 * maturityAchieved) / target : 0,
  )}<p class="small soft">${reachesTarget(result) ? 'Target reached' : 'Target not reached yet'}</p></dd></div>
<div><dt>Checks known</dt><dd><span class="big number">${percentText(coverage)}</span>${bar(
    100 * coverage,
  )}<p class="small soft">Of ${known.inScope}: ${known.fromTenant} read from the tenant, ${known.fromPeople} answered by people, ${known.unknown} not known</p></dd></div>
<div><dt>Findings</dt><dd><span class="big number">${findings}</span><p class="small soft">${
    findings === 0 && accepted === 0
      ? 'Nothing that is known falls short of the target'
      : `Requirements of the target that are missing or incomplete${accepted > 0 ? `, without ${plural(accepted, 'accepted risk')}` : ''}`
  }</p></dd></div>
</dl>
<h3 class="rows">Findings by severity</h3>
<ul class="severities">${SEVERITIES.map(
    (severity) => html`<li><b class="number">${result[severity]}</b>${severityBadge(severity)}</li>`,
  )}</ul>
</section>`
}

/** The one list of what to do first. */
export function renderFirstThings(result: AssessmentResult): Markup {
  const { lead, things, rest } = firstThings(result)
  const nameOf = groupNames(result)
  const gains = knownGains(result)
  return html`<section class="panel" id="first" aria-labelledby="first-title">
<h2 id="first-title">What to do first</h2>
<p class="lead">${lead}</p>
${things.length > 0 && html`<ol class="todo">${things.map((item) => renderThing(item, nameOf, gains.get(item.id)))}</ol>`}
${rest !== undefined && html`<p class="lead">${rest}</p>`}
</section>`
}

function renderThing(item: Priority, nameOf: (group: string) => string, gain: number | undefined): Markup {
  const effort = effortText(item)
  return html`<li><p class="remedy">${item.remedy}</p>
<p class="soft">${item.observed}</p>
<dl class="gain"><dt>Gain</dt><dd>${gainText(item, nameOf, gain)}</dd>${
    effort !== undefined && html`<dt>Effort</dt><dd>${effort}</dd>`
  }</dl>
<div class="marks">${severityBadge(item.severity, `${SEVERITY_WORDS[item.severity]} severity`)}<a href="#${rowAnchor(item.groups[0] ?? '', item.id)}">${item.id}</a><span>${item.groups
    .map(nameOf)
    .join(', ')}</span></div></li>`
}
