import type { Check } from '../model/check.ts'
import type { AssessmentResult, RequirementResult } from '../model/result.ts'

/**
 * The result of any version, in which rows say what they count. Results of earlier versions do not say it: there, all checks of
 * the row must count the same. The checks are loaded only then, because the service needs them for nothing else.
 */
export async function withUnits(result: AssessmentResult): Promise<AssessmentResult> {
  if (!result.requirements.some(lacksUnit)) return result
  const { CHECKS } = await import('../checks/catalogue.ts')
  return { ...result, requirements: result.requirements.map((row) => (lacksUnit(row) ? withUnit(row, CHECKS) : row)) }
}

const lacksUnit = ({ coverage }: RequirementResult): boolean =>
  coverage !== undefined && !coverage.percent && !coverage.counts

function withUnit(row: RequirementResult, all: ReadonlyMap<string, Check>): RequirementResult {
  const { checks = [], coverage } = row
  const units = new Set(checks.flatMap(({ id, proves }) => (proves === 'hint' ? [] : [all.get(id)?.counts])))
  const [counts] = units.size === 1 ? units : []
  return counts && coverage ? { ...row, coverage: { ...coverage, counts } } : row
}
