import { isTooLittleKnown } from '../../../../shared/portal/enough-known.ts'
import type { Parts } from '../combined.ts'
import type { ReportInput } from '../input.ts'
import { nextSteps } from '../next-steps.ts'
import { ACTION_WORDS } from '../words/actions.ts'
import { EFFORT_WORDS } from '../words/every-edition.ts'

/** The one thing to begin with. */
export interface FirstStep {
  title: string
  /** Its effort, or what it makes known; may be empty. */
  note: string
}

/**
 * If too little is known, what would make most of it known; otherwise the first action. Absent if there is nothing to
 * do.
 */
export function firstStepOf({
  parts,
  actions,
}: Pick<Parts, 'actions'> & { parts: readonly Pick<ReportInput, 'result'>[] }): FirstStep | undefined {
  const results = parts.map(({ result }) => result)
  const [action] = actions
  if (action && !results.some(isTooLittleKnown)) {
    const { title, effort } = action
    return { title, note: effort ? `${ACTION_WORDS.effort}: ${EFFORT_WORDS[effort].toLowerCase()}` : '' }
  }
  const [step] = nextSteps(results)
  return step && { title: step.title, note: step.effect }
}
