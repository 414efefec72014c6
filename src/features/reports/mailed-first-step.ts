import type { AssessmentResult } from '../../engine/model/result.ts'
import { jointActionsOf } from '../../engine/results/joint-actions.ts'
import { firstStepOf } from './content/figures/first-step.ts'

/** As many reports as have emails on their way at the same time. */
export const MAX_REMEMBERED = 500

const remembered = new Map<string, string | undefined>()

/**
 * What the report of a run begins with; undefined if nothing is to be done. Finding it measures all actions, which takes
 * milliseconds, and each receiver has an email of their own: it is remembered, because the result of a run never changes.
 */
export function firstStepTitle(runId: string, result: AssessmentResult, find = findTitle): string | undefined {
  if (!remembered.has(runId)) {
    const [oldest] = remembered.keys()
    if (oldest !== undefined && remembered.size >= MAX_REMEMBERED) remembered.delete(oldest)
    remembered.set(runId, find(result))
  }
  return remembered.get(runId)
}

const findTitle = (result: AssessmentResult): string | undefined =>
  firstStepOf({ parts: [{ result }], actions: jointActionsOf([result]) })?.title
