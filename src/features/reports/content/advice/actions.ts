import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { Severity } from '../../../../engine/model/verdict.ts'
import { REMEDIES } from '../../../../engine/remedies/catalogue.ts'
import type { Effort, Remedy } from '../../../../engine/remedies/remedy.ts'
import { gainsOf, pointsOf } from '../../../../engine/results/points.ts'
import { type Priority, priorities } from '../../../../engine/results/priorities.ts'

/** One thing to do, with every finding that it helps to resolve. */
export interface Action {
  /** Id of the remedy; where none is written, id of the requirement. Occurs once in a result. */
  id: string
  /** What to do: the title of the remedy, or the requirement's own sentence. */
  title: string
  /** Steps, links and everything else about it; absent where none is written. */
  remedy?: Remedy
  /** That of its worst finding. */
  severity: Severity
  /** At least one, the worst first. */
  findings: Priority[]
  /** Absent without a remedy. */
  effort?: Effort
  /** What it adds by itself; absent if that is not known. */
  gain?: Gain
}

export interface Gain {
  /** Points of 100, not rounded. */
  score: number
  /** The level of the whole, if it rises. */
  level?: { from: number; to: number }
  /** Ids of groups whose level rises, in the order of the result. */
  groups: { id: string; from: number; to: number }[]
}

/** What to do about the findings of a result, the most severe first. Findings that share a remedy are one action. */
export function actionsOf(result: AssessmentResult): Action[] {
  const checks = checksOf(result.product)
  const gains = addsUp(result) ? gainsOf(result) : new Map<string, number>()
  const found = new Map<string, Action>()
  for (const finding of priorities(result, Number.POSITIVE_INFINITY)) {
    const remedies = findRemedies(finding.id, checks.get(finding.id) ?? [])
    const points = gains.get(finding.id)
    for (const remedy of remedies.length > 0 ? remedies : [undefined]) {
      const key = remedy?.id ?? finding.remedy
      const known = found.get(key)
      const score = (known?.gain?.score ?? 0) + (points ?? 0)
      found.set(key, {
        id: known?.id ?? remedy?.id ?? finding.id,
        title: remedy?.title ?? finding.remedy,
        ...(remedy && { remedy, effort: remedy.effort }),
        severity: known?.severity ?? finding.severity,
        findings: [...(known?.findings ?? []), finding],
        ...(points !== undefined && { gain: { score, groups: [] } }),
      })
    }
  }
  return [...found.values()]
}

/** Whether today's rules give the score of the result, which they may not in earlier versions. */
function addsUp(result: AssessmentResult): boolean {
  const sum = pointsOf(result).reduce((total, { points }) => total + points, 0)
  return Math.abs(sum - result.score) <= 0.5 + 1e-9
}

function findRemedies(id: string, checks: readonly string[]): readonly Remedy[] {
  return REMEDIES.filter(
    (remedy) => remedy.requirements.includes(id) || remedy.checks.some((check) => checks.includes(check)),
  )
}

function checksOf(product: string): ReadonlyMap<string, readonly string[]> {
  const requirements = findFramework(product)?.requirements ?? []
  return new Map(requirements.map(({ id, checks }) => [id, checks.map(({ check }) => check)]))
}
