/** How readings count beside people's answers; `docs/decisions/0028-kinds-of-evidence.md` explains it. */

import type { CheckResult } from '../model/check.ts'
import type { EvidenceKind, Proves } from '../model/evidence-kind.ts'
import type { Answer, LevelAnswer } from '../model/questionnaire.ts'
import type { Evidence } from '../model/tenant-reading.ts'
import type { CountedAnswer } from './answers.ts'
import type { Outcome } from './outcome.ts'
import { isUnknown } from './unknowns.ts'

/** The result of a check, and what it can show about the requirement that uses it. */
export type Reading = CheckResult & { proves: Proves }

/** The readings of a requirement by what they can decide. */
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

/** What the result of a check is based on. */
export function kindOf({ verdict, kind }: Pick<CheckResult, 'verdict' | 'kind'>): EvidenceKind {
  if (kind) return kind
  if (isUnknown(verdict)) return 'blind'
  return verdict === 'ineffective' ? 'contrary' : 'seen'
}

/** Whether an answer replaces this reading, because something that we do not read may do the same. */
export function isOpen(result: CheckResult): boolean {
  const kind = kindOf(result)
  return kind === 'absent' || kind === 'blind'
}

type AnyAnswer = CountedAnswer<Answer | LevelAnswer>

/** Whether people named what meets the requirement, in a note or a file. */
const isNamed = ({ note, attachments = 0 }: AnyAnswer): boolean => note !== undefined || attachments > 0

/** Whether this answer replaces the reading, or the part of it that is open. */
export const isOpenTo = (reading: CheckResult, answer: AnyAnswer): boolean =>
  isOpen(reading) && (reading.ifNamed === undefined || reading.atBest !== undefined || isNamed(answer))

/** The readings that still count beside an answer: what was seen and, of the rest, the best that can be true. */
export function besideAnswer(readings: readonly Reading[], answer: AnyAnswer): Reading[] {
  return readings.flatMap((reading) => {
    if (!isOpen(reading)) return [reading]
    if (reading.ifNamed && isNamed(answer)) return []
    const { atBest, coverage: _, ...rest } = reading
    if (atBest) return [{ ...rest, ...atBest, kind: 'contrary' as const }]
    return reading.ifNamed ? [{ ...reading, kind: 'contrary' as const }] : []
  })
}

/**
 * All readings of a row, for what it says beside an answer that falls short while the readings that count lack nothing: the
 * others show what is missing. Undefined for other rows. What would make it critical counts only without an answer.
 */
export function whatIsMissing(all: CheckResult, counted: CheckResult, isAnswerShort: boolean): CheckResult | undefined {
  const lacksNothing = counted.verdict === 'effective' || counted.verdict === 'not_applicable'
  if (!isAnswerShort || !lacksNothing || all.verdict === counted.verdict) return undefined
  const { critical: _, ...shown } = all
  return shown
}

/** Ends contradictions where an answer that names something would count. */
export const NAME_IT =
  ' Another product or method may do this: an answer counts here if its note names it, or if an attached file shows it.'

/** Continues a contradiction: what people must add to an answer that claims more than such a reading shows. */
export const whatToName = (readings: readonly Reading[], answer: AnyAnswer): string =>
  readings.some(({ ifNamed }) => ifNamed) && !isNamed(answer) ? NAME_IT : ''

/** The outcome of a reading, with its basis and quality. */
export function fromReadings(result: CheckResult): Outcome {
  const { atBest: _, kind: __, ifNamed: ___, invites: ____, another: _____, ...outcome } = result
  return { ...outcome, basis: kindOf(result), ...(!isUnknown(result.verdict) && { quality: 'good' as const }) }
}

/** The outcome if people's answer was needed for it. */
export function asReported(outcome: Outcome, { attachments = 0 }: AnyAnswer): Outcome {
  return { ...outcome, basis: 'reported', quality: attachments > 0 ? 'fair' : 'poor' }
}

/** With good evidence where an answer only confirms that the tenant falls short: the readings alone would have decided the same. */
export const asConfirmed = (outcome: Outcome): Outcome =>
  outcome.basis === 'reported' ? { ...outcome, quality: 'good' } : outcome

/** When the oldest of these was read; undefined if there are none. All timestamps have the same format and sort as text. */
export function oldestOf(evidence: readonly Evidence[]): string | undefined {
  return evidence.map(({ collectedAt }) => collectedAt).toSorted()[0]
}
