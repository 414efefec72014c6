import type { Check } from '../../model/check.ts'
import { type Demand, evaluateDemand } from '../../readers/intune/demand.ts'

export const TEMPLATES = ['office', 'word', 'excel', 'powerpoint', 'access', 'visio', 'project'].map(
  (name) => `microsoft ${name}`,
)

export function hardeningCheck(id: string, demand: Demand): Check {
  return { id, version: 1, evaluate: (tenant, parameters) => evaluateDemand(tenant, parameters, demand) }
}
