import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { AssessmentResult, RequirementResult } from '../../../engine/model/result.ts'
import type { Severity, Verdict } from '../../../engine/model/verdict.ts'
import { actionsOf } from '../../../engine/results/actions.ts'
import type { RequirementChange, RequirementState } from '../../../platform/database/tables.gen.ts'
import type { RunRow } from '../rules.ts'

const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low']

/** A requirement that a run found unmet, or unknown: then it has no severity. */
export interface Found {
  requirement: string
  verdict: Verdict
  severity?: Severity
}

/** What is stored of a requirement. */
export interface TrackedState {
  requirement: string
  state: RequirementState
  verdict: string
  /** As a run last found it; null for a requirement that was never a finding. */
  severity: Severity | null
  since: Date | null
  sinceRun: string | null
  change: RequirementChange
  changedAt: Date
  changedRun: string
}

/** What changed between two runs. A requirement that was unknown and is now a finding counts as opened and as known. */
export interface Changes {
  opened: Found[]
  reopened: Found[]
  resolved: Found[]
  /** Unknown in the run before. */
  known: Found[]
  /** Known in the run before. */
  unknown: Found[]
}

/** One thing to do, as the reports list it. */
export interface OpenFix {
  fix: string
  severity: Severity
  /** Of the score; null if it adds nothing by itself or that is not known. */
  points: number | null
  findings: number
}

/** What is stored of a result, unsealed. */
export interface Findings {
  target: number
  frameworkVersion: string
  found: Found[]
  fixes: OpenFix[]
}

export function findingsOf(result: AssessmentResult): Findings {
  const fixes = actionsOf(result).map(({ id, severity, gain, findings }) => ({
    fix: id,
    severity,
    points: gain?.score ?? null,
    findings: findings.length,
  }))
  return { target: result.target, frameworkVersion: result.framework.version, found: foundOf(result), fixes }
}

/**
 * The findings and unknown requirements of a result at its target, each requirement once: if it is in several groups,
 * the most severe row counts.
 */
function foundOf({ requirements, target }: AssessmentResult): Found[] {
  const found = new Map<string, Found>()
  for (const row of requirements) {
    if (!row.severity && !(isUnknown(row.verdict) && row.levels.includes(target))) continue
    const known = found.get(row.id)
    if (!known || rankOf(row) < rankOf(known)) found.set(row.id, toFound(row))
  }
  return [...found.values()].toSorted((a, b) => rankOf(a) - rankOf(b))
}

const toFound = ({ id, verdict, severity }: RequirementResult): Found => ({
  requirement: id,
  verdict,
  ...(severity && { severity }),
})

const rankOf = ({ severity }: Pick<Found, 'severity'>): number =>
  severity ? SEVERITIES.indexOf(severity) : SEVERITIES.length

export interface Comparison {
  /** Rows to write: new ones, and those that differ from the stored ones. */
  written: TrackedState[]
  /** Requirements whose rows are no longer needed. */
  removed: string[]
  changes: Changes
}

/**
 * What a run changes in the stored states. Without a comparable run before it, new states are a baseline: nothing in the
 * tenant need have changed.
 *
 * A finding that becomes unknown is neither open nor resolved, and has been a finding ever since if it is one again later. A
 * resolved one that becomes unknown stays resolved until a run finds it again.
 */
export function compareStates(
  stored: readonly TrackedState[],
  found: readonly Found[],
  run: { id: string; at: Date; isComparable: boolean },
): Comparison {
  const changes: Changes = { opened: [], reopened: [], resolved: [], known: [], unknown: [] }
  const written: TrackedState[] = []
  const removed: string[] = []
  const before = new Map(stored.map((row) => [row.requirement, row]))
  const changed = (change: RequirementChange) => ({
    change: run.isComparable ? change : ('baseline' as const),
    changedAt: run.at,
    changedRun: run.id,
  })
  for (const now of found) {
    const was = before.get(now.requirement)
    const next = now.severity ? toOpen(now, now.severity, was, run) : toUnknown(now, was)
    if (next.change !== undefined) changes[next.change].push(now)
    if (now.severity && was?.state === 'unknown' && next.change !== 'known') changes.known.push(now)
    if (next.change !== undefined) written.push({ ...next.row, ...changed(next.change) })
    else if (was && (was.verdict !== next.row.verdict || was.severity !== next.row.severity))
      written.push({ ...was, verdict: next.row.verdict, severity: next.row.severity })
  }
  const names = new Set(found.map(({ requirement }) => requirement))
  for (const was of stored) {
    if (names.has(was.requirement) || was.state === 'resolved') continue
    const { requirement, severity } = was
    const met: Found = { requirement, verdict: 'effective', ...(severity && { severity }) }
    if (was.state === 'unknown') changes.known.push(met)
    if (severity === null) removed.push(requirement)
    else {
      changes.resolved.push(met)
      written.push({ ...was, state: 'resolved', verdict: met.verdict, ...changed('resolved') })
    }
  }
  return { written, removed, changes }
}

