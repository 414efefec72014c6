import { type Fields, fields, list, text } from '../../shared/json.ts'
import { readDataset } from '../datasets/reading.ts'
import type { Check, CheckResult, Parameters } from '../model/check.ts'
import type { Reading, TenantReading } from '../model/tenant-reading.ts'
import { affected, count, evidenceOf, share, unknown, verdictOf } from './verdict.ts'

const EXPECTED =
  'Somebody takes up each incident within three days: it is assigned, classified or past its first state.'

const HOUR_MS = 3_600_000

/** The requirement says "timely" without a number; three days let a weekend pass. Ours, so it is shown. */
const TIMELY_HOURS = 72

/** Plans of Defender for Endpoint that record what happens on workstations; Plan 1 (`MDE_LITE`) does not. */
const ENDPOINT_PLANS = ['WINDEFATP', 'MDE_SMB'] as const

const LIMITATIONS = [
  'Only the 50 newest incidents are read, and only those of Microsoft Defender and what is joined to it.',
  'The moment an incident was taken up is not recorded; its state now is judged, and its last change stands for its end.',
  'An incident that automation resolved looks like one that people resolved.',
]

/** Incidents are looked at in good time (ISM-1228). With none to look at there is nothing to judge, and people must say. */
export const incidentTriage: Check = {
  id: 'incident-triage',
  version: 2,
  evaluate: (tenant, parameters) => judgeTriage(tenant, parameters, LIMITATIONS),
}

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
    return judgeTriage(tenant, parameters, [
      'Which workstations report to Defender for Endpoint, and which incidents began on one, is not read.',
      ...LIMITATIONS,
    ])
  },
}

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
    const unsaid = resolved.filter((incident) => !incident.sorted)
    const coverage = { n: resolved.length - unsaid.length, of: resolved.length }
    return {
      ...result,
      verdict: verdictOf(coverage, thresholds),
      coverage,
      observed: `With classification and severity: ${share(coverage, 'resolved incident')}.`,
      ...affected(
        unsaid.map((incident) => incident.name),
        true,
      ),
    }
  },
}

function judgeTriage(tenant: TenantReading, parameters: Parameters, limitations: string[]): CheckResult {
  const reading = readDataset(tenant, 'incidents')
  if (!reading.ok) return unknown(reading, EXPECTED)
  const incidents = readIncidents(reading)
  const now = Date.parse(parameters.now)
  const due = incidents.filter((incident) => incident.takenUp || now - incident.createdMs > TIMELY_HOURS * HOUR_MS)
  const result = { expected: EXPECTED, evidence: evidenceOf(reading), limitations }
  if (due.length === 0) {
    const observed =
      incidents.length === 0
        ? 'No incident is on record, so nothing shows whether anybody would look.'
        : `${count(incidents.length, 'incident')} on record, all too recent to judge.`
    return { ...result, verdict: 'not_applicable', observed }
  }
  const waiting = due.filter((incident) => !incident.takenUp)
  const coverage = { n: due.length - waiting.length, of: due.length }
  const hours = medianHoursToResolve(incidents)
  return {
    ...result,
    verdict: verdictOf(coverage, parameters.thresholds),
    coverage,
    observed: [
      `Taken up: ${share(coverage, 'incident')}; an untouched one counts after ${TIMELY_HOURS} hours.`,
      ...(hours === undefined ? [] : [`Half of the resolved ones were closed within ${count(hours, 'hour')}.`]),
    ].join(' '),
    ...affected(
      waiting.map((incident) => incident.name),
      true,
    ),
  }
}

interface Incident {
  name: string
  createdMs: number
  takenUp: boolean
  resolved: boolean
  /** It says what it was and how grave. */
  sorted: boolean
  /** Undefined unless resolved, with both dates. */
  hoursToResolve: number | undefined
}

function readIncidents(reading: Extract<Reading, { ok: true }>): Incident[] {
  return list(reading.value)
    .map(fields)
    .flatMap((item): Incident[] => {
      const createdMs = time(item.createdDateTime)
      const status = text(item.status)?.toLowerCase()
      // A redirected incident lives on in the one it was merged into.
      if (createdMs === undefined || status === 'redirected') return []
      const changedMs = time(item.lastUpdateDateTime)
      const resolved = status === 'resolved'
      return [
        {
          name: text(item.displayName) ?? text(item.id) ?? 'an unnamed incident',
          createdMs,
          takenUp: isTakenUp(item, status),
          resolved,
          sorted: isNamed(item.classification) && isNamed(item.severity),
          hoursToResolve:
            resolved && changedMs !== undefined ? Math.max(0, (changedMs - createdMs) / HOUR_MS) : undefined,
        },
      ]
    })
}

/** States: Graph `microsoft.graph.security.incidentStatus`; one that we do not know proves nothing. */
function isTakenUp(item: Fields, status: string | undefined): boolean {
  if (status === 'inprogress' || status === 'resolved' || status === 'awaitingaction') return true
  return (text(item.assignedTo) ?? '') !== '' || isNamed(item.classification)
}

/** What stands for nothing in Graph's `alertClassification` and `alertSeverity`. */
const UNNAMED = ['', 'unknown', 'notset', 'unknownfuturevalue']

const isNamed = (value: unknown): boolean => !UNNAMED.includes(text(value)?.toLowerCase() ?? '')

/** The year 1 stands where there is no date. */
function time(value: unknown): number | undefined {
  const parsed = Date.parse(text(value) ?? '')
  return Number.isFinite(parsed) && parsed > 0 ? parsed : undefined
}

function medianHoursToResolve(incidents: readonly Incident[]): number | undefined {
  const hours = incidents.flatMap(({ hoursToResolve }) => (hoursToResolve === undefined ? [] : [hoursToResolve]))
  const middle = hours.sort((a, b) => a - b)[Math.floor((hours.length - 1) / 2)]
  return middle === undefined ? undefined : Math.ceil(middle)
}
