/** What readings are worth beside people's answers; `docs/decisions/0028-kinds-of-evidence.md` explains it. */

import type { CheckResult } from '../model/check.ts'
import type { EvidenceKind, Proves } from '../model/evidence-kind.ts'
import type { Answer, LevelAnswer } from '../model/questionnaire.ts'
import type { Evidence } from '../model/tenant-reading.ts'
import type { CountedAnswer } from './answers.ts'
import type { Outcome } from './outcome.ts'
import { isUnknown } from './unknowns.ts'

/** The result of a check, and what it can show about the requirement that uses it. */
export type Reading = CheckResult & { proves: Proves }

/** The readings of a requirement by what they may do. */
export interface Readings {
  /** Proofs and parts: they decide, alone or together with an answer. */
  decisive: readonly Reading[]
  hints: readonly Reading[]
}

export function sortReadings(readings: readonly Reading[]): Readings {
  const decisive = readings.filter(({ proves }) => proves !== 'hint')
  return decisive.length === readings.length
    ? { decisive, hints: [] }
    : { decisive, hints: readings.filter(({ proves }) => proves === 'hint') }
}

/** What a result rests on. */
export function kindOf({ verdict, kind }: Pick<CheckResult, 'verdict' | 'kind'>): EvidenceKind {
  if (kind) return kind
  if (isUnknown(verdict)) return 'blind'
  return verdict === 'ineffective' ? 'contrary' : 'seen'
}

/** Whether an answer decides instead of this reading: other means than those we read may do the same. */
export function isOpen(result: CheckResult): boolean {
  const kind = kindOf(result)
  return kind === 'absent' || kind === 'blind'
}

/** What still counts of the readings once people have answered: what was seen, and the best that can be true of the rest. */
export function besideAnswer(readings: readonly Reading[]): Reading[] {
  return readings.flatMap((reading) => {
    if (!isOpen(reading)) return [reading]
    const { atBest, coverage: _, ...rest } = reading
    return atBest ? [{ ...rest, ...atBest, kind: 'contrary' as const }] : []
  })
}

/** The outcome of a reading, with what it rests on. */
export function fromReadings(result: CheckResult): Outcome {
  const { atBest: _, kind: __, ...outcome } = result
  return { ...outcome, basis: kindOf(result), ...(!isUnknown(result.verdict) && { quality: 'good' as const }) }
}

/** The outcome if people's answer was needed for it. */
export function asReported(outcome: Outcome, { attachments = 0 }: CountedAnswer<Answer | LevelAnswer>): Outcome {
  return { ...outcome, basis: 'reported', quality: attachments > 0 ? 'fair' : 'poor' }
}

/** When the oldest of these was read; undefined if there is none. The timestamps have one format, so they sort as text. */
export function oldestOf(evidence: readonly Evidence[]): string | undefined {
  return evidence.map(({ collectedAt }) => collectedAt).toSorted()[0]
}
