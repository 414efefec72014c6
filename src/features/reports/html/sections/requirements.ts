import { hasFailed } from '../../../../engine/evaluation/outcome.ts'
import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import type { AssessmentResult, GroupResult, RequirementResult } from '../../../../engine/model/result.ts'
import type { Evidence } from '../../../../engine/model/tenant-reading.ts'
import type { Action } from '../../../../engine/results/actions.ts'
import type { RowPoints } from '../../../../engine/results/points.ts'
import type { Locale } from '../../../../shared/dates/locales.ts'
import { type Child, html, type Markup } from '../../../../shared/html/html.ts'
import { expectedText, isWithin, takeFound } from '../../content/editions/elsewhere.ts'
import type { Once } from '../../content/once.ts'
import type { Place } from '../../content/place.ts'
import {
  answeredTerm,
  answeredText,
  foundTerm,
  groupFigures,
  levelFact,
  type RowState,
  sortRows,
  stateTitle,
} from '../../content/requirements.ts'
import { alsoShown, alsoShownTerm, decidedNothing, isHintOpen } from '../../content/rows/also-shown.ts'
import { sourceFacts } from '../../content/rows/answered-by.ts'
import { countedText } from '../../content/rows/counted.ts'
import { whatCounts } from '../../content/rows/evidence-quality.ts'
import { notesOf } from '../../content/rows/given-answer.ts'
import { outsideTitle } from '../../content/rows/levels.ts'
import { withoutListed } from '../../content/rows/named.ts'
import { affectedCount } from '../../content/rows/named-alike.ts'
import { readWith } from '../../content/rows/permissions.ts'
import type { Taken } from '../../content/rows/statements.ts'
import { knownTitle } from '../../content/unknowns.ts'
import { ACTION_WORDS } from '../../content/words/actions.ts'
import { severityText } from '../../content/words/every-edition.ts'
import { purpose } from '../../content/words/purposes.ts'
import { EVIDENCE, ROW } from '../../content/words/rows.ts'
import {
  acceptedBadge,
  coverageBar,
  groupAnchor,
  rowAnchor,
  severityBadge,
  time,
  verdictBadge,
} from '../frame/badges.ts'
import { breakable } from '../frame/breakable.ts'
import { renderAffected } from '../frame/names.ts'
import { renderPlaces, rowPlace } from '../frame/places.ts'
import { actionAnchor } from './actions.ts'
import { renderDecision } from './exceptions.ts'
import type { SearchedList } from './filter.ts'
import { renderGroupPoints } from './scores.ts'

/** More than anybody checks by hand; the result has all of them. */
const EVIDENCE_SHOWN = 20

/** What the rows of a document need. */
export interface RowsContext {
  result: AssessmentResult
  place: Place
  /** What each row adds to the score; empty if that is not known. */
  lines: readonly RowPoints[]
  /** The actions that resolve a requirement, by its id, with their numbers. */
  actions: ReadonlyMap<string, readonly (readonly [number: number, action: Action])[]>
  list: SearchedList
  /** Whether each row says who answered. */
  haveOwnGivers: boolean
}

/** One group: its points, what to fix, what is unknown, what is in place, and what the target does not ask for. */
export function renderGroup(group: GroupResult, context: RowsContext): Markup {
  const { result, lines } = context
  const { failed, accepted, unknown, inPlace, outside } = sortRows(group, result)
  const anchor = groupAnchor(group.id)
  const points = new Map(lines.map((line) => [line.row, line]))
  const open = (row: RequirementResult): Markup => renderOpenRow(row, points.get(row), context)
  const folded = (row: RequirementResult): Markup => renderFoldedRow(row, points.get(row), context)
  const known = context.place.title(knownTitle(result))
  const reasons = unknown.length > 0 ? context.place.once.fresh(ROW.reasons(known), known) : ''
  return html`<section class="panel group" data-area id="${anchor}" aria-labelledby="${anchor}-title">
<div class="group-head"><h3 id="${anchor}-title">${group.name}</h3>
<p class="number">${groupFigures(group, result)}</p></div>
${purpose(group.name) !== undefined && html`<p class="lead">${purpose(group.name)}</p>`}
${renderGroupPoints(group, lines)}
${renderRows('failed', failed, open)}
${renderRows('accepted', accepted, folded)}
${renderRows('unknown', unknown, folded, reasons)}
${renderRows('inPlace', inPlace, folded)}
${
  outside.length > 0 &&
  html`<details class="outside state-is-outside" data-area><summary><h4>${outsideTitle(outside)}</h4></summary>
${outside.map(folded)}</details>`
}
</section>`
}

