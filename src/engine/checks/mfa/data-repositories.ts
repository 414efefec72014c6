import type { Check } from '../../model/check.ts'
import { checkEverybody } from '../../readers/conditional-access/everybody-check.ts'
import type { AccessDemand } from '../../readers/conditional-access/policies.ts'

const ELSEWHERE = 'Only SharePoint and OneDrive are evaluated, not other places where data is stored.'

export function repositoryCheck(id: string, demand: AccessDemand, factor: string): Check {
  return {
    id,
    version: 2,
    counts: 'user',
    evaluate: (tenant, parameters) =>
      checkEverybody(tenant, parameters, {
        demand,
        expected: `Everybody who can sign in must use ${factor} to reach SharePoint and OneDrive.`,
        predicate: `must use ${factor} to reach SharePoint and OneDrive`,
        limitations: [ELSEWHERE],
      }),
  }
}
