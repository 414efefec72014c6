import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import type { EvidenceQuality } from '../../../../engine/model/evidence-kind.ts'
import type { AssessmentResult, RequirementResult, RowCheck } from '../../../../engine/model/result.ts'
import type { Verdict } from '../../../../engine/model/verdict.ts'
import { EVIDENCE } from '../words/rows.ts'
import { givenAnswer } from './given-answer.ts'

/** The best first. */
const QUALITIES: readonly EvidenceQuality[] = ['good', 'fair', 'poor']

interface QualityLine {
  /** How many checks of the target have it, as in `Good: 28 checks`. */
  counted: string
  meaning: string
  /** What would raise it; empty if nothing that we read can. */
  raise: string
}

/** How many checks of the target rest on evidence of each quality that occurs; empty for a result of an earlier version. */
export function qualityLines({ evidenceQuality }: AssessmentResult): QualityLine[] {
  const lines = QUALITIES.flatMap((quality) => {
    const count = evidenceQuality?.[quality] ?? 0
    return count > 0 ? [{ count, ...EVIDENCE[quality] }] : []
  })
  const countedOf = lines.length === 1 ? EVIDENCE.all : EVIDENCE.counted
  return lines.map(({ name, count, ...line }) => ({ counted: countedOf(name, count), ...line }))
}

/** Why fewer checks of the target have good evidence than were answered by reading, in sentences; empty if as many have it. */
export function shownInPart({ requirements, target }: AssessmentResult): readonly string[] {
  const read = requirements.filter((row) => row.levels.includes(target) && !isUnknown(row.verdict) && isShown(row))
  const inPart = read.filter(({ quality }) => quality === 'fair' || quality === 'poor').length
  if (inPart === 0) return []
  return inPart === read.length
    ? [EVIDENCE.allInPart(read.length)]
    : [EVIDENCE.notGood(inPart, read.length), EVIDENCE.inPart]
}

/** The source of a verdict; empty if it was read from the tenant alone, which is stated once for all rows. */
export function knownFrom(row: RequirementResult): string {
  const { basis, quality, verdict, evidence } = row
  if (verdict === 'alternate') return evidence.length > 0 ? EVIDENCE.seenAndRecorded : EVIDENCE.recorded
  if (!basis) return evidence.length > 0 ? '' : EVIDENCE.answer
  if (basis !== 'reported') return basis === 'absent' ? EVIDENCE.absent : basis === 'blind' ? EVIDENCE.blind : ''
  const source = reportedFrom(row)
  return quality ? EVIDENCE.withQuality(source, EVIDENCE[quality].name.toLowerCase()) : source
}

/** What the rows of a result do not repeat about their sources. */
export function sourcesText({ requirements }: AssessmentResult): string {
  const sources = new Set(requirements.flatMap((row) => (isUnknown(row.verdict) ? [] : [knownFrom(row)])))
  const sentences = [sources.has('') && EVIDENCE.sources, sources.has(EVIDENCE.absent) && EVIDENCE.openSource]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}

function reportedFrom(row: RequirementResult): string {
  const answer = givenAnswer(row)?.answer ?? ''
  return isShown(row) ? EVIDENCE.seenAndReported(answer) : EVIDENCE.reported(answer)
}

/** Whether the tenant shows at least a part of a known row. Results of earlier versions say it only by their evidence. */
export function isShown({ basis, verdict, checks, evidence }: RequirementResult): boolean {
  if (basis !== 'reported') return basis !== undefined || evidence.length > 0
  return checks ? checks.some((check) => isPartShown(check, verdict)) : evidence.length > 0
}

/** What nothing sets where we look is shown only if the answer says the same. */
const isPartShown = ({ proves, kind, verdict }: RowCheck, ofRow: Verdict): boolean =>
  proves !== 'hint' && (kind === 'seen' || kind === 'contrary' || (kind === 'absent' && verdict === ofRow))

/** Which of two that differ counts. */
export const whatCounts = ({ basis }: RequirementResult): string =>
  basis === 'reported' ? EVIDENCE.answerCounts : EVIDENCE.readingCounts
