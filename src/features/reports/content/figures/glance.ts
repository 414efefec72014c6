import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { Severity } from '../../../../engine/model/verdict.ts'
import type { Span } from '../../../../shared/charts/gauge.ts'
import type { Steps } from '../../../../shared/charts/level-steps.ts'
import { headline } from '../executive-summary.ts'
import { countKnown, type KnownCounts, levelNoteOf, SEVERITIES, targetState } from '../rules.ts'

/** What the first screen of every edition shows, in its order. */
export interface Glance {
  span: Span
  steps: Steps
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
  return {
    span: { score, ceiling: scoreCeiling },
    steps: {
      level: maturityAchieved,
      target,
      top: Math.max(findFramework(product)?.levels.max ?? target, target),
      between: state === 'open' ? 'unknown' : 'missing',
    },
    levelNote: levelNoteOf(result),
    coverage,
    known: countKnown(result),
    severities: SEVERITIES.map((severity) => ({ severity, count: result[severity] })),
    conclusion: headline(result, customerName),
  }
}
