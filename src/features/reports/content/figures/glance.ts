import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { Severity } from '../../../../engine/model/verdict.ts'
import type { Span } from '../../../../shared/charts/gauge.ts'
import type { Steps } from '../../../../shared/charts/level-steps.ts'
import { headline } from '../executive-summary.ts'
import {
  bareLevel,
  countKnown,
  type KnownCounts,
  levelNoteOf,
  levelState,
  SEVERITIES,
  targetState,
  topLevel,
} from '../rules.ts'
import { pointsNote } from '../score-explanation.ts'
import { COMMON } from '../words/every-edition.ts'

/** What the first screen of every edition shows, in its order. */
export interface Glance {
  span: Span
  /** Why there are points although nothing is known to be in place; may be empty. */
  pointsNote: string
  steps: Steps
  /** The level and the target, and what the steps show, in words. */
  level: string
  stepsAlt: string
  /** Whether the target is reached. */
  levelNote: string
  /** 0 to 1. */
  coverage: number
  known: KnownCounts
  severities: readonly { severity: Severity; count: number }[]
  /** One sentence. */
  conclusion: string
}

export function glanceOf(result: AssessmentResult, customerName: string): Glance {
  const { score, scoreCeiling, maturityAchieved, target, coverage, product } = result
  const state = targetState(result)
  const reached = levelState(result)
  const top = topLevel(result)
  return {
    span: { score, ceiling: scoreCeiling, isBare: reached === 'lowest' },
    steps: {
      level: reached === 'unknown' ? 0 : maturityAchieved,
      target,
      bare: bareLevel(product),
      top,
      between: state === 'open' ? 'unknown' : 'missing',
    },
    pointsNote: pointsNote(result),
    level: reached === 'unknown' ? COMMON.levelUnknown(target) : COMMON.levelOf(maturityAchieved, target),
    stepsAlt: COMMON.stepsAlt[reached](maturityAchieved, target, top),
    levelNote: levelNoteOf(result),
    coverage,
    known: countKnown(result),
    severities: SEVERITIES.map((severity) => ({ severity, count: result[severity] })),
    conclusion: headline(result, customerName),
  }
}
