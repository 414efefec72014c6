import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import type { EvidenceQuality } from '../../../../engine/model/evidence-kind.ts'
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

/** The source of a verdict; empty if it was read from the tenant alone, which is stated once for all rows. */
export function knownFrom(row: RequirementResult): string {
  const { basis, quality, verdict, evidence, checks } = row
  if (verdict === 'alternate') return evidence.length > 0 ? EVIDENCE.seenAndRecorded : EVIDENCE.recorded
  if (!basis) return evidence.length > 0 ? '' : EVIDENCE.answer
  if (basis !== 'reported') return basis === 'absent' ? EVIDENCE.absent : basis === 'blind' ? EVIDENCE.blind : ''
  const source = reportedFrom(row, checks ? checks.some(isPartSeen) : evidence.length > 0)
  return quality ? EVIDENCE.withQuality(source, EVIDENCE[quality].name.toLowerCase()) : source
}

/** What the rows of a result do not repeat about their sources. */
export function sourcesText({ requirements }: AssessmentResult): string {
  const isOpen = requirements.some((row) => !isUnknown(row.verdict) && knownFrom(row) === EVIDENCE.absent)
  return isOpen ? `${EVIDENCE.sources} ${EVIDENCE.openSource}` : EVIDENCE.sources
}

function reportedFrom(row: RequirementResult, isSeen: boolean): string {
  const answer = givenAnswer(row)?.answer ?? ''
  return isSeen ? EVIDENCE.seenAndReported(answer) : EVIDENCE.reported(answer)
}

/** Whether a check shows a part of what an answer says. */
const isPartSeen = ({ proves, kind }: RowCheck): boolean =>
  proves !== 'hint' && (kind === 'seen' || kind === 'contrary')

/** Which of two that differ counts. */
export const whatCounts = ({ basis }: RequirementResult): string =>
  basis === 'reported' ? EVIDENCE.answerCounts : EVIDENCE.readingCounts
