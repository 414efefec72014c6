import type { Check } from '../../model/check.ts'
import { unknown } from '../../readers/results/result.ts'
import { evaluateTriage, INCIDENT_LIMITATIONS, TRIAGE_EXPECTED } from './incidents.ts'

/** Plans of Defender for Endpoint that record what happens on workstations; Plan 1 (`MDE_LITE`) does not. */
const ENDPOINT_PLANS = ['WINDEFATP', 'MDE_SMB'] as const

/**
 * Events of workstations are analysed in time (ISM-0109): the tenant can record them, and incidents are handled. Which
 * workstations report, and which incidents started on one, is not read.
 */
export const workstationLogTriage: Check = {
  id: 'workstation-log-triage',
  version: 2,
  evaluate(tenant, parameters) {
    const licensed = tenant.hasServicePlan(ENDPOINT_PLANS)
    if (licensed === undefined) {
      const reason = 'Whether the tenant is licensed to record events of workstations could not be read.'
      return unknown({ ok: false, key: '', verdict: 'no_visibility', reason }, TRIAGE_EXPECTED)
    }
    if (!licensed) {
      const reason = 'The tenant has no licence for a Defender for Endpoint plan that records events of workstations.'
      return unknown({ ok: false, key: '', verdict: 'not_licensed', reason }, TRIAGE_EXPECTED)
    }
    return evaluateTriage(tenant, parameters, [
      'Which workstations report to Defender for Endpoint, and which incidents began on one, is not read.',
      ...INCIDENT_LIMITATIONS,
    ])
  },
}
