import type { RecordedException } from '../../../../engine/model/exception.ts'
import type { AssessmentResult, RequirementResult } from '../../../../engine/model/result.ts'
import { dayText } from '../../../../shared/dates/datetime.ts'
import type { Locale } from '../../../../shared/dates/locales.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import { type Decisions, decisionsOf, hasExceptions } from '../../content/exceptions.ts'
import type { Once } from '../../content/once.ts'
import type { Place } from '../../content/place.ts'
import { listText } from '../../content/rules.ts'
import { DECISIONS } from '../../content/words/every-edition.ts'
import type { ContentsLink } from '../frame/contents.ts'

type LinkTo = (row: RequirementResult) => string | undefined

/** The entry of the section in the contents, if there is such a section. */
export function exceptionContents(result: AssessmentResult, { anchor }: Pick<Place, 'anchor'>): ContentsLink[] {
  return hasExceptions(result) ? [[anchor('exceptions'), DECISIONS.title]] : []
}

/**
 * Accepted risks and compensating controls, with who decided and until when. `linkTo` gives the anchor of what the page says
 * about a requirement, if it says anything.
 */
export function renderExceptions(result: AssessmentResult, place: Place, linkTo: LinkTo): Markup | undefined {
  if (!hasExceptions(result)) return undefined
  const { title, fresh, once } = place
  const id = place.anchor('exceptions')
  return html`<section class="panel" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title(DECISIONS.title)}</h2>
<p class="lead">${fresh(DECISIONS.lead)}</p>
<div class="reasons">${decisionsOf(result).map((decisions) => renderKind(decisions, place, linkTo))}${renderEmergency(result, once)}</div>
</section>`
}

function renderKind({ title, says, entries }: Decisions, { fresh, locale }: Place, linkTo: LinkTo): Markup {
  return html`<div><h3>${title}</h3>
<p class="soft">${fresh(says)}</p>
<ul>${entries.map(
    ({ row, exception, came }) =>
      html`<li><p>${renderId(row, linkTo(row))}</p>${renderDecision(exception, locale)}<p class="soft small">${came}</p></li>`,
  )}</ul></div>`
}

const renderId = ({ id }: RequirementResult, anchor: string | undefined): Markup =>
  anchor === undefined ? html`<span class="id">${id}</span>` : html`<a href="#${anchor}">${id}</a>`

/** One exception, under its requirement and in the list of all. */
export function renderDecision(exception: RecordedException, locale?: Locale): Markup {
  const { object, reason, approver, approvedAt, expiresAt, expired } = exception
  const days = DECISIONS.approvedOn(dayText(approvedAt, { locale }), expired === true, dayText(expiresAt, { locale }))
  return html`<p>${object !== undefined && html`<bdi>${object}</bdi>: `}${reason}</p><p class="soft small">${DECISIONS.approvedBy} <bdi>${approver}</bdi> ${days}</p>`
}

function renderEmergency({ emergencyAccounts }: AssessmentResult, once: Once): Markup | undefined {
  if (!emergencyAccounts) return undefined
  const { setAside, notFound } = emergencyAccounts
  // The accounts are those of the tenant, whatever it is assessed against.
  if (once.fresh(`${DECISIONS.emergency} ${JSON.stringify(emergencyAccounts)}`, 'document') === '') return undefined
  return html`<div><h3>${DECISIONS.emergency}</h3>
<p>${DECISIONS.setAside(setAside.length)}${setAside.length > 0 && html` (<bdi>${listText(setAside)}</bdi>)`}.</p>
${notFound.length > 0 && html`<p>${DECISIONS.notFound} <bdi>${listText(notFound)}</bdi>.</p>`}</div>`
}
