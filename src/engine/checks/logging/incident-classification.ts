import { readDataset } from '../../datasets/reading.ts'
import type { Check } from '../../model/check.ts'
import { affected, evidenceOf, unknown } from '../../readers/results/result.ts'
import { share } from '../../readers/results/sentences.ts'
import { verdictOf } from '../../readers/results/verdict.ts'
import { INCIDENT_LIMITATIONS, readIncidents, unlessElsewhere } from './incidents.ts'

const CLASSIFIED = 'Each resolved incident says how serious it was and whether it was real.'

/**
 * Resolved incidents have a classification and a severity. Without resolved incidents the check does not apply, and
 * people must answer.
 */
export const incidentClassification: Check = {
  id: 'incident-classification',
  version: 2,
  counts: 'incident',
  evaluate(tenant, { thresholds }) {
    const reading = readDataset(tenant, 'incidents')
    if (!reading.ok) return unknown(reading, CLASSIFIED)
    const resolved = readIncidents(reading).filter((incident) => incident.resolved)
    const result = {
      expected: CLASSIFIED,
      evidence: evidenceOf(reading),
      limitations: INCIDENT_LIMITATIONS.slice(0, 1),
    }
    if (resolved.length === 0) {
      return { ...result, verdict: 'not_applicable', observed: 'No resolved incident is on record.' }
    }
    const unclassified = resolved.filter((incident) => !incident.isClassified)
    const coverage = { n: resolved.length - unclassified.length, of: resolved.length }
    const verdict = verdictOf(coverage, thresholds)
    const counted = `${share(coverage, 'resolved incident')} ${coverage.n === 1 ? 'has' : 'have'} a classification and a severity.`
    return {
      ...result,
      ...unlessElsewhere(verdict),
      coverage,
      observed: counted,
      ...affected(
        unclassified.map((incident) => incident.name),
        true,
      ),
    }
  },
}
