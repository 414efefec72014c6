import { holds, shareOf } from '../evaluation/outcome.ts'
import type { Coverage } from '../model/check.ts'
import type { AssessmentResult, GroupResult, Invitation, Overruling, RequirementResult } from '../model/result.ts'
import type { Severity, Verdict } from '../model/verdict.ts'
import { gainsOf } from './points.ts'

/** A requirement that is a finding, listed once, however many groups it belongs to. */
export interface Priority {
  id: string
  severity: Severity
  verdict: Verdict
  statement: string
  observed: string
  /** The sentences of `observed` that invite people to answer. */
  invites?: Invitation[]
  /** What hints show beside an answer. */
  hint?: string
  expected: string
  remedy: string
  /** The answer that the tenant's reading overruled. */
  contradiction?: string
  /** The two in words. */
  overruling?: Overruling
  coverage?: Coverage
  /** Names of what fails, the first 100, with the total. */
  affected?: { items: string[]; total: number }
  /** Ids of the groups in which it is a finding, in the order of the result. */
  groups: string[]
  /** The group closest to its next level that needs this fixed to reach it; absent if there is none. */
  nextLevel?: { group: string; level: number; left: number }
}

/** The level above the one that a group has reached, and how many of its requirements still fail there. */
interface NextLevel {
  level: number
  left: number
}

export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low']

/**
 * What to do first, at most `limit` entries: ordered by severity; then by how few requirements its group still needs for
 * the next level; then by the points gained; then by the share that fails; then by the order of the result.
 */
export function priorities(result: AssessmentResult, limit: number): Priority[] {
  const next = new Map(result.groups.map((group) => [group.id, nextLevel(group, result.requirements)]))
  const found = new Map<string, Priority>()
  for (const row of result.requirements) {
    if (!row.severity) continue
    const known = found.get(row.id)
    const merged = known ? merge(known, row, row.severity) : start(row, row.severity)
    found.set(row.id, withNextLevel(merged, row, next.get(row.group)))
  }
  const gains = gainsOf(result)
  return [...found.values()].toSorted((a, b) => compare(a, b, gains)).slice(0, limit)
}

function start(row: RequirementResult, severity: Severity): Priority {
  const {
    id,
    verdict,
    statement,
    observed,
    invites,
    hint,
    expected,
    remedy,
    contradiction,
    overruling,
    coverage,
    affected,
    group,
    answer,
  } = row
  return {
    id,
    severity,
    verdict,
    statement,
    observed,
    ...(invites && { invites }),
    ...(hint !== undefined && answer !== undefined && { hint }),
    expected,
    remedy,
    ...(contradiction && { contradiction }),
    ...(overruling && { overruling }),
    ...(coverage && { coverage }),
    ...(affected && { affected }),
    groups: [group],
  }
}

function merge(known: Priority, row: RequirementResult, severity: Severity): Priority {
  const worse = SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(known.severity)
  return { ...known, ...(worse && { severity }), groups: [...known.groups, row.group] }
}

function withNextLevel(priority: Priority, row: RequirementResult, next: NextLevel | undefined): Priority {
  // If requirements have their own levels, the level of the group is a mean, and no number of rows leads to the next.
  if (row.level !== undefined || !next || !row.levels.includes(next.level)) return priority
  if (priority.nextLevel && priority.nextLevel.left <= next.left) return priority
  return { ...priority, nextLevel: { group: row.group, ...next } }
}

function nextLevel(group: GroupResult, rows: readonly RequirementResult[]): NextLevel {
  const level = Math.floor(group.maturityAchieved) + 1
  const left = rows.filter((row) => row.group === group.id && row.levels.includes(level) && !holds(row.verdict)).length
  return { level, left }
}

function compare(a: Priority, b: Priority, gains: ReadonlyMap<string, number>): number {
  const gainOf = ({ id }: Priority): number => gains.get(id) ?? 0
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    leftOf(a) - leftOf(b) ||
    gainOf(b) - gainOf(a) ||
    gapOf(b) - gapOf(a)
  )
}

// A large number instead of Infinity, because the difference of two infinities is NaN.
const leftOf = (priority: Priority): number => priority.nextLevel?.left ?? Number.MAX_SAFE_INTEGER

/** The share that fails, 0 to 1; if nothing was counted, 1 for a failure and 0.5 for a partial row. */
function gapOf({ coverage, verdict }: Priority): number {
  if (coverage && coverage.of > 0) return 1 - shareOf(coverage)
  return verdict === 'partial' ? 0.5 : 1
}
