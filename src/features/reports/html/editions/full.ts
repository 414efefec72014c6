import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import { type Action, actionsOf } from '../../../../engine/results/actions.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import type { ReportInput } from '../../content/input.ts'
import { Once } from '../../content/once.ts'
import { VERDICTS } from '../../content/requirements.ts'
import { capitalize, groupNoun, levelText, scoreLines, verdictMeaning } from '../../content/rules.ts'
import { FULL } from '../../content/words/full.ts'
import { verdictBadge } from '../frame/badges.ts'
import { renderEfforts, renderRunFacts } from '../sections/about.ts'
import { renderActions } from '../sections/actions.ts'
import { renderChanges } from '../sections/changes.ts'
import { exceptionContents, renderExceptions } from '../sections/exceptions.ts'
import { renderGroup } from '../sections/requirements.ts'
import { renderScores } from '../sections/scores.ts'
import { renderTrend } from '../sections/trend.ts'
import { renderUnknowns } from '../sections/unknowns.ts'
import type { EditionPage } from './edition.ts'

/** Everything, for auditors: what to do, how the score comes about, and every requirement with its evidence. */
export function renderFull(input: ReportInput): EditionPage {
  const { result, difference, trend } = input
  const eachOf = FULL.inDetail(capitalize(groupNoun(result.product, 2)))
  const actions = actionsOf(result)
  const once = new Once()
  const rows = { result, once, lines: scoreLines(result) ?? [], actions: actionsByRow(actions) }
  return {
    contents: [
      ['first', FULL.first],
      ['meaning', FULL.meaning],
      ['trend', FULL.trend],
      ...(difference ? [['changes', FULL.changes] as const] : []),
      ['unknown', FULL.unknown],
      ...exceptionContents(result),
      ['groups', eachOf],
      ['about', FULL.about],
    ],
    body: html`${renderActions(actions, { result, once, findings: 'links' })}
${renderScores(result)}
${renderTrend(trend)}
${difference && renderChanges(result, difference)}
${renderUnknowns(result, once)}
${renderExceptions(result)}
<section class="groups" id="groups" aria-labelledby="groups-title">
<h2 class="rows" id="groups-title">${eachOf}</h2>
${result.groups.map((group) => renderGroup(group, rows))}
</section>
${renderAbout(input, actions)}`,
  }
}

/** The actions that resolve a requirement, by its id, with their numbers. */
function actionsByRow(actions: readonly Action[]): ReadonlyMap<string, readonly (readonly [number, Action])[]> {
  const found = new Map<string, (readonly [number, Action])[]>()
  for (const [index, action] of actions.entries())
    for (const { id } of action.findings) found.set(id, [...(found.get(id) ?? []), [index + 1, action]])
  return found
}

function renderAbout(input: ReportInput, actions: readonly Action[]): Markup {
  const { result, maturityTarget, productName } = input
  const { scoring, levelMeanings = [] } = findFramework(result.product) ?? {}
  const efforts = [...new Set(actions.flatMap(({ effort }) => effort ?? []))]
  return html`<section class="panel" id="about" aria-labelledby="about-title">
<h2 id="about-title">${FULL.about}</h2>
<div class="prose">
<p>${FULL.method}</p>
${maturityTarget !== result.target && html`<p>${FULL.otherTarget(levelText(maturityTarget), productName, levelText(result.target))}</p>`}
</div>
${renderRunFacts(input)}
<h3 class="rows">${FULL.verdicts}</h3>
<dl class="terms">${VERDICTS.map((verdict) => html`<dt>${verdictBadge(verdict)}</dt><dd>${verdictMeaning(verdict, scoring)}</dd>`)}</dl>
${efforts.length > 0 && renderEfforts(efforts)}
${
  levelMeanings.length > 0 &&
  html`<h3 class="rows">${FULL.levels}</h3>
<p class="lead small">${FULL.levelsLead}</p>
<dl class="terms">${levelMeanings.map((meaning, index) => html`<dt>Level ${index + 1}</dt><dd>${meaning}</dd>`)}</dl>`
}
</section>`
}
