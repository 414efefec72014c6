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

/** The score of one group, and what the score of the whole needs of it. */
export interface GroupScore {
  result: Omit<GroupResult, 'id' | 'name'>
  /** Not rounded; undefined if nothing in the group applies. */
  level: number | undefined
  /** Whether the target asks for any of its rows. */
  isCounted: boolean
}

/**
 * Scores rows against the target level. All groups have the same weight, whatever their number of rows. Rows that are not
 * applicable do not count, nor do groups without any other rows. Levels are truncated to one decimal, not rounded, so that
 * no level is shown before it is reached. How unknown rows count: `unknowns.ts`.
 */
export function scoreRows(framework: ScoredFramework, rows: readonly EvaluatedRow[], target: number): Scores {
  const byGroup = Map.groupBy(rows, ({ requirement }) => requirement.group)
  const scores = framework.groups.map(({ id, name }) => ({
    ...scoreGroup(framework, byGroup.get(id) ?? [], target),
    group: { id, name },
  }))
  const groups = scores.map(({ group, result }): GroupResult => ({ ...group, ...result }))
  const inScope = sum(groups, (group) => group.inScope)
  const { score, scoreCeiling } = meanScores(scores)
  return {
    score: Math.round(score),
    scoreCeiling: Math.round(scoreCeiling),
    coverage: inScope > 0 ? sum(groups, (group) => group.settled) / inScope : 1,
    maturityAchieved: levelOf(framework, scores, target),
    groups,
  }
}

/** Scores the rows of one group: as part of `scoreRows`, or alone where the other groups stay as they are. */
export function scoreGroup(framework: ScoredFramework, rows: readonly EvaluatedRow[], target: number): GroupScore {
  const measure = MEASURES[framework.scoring](framework.levels, target)
  const inScope = rows.filter(({ requirement }) => requirement.levels.includes(target))
  const asked = inScope.filter(isAsked)
  const level = measure.groupLevel(rows)
  return {
    result: {
      score: share(asked, measure.earned),
      scoreCeiling: share(asked, measure.earnedAtBest),
      maturityAchieved: cutToTenths(level ?? framework.levels.max),
      settled: inScope.filter(isKnown).length,
      inScope: inScope.length,
    },
    level,
    isCounted: asked.length > 0,
  }
}

/** The score of the whole and its ceiling, not rounded. */
export function meanScores(groups: readonly GroupScore[]): Pick<Scores, 'score' | 'scoreCeiling'> {
  const counted = groups.filter(({ isCounted }) => isCounted)
  return {
    score: mean(counted, ({ result }) => result.score),
    scoreCeiling: mean(counted, ({ result }) => result.scoreCeiling),
  }
}

/** The level of the whole. */
export function levelOf(framework: ScoredFramework, groups: readonly GroupScore[], target: number): number {
  const levels = groups.flatMap(({ level }) => (level === undefined ? [] : [level]))
  const { overallLevel } = MEASURES[framework.scoring](framework.levels, target)
  return cutToTenths(levels.length > 0 ? overallLevel(levels) : framework.levels.max)
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
      const levelOfRow = ({ outcome: { level } }: EvaluatedRow) => (level ? Math.max(level.min, min) : max)
      return asked.length > 0 ? mean(asked, levelOfRow) : undefined
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
