import type { Link, Remedy, Script } from '../../../../engine/model/remedy.ts'
import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { Action } from '../../../../engine/results/actions.ts'
import type { JointAction } from '../../../../engine/results/joint-actions.ts'
import type { Priority } from '../../../../engine/results/priorities.ts'
import { dayText } from '../../../../shared/dates/datetime.ts'
import type { Locale } from '../../../../shared/dates/locales.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import { isTooLittleKnown } from '../../../../shared/portal/enough-known.ts'
import {
  type Decline,
  declineWords,
  type FindingTitle,
  type FoundTogether,
  findingsOnce,
  otherMeans,
  stateAgain,
} from '../../content/editions/action-findings.ts'
import { actionsIntroduction, factOnce, stepsLead } from '../../content/editions/action-texts.ts'
import { drawRoadmapOf, hasRoadmap } from '../../content/figures/charts.ts'
import { roadmapTable } from '../../content/figures/tables.ts'
import type { Framed } from '../../content/input.ts'
import { gainsText, nextSteps } from '../../content/next-steps.ts'
import type { Once } from '../../content/once.ts'
import { ACTION_WORDS, UNKNOWN_WORDS } from '../../content/words/actions.ts'
import { CONTROLS } from '../../content/words/controls.ts'
import { EFFORT_WORDS, severityText } from '../../content/words/every-edition.ts'
import { toPlainText } from '../../content/words/plain-text.ts'
import { type Reference, referenceText, type Words } from '../../content/words/references.ts'
import { declineBadge, findingAnchor, rowAnchor, severityBadge } from '../frame/badges.ts'
import { breakable } from '../frame/breakable.ts'
import { renderAsTable, renderFigure } from '../frame/figure.ts'
import { renderAffected } from '../frame/names.ts'
import { copyButton } from './filter.ts'

/** As many as somebody can plan for; the others are folded. */
const SHOWN = 10

export const actionAnchor = ({ id }: Pick<Action, 'id'>): string => `a-${id.replace(/[^A-Za-z0-9.-]+/g, '-')}`

/** How an action shows its findings: as links to the rows of the full edition, or with all that a technician needs. */
export type ShowFindings = 'links' | 'whole'

export interface ActionsContext {
  /** The frameworks of the document. */
  parts: readonly Framed[]
  once: Once
  findings: ShowFindings
  /** How findings became worse since the run before, by their ids. */
  declines?: ReadonlyMap<string, Decline>
  /** How days are written. */
  locale?: Locale | undefined
  /** The numbers of the actions that list a finding first, by its id: there it has its anchor. */
  anchored: Map<string, number>
  /** The anchors of the actions by their numbers. */
  anchorOf: (number: number) => string
  /** The number of an action by its id. */
  numberOf: (id: string) => number | undefined
}

/** The anchors of actions by their numbers, which begin at 1. */
export const anchorsOf =
  (actions: readonly JointAction[]) =>
  (number: number): string => {
    const action = actions[number - 1]
    if (!action) throw new Error(`no action ${number}`)
    return actionAnchor(action)
  }

/**
 * The first actions, then all others, with a roadmap. If little is known, what would resolve unknowns comes before
 * them.
 */
export function renderActions(actions: readonly JointAction[], context: ActionsContext): Markup {
  const [first, rest] = [actions.slice(0, SHOWN), actions.slice(SHOWN)]
  const results = context.parts.map(({ result }) => result)
  const render = (action: JointAction, index: number): Markup =>
    html`<li>${renderAction(action, index + 1, context)}</li>`
  return html`<section class="panel" id="first" aria-labelledby="first-title">
<h2 id="first-title">${ACTION_WORDS.first}</h2>
${results.some(isTooLittleKnown) && renderNextSteps(results)}
<p class="lead">${actionsIntroduction(actions, results)}</p>
${actions.length > 0 && html`<ol class="todo">${first.map(render)}</ol>`}
${
  rest.length > 0 &&
  html`<details class="more rest"><summary>${ACTION_WORDS.more(rest.length)}</summary><ol class="todo" start="${SHOWN + 1}">${rest.map((action, index) => render(action, SHOWN + index))}</ol></details>`
}
${renderRoadmap(actions)}
</section>`
}

export function renderNextSteps(results: readonly AssessmentResult[]): Markup | undefined {
  const steps = nextSteps(results)
  if (steps.length === 0) return undefined
  return html`<h3 class="rows">${UNKNOWN_WORDS.title}</h3>
<p class="lead">${UNKNOWN_WORDS.lead}</p>
<ul class="steps-known">${steps.map(
    ({ title, how, effect }) =>
      html`<li><p><b>${title}</b> <span class="soft">${effect}</span></p>${how !== '' && html`<p class="soft">${how}</p>`}</li>`,
  )}</ul>
<h3 class="rows">${ACTION_WORDS.title}</h3>`
}

export function renderRoadmap(actions: readonly Action[]): Markup | undefined {
  if (!hasRoadmap(actions)) return undefined
  const unplaced = actions.filter(({ effort }) => !effort).length
  return html`<h3 class="rows">${ACTION_WORDS.roadmap}</h3>
<p class="lead">${ACTION_WORDS.roadmapLead}${unplaced > 0 && ` ${ACTION_WORDS.unplaced(unplaced)}`}</p>
${renderFigure((width) => drawRoadmapOf(actions, width, 13))}${renderAsTable(roadmapTable(actions))}`
}

