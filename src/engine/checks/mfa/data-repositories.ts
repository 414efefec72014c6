import type { Check } from '../../model/model.ts'
import { describeTally, explainOpen, judgeEverybody } from '../../readers/conditional-access/coverage.ts'
import type { Question } from '../../readers/conditional-access/policies.ts'
import { affected } from '../../readers/results/result.ts'

const ELSEWHERE = 'Only SharePoint and OneDrive are judged; other places where data is kept must be asked.'

export function repositoryCheck(id: string, question: Question, factor: string): Check {
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
