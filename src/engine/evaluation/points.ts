import type { AssessmentResult, RequirementResult } from '../model/result.ts'
import { credit } from './score.ts'

/** What one row that the target asks for brings to the score. */
export interface RowPoints {
  row: RequirementResult
  /** What it earns of itself, 0 to 1. */
  earned: number
  /** Points of the score of 100: what it brings, and what it could bring at most. */
  points: number
  most: number
}

/**
 * How the score of a result comes about, row by row, in the order of the result. Groups weigh the same, and so do the
 * rows of a group, as in every framework so far; a row that does not apply, and a group in which none does, is left
 * out. The points of all rows add up to the score before it is rounded.
 */
export function pointsOf({ requirements, target }: AssessmentResult): RowPoints[] {
  const asked = requirements.filter((row) => row.levels.includes(target) && row.verdict !== 'not_applicable')
  const byGroup = Map.groupBy(asked, (row) => row.group)
  return asked.map((row) => {
    const most = 100 / byGroup.size / (byGroup.get(row.group)?.length ?? 1)
    const earned = row.level === undefined ? credit(row) : Math.min(row.level, target) / target
    return { row, earned, points: most * earned, most }
  })
}

/** Points of the score that mending a requirement brings, by its id: the sum over the groups it stands in. */
export function gainsOf(result: AssessmentResult): ReadonlyMap<string, number> {
  const gains = new Map<string, number>()
  for (const { row, points, most } of pointsOf(result)) gains.set(row.id, (gains.get(row.id) ?? 0) + most - points)
  return gains
}
