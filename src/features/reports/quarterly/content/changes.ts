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
  /** Keys of findings that no longer count without being repaired, by the reason. */
  gone: Readonly<Record<Gone, ReadonlySet<string>>>
}

export type Gone = 'accepted' | 'notApplicable' | 'unknown'

export function changesOf(courses: readonly SheetCourse[]): Changes {
  const compared = courses.flatMap(({ start, end }): Compared[] =>
    start && isComparable(start.result, end.result) ? [{ start, end }] : [],
  )
  const fixed = new Set<string>()
  const gone = { accepted: new Set<string>(), notApplicable: new Set<string>(), unknown: new Set<string>() }
  let found = 0
  for (const { start, end } of compared) {
    const [before, after] = [listFindings(start.result), new Set(findingsOf(end))]
    const { product } = end.result
    const outcomes = new Map([...outcomesOf(end.result)].map(([id, outcome]) => [keyOf(product, id), outcome]))
    const known = new Set<string>()
    for (const { id } of before) {
      const key = keyOf(product, id)
      if (known.has(key)) continue
      known.add(key)
      if (outcomes.get(key) === 'repaired') {
        fixed.add(key)
        continue
      }
      if (!after.has(key)) gone[reasonOf(end.result, id)].add(key)
    }
    found += [...after].filter((key) => !known.has(key)).length
  }
  return { compared, fixed, found, gone }
}

/** Why a requirement that is not repaired is not a finding either. */
function reasonOf({ requirements }: AssessmentResult, id: string): Gone {
  const rows = requirements.filter((row) => row.id === id)
  if (rows.some(({ accepted }) => accepted)) return 'accepted'
  return rows.every(({ verdict }) => verdict === 'not_applicable') ? 'notApplicable' : 'unknown'
}
