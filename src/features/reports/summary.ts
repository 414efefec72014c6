import type { AssessmentResult } from '../../engine/model.ts'
import { type Priority, priorities } from '../../engine/priorities.ts'
import { html, type Markup } from '../../ground/html.ts'
import { bar, rowAnchor, severityMark } from './marks.ts'
import { explanation, headline } from './meaning.ts'
import { countKnown, groupNoun, levelText, percentText, reachesTarget, SEVERITIES, SEVERITY_WORDS } from './rules.ts'

/** As many as somebody can plan for; the rest stands under each group. */
const FIRST_THINGS = 10

/** What the result means: headline, explanation, the four key figures and the findings by severity. */
export function renderSummary(result: AssessmentResult, customerName: string): Markup {
  const { score, scoreCeiling, maturityAchieved, target, coverage, findings } = result
  const known = countKnown(result)
  return html`<section class="panel" id="meaning" aria-labelledby="meaning-title">
<h2 class="eyebrow" id="meaning-title">What this means</h2>
<p class="headline">${headline(result, customerName)}</p>
<div class="prose">${explanation(result).map((sentence) => html`<p>${sentence}</p>`)}</div>
<dl class="figures">
<div><dt>Score</dt><dd><span class="big number">${score} <small>of 100</small></span>${bar(score, scoreCeiling)}<p class="small soft">${
    scoreCeiling > score
      ? `Could be up to ${scoreCeiling}, depending on what is still unknown`
      : 'Nothing unknown could raise it'
  }</p></dd></div>
<div><dt>Maturity level</dt><dd><span class="big number">${levelText(maturityAchieved)} <small>target ${levelText(target)}</small></span>${bar(
    target > 0 ? (100 * maturityAchieved) / target : 0,
  )}<p class="small soft">${reachesTarget(result) ? 'Target reached' : 'Target not reached yet'}</p></dd></div>
<div><dt>Checks settled</dt><dd><span class="big number">${percentText(coverage)} <small>of ${known.inScope}</small></span>${bar(
    100 * coverage,
  )}<p class="small soft">${known.fromTenant} from the tenant itself, ${known.fromPeople} from answers, ${known.unknown} unknown</p></dd></div>
<div><dt>Findings</dt><dd><span class="big number">${findings}</span><p class="small soft">${
    findings === 0
      ? 'Nothing that was settled fell short of the target'
      : 'Requirements of the target that are missing or incomplete'
  }</p></dd></div>
</dl>
<h3 class="rows">Findings by severity</h3>
<ul class="severities">${SEVERITIES.map(
    (severity) => html`<li><b class="number">${result[severity]}</b>${severityMark(severity)}</li>`,
  )}</ul>
</section>`
}

/** The one list of what to do first. */
export function renderFirstThings(result: AssessmentResult): Markup {
  const all = priorities(result, Number.POSITIVE_INFINITY)
  const first = all.slice(0, FIRST_THINGS)
  const names = new Map(result.groups.map((group) => [group.id, group.name]))
  const nameOf = (id: string): string => names.get(id) ?? id
  if (first.length === 0) {
    return html`<section class="panel" id="first" aria-labelledby="first-title">
<h2 id="first-title">What to do first</h2>
<p class="lead">There is nothing to mend among what could be settled. The next step is to settle what is still unknown.</p>
</section>`
  }
  const rest = all.length - first.length
  return html`<section class="panel" id="first" aria-labelledby="first-title">
<h2 id="first-title">What to do first</h2>
<p class="lead">In this order: the most severe first, and among those ${
    first.some((item) => item.nextLevel)
      ? `what brings a ${groupNoun(result.product, 1)} to its next maturity level with the least work`
      : 'what is missing for the larger share'
  }.</p>
<ol class="todo">${first.map((item) => renderThing(item, nameOf))}</ol>
${rest > 0 && html`<p class="lead">${rest === 1 ? 'One more finding stands' : `${rest} more findings stand`} in the ${groupNoun(result.product, 2)} below.</p>`}
</section>`
}

function renderThing(item: Priority, nameOf: (group: string) => string): Markup {
  const { coverage, nextLevel } = item
  return html`<li><p class="remedy">${item.remedy}</p>
<p class="soft">${item.observed}</p>
<div class="marks">${severityMark(item.severity, `${SEVERITY_WORDS[item.severity]} severity`)}<a href="#${rowAnchor(item.groups[0] ?? '', item.id)}">${item.id}</a><span>${item.groups
    .map(nameOf)
    .join(', ')}</span>${coverage && html`<span class="number">${coverage.n} of ${coverage.of}</span>`}${
    nextLevel && html`<span>${stepText(nextLevel)}${item.groups.length > 1 && ` in ${nameOf(nextLevel.group)}`}</span>`
  }</div></li>`
}

function stepText({ level, left }: NonNullable<Priority['nextLevel']>): string {
  return left === 1 ? `The last step to level ${level}` : `One of ${left} steps to level ${level}`
}
