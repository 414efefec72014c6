import { isUnknown } from '../../engine/evaluation/unknowns.ts'
import type { RecordedException } from '../../engine/model/exception.ts'
import type { AssessmentResult, RequirementResult } from '../../engine/model/result.ts'
import { dayText } from '../../shared/datetime.ts'
import { html, type Markup } from '../../shared/html/html.ts'
import { rowAnchor } from './marks.ts'
import { listText, plural } from './rules.ts'

export const EXCEPTIONS_TITLE = 'Accepted risks and compensating controls'
export const EXCEPTIONS_LEAD = 'Decisions of the organisation, each with a reason, a name and an end.'

/** Exceptions of one kind, each with the requirement it is for and what came of it. */
export interface Decisions {
  title: string
  says: string
  entries: readonly { row: RequirementResult; exception: RecordedException; came: string }[]
}

interface Kind {
  title: string
  says: string
  holds: (exception: RecordedException) => boolean
}

const KINDS: readonly Kind[] = [
  {
    title: 'Compensating controls',
    says: 'What is done instead. It stands in for its requirement and earns the points of it.',
    holds: ({ kind, expired }) => kind === 'compensating-control' && !expired,
  },
  {
    title: 'Accepted risks',
    says: 'What the organisation lives with. It is no finding, and earns nothing.',
    holds: ({ kind, expired }) => kind === 'accepted-risk' && !expired,
  },
  {
    title: 'Expired',
    says: 'These no longer count: what they were about is judged as it is, until somebody decides anew.',
    holds: ({ expired }) => expired === true,
  },
]

/** The line of the contents that leads to the section, where there is one. */
export function exceptionContents(result: AssessmentResult): (readonly [anchor: string, words: string])[] {
  return hasExceptions(result) ? [['exceptions', EXCEPTIONS_TITLE]] : []
}

/** What the organisation decided to live with or to do in another way, who decided it, and until when. */
export function renderExceptions(result: AssessmentResult): Markup | undefined {
  if (!hasExceptions(result)) return undefined
  return html`<section class="panel" id="exceptions" aria-labelledby="exceptions-title">
<h2 id="exceptions-title">${EXCEPTIONS_TITLE}</h2>
<p class="lead">${EXCEPTIONS_LEAD}</p>
<div class="reasons">${decisionsOf(result).map(renderKind)}${renderEmergency(result)}</div>
</section>`
}

export const hasExceptions = ({ requirements, emergencyAccounts }: AssessmentResult): boolean =>
  emergencyAccounts !== undefined || requirements.some((row) => row.exceptions)

/** Everything that was decided, by what it means for the result; a kind without entries is left out. */
export function decisionsOf({ requirements }: AssessmentResult): Decisions[] {
  // A requirement that stands in several groups was decided on once.
  const rows = [...new Map(requirements.toReversed().map((row) => [row.id, row])).values()].toReversed()
  const all = rows.flatMap((row) =>
    (row.exceptions ?? []).map((exception) => ({ row, exception, came: cameOf(row, exception) })),
  )
  return KINDS.flatMap(({ title, says, holds }) => {
    const entries = all.filter(({ exception }) => holds(exception))
    return entries.length > 0 ? [{ title: `${title}: ${entries.length}`, says, entries }] : []
  })
}

function renderKind({ title, says, entries }: Decisions): Markup {
  return html`<div><h3>${title}</h3>
<p class="soft">${says}</p>
<ul>${entries.map(
    ({ row, exception, came }) =>
      html`<li><p><a href="#${rowAnchor(row.group, row.id)}">${row.id}</a> ${row.statement}</p>${renderDecision(exception)}<p class="soft small">${came}</p></li>`,
  )}</ul></div>`
}

/** What was decided, by whom and until when: under its requirement as in the list of all. */
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

/** What came of it in this assessment. */
function cameOf({ verdict, accepted }: RequirementResult, { object, expired }: RecordedException): string {
  if (expired) return ''
  if (verdict === 'alternate') return 'Counted in place of the requirement.'
  if (accepted) return 'What falls short is no finding.'
  if (isUnknown(verdict) && object !== undefined) return 'Whether the rest of the requirement holds is unknown.'
  if (isUnknown(verdict)) return 'What the tenant shows is unknown, so nothing came of it yet.'
  if (verdict !== 'ineffective' && verdict !== 'partial') return 'Not needed: the requirement holds by itself.'
  return object === undefined ? '' : 'More falls short than what has an exception, so it is still a finding.'
}

function renderEmergency({ emergencyAccounts }: AssessmentResult): Markup | undefined {
  if (!emergencyAccounts) return undefined
  const { setAside, notFound } = emergencyAccounts
  return html`<div><h3>Emergency accounts</h3>
<p>Set aside: ${plural(setAside.length, 'declared emergency account')}${setAside.length > 0 && html` (<bdi>${listText(setAside)}</bdi>)`}.</p>
${notFound.length > 0 && html`<p>Declared, but no account of the tenant that can sign in: <bdi>${listText(notFound)}</bdi>.</p>`}</div>`
}
