import { hasFailed } from '../evaluation/outcome.ts'
import type { AssessmentResult } from '../model/result.ts'
import { measureScores } from './gains.ts'
import type { JointAction } from './joint-actions.ts'

/** A score and its ceiling, in whole points of 100. */
export interface ProjectedScore {
  score: number
  ceiling: number
}

/**
 * The score as the next run would find it after each stage, if everything up to then is done and nothing else changes. What
 * is unknown remains so. A finding counts once all actions that it needs are done, of which ways are none; together the stages have all actions.
 * Undefined where gains cannot be measured.
 */
export function projectScores(
  result: AssessmentResult,
  stages: readonly (readonly JointAction[])[],
): ProjectedScore[] | undefined {
  const scoresIf = measureScores(result)
  if (!scoresIf) return undefined
  const failed = result.requirements.filter(({ verdict }) => hasFailed(verdict))
  const open = new Map<string, number>()
  for (const id of stages.flat().flatMap((action) => findingsIn(action, result))) open.set(id, (open.get(id) ?? 0) + 1)
  return stages.map((stage) => {
    for (const id of stage.flatMap((action) => findingsIn(action, result))) open.set(id, (open.get(id) ?? 0) - 1)
    const { score, scoreCeiling } = scoresIf(failed.filter(({ id }) => open.get(id) === 0))
    return { score, ceiling: scoreCeiling }
  })
}

const findingsIn = ({ parts }: JointAction, result: AssessmentResult): string[] =>
  parts
    .filter((part) => part.result === result)
    .flatMap(({ action }) => action.findings.flatMap(({ id, isWay }) => (isWay ? [] : [id])))
