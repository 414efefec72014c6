import type { RecordedException } from '../../../../engine/model/exception.ts'
import type { AssessmentResult } from '../../../../engine/model/result.ts'
import { dayText } from '../../../../shared/datetime.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import {
  type Decisions,
  decisionsOf,
  EXCEPTIONS_LEAD,
  EXCEPTIONS_TITLE,
  hasExceptions,
} from '../../content/exceptions.ts'
import { listText, plural } from '../../content/rules.ts'
import { rowAnchor } from '../frame/badges.ts'

/** The entry of the section in the contents, if there is such a section. */
export function exceptionContents(result: AssessmentResult): (readonly [anchor: string, words: string])[] {
  return hasExceptions(result) ? [['exceptions', EXCEPTIONS_TITLE]] : []
}

/** Accepted risks and compensating controls, with who decided and until when. */
export function renderExceptions(result: AssessmentResult): Markup | undefined {
  if (!hasExceptions(result)) return undefined
  return html`<section class="panel" id="exceptions" aria-labelledby="exceptions-title">
<h2 id="exceptions-title">${EXCEPTIONS_TITLE}</h2>
<p class="lead">${EXCEPTIONS_LEAD}</p>
<div class="reasons">${decisionsOf(result).map(renderKind)}${renderEmergency(result)}</div>
</section>`
}

function renderKind({ title, says, entries }: Decisions): Markup {
  return html`<div><h3>${title}</h3>
<p class="soft">${says}</p>
<ul>${entries.map(
    ({ row, exception, came }) =>
      html`<li><p><a href="#${rowAnchor(row.group, row.id)}">${row.id}</a></p>${renderDecision(exception)}<p class="soft small">${came}</p></li>`,
  )}</ul></div>`
}

/** One exception, under its requirement and in the list of all. */
export function renderDecision({
  object,
  reason,
  approver,
  approvedAt,
  expiresAt,
  expired,
}: RecordedException): Markup {
  return html`<p>${object !== undefined && html`<bdi>${object}</bdi>: `}${reason}</p><p class="soft small">Approved by <bdi>${approver}</bdi> on ${dayText(approvedAt)}, ${
    expired ? 'expired on' : 'until'
  } ${dayText(expiresAt)}.</p>`
}

function renderEmergency({ emergencyAccounts }: AssessmentResult): Markup | undefined {
  if (!emergencyAccounts) return undefined
  const { setAside, notFound } = emergencyAccounts
  return html`<div><h3>Emergency accounts</h3>
<p>Set aside: ${plural(setAside.length, 'declared emergency account')}${setAside.length > 0 && html` (<bdi>${listText(setAside)}</bdi>)`}.</p>
${notFound.length > 0 && html`<p>Declared, but no account of the tenant that can sign in: <bdi>${listText(notFound)}</bdi>.</p>`}</div>`
}
