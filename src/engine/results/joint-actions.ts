import type { AssessmentResult } from '../model/result.ts'
import { type Action, actionsOf, addPoints, compareActions, withOrdered } from './actions.ts'
import type { Gain } from './gains.ts'

/** The action as it is for one framework. */
export interface ActionPart {
  result: AssessmentResult
  action: Action
}

/** One thing to do, with the findings of all frameworks that it helps to resolve. */
export interface JointAction extends Action {
  /** In the order of the results; at least one. The gain of each is in points of its own score. */
  parts: readonly ActionPart[]
}

/**
 * What to do about the findings of one tenant by several frameworks, each thing once: findings that share a remedy are one
 * action, whichever framework they belong to. Ordered as in `actionsOf`, with the worth for all frameworks added up.
 */
export function jointActionsOf(results: readonly AssessmentResult[]): JointAction[] {
  const found = new Map<string, ActionPart[]>()
  for (const result of results) {
    const beside = results.filter((other) => other !== result)
    for (const action of actionsOf(result, undefined, beside))
      found.set(action.id, [...(found.get(action.id) ?? []), { result, action }])
  }
  const joint = [...found.values()].flatMap((parts) => join(parts) ?? []).toSorted(compareActions)
  return withOrdered(joint)
}

function join(parts: readonly ActionPart[]): JointAction | undefined {
  const [worst] = parts.map(({ action }) => action).toSorted(compareActions)
  if (!worst) return undefined
  const gains = parts.flatMap(({ action }) => action.gain ?? [])
  const worths = parts.flatMap(({ action }) => action.worth ?? [])
  const { gain: _, worth: __, ...action } = worst
  return {
    ...action,
    findings: parts.flatMap((part) => part.action.findings),
    ...(gains.length > 0 && { gain: addUp(gains) }),
    ...(worths.length > 0 && { worth: worths.reduce((sum, worth) => addPoints(sum, worth)) }),
    together: parts.flatMap((part) => part.action.together),
    jointGains: parts.flatMap((part) => part.action.jointGains),
    ways: parts.flatMap((part) => part.action.ways),
    parts,
  }
}

function addUp(gains: readonly Gain[]): Gain {
  const level = gains.find((gain) => gain.level)?.level
  return {
    score: gains.reduce((sum, { score }) => sum + score, 0),
    ceiling: gains.reduce((sum, { ceiling }) => sum + ceiling, 0),
    ...(level && { level }),
    groups: gains.flatMap(({ groups }) => groups),
  }
}
