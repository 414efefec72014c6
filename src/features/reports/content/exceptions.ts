import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { RecordedException } from '../../../engine/model/exception.ts'
import type { AssessmentResult, RequirementResult } from '../../../engine/model/result.ts'
import { dayText, type TimeStyle } from '../../../shared/dates/datetime.ts'
import { DECISIONS } from './words/every-edition.ts'

/** What was decided, by whom and until when. */
export function decisionText(
  { object, reason, approver, approvedAt, expiresAt, expired }: RecordedException,
  times?: TimeStyle,
): string {
  const about = object === undefined ? '' : `${object}: `
  const days = DECISIONS.approvedOn(dayText(approvedAt, times), expired === true, dayText(expiresAt, times))
  return `${about}${reason} ${DECISIONS.approvedBy} ${approver} ${days}`
}

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
    ...DECISIONS.compensating,
    holds: ({ kind, expired }) => kind === 'compensating-control' && !expired,
  },
  {
    ...DECISIONS.accepted,
    holds: ({ kind, expired }) => kind === 'accepted-risk' && !expired,
  },
  {
    ...DECISIONS.expired,
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
    return entries.length > 0 ? [{ title: DECISIONS.counted(title, entries.length), says, entries }] : []
  })
}

/** The effect of an exception in this assessment. */
function cameOf({ verdict, accepted }: RequirementResult, { object, expired }: RecordedException): string {
  if (expired) return ''
  if (verdict === 'alternate') return DECISIONS.replaced
  if (accepted) return DECISIONS.notFinding
  if (isUnknown(verdict) && object !== undefined) return DECISIONS.restUnknown
  if (isUnknown(verdict)) return DECISIONS.noEffectYet
  if (verdict !== 'ineffective' && verdict !== 'partial') return DECISIONS.notNeeded
  return object === undefined ? '' : DECISIONS.notEnough
}
