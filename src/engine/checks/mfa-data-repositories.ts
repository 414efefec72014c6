import type { Check } from '../model/check.ts'
import { PHISHING_RESISTANT_FACTOR, type Question, SECOND_FACTOR } from './conditional-access.ts'
import { SHAREPOINT } from './conditional-access-resources.ts'
import { describeTally, explainOpen, judgeEverybody } from './mfa-coverage.ts'
import { affected } from './verdict.ts'

const ELSEWHERE = 'Only SharePoint and OneDrive are judged; other places where data is kept must be asked.'

/** Everybody must use a second factor to reach SharePoint and OneDrive (ISM-1505). */
export const mfaDataRepositories: Check = repositoryCheck(
  'mfa-data-repositories',
  { ...SECOND_FACTOR, resource: SHAREPOINT },
  'a second factor',
)

/** Everybody must use a phishing-resistant second factor to reach SharePoint and OneDrive (ISM-1894). */
export const mfaPhishingResistantDataRepositories: Check = repositoryCheck(
  'mfa-phishing-resistant-data-repositories',
  { ...PHISHING_RESISTANT_FACTOR, resource: SHAREPOINT },
  'a phishing-resistant second factor',
)

function repositoryCheck(id: string, question: Question, factor: string): Check {
  const expected = `Everybody who can sign in must use ${factor} to reach SharePoint and OneDrive.`
  return {
    id,
    version: 1,
    evaluate(tenant, parameters) {
      const judged = judgeEverybody(tenant, parameters, question, expected)
      if (!judged.ok) return judged.result
      const { tally } = judged
      const observed = describeTally(tally, `${factor} to reach SharePoint and OneDrive`)
      return {
        verdict: tally.verdict,
        coverage: tally.coverage,
        observed: [observed, ...explainOpen(tenant, question, tally.open)].join(' '),
        expected,
        ...affected(
          tally.uncovered.map((person) => person.name),
          tally.unknown.length === 0,
        ),
        evidence: tally.evidence,
        limitations: [...tally.limitations, ELSEWHERE],
      }
    },
  }
}
