import type { Framework, Requirement, Scoring } from '../model/framework.ts'
import type { GroupResult } from '../model/result.ts'
import { holds, type Outcome, shareOf } from './outcome.ts'
import { EARNED_BY_UNKNOWN, isUnknown } from './unknowns.ts'

/** One row of a framework with its outcome. */
export interface EvaluatedRow {
  requirement: Pick<Requirement, 'group' | 'levels' | 'weight'>
  outcome: Pick<Outcome, 'verdict' | 'coverage' | 'level' | 'awaitsAnswer'>
}

/** What scoring needs of a framework. */
export type ScoredFramework = Pick<Framework, 'scoring' | 'levels'> & {
  groups: readonly Pick<GroupResult, 'id' | 'name'>[]
}

export interface Scores {
  /** Integers 0 to 100. */
  score: number
  scoreCeiling: number
  /** Known rows divided by rows in scope, 0 to 1. Rows that are not applicable are known. */
  coverage: number
  maturityAchieved: number
  groups: GroupResult[]
}

/** How the rows of a framework are measured, by its scoring. */
interface Measure {
  /** What an applicable row earns, 0 to 1: as it is, and if everything unknown turns out well. */
  earned(row: EvaluatedRow): number
  earnedAtBest(row: EvaluatedRow): number
  /** The level of a group, not rounded; undefined if nothing in it applies. */
  groupLevel(rows: readonly EvaluatedRow[]): number | undefined
  /** The level of the whole from the levels of the groups, not rounded. */
  overallLevel(levels: readonly number[]): number
}

/** The most that a partial row earns, so that it always earns clearly less than a pass. */
const MAX_PARTIAL = 0.9

/** What a partial row earns if nothing was counted, as with the answer “partly”. */
const PARTIAL_UNCOUNTED = 0.5

/**
 * Scores rows against the target level. All groups have the same weight, whatever their number of rows. Rows that are not
 * applicable do not count, nor do groups without any other rows. Levels are truncated to one decimal, not rounded, so that
 * no level is shown before it is reached. How unknown rows count: `unknowns.ts`.
 */
export function scoreRows(framework: ScoredFramework, rows: readonly EvaluatedRow[], target: number): Scores {
  const measure = MEASURES[framework.scoring](framework.levels, target)
  const byGroup = Map.groupBy(rows, ({ requirement }) => requirement.group)
  const groups = framework.groups.map(({ id, name }) => {
    const all = byGroup.get(id) ?? []
    const inScope = all.filter(({ requirement }) => requirement.levels.includes(target))
    return { group: { id, name }, level: measure.groupLevel(all), inScope, asked: inScope.filter(isAsked) }
  })
  const results = groups.map(({ group, level, inScope, asked }): GroupResult => {
    return {
      ...group,
      score: share(asked, measure.earned),
      scoreCeiling: share(asked, measure.earnedAtBest),
      maturityAchieved: cutToTenths(level ?? framework.levels.max),
      settled: inScope.filter(isKnown).length,
      inScope: inScope.length,
    }
  })
  const counted = results.filter((_, index) => groups[index]?.asked.length)
  const inScope = sum(results, (group) => group.inScope)
  const levels = groups.flatMap(({ level }) => (level === undefined ? [] : [level]))
  return {
    score: Math.round(mean(counted, (group) => group.score)),
    scoreCeiling: Math.round(mean(counted, (group) => group.scoreCeiling)),
    coverage: inScope > 0 ? sum(results, (group) => group.settled) / inScope : 1,
    maturityAchieved: cutToTenths(levels.length > 0 ? measure.overallLevel(levels) : framework.levels.max),
    groups: results,
  }
}

const MEASURES: Readonly<Record<Scoring, (levels: Framework['levels'], target: number) => Measure>> = {
  'levels-reached': (levels) => ({
    earned: ({ outcome }) => credit(outcome),
    earnedAtBest: ({ outcome }) =>
      isUnknown(outcome.verdict) ? EARNED_BY_UNKNOWN.ceiling : credit({ ...outcome, awaitsAnswer: undefined }),
    groupLevel: (rows) => maturityOf(levels, rows),
    overallLevel: (reached) => Math.min(...reached),
  }),
  // A level above the target earns no more than the target; otherwise strong rows would make up for failed ones. The
  // level of a group does not depend on the target: it is the mean of its rows, and an entirely unknown row has the lowest.
  maturity: ({ min, max }, target) => ({
    earned: (row) => (row.outcome.level ? Math.min(row.outcome.level.min, target) / target : credit(row.outcome)),
    earnedAtBest: (row) => (row.outcome.level ? Math.min(row.outcome.level.max, target) / target : credit(row.outcome)),
    groupLevel: (rows) => {
      const asked = rows.filter(isAsked)
      const levelOf = ({ outcome: { level } }: EvaluatedRow) => (level ? Math.max(level.min, min) : max)
      return asked.length > 0 ? mean(asked, levelOf) : undefined
    },
    overallLevel: (levels) => mean(levels, (level) => level),
  }),
}

const isAsked = ({ outcome }: EvaluatedRow): boolean => outcome.verdict !== 'not_applicable'

const isKnown = ({ outcome }: EvaluatedRow): boolean => !isUnknown(outcome.verdict)

interface Credited extends Pick<Outcome, 'verdict' | 'coverage'> {
  awaitsAnswer?: true | undefined
}

/** What a row without its own level earns, 0 to 1. */
export function credit({ verdict, coverage, awaitsAnswer }: Credited): number {
  if (isUnknown(verdict) || awaitsAnswer) return EARNED_BY_UNKNOWN.score
  if (verdict === 'effective' || verdict === 'alternate') return 1
  if (verdict !== 'partial') return 0
  return coverage ? Math.min(shareOf(coverage), MAX_PARTIAL) : PARTIAL_UNCOUNTED
}

/** 0 to 100; 100 if nothing is asked. */
function share(rows: readonly EvaluatedRow[], points: (row: EvaluatedRow) => number): number {
  const weight = sum(rows, ({ requirement }) => requirement.weight)
  return weight > 0 ? (100 * sum(rows, (row) => row.requirement.weight * points(row))) / weight : 100
}

/** The highest level up to which all rows of every level hold; one below the lowest level if not even that one does. */
function maturityOf({ min, max }: Framework['levels'], rows: readonly EvaluatedRow[]): number {
  let achieved = min - 1
  while (
    achieved < max &&
    rows.every((row) => !row.requirement.levels.includes(achieved + 1) || holds(row.outcome.verdict))
  )
    achieved++
  return achieved
}

// The small addend keeps 2.3, which has no exact binary form, from being truncated to 2.2.
const cutToTenths = (level: number): number => Math.floor(level * 10 + 1e-9) / 10

function sum<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((total, item) => total + amount(item), 0)
}

function mean<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.length > 0 ? sum(items, amount) / items.length : 100
}
