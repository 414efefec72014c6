import { hasFailed } from '../evaluation/outcome.ts'
import { isUnknown } from '../evaluation/unknowns.ts'
import { findFramework } from '../frameworks/catalogue.ts'
import type { AssessmentResult, RequirementResult, RowCheck } from '../model/result.ts'

/** One thing that keeps a finding from holding: a check that failed, or what people answered to its question. */
export type Cause = { kind: 'check'; check: string } | { kind: 'answer'; requirement: string }

/**
 * Why a row that is a finding does not hold, all of which must be fixed. Empty if the result does not say: a result of an
 * earlier version names no checks, so that only a requirement with a single check that decides has a cause.
 */
export function causesOf(row: RequirementResult, { product, target }: AssessmentResult): Cause[] {
  const failed = decisiveChecks(row).filter(({ verdict }) => hasFailed(verdict))
  const causes: Cause[] = failed.map(({ id }) => ({ kind: 'check', check: id }))
  const answer: Cause = { kind: 'answer', requirement: row.id }
  if (isAnswerShort(row, target) && isAnswerCounted(row)) {
    // An answer replaces what the tenant does not set. Where a reading alone decides, setting it would do as well.
    const seen: Cause[] = failed.filter((check) => !isOpenCheck(check)).map(({ id }) => ({ kind: 'check', check: id }))
    return row.mode === 'automatic' && seen.length === 0 && causes.length > 0 ? causes : [...seen, answer]
  }
  if (causes.length > 0) return causes
  if (row.basis === 'reported' || row.mode === 'questionnaire') return [answer]
  if (row.checks) return []
  const only = findFramework(product)
    ?.requirements.find(({ id, group }) => id === row.id && group === row.group)
    ?.checks.filter(({ proves }) => proves !== 'hint')
  return only?.length === 1 && only[0] ? [{ kind: 'check', check: only[0].check }] : []
}

/** The checks of a row that decide it, alone or with an answer; none in results of earlier versions. */
export const decisiveChecks = ({ checks = [] }: RequirementResult): RowCheck[] =>
  checks.filter(({ proves }) => proves !== 'hint')

const isOpenCheck = ({ kind }: RowCheck): boolean => kind === 'absent' || kind === 'blind'

/** Whether people's answer says that the requirement does not hold, or holds only in part. */
function isAnswerShort({ answer }: RequirementResult, target: number): boolean {
  if (typeof answer === 'number') return answer < target
  return answer === 'no' || answer === 'partly'
}

/** In mode `automatic`, a reading that was seen decides alone. */
const isAnswerCounted = ({ mode, basis }: RequirementResult): boolean => mode !== 'automatic' || basis === 'reported'

/** Checks that decide a row and could not be read. */
export const unreadChecks = (row: RequirementResult): RowCheck[] =>
  decisiveChecks(row).filter(({ verdict }) => isUnknown(verdict))
