import type { Check } from '../../model/check.ts'
import { evaluateTriage, LIMITATIONS } from './incidents.ts'

/** Incidents are looked at in good time (ISM-1228). With none to look at there is nothing to judge, and people must say. */
export const incidentTriage: Check = {
  id: 'incident-triage',
  version: 2,
  evaluate: (tenant, parameters) => evaluateTriage(tenant, parameters, LIMITATIONS),
}
