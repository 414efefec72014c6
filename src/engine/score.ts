import type { Framework, GroupResult, Requirement } from './model.ts'
import { holds, isUnknown, type Outcome, PARTIAL_UNCOUNTED, shareOf } from './outcome.ts'

/** One row of a framework with what it came to. */
export interface JudgedRow {
  requirement: Requirement
  outcome: Pick<Outcome, 'verdict' | 'coverage'>
}

export interface Scores {
  /** Integers 0 to 100. */
  score: number
  scoreCeiling: number
  /** Settled rows divided by rows in scope, 0 to 1. A row that is not applicable is settled. */
  coverage: number
  maturityAchieved: number
  groups: GroupResult[]
}

/** The most that a partial row earns: it never comes near a pass. */
const PARTIAL_AT_MOST = 0.9

/**
 * Scores rows against the target level. The groups weigh the same, whatever their number of rows; a row that is not
 * applicable leaves the sum, and so does a group without any other. The ceiling takes every unknown row as a pass, so
 * that what could not be read lowers the score and raises the ceiling, and never the other way round.
 */
export function scoreRows(framework: Framework, rows: readonly JudgedRow[], target: number): Scores {
  const byGroup = Map.groupBy(rows, ({ requirement }) => requirement.group)
  const groups = framework.groups.map(({ id, name }) => {
    const all = byGroup.get(id) ?? []
    const inScope = all.filter(({ requirement }) => requirement.levels.includes(target))
    return { group: { id, name }, all, inScope, asked: inScope.filter(isAsked) }
  })
  const results = groups.map(({ group, all, inScope, asked }): GroupResult => {
    return {
      ...group,
      score: share(asked, credit),
      scoreCeiling: share(asked, earnedAtBest),
      maturityAchieved: maturityOf(framework.levels, all),
      settled: inScope.filter(isSettled).length,
      inScope: inScope.length,
    }
  })
  const counted = results.filter((_, index) => groups[index]?.asked.length)
  const inScope = sum(results, (group) => group.inScope)
  return {
    score: Math.round(mean(counted, (group) => group.score)),
    scoreCeiling: Math.round(mean(counted, (group) => group.scoreCeiling)),
    coverage: inScope > 0 ? sum(results, (group) => group.settled) / inScope : 1,
    maturityAchieved: Math.min(...results.map((group) => group.maturityAchieved)),
    groups: results,
  }
}

const isAsked = ({ outcome }: JudgedRow): boolean => outcome.verdict !== 'not_applicable'

const isSettled = ({ outcome }: JudgedRow): boolean => !isUnknown(outcome.verdict)

const earnedAtBest = (row: JudgedRow): number => (isSettled(row) ? credit(row) : 1)

function credit({ outcome: { verdict, coverage } }: JudgedRow): number {
  if (verdict === 'effective' || verdict === 'alternate') return 1
  if (verdict !== 'partial') return 0
  return coverage ? Math.min(shareOf(coverage), PARTIAL_AT_MOST) : PARTIAL_UNCOUNTED
}

/** 0 to 100; nothing asked means nothing missing. */
function share(rows: readonly JudgedRow[], points: (row: JudgedRow) => number): number {
  const weight = sum(rows, ({ requirement }) => requirement.weight)
  return weight > 0 ? (100 * sum(rows, (row) => row.requirement.weight * points(row))) / weight : 100
}

/** The highest level at which, as at every level below, each row holds; one below the lowest level where none does. */
function maturityOf({ min, max }: Framework['levels'], rows: readonly JudgedRow[]): number {
  let achieved = min - 1
  while (
    achieved < max &&
    rows.every((row) => !row.requirement.levels.includes(achieved + 1) || holds(row.outcome.verdict))
  )
    achieved++
  return achieved
}

function sum<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((total, item) => total + amount(item), 0)
}

function mean<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.length > 0 ? sum(items, amount) / items.length : 100
}
