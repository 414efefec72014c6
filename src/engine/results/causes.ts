import { hasFailed } from '../evaluation/outcome.ts'
import { severityOfCause } from '../evaluation/severity.ts'
import { isUnknown } from '../evaluation/unknowns.ts'
import { findFramework } from '../frameworks/catalogue.ts'
import type { AssessmentResult, RequirementResult, RowCheck } from '../model/result.ts'
import type { Severity } from '../model/verdict.ts'

/** One reason why a requirement does not hold: a failed check, or people's answer. */
export type Cause = (
  | {
      kind: 'check'
      check: string
      /** Set where it is a way to what people's answer lacks: something else may do the same, and the answer counts. */
      isWay?: true
    }
  | { kind: 'answer'; requirement: string }
) & {
  /** How severe the finding would be with this cause alone; absent where that is not known. */
  severity?: Severity
}

/**
 * Why a row that is a finding does not hold; all causes but ways must be fixed. Empty if the result does not say: results of
 * earlier versions name no checks, so the cause is known only if a single check decides the requirement.
 */
export function causesOf(row: RequirementResult, { product, target }: AssessmentResult): Cause[] {
  const failed = decisiveChecks(row).filter(({ verdict }) => hasFailed(verdict))
  const causes: Cause[] = failed.map(toCause)
  const answer: Cause = { kind: 'answer', requirement: row.id, ...answerSeverity(row, { product, target }) }
  if (isAnswerShort(row, target) && isAnswerCounted(row)) {
    // The answer replaced what the tenant does not set. If a reading alone decides the row, setting it is enough.
    const seen = failed.filter((check) => !isOpenCheck(check)).map(toCause)
    if (row.mode === 'automatic' && seen.length === 0 && causes.length > 0) return causes
    const ways = decisiveChecks(row).filter(isWay)
    const { severity } = answer
    return [
      ...seen,
      answer,
      ...ways.map((check): Cause => ({ ...(severity && { severity }), ...toCause(check), isWay: true })),
    ]
  }
  if (causes.length > 0) return causes
  if (row.basis === 'reported' || row.mode === 'questionnaire') return [answer]
  if (row.checks) return []
  const only = findFramework(product)
    ?.requirements.find(({ id, group }) => id === row.id && group === row.group)
    ?.checks.filter(({ proves }) => proves !== 'hint')
  return only?.length === 1 && only[0] ? [{ kind: 'check', check: only[0].check }] : []
}

const toCause = ({ id, severity }: RowCheck) => ({ kind: 'check' as const, check: id, ...(severity && { severity }) })

/** How severe a finding would be if only people's answer fell short. */
function answerSeverity(
  { id, group, answer }: RequirementResult,
  { product, target }: Pick<AssessmentResult, 'product' | 'target'>,
): Pick<Cause, 'severity'> {
  const framework = findFramework(product)
  const requirement = framework?.requirements.find((one) => one.id === id && one.group === group)
  if (!framework || !requirement || answer === undefined) return {}
  const verdict = answer === 'partly' || (typeof answer === 'number' && answer > 1) ? 'partial' : 'ineffective'
  const level = typeof answer === 'number' ? { level: answer } : {}
  const severity = severityOfCause(framework.scoring, requirement, { verdict, ...level }, target)
  return severity ? { severity } : {}
}

/** The checks that decide a row, alone or with an answer; none in results of earlier versions. */
export const decisiveChecks = ({ checks = [] }: RequirementResult): RowCheck[] =>
  checks.filter(({ proves }) => proves !== 'hint')

const isOpenCheck = ({ kind }: RowCheck): boolean => kind === 'absent' || kind === 'blind'

/**
 * Whether the tenant is known to lack what the check looks for. People who answer that the requirement does not hold say that
 * nothing else does it. What could not be read may be there.
 */
export const isWay = (check: RowCheck): boolean =>
  check.kind === 'absent' || (isOpenCheck(check) && check.verdict === 'not_licensed')

/** Whether the tenant does all that readings can show of a row, so that it falls short by people's answer alone. */
export function isMetInTenant(row: RequirementResult): boolean {
  const checks = decisiveChecks(row)
  const isMet = checks.every(({ verdict }) => verdict === 'effective' || verdict === 'not_applicable')
  return hasFailed(row.verdict) && isMet && checks.some(({ verdict }) => verdict === 'effective')
}

/** Whether people's answer says that the requirement does not hold, or holds only in part. */
function isAnswerShort({ answer }: RequirementResult, target: number): boolean {
  if (typeof answer === 'number') return answer < target
  return answer === 'no' || answer === 'partly'
}

/** In mode `automatic`, a `seen` reading decides alone. */
const isAnswerCounted = ({ mode, basis }: RequirementResult): boolean => mode !== 'automatic' || basis === 'reported'

/** Checks that decide a row and could not be read. */
export const unreadChecks = (row: RequirementResult): RowCheck[] =>
  decisiveChecks(row).filter(({ verdict }) => isUnknown(verdict))
