import type { AssessmentResult } from '../../../../engine/model/result.ts'
import { type Priority, priorities } from '../../../../engine/results/priorities.ts'
import { outcomesOf } from '../../../assessments/remediation/rules.ts'
import type { AssessedPoint, SheetCourse } from './input.ts'

/** A finding of one framework. */
export const keyOf = (product: string, requirement: string): string => JSON.stringify([product, requirement])

export const listFindings = (result: AssessmentResult): Priority[] => priorities(result, Number.POSITIVE_INFINITY)

export const findingsOf = ({ result }: AssessedPoint): string[] =>
  listFindings(result).map(({ id }) => keyOf(result.product, id))

/** Findings of different targets or framework versions cannot be compared. */
export const isComparable = (start: AssessmentResult, end: AssessmentResult): boolean =>
  start.target === end.target && start.framework.version === end.framework.version

/** Pairs of runs whose findings can be compared. */
interface Compared {
  start: AssessedPoint
  end: AssessedPoint
}

/** What happened to the findings of a quarter. */
export interface Changes {
  compared: readonly Compared[]
  /** Keys of findings that a run has verified as repaired. */
  fixed: ReadonlySet<string>
  found: number
  /** Findings that no longer count without being repaired. */
  gone: number
}

export function changesOf(courses: readonly SheetCourse[]): Changes {
  const compared = courses.flatMap(({ start, end }): Compared[] =>
    start && isComparable(start.result, end.result) ? [{ start, end }] : [],
  )
  const fixed = new Set<string>()
  let [found, gone] = [0, 0]
  for (const { start, end } of compared) {
    const [before, after] = [findingsOf(start), new Set(findingsOf(end))]
    const outcomes = new Map(
      [...outcomesOf(end.result)].map(([id, outcome]) => [keyOf(end.result.product, id), outcome]),
    )
    for (const key of before) {
      if (outcomes.get(key) === 'repaired') fixed.add(key)
      else if (!after.has(key)) gone += 1
    }
    const known = new Set(before)
    found += [...after].filter((key) => !known.has(key)).length
  }
  return { compared, fixed, found, gone }
}
