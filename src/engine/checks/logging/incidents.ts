import { HOUR_MS } from '../../../shared/dates/time-units.ts'
import { type Fields, fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { CheckResult, Parameters } from '../../model/check.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import { affected, evidenceOf, unknown } from '../../readers/results/result.ts'
import { count, share } from '../../readers/results/sentences.ts'
import { verdictOf } from '../../readers/results/verdict.ts'
import { dateMsOf } from '../../readers/values/dates.ts'

export const TRIAGE_EXPECTED =
  'Somebody takes up each incident within three days: it is assigned, classified or no longer new.'

/**
 * The requirement says "timely" without a number. We chose three days, to allow for a weekend; the report shows this.
 */
const TIMELY_HOURS = 72

export const INCIDENT_LIMITATIONS = [
  'Only the 50 newest incidents are read, and only those of Microsoft Defender and of products connected to it.',
  'When an incident was taken up is not recorded; its current state counts, and its last change counts as its end.',
  'An incident that automation resolved looks like one that people resolved.',
]

export function evaluateTriage(tenant: TenantReading, parameters: Parameters, limitations: string[]): CheckResult {
  const reading = readDataset(tenant, 'incidents')
  if (!reading.ok) return unknown(reading, TRIAGE_EXPECTED)
  const incidents = readIncidents(reading)
  const now = Date.parse(parameters.now)
  const due = incidents.filter((incident) => incident.isPickedUp || now - incident.createdMs > TIMELY_HOURS * HOUR_MS)
  const result = { expected: TRIAGE_EXPECTED, evidence: evidenceOf(reading), limitations }
  if (due.length === 0) {
    const observed =
      incidents.length === 0
        ? 'No incident is on record, so nothing shows whether anybody would investigate one.'
        : `${count(incidents.length, 'incident')} on record, all too recent to evaluate.`
    return { ...result, verdict: 'not_applicable', observed }
  }
  const waiting = due.filter((incident) => !incident.isPickedUp)
  const coverage = { n: due.length - waiting.length, of: due.length }
  const hours = medianHoursToResolve(incidents)
  const verdict = verdictOf(coverage, parameters.thresholds)
  return {
    ...result,
    ...unlessElsewhere(verdict),
    coverage,
    observed: [
      `${share(coverage, 'incident')} ${coverage.n === 1 ? 'was' : 'were'} taken up; after ${TIMELY_HOURS} hours, an untouched incident counts as not taken up.`,
      ...(hours === undefined ? [] : [`Resolved incidents were closed within ${count(hours, 'hour')} (median).`]),
    ].join(' '),
    ...affected(
      waiting.map((incident) => incident.name),
      true,
    ),
  }
}

/**
 * A provider that works in its own console or ticket system leaves Defender's incidents untouched. So untouched incidents
 * are a finding only until people answer.
 */
export const unlessElsewhere = (
  verdict: CheckResult['verdict'],
): Pick<CheckResult, 'verdict' | 'kind' | 'invites' | 'another'> =>
  verdict === 'effective' ? { verdict } : { verdict, kind: 'absent', invites: HANDLED_ELSEWHERE, another: ELSEWHERE }

const ELSEWHERE = 'another product for incidents'
const HANDLED_ELSEWHERE =
  'If people handle them in another product, say so in the questionnaire; that answer then counts.'

interface Incident {
  name: string
  createdMs: number
  isPickedUp: boolean
  resolved: boolean
  /** It has a classification and a severity. */
  isClassified: boolean
  /** Undefined unless it is resolved and has both dates. */
  hoursToResolve: number | undefined
}

export function readIncidents(reading: Extract<Reading, { ok: true }>): Incident[] {
  return list(reading.value)
    .map(fields)
    .flatMap((item): Incident[] => {
      const createdMs = dateMsOf(item.createdDateTime)
      const status = text(item.status)?.toLowerCase()
      // A redirected incident was merged into another one.
      if (createdMs === undefined || status === 'redirected') return []
      const changedMs = dateMsOf(item.lastUpdateDateTime)
      const resolved = status === 'resolved'
      return [
        {
          name: text(item.displayName) ?? text(item.id) ?? 'an unnamed incident',
          createdMs,
          isPickedUp: isPickedUp(item, status),
          resolved,
          isClassified: isNamed(item.classification) && isNamed(item.severity),
          hoursToResolve:
            resolved && changedMs !== undefined ? Math.max(0, (changedMs - createdMs) / HOUR_MS) : undefined,
        },
      ]
    })
}

/** States: Graph `microsoft.graph.security.incidentStatus`; an unknown one proves nothing. */
function isPickedUp(item: Fields, status: string | undefined): boolean {
  if (status === 'inprogress' || status === 'resolved' || status === 'awaitingaction') return true
  return (text(item.assignedTo) ?? '') !== '' || isNamed(item.classification)
}

/** The values of Graph's `alertClassification` and `alertSeverity` that mean none. */
const UNNAMED = ['', 'unknown', 'notset', 'unknownfuturevalue']

const isNamed = (value: unknown): boolean => !UNNAMED.includes(text(value)?.toLowerCase() ?? '')

function medianHoursToResolve(incidents: readonly Incident[]): number | undefined {
  const hours = incidents.flatMap(({ hoursToResolve }) => (hoursToResolve === undefined ? [] : [hoursToResolve]))
  const middle = hours.sort((a, b) => a - b)[Math.floor((hours.length - 1) / 2)]
  return middle === undefined ? undefined : Math.ceil(middle)
}
