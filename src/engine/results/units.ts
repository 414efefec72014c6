import { CHECKS } from '../checks/catalogue.ts'
import type { Unit } from '../model/check.ts'
import type { AssessmentResult, RequirementResult } from '../model/result.ts'

/**
 * The result of any version, in which rows say what they count. Results of earlier versions do not say it: there, all checks of
 * the row must count the same.
 */
export const withUnits = (result: AssessmentResult): AssessmentResult => ({
  ...result,
  requirements: result.requirements.map(withUnit),
})

function withUnit(row: RequirementResult): RequirementResult {
  const { coverage } = row
  if (!coverage || coverage.percent || coverage.counts) return row
  const counts = sharedUnit(row)
  return counts ? { ...row, coverage: { ...coverage, counts } } : row
}

function sharedUnit({ checks = [] }: RequirementResult): Unit | undefined {
  const units = new Set(checks.flatMap(({ id, proves }) => (proves === 'hint' ? [] : [CHECKS.get(id)?.counts])))
  return units.size === 1 ? [...units][0] : undefined
}
