/**
 * How an unknown is counted: never as a pass, never as a failure. Neither losing a permission nor doing worse may ever
 * raise a score. Every part of that rule is in this file; `docs/decisions/0007-unknown-is-never-credit.md` explains it.
 */

import type { Verdict } from '../model/verdict.ts'
import type { LevelRange, Outcome } from './outcome.ts'

/** Whether a verdict leaves open whether the requirement holds. */
export function isUnknown(verdict: Verdict): boolean {
  return verdict === 'not_licensed' || verdict === 'no_visibility' || verdict === 'not_assessed'
}

/** Scores: what an unknown row earns, 0 to 1. The difference between the two is still open. */
export const EARNED_BY_UNKNOWN = { score: 0, ceiling: 1 } as const

/**
 * Several checks of one requirement: the first of these verdicts that any check returned decides. An unknown comes before
 * `partial` because the check that could not be read may have failed: if `partial` came first, losing a permission could
 * raise the score.
 */
export const VERDICT_PRECEDENCE: readonly Exclude<Verdict, 'alternate' | 'not_assessed'>[] = [
  'ineffective',
  'no_visibility',
  'not_licensed',
  'partial',
  'effective',
  'not_applicable',
]

/**
 * Exceptions: a refused reading can be granted, so a compensating control must not reward refusing it. If everything was
 * read and nothing was found, a compensating control may replace it.
 */
export function canBeCompensated({ verdict, basis }: Pick<Outcome, 'verdict' | 'basis'>): boolean {
  return verdict !== 'no_visibility' || basis === 'absent'
}

/** What one source, the readings or an answer, says about the level of a requirement. */
export interface LevelBounds {
  min: number
  /** Infinite if it sets no bound. */
  max: number
  /** Whether the source was readable. If not, the row stays unknown unless another source is below the target. */
  isKnown: boolean
}

/** Levels: a missing reading or answer may turn out to be any level. */
export const UNKNOWN_LEVEL: LevelBounds = { min: 1, max: Number.POSITIVE_INFINITY, isKnown: false }

/**
 * Levels: the range of a row, from its sources (at least one); the lowest source counts. The score uses `min`, which is 0
 * if nothing is known of the row; the ceiling uses `max`, which is the target unless a source sets a bound.
 */
export function levelRangeOf(sources: readonly LevelBounds[], target: number): LevelRange {
  const min = Math.min(...sources.map((source) => source.min))
  const max = Math.min(...sources.map((source) => source.max))
  const known = sources.filter(({ isKnown }) => isKnown)
  const isNothingKnown = sources.every((source) => !source.isKnown && source.min === UNKNOWN_LEVEL.min)
  return {
    min: isNothingKnown ? 0 : min,
    max: max === Number.POSITIVE_INFINITY ? Math.max(min, target) : max,
    ...(known.length > 0 && {
      known: Math.min(...known.map((source) => source.min)),
      knownAtBest: Math.min(...known.map((source) => source.max)),
    }),
  }
}
