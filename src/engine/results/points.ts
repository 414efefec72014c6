import { credit } from '../evaluation/score.ts'
import type { AssessmentResult, RequirementResult } from '../model/result.ts'

/** What a row that the target asks for adds to the score. */
export interface RowPoints {
  row: RequirementResult
  /** What it earns, 0 to 1. */
  earned: number
  /** Points of 100: those it adds to the score, and the most it could add. */
  points: number
  max: number
}

/**
 * The score of a result, row by row, in the order of the result. All groups have the same weight, and so have all rows of
 * a group, as in every framework so far. Rows that do not apply are left out, and so are groups without any other rows. The
 * points of all rows add up to the score before rounding.
 */
export function pointsOf({ requirements, target }: AssessmentResult): RowPoints[] {
  const asked = requirements.filter((row) => row.levels.includes(target) && row.verdict !== 'not_applicable')
  const byGroup = Map.groupBy(asked, (row) => row.group)
  return asked.map((row) => {
    const max = 100 / byGroup.size / (byGroup.get(row.group)?.length ?? 1)
    const earned = row.level === undefined ? credit(row) : Math.min(row.level, target) / target
    return { row, earned, points: max * earned, max }
  })
}

/** Points gained by fixing each requirement, by its id, summed over its groups. */
export function gainsOf(result: AssessmentResult): ReadonlyMap<string, number> {
  const gains = new Map<string, number>()
  for (const { row, points, max } of pointsOf(result)) gains.set(row.id, (gains.get(row.id) ?? 0) + max - points)
  return gains
}