/** Rows with their title, and with where the reasons are that they share. */
function renderRows(
  state: Exclude<RowState, 'outside'>,
  rows: readonly RequirementResult[],
  render: (row: RequirementResult) => Markup,
  reasons = '',
): Markup | undefined {
  if (rows.length === 0) return undefined
  return html`<div class="rows state-is-${state}" data-area><h4>${stateTitle(state, rows)}</h4>
${reasons !== '' && html`<p class="soft small">${reasons}</p>`}
${rows.map(render)}</div>`
}

function renderOpenRow(row: RequirementResult, points: RowPoints | undefined, context: RowsContext): Markup {
  const content = html`
${renderTitle(row, context)}
<p class="marks">${verdictBadge(row.verdict)}${
    row.severity && severityBadge(row.severity, severityText(row.severity))
  }</p>
<dl class="facts">${renderFacts(row, points, context)}</dl>
${renderProof(row, context.place)}`
  return html`<article class="row" ${context.list.entry(content)} id="${rowAnchor(row.group, row.id)}">${content}</article>`
}

// The anchor is inside, because browsers open a details element only for a target within it.
function renderFoldedRow(row: RequirementResult, points: RowPoints | undefined, context: RowsContext): Markup {
  const content = html`<summary>${renderTitle(row, context)}${row.accepted ? acceptedBadge() : verdictBadge(row.verdict)}</summary>
<dl class="facts" id="${rowAnchor(row.group, row.id)}">${renderFacts(row, points, context)}</dl>
${renderProof(row, context.place)}`
  return html`<details class="row" ${context.list.entry(content)}>${content}</details>`
}

/** A requirement in several groups has its statement in the first. */
function renderTitle({ id, group, statement }: RequirementResult, { place }: RowsContext): Markup {
  const { text, elsewhere } = place.once.take(statement, rowPlace(group, id))
  return html`<h5><span class="id">${id}</span> ${text}${text === '' && elsewhere.length > 0 && ROW.alsoCounts}</h5>`
}

function renderFacts(row: RequirementResult, points: RowPoints | undefined, context: RowsContext): Markup {
  const { coverage, exceptions, verdict, contradiction } = row
  const hint = isHintOpen(row) ? (row.hint ?? '') : ''
  const { once } = context.place
  const place = rowPlace(row.group, row.id)
  const fresh = (text: string): string => once.fresh(text, place, row.id)
  const level = levelFact(row, context.result)
  const counted = countedText(row)
  const answered = answeredText(row, once, place)
  const taken = takeFound(once, row, context.result, place)
  const also = once.takeInRow(alsoShown(row), place, { isHint: true })
  const firm = once.takeInRow(row.inPlace ?? '', place)
  const expected = once.takeExpected(expectedText(row), place)
  const expectedAt = row.evidence.length > 0 ? expected.elsewhere : []
  const hinted = hint === '' ? undefined : once.takeInRow(hint, place, { isHint: true })
  const limitations = notesOf(row)
    .map(fresh)
    .filter((text) => text !== '')
  const places = taken.elsewhere
  return html`${fact(foundTerm(row), renderTaken(withoutListed(taken.text, row.affected), places), taken.text === '' && places.length === 0)}${
    contradiction === undefined
      ? fact(answeredTerm(row), answered)
      : fact(answeredTerm(row), html`${answered} <span class="soft">${fresh(whatCounts(row))}</span>`)
  }${renderAlsoShown(row, also, fresh)}${fact(ROW.inPlace, renderTaken(firm.text, firm.elsewhere), firm.text === '' && firm.elsewhere.length === 0)}${hinted && !isWithin(hinted, taken) && fact(ROW.hint, html`${renderTaken(hinted.text, hinted.elsewhere)} <span class="soft">${fresh(EVIDENCE.hint)}</span>`)}${fact(ROW.expected, renderTaken(expected.text, expectedAt), expected.text === '' && expectedAt.length === 0)}${
    coverage &&
    counted !== '' &&
    fact(ROW.holdsFor, html`<span class="number">${counted}</span>${coverageBar(coverage, isUnknown(verdict))}`)
  }${exceptions && fact(verdict === 'alternate' ? ROW.inItsPlace : ROW.decided, html`${exceptions.map((exception) => renderDecision(exception, context.place.locale))}`)}${hasFailed(verdict) && fact(ROW.whatToDo, renderWhatToDo(row, context, fresh))}${
    limitations.length > 0 &&
    fact(ROW.notSeen, html`<ul>${limitations.map((text) => html`<li>${breakable(text)}</li>`)}</ul>`)
  }${sourceFacts(row, { locale: context.place.locale }, context.haveOwnGivers).map(([term, text]) => fact(term, text))}${fact(ROW.readWith, breakable(readWith(row).join(', ')), readWith(row).length === 0)}${row.category !== undefined && fact(ROW.category, row.category)}${level && fact(...level)}${renderPublished(row.id, context.result.product)}${points && fact(ROW.points, pointsText(points))}`
}

