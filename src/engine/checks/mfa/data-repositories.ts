import type { Check } from '../../model/check.ts'
import { describeTally, explainOpen, tallyEverybody } from '../../readers/conditional-access/coverage.ts'
import type { AccessDemand } from '../../readers/conditional-access/policies.ts'
import { affected } from '../../readers/results/result.ts'

const ELSEWHERE = 'Only SharePoint and OneDrive are judged; other places where data is kept must be asked.'

export function repositoryCheck(id: string, demand: AccessDemand, factor: string): Check {
  const expected = `Everybody who can sign in must use ${factor} to reach SharePoint and OneDrive.`
  return {
    id,
    version: 1,
    evaluate(tenant, parameters) {
      const tallied = tallyEverybody(tenant, parameters, demand, expected)
      if (!tallied.ok) return tallied.result
      const { tally } = tallied
      const observed = describeTally(tally, `${factor} to reach SharePoint and OneDrive`)
      return {
        verdict: tally.verdict,
        coverage: tally.coverage,
        observed: [observed, ...explainOpen(tenant, demand, tally.open)].join(' '),
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
