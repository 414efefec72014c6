import {
  type EvaluatedRow,
  type GroupScore,
  levelOf,
  meanScores,
  type ScoredFramework,
  scoreGroup,
} from '../evaluation/score.ts'
import { isUnknown } from '../evaluation/unknowns.ts'
import { findFramework } from '../frameworks/catalogue.ts'
import type { AssessmentResult, RequirementResult } from '../model/result.ts'
import { decisiveChecks, unreadChecks } from './causes.ts'

/** What a fix adds if nothing else changes. */
export interface Gain {
  /** Points of 100, not rounded, added to the score and to its ceiling. */
  score: number
  ceiling: number
  /** The overall level, if it rises. */
  level?: { from: number; to: number }
  /** Ids of groups whose level rises, in the order of the result. */
  groups: { id: string; from: number; to: number }[]
}

/**
 * Whether a level rises to a whole one. Where a level is a mean, a smaller step may be a matter of rounding: thirty actions would
 * each promise the same tenth.
 */
export const isWholeStep = ({ from, to }: { from: number; to: number }): boolean => Math.floor(to) > Math.floor(from)

/** The rows of a result that are fixed, including the answers that people can then give. */
export type Fixed = readonly RequirementResult[]

/**
 * Measures what fixes would add: scores a result again with the fixed rows as the next run would find them. Undefined if
 * today's rules do not give the result its recorded score, or its rows do not name their checks, as in earlier versions.
 */
export function measureGains(result: AssessmentResult): ((fixed: Fixed) => Gain | undefined) | undefined {
  const measured = measureFixes(result)
  if (!measured) return undefined
  const { now, measure } = measured
  return (fixed) => {
    const then = measure(fixed)
    const groups = result.groups.flatMap(({ id }, index) => {
      const [from = 0, to = from] = [now, then].map((each) => each.groups[index]?.result.maturityAchieved)
      return to > from ? [{ id, from, to }] : []
    })
    const gain: Gain = {
      score: then.score - now.score,
      ceiling: then.ceiling - now.ceiling,
      ...(then.level > now.level && { level: { from: now.level, to: then.level } }),
      groups,
    }
    return gain.score > SMALLEST || gain.ceiling > SMALLEST || groups.length > 0 ? gain : undefined
  }
}

/** A smaller difference is only a rounding error. */
const SMALLEST = 1e-9

/**
 * The score and its ceiling as the next run would show them, in whole points, if these rows are fixed and nothing else
 * changes. Undefined where `measureGains` is.
 */
export function measureScores(
  result: AssessmentResult,
): ((fixed: Fixed) => Pick<AssessmentResult, 'score' | 'scoreCeiling'>) | undefined {
  const measured = measureFixes(result)
  if (!measured) return undefined
  return (fixed) => {
    const { score, ceiling } = measured.measure(fixed)
    return { score: Math.round(score), scoreCeiling: Math.round(ceiling) }
  }
}

interface Measured {
  /** Not rounded. */
  score: number
  ceiling: number
  level: number
  /** In the order of the result. */
  groups: readonly GroupScore[]
}

/** Scores only the groups again in which a row is fixed. */
function measureFixes(result: AssessmentResult): { now: Measured; measure: (fixed: Fixed) => Measured } | undefined {
  const { product, requirements, target } = result
  const known = findFramework(product)
  if (!known || requirements.some((row) => row.mode !== 'questionnaire' && !row.checks)) return undefined
  const framework = { scoring: known.scoring, levels: known.levels, groups: result.groups }
  const byGroup = Map.groupBy(requirements, ({ group }) => group)
  const groupsNow = result.groups.map(({ id }) => {
    const rows = (byGroup.get(id) ?? []).map((row) => ({ row, evaluated: toEvaluated(row, row, target) }))
    const evaluated = rows.map((each) => each.evaluated)
    return { id, rows, score: scoreGroup(framework, evaluated, target) }
  })
  const measure = (fixed: Fixed): Measured => {
    const fixedByGroup = Map.groupBy(fixed, ({ group }) => group)
    const groups = groupsNow.map(({ id, rows, score }) => {
      const its = fixedByGroup.get(id)
      if (!its) return score
      const evaluated = rows.map(({ row, evaluated }) =>
        its.includes(row) ? toEvaluated(row, whenFixed(row, framework, target), target) : evaluated,
      )
      return scoreGroup(framework, evaluated, target)
    })
    const { score, scoreCeiling } = meanScores(groups)
    return { score, ceiling: scoreCeiling, level: levelOf(framework, groups, target), groups }
  }
  const now = measure([])
  if (Math.round(now.score) !== result.score || Math.round(now.ceiling) !== result.scoreCeiling) return undefined
  return { now, measure }
}

type State = Pick<RequirementResult, 'verdict' | 'coverage' | 'awaitsAnswer' | 'level' | 'levelAtBest'>

/** A row as scoring needs it. All rows have the same weight, as in every framework so far. */
function toEvaluated({ group, levels }: RequirementResult, state: State, target: number): EvaluatedRow {
  const { verdict, coverage, awaitsAnswer, level, levelAtBest } = state
  const isLevelled = level !== undefined || isUnknown(verdict)
  return {
    requirement: { group, levels, weight: 1 },
    outcome: {
      verdict,
      ...(coverage && { coverage }),
      ...(awaitsAnswer && { awaitsAnswer }),
      ...(isLevelled && { level: { min: level ?? 0, max: levelAtBest ?? level ?? target } }),
    },
  }
}

/** The level that a reading shows of a setting that holds everywhere. */
const READ_LEVEL = 3

/** What the next run finds once all causes of a row are fixed; what was unread or unanswered remains unknown. */
function whenFixed(row: RequirementResult, { scoring }: ScoredFramework, target: number): State {
  const isRead = decisiveChecks(row).length > 0
  const isOpen = row.answer === undefined && (row.mode === 'partial' || unreadChecks(row).length > 0)
  const verdict = isOpen ? 'not_assessed' : 'effective'
  if (scoring !== 'maturity') return { verdict }
  const before = row.level ?? 0
  if (isOpen) return { verdict, level: Math.max(before, 1), levelAtBest: Math.max(before, READ_LEVEL) }
  const isByReading = isRead && row.mode === 'automatic' && row.basis !== 'reported'
  const answered = typeof row.answer === 'number' ? Math.max(row.answer, target) : target
  const level = isByReading ? Math.min(READ_LEVEL, target) : answered
  return { verdict, level: Math.max(before, level) }
}
