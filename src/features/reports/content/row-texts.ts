import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { RequirementResult } from '../../../engine/model/result.ts'
import { ROW } from './words/full.ts'

/** What the engine begins with where a reading decides nothing; the verdict of the row says it as well. */
const NOT_EVALUATED = 'This could not be evaluated. '

/** What was found, without what the verdict says already. */
export const foundText = ({ observed }: RequirementResult): string =>
  observed.startsWith(NOT_EVALUATED) ? observed.slice(NOT_EVALUATED.length) : observed

/** What stands before it: a reading of a part is not why the rest is unknown. */
export function foundTerm({ verdict, evidence }: RequirementResult): string {
  if (!isUnknown(verdict)) return ROW.found
  return verdict === 'not_assessed' && evidence.length > 0 ? ROW.tenantShows : ROW.whyUnknown
}

/** The answer that the tenant contradicts: in a sentence, or in a word where the document has the sentence already. */
export function answeredText({ contradiction, answer }: RequirementResult, fresh: (text: string) => string): string {
  if (contradiction === undefined) return ''
  const sentence = fresh(contradiction)
  return sentence === '' && answer !== undefined ? ROW.answer(answer) : sentence
}
