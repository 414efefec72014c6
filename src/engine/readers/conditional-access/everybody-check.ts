import type { CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { affected } from '../results/result.ts'
import { share } from '../results/sentences.ts'
import { worst } from '../results/verdict.ts'
import { applicationGapsOf } from './application-gaps.ts'
import { explainOpen, tallyEverybody } from './coverage.ts'
import type { AccessDemand } from './policies.ts'

/** What is asked of everybody who can sign in. */
export interface EverybodyDemand {
  demand: AccessDemand
  expected: string
  /** Finishes the sentence "3 of 4 users …". */
  predicate: string
  limitations?: readonly string[]
}

/** Judges everybody by the thresholds; an application that is left out for them keeps the verdict from being effective. */
export function checkEverybody(
  tenant: TenantReading,
  parameters: Parameters,
  { demand, expected, predicate, limitations = [] }: EverybodyDemand,
): CheckResult {
  const tallied = tallyEverybody(tenant, parameters, demand, expected)
  if (!tallied.ok) return tallied.result
  const { tally } = tallied
  const gaps = applicationGapsOf(tenant, parameters, demand, tally)
  return {
    verdict: worst(tally.verdict, gaps.matter ? 'partial' : 'effective'),
    coverage: tally.coverage,
    observed: [
      `${share(tally.coverage, 'user')} ${predicate}${tally.bySecurityDefaults ? ', by security defaults' : ''}.`,
      ...(tally.unknown.length > 0 ? [`For ${tally.unknown.length} of them it could not be told.`] : []),
      ...explainOpen(tenant, demand, tally.open),
      ...gaps.sentences,
    ].join(' '),
    expected,
    ...affected(tally.uncovered.map((person) => person.name)),
    evidence: tally.evidence,
    limitations: [...tally.limitations, ...limitations],
  }
}
