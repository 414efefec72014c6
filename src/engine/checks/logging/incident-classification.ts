import { readDataset } from '../../datasets/reading.ts'
import type { Check } from '../../model/check.ts'
import { affected, evidenceOf, unknown } from '../../readers/results/result.ts'
import { share } from '../../readers/results/sentences.ts'
import { verdictOf } from '../../readers/results/verdict.ts'
import { LIMITATIONS, readIncidents } from './incidents.ts'

const CLASSIFIED = 'Each resolved incident says how grave it was and whether it was real.'

/** Whoever closed an incident said what it was. With none resolved there is nothing to judge, and people must say. */
export const incidentClassification: Check = {
  id: 'incident-classification',
  version: 1,
  evaluate(tenant, { thresholds }) {
    const reading = readDataset(tenant, 'incidents')
    if (!reading.ok) return unknown(reading, CLASSIFIED)
    const resolved = readIncidents(reading).filter((incident) => incident.resolved)
    const result = { expected: CLASSIFIED, evidence: evidenceOf(reading), limitations: LIMITATIONS.slice(0, 1) }
    if (resolved.length === 0) {
      return { ...result, verdict: 'not_applicable', observed: 'No resolved incident is on record.' }
    }
    const unclassified = resolved.filter((incident) => !incident.sorted)
    const coverage = { n: resolved.length - unclassified.length, of: resolved.length }
    return {
      ...result,
      verdict: verdictOf(coverage, thresholds),
      coverage,
      observed: `With classification and severity: ${share(coverage, 'resolved incident')}.`,
      ...affected(
        unclassified.map((incident) => incident.name),
        true,
      ),
    }
  },
}