/** What else the tenant shows, and that it decided nothing. */
function renderAlsoShown(row: RequirementResult, { text, elsewhere }: Taken, fresh: (text: string) => string): Child {
  if (text === '' && elsewhere.length === 0) return undefined
  return fact(
    alsoShownTerm(row),
    html`${renderTaken(text, elsewhere)} <span class="soft">${fresh(decidedNothing(row))}</span>`,
  )
}

/** Why a row without a count earns nothing; of the others, the count says it. */
function pointsText({ row, points, max }: RowPoints): string {
  const earned = ROW.ofPoints(points.toFixed(2), max.toFixed(2))
  return row.awaitsAnswer && !row.coverage ? `${earned}, ${ROW.earnsNothingYet}` : earned
}

function renderPublished(id: string, product: string): Markup | undefined {
  const url = findFramework(product)?.published?.addressOf?.(id)
  return url === undefined ? undefined : fact(ROW.published, html`<a href="${url}" rel="noreferrer">${id}</a>`)
}

/** What is new in a text, and where its other sentences stand. */
const renderTaken = (text: string, elsewhere: readonly string[]): Markup =>
  html`${breakable(text)}${
    elsewhere.length > 0 &&
    html`${text !== '' && ' '}<span class="soft">${ACTION_WORDS.asFor(text)} ${renderPlaces(elsewhere)}.</span>`
  }`

/** The actions that resolve it, or its own sentence where it is in none. */
function renderWhatToDo(row: RequirementResult, { actions }: RowsContext, fresh: (text: string) => string): Child {
  const its = row.severity ? (actions.get(row.id) ?? []) : []
  if (its.length === 0) return fresh(row.remedy)
  return html`${its.map(
    ([number, action], index) =>
      html`${index > 0 && html`<br>`}<a href="#${actionAnchor(action)}">${ACTION_WORDS.number(number)}</a>`,
  )}`
}

/** All who are affected, or where the same list stands. */
function renderNames({ affected, group, id }: RequirementResult, once: Once): Markup | undefined {
  if (!affected || affected.total === 0) return undefined
  const listed = once.namesAt(affected.items, rowPlace(group, id))
  if (listed === undefined) return renderAffected(affected)
  return html`<p class="more soft">${ACTION_WORDS.affected(affectedCount(affected))}, ${ROW.sameAs} ${renderPlaces([listed])}</p>`
}

function renderProof(row: RequirementResult, { locale, once }: Place): Markup {
  const { evidence } = row
  return html`${renderNames(row, once)}${evidence.length > 0 && renderEvidence(evidence, locale)}`
}

function fact(term: string, value: Child, isEmpty = value === ''): Markup | undefined {
  if (isEmpty) return undefined
  return html`<dt>${term}</dt><dd>${value}</dd>`
}

function renderEvidence(evidence: readonly Evidence[], locale?: Locale): Markup {
  const hidden = evidence.length - EVIDENCE_SHOWN
  return html`<details class="more"><summary>${EVIDENCE.readings(evidence.length)}</summary><ul class="evidence">${evidence
    .slice(0, EVIDENCE_SHOWN)
    .map(
      ({ dataset, pointer, collectedAt }) =>
        html`<li><code>${dataset}</code>${pointer !== '' && html` ${EVIDENCE.at} <code>${pointer}</code>`}, ${EVIDENCE.collected} ${time(collectedAt, locale)}</li>`,
    )}${hidden > 0 && html`<li>${EVIDENCE.moreReadings(hidden)}</li>`}</ul></details>`
}