/** One action with everything that is known about it. */
export function renderAction(action: JointAction, number: number, context: ActionsContext): Markup {
  const { title, severity, effort, licencesToBuy, parts, remedy } = action
  const gains = gainsText(action, context.parts, context.numberOf)
  const declines = declineWords(action.findings, context.declines, (iso) => dayText(iso, { locale: context.locale }))
  const others = context.findings === 'whole' ? otherMeans(action.findings) : []
  const why = remedy && context.once.fresh(remedy.why, title)
  if (context.findings === 'whole') stateAgain(context.once, action.findings, number)
  return html`<div id="${actionAnchor(action)}" class="action"><a class="place${number > 99 && ' long'}" href="#${actionAnchor(action)}" aria-label="${CONTROLS.actionLink(number)}">${number}</a><p class="remedy">${title}</p>
<p class="marks">${severityBadge(severity, severityText(severity))}${declines.map(declineBadge)}${
    effort && html`<span>${ACTION_WORDS.effort}: <b>${EFFORT_WORDS[effort].toLowerCase()}</b></span>`
  }${licencesToBuy && html`<span>${ACTION_WORDS.toBuy(licencesToBuy)}</span>`}${gains.map(({ term, text }) => html`<span>${term}: <b>${renderWords(text, number, context)}</b></span>`)}${others.map((text) => html`<span>${ACTION_WORDS.other}: <b>${text}</b></span>`)}</p>
${why && html`<p>${why}</p>`}
${parts.map((part) => {
  const name = context.parts.length > 1 && context.parts.find(({ result }) => result === part.result)?.productName
  const { findings } = part.action
  return context.findings === 'links'
    ? renderLinks(findings, name || ACTION_WORDS.resolves)
    : html`${name && html`<p class="soft framework">${name}</p>`}${renderFindings(findings, number, context)}`
})}
${remedy && renderRemedy(remedy, stepsLead(action), number, context)}${copyButton('action', CONTROLS.copyAction)}</div>`
}

function renderLinks(findings: readonly Priority[], words: string): Markup {
  return html`<p class="ids soft">${words}: ${findings.map(
    ({ id, groups }) => html`<a href="#${rowAnchor(groups[0] ?? '', id)}">${id}</a> `,
  )}</p>`
}

/** What is wrong in this tenant, with the names that are affected. */
const renderFindings = (findings: readonly Priority[], number: number, context: ActionsContext): Markup =>
  html`<ul class="wrong">${findingsOnce(context.once, findings, number).map(
    (together) =>
      html`<li>${together.findings.map((finding) => renderTitle(finding, number, context))}${renderFound(together, number, context)}</li>`,
  )}</ul>`

function renderTitle(
  { id, answered, statement, described, note }: FindingTitle,
  number: number,
  context: ActionsContext,
): Markup {
  const { anchored } = context
  const isFirst = !anchored.has(id)
  if (isFirst) anchored.set(id, number)
  const words = statement || html`<span class="soft">${renderWords(described, number, context)}</span>`
  return html`<p${isFirst && html` id="${findingAnchor(id)}"`}><span class="id">${id}</span> ${answered !== '' && html`<span class="soft">${answered}</span> `}${words}</p>${note !== '' && html`<p class="soft">${note}</p>`}`
}

/** What was found, with all names that the result has, or a reference if the same names stand elsewhere. */
function renderFound({ found, names, sameNames }: FoundTogether, number: number, context: ActionsContext): Markup {
  const words = found.length > 0 && sameNames.length > 0 ? [...found, ' ', ...sameNames] : [...found, ...sameNames]
  return html`${words.length > 0 && html`<p class="soft">${renderWords(words, number, context)}</p>`}${names && renderAffected({ ...names, items: names.items.map(toPlainText) })}`
}

/** A text of an action, with links to what it refers to. */
function renderWords(words: Words, number: number, { anchored, anchorOf }: ActionsContext): Markup {
  const anchorAt = (place: Reference): string | undefined => {
    if (place.kind === 'action') return anchorOf(place.number)
    return anchored.get(place.id) === (place.of ?? number) ? findingAnchor(place.id) : undefined
  }
  return html`${words.map((part) => {
    if (typeof part === 'string') return breakable(part)
    const anchor = anchorAt(part)
    return anchor === undefined ? referenceText(part) : html`<a href="#${anchor}">${referenceText(part)}</a>`
  })}`
}

/** How to fix it: steps, scripts, licence, what users notice and how completion is verified. */
function renderRemedy(remedy: Remedy, lead: string, number: number, context: ActionsContext): Markup {
  const { once } = context
  const { steps, script, documentation } = remedy
  const fact = (term: string, text: string): Markup =>
    html`<dt>${term}</dt><dd>${renderWords(factOnce(once, term, text, number), number, context)}</dd>`
  return html`<details class="more fix"><summary>${ACTION_WORDS.how}</summary>${lead !== '' && html`<p>${lead}</p>`}
<ol class="steps">${steps.map(({ text, link }) => html`<li>${text}${link && html` ${renderLink(link)}`}</li>`)}</ol>
${script && renderScript(script)}
<dl class="facts">${fact(ACTION_WORDS.licence, remedy.licence)}${fact(ACTION_WORDS.notice, remedy.usersNotice)}${fact(ACTION_WORDS.verified, remedy.verified)}<dt>${ACTION_WORDS.documentation}</dt><dd>${documentation.map(
    (link, index) => html`${index > 0 && ', '}${renderLink(link)}`,
  )}</dd></dl></details>`
}

const renderLink = ({ title, url }: Link): Markup => html`<a href="${url}" rel="noreferrer">${title}</a>`

function renderScript(script: Script): Markup {
  return html`<p class="soft">${breakable(ACTION_WORDS.script(script))}</p>
<p>${ACTION_WORDS.check}</p>${renderCode(script.check)}
${script.change !== undefined && html`<p>${ACTION_WORDS.change(script.change)}</p>${renderCode(script.change)}`}`
}

const renderCode = (code: string): Markup =>
  html`${copyButton('code', CONTROLS.copyCommand)}<pre><code>${code}</code></pre>`
