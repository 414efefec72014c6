import type { Basis, EvidenceQuality } from '../../../../engine/model/evidence-kind.ts'
import type { AssessmentResult, RequirementResult, RowCheck } from '../../../../engine/model/result.ts'
import { EVIDENCE } from '../words/full.ts'
import { givenAnswer } from './given-answer.ts'

/** The best first. */
const QUALITIES: readonly EvidenceQuality[] = ['good', 'fair', 'poor']

export interface QualityLine {
  /** As in `Good`. */
  name: string
  /** How many checks of the target have it. */
  count: number
  meaning: string
  /** What would raise it; empty if nothing that we read can, or if no check has it. */
  raise: string
}

/** How many checks of the target rest on evidence of each quality; undefined for a result of an earlier version. */
export function qualityLines({ evidenceQuality }: AssessmentResult): QualityLine[] | undefined {
  return (
    evidenceQuality &&
    QUALITIES.map((quality) => {
      const [count, { name, meaning, raise }] = [evidenceQuality[quality], EVIDENCE[quality]]
      return { name, count, meaning, raise: count > 0 ? raise : '' }
    })
  )
}

const SOURCES: Readonly<Record<Exclude<Basis, 'reported'>, string>> = {
  seen: EVIDENCE.seen,
  contrary: EVIDENCE.contrary,
  absent: EVIDENCE.absent,
  blind: EVIDENCE.blind,
}

/** The source of a verdict, with the quality of its evidence. */
export function knownFrom(row: RequirementResult): string {
  const { basis, quality, verdict, evidence, checks } = row
  if (verdict === 'alternate') return evidence.length > 0 ? EVIDENCE.seenAndRecorded : EVIDENCE.recorded
  if (!basis) return evidence.length > 0 ? EVIDENCE.seen : EVIDENCE.answer
  const isSeen = checks ? checks.some(isPartSeen) : evidence.length > 0
  const source = basis === 'reported' ? reportedFrom(row, isSeen) : SOURCES[basis]
  return quality ? EVIDENCE.withQuality(source, EVIDENCE[quality].name.toLowerCase()) : source
}

function reportedFrom(row: RequirementResult, isSeen: boolean): string {
  const answer = givenAnswer(row)?.answer ?? ''
  return isSeen ? EVIDENCE.seenAndReported(answer) : EVIDENCE.reported(answer)
}

/** Whether a check shows a part of what an answer says. */
const isPartSeen = ({ proves, kind }: RowCheck): boolean =>
  proves !== 'hint' && (kind === 'seen' || kind === 'contrary')

/** Whether the tenant alone decided a verdict, and the text about the reading already says so. */
export const isFromTenantAlone = ({ basis }: RequirementResult): boolean => basis === 'seen' || basis === 'contrary'

/** Which of two that differ counts. */
export const whatCounts = ({ basis }: RequirementResult): string =>
  basis === 'reported' ? EVIDENCE.answerCounts : EVIDENCE.readingCounts
