import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import type { AssessmentResult, RequirementResult } from '../../../../engine/model/result.ts'
import type { Once, Taken } from '../once.ts'
import { foundText, ROW_STATES, sortRows } from '../requirements.ts'

/** Whether a text says nothing but where the rest of another one stands as well. */
export const isWithin = ({ text, elsewhere }: Taken, other: Taken): boolean =>
  text === '' && elsewhere.every((place) => other.elsewhere.includes(place))

/**
 * What was found about a row, where it is new. The reason why a requirement of the target is unknown stands in the section that the
 * title above its rows names, so such a row refers to others only for what was read.
 */
export function takeFound(once: Once, row: RequirementResult, { target }: AssessmentResult, place: string): Taken {
  const text = foundText(row)
  if (!isUnknown(row.verdict) || !row.levels.includes(target)) return once.takeInRow(text, place, row.id)
  const taken = once.take(text, place, row.id)
  return row.evidence.length > 0 ? taken : { ...taken, elsewhere: [] }
}

/** Makes earlier hints refer to known rows for what was found about those. Call it before the rows of a document are written. */
export function reserveForKnown(
  once: Once,
  results: readonly AssessmentResult[],
  placeOf: (row: RequirementResult) => string,
): void {
  const rows = results.flatMap((result) =>
    result.groups.flatMap((group) => {
      const sorted = sortRows(group, result)
      return ROW_STATES.flatMap((state) => sorted[state])
    }),
  )
  for (const row of rows) {
    if (isUnknown(row.verdict)) continue
    once.reserve(foundText(row), placeOf(row))
  }
}