/** A row without its change, and which one it is: undefined if the state stays as it is. */
interface Next {
  row: Omit<TrackedState, 'change' | 'changedAt' | 'changedRun'>
  change?: keyof Changes
}

function toOpen(
  { requirement, verdict }: Found,
  severity: Severity,
  was: TrackedState | undefined,
  run: { id: string; at: Date },
): Next {
  const open = { requirement, state: 'open' as const, verdict, severity }
  if (was?.since && was.state !== 'resolved') {
    const row = { ...open, since: was.since, sinceRun: was.sinceRun }
    return was.state === 'open' ? { row } : { row, change: 'known' }
  }
  const row = { ...open, since: run.at, sinceRun: run.id }
  return { row, change: was?.state === 'resolved' ? 'reopened' : 'opened' }
}

function toUnknown({ requirement, verdict }: Found, was: TrackedState | undefined): Next {
  if (was?.state === 'resolved') return { row: was }
  const { severity = null, since = null, sinceRun = null } = was ?? {}
  const row = { requirement, state: 'unknown' as const, verdict, severity, since, sinceRun }
  return was?.state === 'unknown' ? { row } : { row, change: 'unknown' }
}

export const hasChanges = (changes: Changes): boolean => Object.values(changes).some((list) => list.length > 0)

/** Requirements that each list of an event has at most, so that its size is bounded. */
const MAX_LISTED = 50

/** The data of the event `findings.changed`. */
export function toFindingsEvent(
  run: Pick<RunRow, 'id' | 'customer_id' | 'partner_id' | 'product' | 'maturity_target' | 'completed_at'>,
  { previousRunId, findings, changes }: { previousRunId: string | undefined; findings: Findings; changes: Changes },
): Record<string, unknown> {
  const { opened, reopened, resolved, known, unknown } = changes
  return {
    assessmentId: run.id,
    ...(previousRunId !== undefined && { previousAssessmentId: previousRunId }),
    customerId: run.customer_id,
    partnerId: run.partner_id,
    product: run.product,
    maturityTarget: run.maturity_target,
    findings: findings.found.filter(({ severity }) => severity).length,
    opened: toList(opened),
    reopened: toList(reopened),
    resolved: toList(resolved),
    known: toList(known),
    unknown: toList(unknown),
    completedAt: run.completed_at,
  }
}

const toList = (found: readonly Found[]) => ({
  count: found.length,
  requirements: found
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, MAX_LISTED)
    .map(({ requirement, severity }) => ({ id: requirement, ...(severity && { severity }) })),
})

/** A smaller drop of the score is not worth a notice: a single device can cause it. */
const MIN_FALL = 3

/** A run with the fields that decide whether it can be compared. */
export interface ScoredRun {
  id: string
  score: number
}

/** Why a customer needs attention at once; undefined if nothing got worse. */
export interface Worsening {
  before: number
  score: number
  /** Ids of requirements that are critical findings and were not. */
  newCritical: string[]
}

export function worseningOf(
  previous: ScoredRun | undefined,
  score: number,
  { stored, found }: { stored: readonly TrackedState[]; found: readonly Found[] },
): Worsening | undefined {
  if (!previous) return undefined
  const were = new Set(
    stored.flatMap((row) => (row.state === 'open' && row.severity === 'critical' ? row.requirement : [])),
  )
  const newCritical = found.flatMap(({ requirement, severity }) =>
    severity === 'critical' && !were.has(requirement) ? requirement : [],
  )
  const hasFallen = previous.score - score >= MIN_FALL
  return hasFallen || newCritical.length > 0 ? { before: previous.score, score, newCritical } : undefined
}
