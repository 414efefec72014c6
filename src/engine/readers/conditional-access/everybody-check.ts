import type { CheckResult, CriticalReason, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { tallyEverybody } from './coverage.ts'
import { affectedBy, coverageOf, describeTally, namedIn, verdictsOf } from './describe-tally.ts'
import { explainOpen } from './explanations.ts'
import type { AccessDemand } from './policies.ts'

/** A demand on everybody who can sign in. */
export interface EverybodyDemand {
  demand: AccessDemand
  expected: string
  /** Completes the sentence "3 of 4 users …". */
  predicate: string
  limitations?: readonly string[]
  /** Why an uncovered administrator makes it critical; by default it does not. */
  criticalFor?: CriticalReason
}

/** Evaluates everybody; if a person or an application is left out, the verdict is not effective. */
export function checkEverybody(
  tenant: TenantReading,
  parameters: Parameters,
  { demand, expected, predicate, limitations = [], criticalFor }: EverybodyDemand,
): CheckResult {
  const tallied = tallyEverybody(tenant, parameters, demand, expected)
  if (!tallied.ok) return tallied.result
  const { tally } = tallied
  return {
    ...verdictsOf(tally),
    ...coverageOf(tally),
    observed: [
      ...describeTally(tally, predicate),
      ...explainOpen(tenant, demand, tally.open, namedIn(tally)),
      ...tally.gaps.sentences,
    ].join(' '),
    expected,
    ...affectedBy(tally),
    evidence: tally.evidence,
    limitations: [...tally.limitations, ...limitations],
    ...(criticalFor && tally.administrators.length > 0 && { critical: criticalFor }),
  }
}
