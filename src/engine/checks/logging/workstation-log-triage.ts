import type { Check } from '../../model/check.ts'
import { unknown } from '../../readers/results/result.ts'
import { EXPECTED, evaluateTriage, LIMITATIONS } from './incidents.ts'

/** Plans of Defender for Endpoint that record what happens on workstations; Plan 1 (`MDE_LITE`) does not. */
const ENDPOINT_PLANS = ['WINDEFATP', 'MDE_SMB'] as const

/**
 * Events of workstations are analysed in good time (ISM-0109): the tenant can record them, and incidents are looked at.
 * Which workstations report, and which incidents began on one, is not read.
 */
export const workstationLogTriage: Check = {
  id: 'workstation-log-triage',
  version: 2,
  evaluate(tenant, parameters) {
    const licensed = tenant.hasServicePlan(ENDPOINT_PLANS)
    if (licensed === undefined) {
      const reason = 'Whether the tenant is licensed to record events of workstations could not be read.'
      return unknown({ ok: false, key: '', verdict: 'no_visibility', reason }, EXPECTED)
    }
    if (!licensed) {
      const reason = 'The tenant has no licence of Defender for Endpoint that records events of workstations.'
      return unknown({ ok: false, key: '', verdict: 'not_licensed', reason }, EXPECTED)
    }
    return evaluateTriage(tenant, parameters, [
      'Which workstations report to Defender for Endpoint, and which incidents began on one, is not read.',
      ...LIMITATIONS,
    ])
  },
}
