import { licenceName } from '../datasets/service-plans.ts'
import type { Remedy } from '../model/remedy.ts'
import type { AssessmentResult } from '../model/result.ts'

/** Names of the licences that a remedy requires and the tenant does not have. */
export function licencesToBuy({ requires = [] }: Remedy, { unlicensed = [] }: AssessmentResult): string[] {
  return requires.map(licenceName).filter((name) => unlicensed.includes(name))
}
