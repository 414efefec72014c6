import type { CheckResult } from '../model/check.ts'
import { isOpen, kindOf } from './evidence.ts'
import { hasFailed, shareOf } from './outcome.ts'
import { isUnknown, VERDICT_PRECEDENCE } from './unknowns.ts'

/** One result for all checks of a requirement, which must all hold; undefined if there are none. */
export function combineChecks(results: readonly CheckResult[]): CheckResult | undefined {
  const [first, ...others] = results
  if (!first || others.length === 0) return first
  const verdict =
    VERDICT_PRECEDENCE.find((candidate) => results.some((result) => result.verdict === candidate)) ?? first.verdict
  // If the verdict is unknown, known shortfalls are still reported.
  const reported = results.filter(
    (result) => result.verdict === verdict || (isUnknown(verdict) && hasFailed(result.verdict)),
  )
  const decisive = results.filter((result) => result.verdict === verdict)
  const worst = decisive.reduce((low, result) => (coverageShare(result) < coverageShare(low) ? result : low))
  const critical = results.find((result) => hasFailed(result.verdict) && result.critical !== undefined)?.critical
  return {
    verdict,
    kind: kindOf(decisive.find((result) => !isOpen(result)) ?? worst),
    ...(worst.coverage && { coverage: worst.coverage }),
    ...(worst.affected && { affected: worst.affected }),
    ...(critical && { critical }),
    observed: distinct(reported.map((result) => result.observed)).join(' '),
    expected: distinct(results.map((result) => result.expected)).join(' '),
    evidence: results.flatMap((result) => result.evidence),
    limitations: distinct(results.flatMap((result) => result.limitations)),
  }
}

const coverageShare = ({ coverage }: CheckResult): number => (coverage ? shareOf(coverage) : 1)

const distinct = (sentences: readonly string[]): string[] => [...new Set(sentences)]
