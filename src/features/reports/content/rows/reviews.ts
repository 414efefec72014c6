import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import type { AssessmentResult, RequirementResult } from '../../../../engine/model/result.ts'
import type { Verdict } from '../../../../engine/model/verdict.ts'
import { MEANING } from '../words/full.ts'
import { EVIDENCE } from '../words/rows.ts'
import { givenAnswer } from './given-answer.ts'

/** Answers that people should review, and the rows of the target that they are about. */
export interface Review {
  sentence: string
  rows: readonly RequirementResult[]
}

/** The answers that readings overrule, and those that count although the tenant shows less or suggests otherwise. */
export function reviewsOf(result: AssessmentResult): Review[] {
  const rows = rowsToReview(result)
  const isCounted = ({ basis }: RequirementResult): boolean => basis === 'reported'
  const overruled = rows.filter((row) => !isCounted(row))
  const counted = rows.filter(isCounted)
  return [
    { rows: overruled, sentence: MEANING.contradictions(overruled.length) },
    { rows: counted, sentence: MEANING.doubts(counted.length) },
  ].filter((review) => review.rows.length > 0)
}

/** The rows of the target where the tenant contradicts an answer or shows less than it says. */
export const rowsToReview = ({ requirements, target }: AssessmentResult): RequirementResult[] =>
  requirements.filter((row) => row.levels.includes(target) && reviewText(row) !== '')

/** Why an answer should be reviewed; empty if nothing speaks against it. */
export const reviewText = (row: RequirementResult): string => row.contradiction ?? lessText(row)

/** That an answer counts of which the tenant alone shows less; empty otherwise. */
export const lessText = (row: RequirementResult): string =>
  row.contradiction === undefined && showsLess(row) ? EVIDENCE.showsLess(givenAnswer(row)?.answer ?? '') : ''

/** Order of the verdicts that can be compared. */
const RANKS: Readonly<Partial<Record<Verdict, number>>> = { ineffective: 0, partial: 1, effective: 2 }

/** A hint that nothing confirms speaks only against an answer that names nothing else that does it. */
function showsLess(row: RequirementResult): boolean {
  const { basis, verdict, shown, checks = [], quality } = row
  const claimed = RANKS[verdict]
  if (basis !== 'reported' || !shown || claimed === undefined) return false
  if (isUnknown(shown.verdict)) {
    const isNamed = quality === 'fair' || (givenAnswer(row)?.note ?? '') !== ''
    return (
      verdict === 'effective' && checks.some(({ kind, proves }) => kind === 'absent' && (proves !== 'hint' || !isNamed))
    )
  }
  return claimed > (RANKS[shown.verdict] ?? claimed)
}
