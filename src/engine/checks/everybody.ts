import type { CheckResult, Parameters } from '../model/check.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import { applicationGapsOf } from './application-gaps.ts'
import type { Question } from './conditional-access.ts'
import { explainOpen, judgeEverybody } from './mfa-coverage.ts'
import { affected, share, worst } from './verdict.ts'

/** What is asked of everybody who can sign in. */
export interface EverybodyDemand {
  question: Question
  expected: string
  /** Finishes the sentence "3 of 4 users …". */
  holds: string
  limitations?: readonly string[]
}

/** Judges everybody by the thresholds; an application that is left out for them keeps the verdict from being effective. */
export function checkEverybody(
  tenant: TenantReading,
  parameters: Parameters,
  { question, expected, holds, limitations = [] }: EverybodyDemand,
): CheckResult {
  const judged = judgeEverybody(tenant, parameters, question, expected)
  if (!judged.ok) return judged.result
  const { tally } = judged
  const gaps = applicationGapsOf(tenant, parameters, question, tally)
  return {
    verdict: worst(tally.verdict, gaps.matter ? 'partial' : 'effective'),
    coverage: tally.coverage,
    observed: [
      `${share(tally.coverage, 'user')} ${holds}${tally.bySecurityDefaults ? ', by security defaults' : ''}.`,
      ...(tally.unknown.length > 0 ? [`For ${tally.unknown.length} of them it could not be told.`] : []),
      ...explainOpen(tenant, question, tally.open),
      ...gaps.sentences,
    ].join(' '),
    expected,
    ...affected(tally.uncovered.map((person) => person.name)),
    evidence: tally.evidence,
    limitations: [...tally.limitations, ...limitations],
  }
}
