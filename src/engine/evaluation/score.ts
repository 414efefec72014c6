import type { Framework, Requirement, Scoring } from '../model/framework.ts'
import type { GroupResult } from '../model/result.ts'
import { holds, isUnknown, type Outcome, PARTIAL_UNCOUNTED, shareOf } from './outcome.ts'

/** One row of a framework with what it came to. */
export interface JudgedRow {
  requirement: Requirement
  outcome: Pick<Outcome, 'verdict' | 'coverage' | 'level'>
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

/** How a framework's rows are weighed, by its scoring. */
interface Measure {
  /** What an asked row earns, 0 to 1: as things stand, and if what is unknown turns out well. */
  earned(row: JudgedRow): number
  earnedAtBest(row: JudgedRow): number
  /** The level of a group, not rounded; undefined where it has none because nothing in it applies. */
  groupLevel(rows: readonly JudgedRow[]): number | undefined
  /** The level of the whole from the levels of the groups, not rounded. */
  overallLevel(levels: readonly number[]): number
}

/** The most that a partial row earns: it never comes near a pass. */
const PARTIAL_AT_MOST = 0.9

/**
 * Scores rows against the target level. The groups weigh the same, whatever their number of rows; a row that is not
 * applicable leaves the sum, and so does a group without any other. The ceiling takes every unknown row as a pass, so
 * that what could not be read lowers the score and raises the ceiling, and never the other way round. Levels are cut to
 * one decimal, not rounded, so that none is shown as reached before it is.
 */
export function scoreRows(framework: Framework, rows: readonly JudgedRow[], target: number): Scores {
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
      settled: inScope.filter(isSettled).length,
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
    earnedAtBest: ({ outcome }) => (isUnknown(outcome.verdict) ? 1 : credit(outcome)),
    groupLevel: (rows) => maturityOf(levels, rows),
    overallLevel: (reached) => Math.min(...reached),
  }),
  // A level above the target earns no more than the target, or strong outcomes would make up for missing ones. The
  // level, which is told whatever the target, is a plain mean, in which a row that nothing is known of has the lowest.
  maturity: ({ min, max }, target) => ({
    earned: (row) => (row.outcome.level ? Math.min(row.outcome.level.least, target) / target : credit(row.outcome)),
    earnedAtBest: (row) =>
      row.outcome.level ? Math.min(row.outcome.level.most, target) / target : credit(row.outcome),
    groupLevel: (rows) => {
      const asked = rows.filter(isAsked)
      const levelOf = ({ outcome: { level } }: JudgedRow) => (level ? Math.max(level.least, min) : max)
      return asked.length > 0 ? mean(asked, levelOf) : undefined
    },
    overallLevel: (levels) => mean(levels, (level) => level),
  }),
}

const isAsked = ({ outcome }: JudgedRow): boolean => outcome.verdict !== 'not_applicable'

const isSettled = ({ outcome }: JudgedRow): boolean => !isUnknown(outcome.verdict)

/** What a row without a level of its own earns, 0 to 1. */
export function credit({ verdict, coverage }: Pick<Outcome, 'verdict' | 'coverage'>): number {
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

// The small addend keeps 2.3, which no binary fraction is, from being cut to 2.2.
const cutToTenths = (level: number): number => Math.floor(level * 10 + 1e-9) / 10

function sum<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((total, item) => total + amount(item), 0)
}

function mean<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.length > 0 ? sum(items, amount) / items.length : 100
}
