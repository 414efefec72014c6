import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { JointAction } from '../../../../engine/results/joint-actions.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import type { Parts } from '../../content/combined.ts'
import { reserveForKnown } from '../../content/editions/elsewhere.ts'
import { levelsOf, outsideNote } from '../../content/figures/levels.ts'
import type { ReportInput } from '../../content/input.ts'
import { Once } from '../../content/once.ts'
import { type Place, placesOf } from '../../content/place.ts'
import { ROW_STATES, sortRows, stateName, VERDICTS } from '../../content/requirements.ts'
import { allAnsweredText, haveOwnGivers } from '../../content/rows/answered-by.ts'
import { sourcesText } from '../../content/rows/evidence-quality.ts'
import { capitalize, groupNoun, levelText, scoreLines, verdictMeanings } from '../../content/rules.ts'
import { knownTitle } from '../../content/unknowns.ts'
import { CONTROLS, OVERVIEW } from '../../content/words/controls.ts'
import { FULL, LEVELS } from '../../content/words/full.ts'
import { numberIn } from '../../content/words/gains.ts'
import { rowAnchor, verdictBadge } from '../frame/badges.ts'
import type { ContentsLink } from '../frame/contents.ts'
import { rowPlace } from '../frame/places.ts'
import type { ServedSearch } from '../frame/search.ts'
import { renderRuns, renderSeverities } from '../sections/about.ts'
import { anchorsOf, renderActions } from '../sections/actions.ts'
import { renderChanges } from '../sections/changes.ts'
import { exceptionContents, renderExceptions } from '../sections/exceptions.ts'
import { type Filter, renderFilter, searchList } from '../sections/filter.ts'
import { renderOverview } from '../sections/overview.ts'
import { renderGroup } from '../sections/requirements.ts'
import { renderScores } from '../sections/scores.ts'
import { renderTrend } from '../sections/trend.ts'
import { renderUnknowns } from '../sections/unknowns.ts'
import type { EditionPage } from './edition.ts'

/** Everything, for auditors: what to do, how the score is calculated, and every requirement with its evidence. */
export function renderFull({ parts, actions }: Parts, search?: ServedSearch): EditionPage {
  const once = new Once()
  const first = renderActions(actions, {
    parts,
    once,
    findings: 'links',
    anchored: new Map(),
    anchorOf: anchorsOf(actions),
    numberOf: numberIn(actions),
  })
  reserveForKnown(
    once,
    parts.map(({ result }) => result),
    (row) => rowPlace(row.group, row.id),
  )
  const byRow = actionsByRow(actions)
  const places = placesOf(parts, once)
  const sections = places.map(([part, place]) => renderPart(part, place, byRow, search))
  return {
    contents: [
      { links: [['first', FULL.first]] },
      ...sections.map(({ productName, links }) => (parts.length > 1 ? { of: productName, links } : { links })),
      { links: [['about', FULL.about]] },
    ],
    body: html`${first}
${sections.map(({ body }) => body)}
${renderAbout(parts, actions)}`,
  }
}

/** The sections about one framework, and the links to those that it has. */
function renderPart(
  { result, difference, trend, productName }: ReportInput,
  place: Place,
  actions: ReturnType<typeof actionsByRow>,
  search: ServedSearch | undefined,
): { productName: string; links: readonly ContentsLink[]; body: Markup } {
  const list = searchList(result.requirements.length, search)
  const times = { locale: place.locale }
  const rows = {
    result,
    place,
    lines: scoreLines(result) ?? [],
    actions,
    list,
    haveOwnGivers: haveOwnGivers(result, times),
  }
  const { anchor } = place
  const id = anchor('groups')
  const sources = place.fresh(`${sourcesText(result)} ${allAnsweredText(result, times)}`.trim())
  const outside = place.fresh(outsideNote(result))
  const scores = renderScores(result, place)
  const runs = renderTrend({ trend, result }, place)
  const changes = difference && renderChanges(result, difference, place)
  const unknowns = renderUnknowns(result, place)
  const exceptions = renderExceptions(result, place, (row) => rowAnchor(row.group, row.id))
  const inDetail = FULL.inDetail(capitalize(groupNoun(result.product, 2)))
  const groups = result.groups.map((group) => renderGroup(group, rows))
  const links: readonly ContentsLink[] = [
    [anchor('meaning'), FULL.meaning],
    ...(runs ? [[anchor('trend'), FULL.trend] as const] : []),
    ...(changes ? [[anchor('changes'), FULL.changes] as const] : []),
    [anchor('unknown'), knownTitle(result)],
    ...exceptionContents(result, place),
    [id, inDetail],
  ]
  const body = html`${scores}
${runs}
${changes}
${unknowns}
${exceptions}
<section class="groups" data-filtered id="${id}" aria-labelledby="${id}-title">
<h2 class="rows" id="${id}-title">${place.title(inDetail)}</h2>
${sources !== '' && html`<p class="lead small">${sources}</p>`}
<div class="panel"><h3>${OVERVIEW.title}</h3>
${outside !== '' && html`<p class="lead small">${outside}</p>`}
${renderOverview(result, (row) => rowAnchor(row.group, row.id))}
${renderFilter(filterOf(result, place), list)}</div>
${groups}
</section>`
  return { productName, links, body }
}

function filterOf(result: AssessmentResult, { anchor }: Place): Filter {
  const sorted = result.groups.map((group) => sortRows(group, result))
  return {
    id: anchor('search'),
    folds: anchor('groups'),
    entries: result.requirements.length,
    counts: 'entries',
    kinds: [
      [
        CONTROLS.state,
        ROW_STATES.map((state) => {
          const rows = sorted.flatMap((each) => each[state])
          return { shows: `state-is-${state}`, words: stateName(state, rows), count: rows.length }
        }).filter(({ count }) => count > 0),
      ],
    ],
  }
}

/** The actions that resolve a requirement, by its id, with their numbers. */
function actionsByRow(
  actions: readonly JointAction[],
): ReadonlyMap<string, readonly (readonly [number, JointAction])[]> {
  const found = new Map<string, (readonly [number, JointAction])[]>()
  for (const [index, action] of actions.entries())
    for (const { id } of action.findings) found.set(id, [...(found.get(id) ?? []), [index + 1, action]])
  return found
}

function renderAbout(parts: readonly ReportInput[], actions: readonly JointAction[]): Markup {
  const levels = levelsOf(parts)
  const others = parts.filter(({ maturityTarget, result }) => maturityTarget !== result.target)
  return html`<section class="panel" id="about" aria-labelledby="about-title">
<h2 id="about-title">${FULL.about}</h2>
<div class="prose">
<p>${FULL.method}</p>
${others.map(
  ({ maturityTarget, productName, result }) =>
    html`<p>${FULL.otherTarget(levelText(maturityTarget), productName, levelText(result.target))}</p>`,
)}
</div>
${renderRuns(parts, { isForAuditors: true })}
<h3 class="rows">${FULL.verdicts}</h3>
<dl class="terms">${VERDICTS.map((verdict) => html`<dt>${verdictBadge(verdict)}</dt><dd>${verdictMeanings(verdict, parts)}</dd>`)}</dl>
${actions.length > 0 && renderSeverities(parts)}
${
  levels.length > 0 &&
  html`<h3 class="rows">${LEVELS.title}</h3>
${levels.map(
  ({ framework, lead, meanings }) => html`${framework !== '' && html`<h4>${framework}</h4>`}
<p class="lead small">${lead}</p>
<dl class="terms">${meanings.map(([level, meaning]) => html`<dt>${level}</dt><dd>${meaning}</dd>`)}</dl>`,
)}`
}
</section>`
}
