import type { Check, CheckResult } from '../../../src/engine/model/check.ts'
import { PARAMETERS, tenantOf, type Values } from '../snapshot-builder.ts'

export const evaluate = (check: Check, values: Values, breakGlass: string[] = []): CheckResult =>
  check.evaluate(tenantOf(values), { ...PARAMETERS, breakGlass })
