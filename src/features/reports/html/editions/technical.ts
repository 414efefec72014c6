import { FRAMEWORKS } from '../../../../engine/frameworks/catalogue.ts'
import type { Effort } from '../../../../engine/model/remedy.ts'
import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { JointAction } from '../../../../engine/results/joint-actions.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import { isTooLittleKnown } from '../../../../shared/portal/enough-known.ts'
import type { Parts } from '../../content/combined.ts'
import type { Decline } from '../../content/editions/action-findings.ts'
import {
  type ActionsOfGroup,
  actionsByGroup,
  actionsLead,
  declinesOf,
  isAllKnown,
  nothingUnknown,
  type UnknownLines,
  unknownLead,
  unknownLines,
} from '../../content/editions/technical.ts'
import { outsideNote } from '../../content/figures/levels.ts'
import type { ReportInput } from '../../content/input.ts'
import { Once } from '../../content/once.ts'
import { type Place, placesOf } from '../../content/place.ts'
import { EFFORTS, SEVERITIES, SEVERITY_WORDS } from '../../content/rules.ts'
import { UNKNOWN_WORDS } from '../../content/words/actions.ts'
import { CONTROLS, OVERVIEW } from '../../content/words/controls.ts'
import { EFFORT_WORDS } from '../../content/words/every-edition.ts'
import { FULL } from '../../content/words/full.ts'
import { numberIn } from '../../content/words/gains.ts'
import { TECHNICAL } from '../../content/words/technical.ts'
import { findingAnchor, groupAnchor } from '../frame/badges.ts'
import { breakable } from '../frame/breakable.ts'
import type { ContentsGroup, ContentsLink } from '../frame/contents.ts'
import type { ServedSearch } from '../frame/search.ts'
import { renderRuns, renderSeverities } from '../sections/about.ts'
import { type ActionsContext, anchorsOf, renderAction, renderNextSteps, renderRoadmap } from '../sections/actions.ts'
import { exceptionContents, renderExceptions } from '../sections/exceptions.ts'
import { type Choice, type Filter, renderFilter, searchList } from '../sections/filter.ts'
import { renderOverview } from '../sections/overview.ts'
import { renderGroupBars } from '../sections/scores.ts'
import type { EditionPage } from './edition.ts'

const CHOICES: readonly (Effort | 'none')[] = [...EFFORTS, 'none']

/** For technicians: everything that there is to do, by area, with how to do it. */
export function renderTechnical({ parts, actions }: Parts, search?: ServedSearch): EditionPage {
  const results = parts.map(({ result }) => result)
  const once = new Once()
  const declines = declinesOf(parts)
  const context: ActionsContext = {
    parts,
    once,
    findings: 'whole',
    anchored: new Map(),
    anchorOf: anchorsOf(actions),
    numberOf: numberIn(actions),
    declines,
    locale: parts[0]?.brand.locale,
  }
  const areas = actionsByGroup(actions, parts)
  const list = searchList(actions.length, search)
  const lists = areas.map(({ id, name, actions: its }) => {
    const anchor = groupAnchor(id)
    return html`<section class="area" data-area id="${anchor}" aria-labelledby="${anchor}-title"><h3 id="${anchor}-title">${name} <span class="soft">${TECHNICAL.count(its.length)}</span></h3>
<ol class="todo">${its.map(([number, action]) => {
      const content = renderAction(action, number, context)
      return html`<li ${list.entry(content)} data-number="${number}" data-effort="${CHOICES.indexOf(action.effort ?? 'none')}" ${filteredBy(action, declines)}>${content}</li>`
    })}</ol></section>`
  })
  const places = placesOf(parts, once)
  const allKnown = isAllKnown(results)
  const found = new Set(actions.flatMap(({ findings }) => findings.map(({ id }) => id)))
  return {
    contents: [
      ...contentsOfActions(areas, parts.length > 1),
      { links: allKnown ? [['unknown', TECHNICAL.unknown]] : [] },
      ...places.map(([part, place]) => contentsOf(part, place, { allKnown, isAlone: parts.length === 1 })),
      { links: [['about', FULL.about]] },
    ],
    body: html`<section class="panel" data-filtered id="todo" aria-labelledby="todo-title">
<h2 id="todo-title">${TECHNICAL.todo}</h2>
${results.some(isTooLittleKnown) && renderNextSteps(results)}
<p class="lead">${actionsLead(actions, results)}</p>
${renderFilter(filterOf(actions, parts, declines), list)}
${lists}
${renderRoadmap(actions)}
</section>
${allKnown && renderNothingUnknown()}
${places.map(
  ([{ result }, place]) => html`${!allKnown && renderUnknowns(unknownLines(result, once), place)}
${renderExceptions(result, place, ({ id }) => (found.has(id) ? findingAnchor(id) : undefined))}
${renderState(result, place, found)}`,
)}
<section class="panel" id="about" aria-labelledby="about-title"><h2 id="about-title">${FULL.about}</h2>
${renderRuns(parts, { isForAuditors: false })}
${actions.length > 0 && renderSeverities(parts)}
</section>`,
  }
}

/** The areas, in one row of their own where each framework has one. */
function contentsOfActions(areas: readonly ActionsOfGroup[], hasRows: boolean): ContentsGroup[] {
  const todo: ContentsLink = ['todo', TECHNICAL.todo]
  const links = areas.map(({ id, ownName }) => [groupAnchor(id), ownName] as const)
  return hasRows && links.length > 0 ? [{ of: todo, links }] : [{ links: [todo, ...links] }]
}

