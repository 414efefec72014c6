import type { Check } from '../../model/check.ts'
import { evaluateTriage, INCIDENT_LIMITATIONS } from './incidents.ts'

/** Incidents are handled in time (ISM-1228). Without incidents the check does not apply, and people must answer. */
export const incidentTriage: Check = {
  id: 'incident-triage',
  version: 3,
  counts: 'incident',
  evaluate: (tenant, parameters) => evaluateTriage(tenant, parameters, INCIDENT_LIMITATIONS),
}
