import { hasFailed } from '../../../engine/evaluation/outcome.ts'
import type { AssessmentResult, RequirementResult } from '../../../engine/model/result.ts'
import { priorities, SEVERITIES } from '../../../engine/results/priorities.ts'
import { unknownRows, unknownsOf } from '../../../engine/results/unknowns.ts'

/**
 * The rows that technicians work through: the findings of the target, worst first, and accepted risks after them; findings
 * that the target does not ask for; then the unknown rows of the target, in the order of what would make them known.
 */
export function technicalRows(result: AssessmentResult): RequirementResult[] {
  const failed = result.requirements.filter(({ verdict }) => hasFailed(verdict))
  const byWorst = orderedBy(priorities(result, Number.POSITIVE_INFINITY).map(({ id }) => id))
  const byUse = orderedBy(unknownsOf(result).flatMap(({ resolves, helps }) => [...resolves, ...helps]))
  const isAsked = ({ levels }: RequirementResult): boolean => levels.includes(result.target)
  return [
    ...failed.filter(isAsked).toSorted((a, b) => severityPlace(a) - severityPlace(b) || byWorst(a, b)),
    ...failed.filter((row) => !isAsked(row)),
    ...unknownRows(result).toSorted(byUse),
  ]
}

const severityPlace = ({ severity }: RequirementResult): number =>
  severity ? SEVERITIES.indexOf(severity) : SEVERITIES.length

/** Compares rows by the first place of their ids, of which those without a place come last. */
function orderedBy(ids: readonly string[]): (a: RequirementResult, b: RequirementResult) => number {
  const places = new Map(ids.map((id, index) => [id, index] as const).toReversed())
  const placeOf = ({ id }: RequirementResult): number => places.get(id) ?? ids.length
  return (a, b) => placeOf(a) - placeOf(b)
}
