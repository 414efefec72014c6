import { isUnknown } from '../evaluation/unknowns.ts'
import type { AssessmentResult, RequirementResult } from '../model/result.ts'
import { pointsOf } from './points.ts'

/** Why a score moved, in points of 100, not rounded. They add up to the difference of the scores. */
export interface PointsMoved {
  /** By checks that are known in both runs. */
  changed: number
  /** By checks of which the tenant shows the same and that people have answered since. */
  answered: number
  /** By checks that became known. */
  nowKnown: number
  /** By checks that became unknown. */
  nowUnknown: number
  /** By checks that began or ceased to apply, and by the weight that this gave or took from the others. */
  applicability: number
}

/** A row within its group. */
export const keyOf = ({ id, group }: Pick<RequirementResult, 'id' | 'group'>): string => JSON.stringify([id, group])

/** Why the score moved between two results of one target. */
export function pointsMoved(previous: AssessmentResult, current: AssessmentResult): PointsMoved {
  const [rowsBefore, rowsNow] = [pointsOf(previous), pointsOf(current)]
  const earlier = new Map(rowsBefore.map((each) => [keyOf(each.row), each]))
  const moved: PointsMoved = { changed: 0, answered: 0, nowKnown: 0, nowUnknown: 0, applicability: 0 }
  for (const { row, earned, max } of rowsNow) {
    const before = earlier.get(keyOf(row))
    if (before) moved[causeOf(before.row, row)] += max * (earned - before.earned)
  }
  const sum = (rows: typeof rowsNow): number => rows.reduce((total, { points }) => total + points, 0)
  const rest = sum(rowsNow) - sum(rowsBefore) - moved.changed - moved.answered - moved.nowKnown - moved.nowUnknown
  return { ...moved, applicability: rest }
}

function causeOf(before: RequirementResult, after: RequirementResult): Exclude<keyof PointsMoved, 'applicability'> {
  if (isUnknown(after.verdict)) return isUnknown(before.verdict) ? 'nowKnown' : 'nowUnknown'
  if (isUnknown(before.verdict)) return 'nowKnown'
  return isOnlyAnswered(before, after) ? 'answered' : 'changed'
}

/**
 * Whether the readings are the same and people have answered since. The answer decides the row instead of a reading, or it
 * lets what the tenant shows in part earn its points.
 */
export function isOnlyAnswered(before: RequirementResult, after: RequirementResult): boolean {
  if (before.basis === undefined || isAnswered(before) || !isAnswered(after)) return false
  const counts = after.basis === 'reported' || after.mode === 'partial'
  return counts && readingsOf(before) === readingsOf(after)
}

const isAnswered = ({ basis, answer }: RequirementResult): boolean => basis === 'reported' || answer !== undefined

/** Hints decide nothing. */
const readingsOf = ({ checks = [] }: RequirementResult): string =>
  JSON.stringify(checks.flatMap(({ id, verdict, proves }) => (proves === 'hint' ? [] : [[id, verdict]])))

/** In whole points that add up to the difference of the shown scores. */
export function wholePoints(moved: PointsMoved, difference: number): PointsMoved {
  const kinds = (['changed', 'answered', 'nowKnown', 'nowUnknown', 'applicability'] as const).filter(
    (kind) => Math.abs(moved[kind]) > 1e-9,
  )
  const whole: PointsMoved = { changed: 0, answered: 0, nowKnown: 0, nowUnknown: 0, applicability: 0 }
  for (const kind of kinds) whole[kind] = Math.floor(moved[kind])
  const byFraction = kinds.toSorted((a, b) => moved[b] - whole[b] - (moved[a] - whole[a]))
  const left = difference - kinds.reduce((sum, kind) => sum + whole[kind], 0)
  for (const kind of byFraction.slice(0, Math.max(0, left))) whole[kind] += 1
  return whole
}