function contentsOf(
  { result, productName }: ReportInput,
  place: Place,
  { allKnown, isAlone }: { allKnown: boolean; isAlone: boolean },
): ContentsGroup {
  const { anchor } = place
  const unknown: readonly ContentsLink[] = allKnown ? [] : [[anchor('unknown'), TECHNICAL.unknown]]
  const links = [...unknown, ...exceptionContents(result, place), [anchor('state'), TECHNICAL.state] as const]
  return isAlone ? { links } : { of: productName, links }
}

function renderState(result: AssessmentResult, { anchor, title, fresh }: Place, found: ReadonlySet<string>): Markup {
  const id = anchor('state')
  const lead = [found.size > 0 ? fresh(OVERVIEW.leadToActions) : '', fresh(outsideNote(result))].join(' ').trim()
  return html`<section class="panel" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title(TECHNICAL.state)}</h2>
${renderGroupBars(result, title)}
<h3 class="rows">${OVERVIEW.title}</h3>
${lead !== '' && html`<p class="lead">${lead}</p>`}
${renderOverview(result, ({ id: row }) => (found.has(row) ? findingAnchor(row) : undefined))}
</section>`
}

/** What the boxes of the filter hide it by. */
function filteredBy(action: JointAction, declines: ReadonlyMap<string, Decline>): Markup {
  const { severity, effort, parts } = action
  const change = isWorse(action, declines) ? 'worse' : 'others'
  const products = new Set(parts.map(({ result }) => result.product))
  const frameworks = FRAMEWORKS.filter(({ id }) => products.has(id)).map(({ id }) => `framework-is-${id}`)
  return html`class="severity-is-${severity} effort-is-${effort ?? 'none'} change-is-${change}" data-one-of="${frameworks.join(' ')}"`
}

const isWorse = ({ findings }: JointAction, declines: ReadonlyMap<string, Decline>): boolean =>
  findings.some(({ id }) => declines.get(id)?.byAnswer === false)

function filterOf(
  actions: readonly JointAction[],
  parts: Parts['parts'],
  declines: ReadonlyMap<string, Decline>,
): Filter {
  const count = (isOf: (action: JointAction) => boolean): number => actions.filter(isOf).length
  const severities = SEVERITIES.map((severity) => ({
    shows: `severity-is-${severity}`,
    words: SEVERITY_WORDS[severity],
    count: count((action) => action.severity === severity),
  }))
  const efforts = CHOICES.map((effort) => ({
    shows: `effort-is-${effort}`,
    words: effort === 'none' ? CONTROLS.noEstimate : EFFORT_WORDS[effort],
    count: count((action) => (action.effort ?? 'none') === effort),
  }))
  const frameworks = parts.map(({ result, productName }) => ({
    shows: `framework-is-${result.product}`,
    words: productName,
    count: count((action) => action.parts.some((part) => part.result === result)),
  }))
  const changes = (['worse', 'others'] as const).map((change) => ({
    shows: `change-is-${change}`,
    words: CONTROLS.changes[change],
    count: count((action) => isWorse(action, declines) === (change === 'worse')),
  }))
  const used = (choices: readonly Choice[]): readonly Choice[] => choices.filter((choice) => choice.count > 0)
  return {
    id: 'search',
    folds: 'todo',
    entries: actions.length,
    counts: 'actions',
    kinds: [
      [CONTROLS.severity, used(severities)],
      [CONTROLS.effort, used(efforts)],
      [CONTROLS.framework, used(frameworks)],
      [CONTROLS.change, used(changes)],
    ],
    orders: CONTROLS.orders,
  }
}

/** Of several frameworks, about all of which everything is known. */
const renderNothingUnknown = (): Markup => html`<section class="panel" id="unknown" aria-labelledby="unknown-title">
<h2 id="unknown-title">${TECHNICAL.unknown}</h2>
<p class="lead">${UNKNOWN_WORDS.nothing}</p>
</section>`

function renderUnknowns(kinds: readonly UnknownLines[], place: Place): Markup {
  const id = place.anchor('unknown')
  const lead = kinds.length > 0 ? place.fresh(unknownLead(kinds)) : nothingUnknown(place.fresh)
  return html`<section class="panel" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${place.title(TECHNICAL.unknown)}</h2>
${lead !== '' && html`<p class="lead">${lead}</p>`}
${kinds.map(renderUnknownKind)}
</section>`
}

const renderUnknownKind = ({ title, lines, together }: UnknownLines): Markup =>
  html`<div class="scroll lines" role="region" aria-label="${title}" tabindex="0"><table>
<thead><tr><th scope="col">${title}</th><th scope="col" class="number">${TECHNICAL.checks}</th></tr></thead>
<tbody>${lines.map(
    ({ id, name, effect }) =>
      html`<tr><td>${id !== '' && html`<span class="id">${id}</span> `}${breakable(name)}</td><td class="number">${effect}</td></tr>`,
  )}</tbody>
${together !== undefined && html`<tfoot><tr><th scope="row">${TECHNICAL.together}</th><td class="number">${together}</td></tr></tfoot>`}
</table></div>`
