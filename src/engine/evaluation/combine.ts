import type { CheckResult } from '../model/check.ts'
import { hasFailed, isUnknown, shareOf } from './outcome.ts'

// The first of these that any check gave decides. An unknown stands before `partial`, since the check that could not
// be read may be a failure: were `partial` to stand, losing a permission could raise the score.
const DECIDING: readonly CheckResult['verdict'][] = [
  'ineffective',
  'no_visibility',
  'not_licensed',
  'partial',
  'effective',
  'not_applicable',
]

/** One result for a requirement that several checks must hold together; undefined where there is none. */
export function combineChecks(results: readonly CheckResult[]): CheckResult | undefined {
  const [first, ...others] = results
  if (!first || others.length === 0) return first
  const verdict = DECIDING.find((candidate) => results.some((result) => result.verdict === candidate)) ?? first.verdict
  // A shortfall that was seen is still told where the verdict is unknown.
  const telling = results.filter(
    (result) => result.verdict === verdict || (isUnknown(verdict) && hasFailed(result.verdict)),
  )
  const decisive = results.filter((result) => result.verdict === verdict)
  const worst = decisive.reduce((low, result) => (coverageShare(result) < coverageShare(low) ? result : low))
  const critical = results.find((result) => hasFailed(result.verdict) && result.critical !== undefined)?.critical
  return {
    verdict,
    ...(worst.coverage && { coverage: worst.coverage }),
    ...(worst.affected && { affected: worst.affected }),
    ...(critical && { critical }),
    observed: distinct(telling.map((result) => result.observed)).join(' '),
    expected: distinct(results.map((result) => result.expected)).join(' '),
    evidence: results.flatMap((result) => result.evidence),
    limitations: distinct(results.flatMap((result) => result.limitations)),
  }
}

const coverageShare = ({ coverage }: CheckResult): number => (coverage ? shareOf(coverage) : 1)

const distinct = (sentences: readonly string[]): string[] => [...new Set(sentences)]
