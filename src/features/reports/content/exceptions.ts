import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { RecordedException } from '../../../engine/model/exception.ts'
import type { AssessmentResult, RequirementResult } from '../../../engine/model/result.ts'
import { dayText } from '../../../shared/datetime.ts'

/** What was decided, by whom and until when. */
export function decisionText(
  { object, reason, approver, approvedAt, expiresAt, expired }: RecordedException,
  timeZone?: string,
): string {
  const about = object === undefined ? '' : `${object}: `
  return `${about}${reason} Approved by ${approver} on ${dayText(approvedAt, timeZone)}, ${expired ? 'expired on' : 'until'} ${dayText(expiresAt, timeZone)}.`
}

export const EXCEPTIONS_TITLE = 'Accepted risks and compensating controls'

export const EXCEPTIONS_LEAD = 'Decisions of the organisation, each with a reason, an approver and an end date.'

/** Exceptions of one kind, each with its requirement and its effect. */
export interface Decisions {
  title: string
  says: string
  entries: readonly { row: RequirementResult; exception: RecordedException; came: string }[]
}

interface ExceptionKind {
  title: string
  says: string
  holds: (exception: RecordedException) => boolean
}

const KINDS: readonly ExceptionKind[] = [
  {
    title: 'Compensating controls',
    says: 'What is done instead. It replaces the requirement and earns its points.',
    holds: ({ kind, expired }) => kind === 'compensating-control' && !expired,
  },
  {
    title: 'Accepted risks',
    says: 'Risks that the organisation accepts. They are not findings and earn nothing.',
    holds: ({ kind, expired }) => kind === 'accepted-risk' && !expired,
  },
  {
    title: 'Expired',
    says: 'These no longer count. What they covered is evaluated as it is until somebody decides again.',
    holds: ({ expired }) => expired === true,
  },
]

export const hasExceptions = ({ requirements, emergencyAccounts }: AssessmentResult): boolean =>
  emergencyAccounts !== undefined || requirements.some((row) => row.exceptions)

/** All exceptions by kind, without kinds that have no entries. */
export function decisionsOf({ requirements }: AssessmentResult): Decisions[] {
  // A requirement in several groups has each exception once.
  const rows = [...new Map(requirements.toReversed().map((row) => [row.id, row])).values()].toReversed()
  const all = rows.flatMap((row) =>
    (row.exceptions ?? []).map((exception) => ({ row, exception, came: cameOf(row, exception) })),
  )
  return KINDS.flatMap(({ title, says, holds }) => {
    const entries = all.filter(({ exception }) => holds(exception))
    return entries.length > 0 ? [{ title: `${title}: ${entries.length}`, says, entries }] : []
  })
}

/** The effect of an exception in this assessment. */
function cameOf({ verdict, accepted }: RequirementResult, { object, expired }: RecordedException): string {
  if (expired) return ''
  if (verdict === 'alternate') return 'Counted in place of the requirement.'
  if (accepted) return 'What falls short is not a finding.'
  if (isUnknown(verdict) && object !== undefined) return 'Whether the rest of the requirement holds is unknown.'
  if (isUnknown(verdict)) return 'What the tenant shows is unknown, so it has had no effect yet.'
  if (verdict !== 'ineffective' && verdict !== 'partial') return 'Not needed: the requirement holds by itself.'
  return object === undefined ? '' : 'More falls short than the exception covers, so it is still a finding.'
}
