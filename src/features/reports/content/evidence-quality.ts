import type { Basis, EvidenceQuality } from '../../../engine/model/evidence-kind.ts'
import type { AssessmentResult, RequirementResult } from '../../../engine/model/result.ts'

/** The best first. */
const QUALITIES: readonly EvidenceQuality[] = ['good', 'fair', 'poor']

export interface QualityLine {
  quality: EvidenceQuality
  /** As in `Good`. */
  name: string
  /** How many checks of the target have it. */
  count: number
  meaning: string
  /** What would raise it; empty if nothing that we read can. */
  raise: string
}

const TEXTS: Readonly<Record<EvidenceQuality, Pick<QualityLine, 'name' | 'meaning' | 'raise'>>> = {
  good: { name: 'Good', meaning: 'configuration read from the tenant itself', raise: '' },
  fair: {
    name: 'Fair',
    meaning: 'an answer with a report or screenshot attached',
    raise: 'Settings that the tenant itself shows are good evidence.',
  },
  poor: {
    name: 'Poor',
    meaning: 'a statement alone: an answer without a file, or a recorded control',
    raise: 'Attach a report or screenshot to the answer.',
  },
}

export const QUALITY_LEAD =
  'The quality of evidence uses the terms of ASD’s Essential Eight assessment process guide. Its best, “excellent”, takes a test that simulates the attack, which no reading can replace.'

/** How many checks of the target rest on evidence of each quality; undefined for a result of an earlier version. */
export function qualityLines({ evidenceQuality }: AssessmentResult): QualityLine[] | undefined {
  return (
    evidenceQuality && QUALITIES.map((quality) => ({ quality, count: evidenceQuality[quality], ...TEXTS[quality] }))
  )
}

const SOURCES: Readonly<Record<Basis, string>> = {
  seen: 'the tenant itself',
  contrary: 'the tenant itself, which shows the opposite',
  absent: 'the tenant itself: nothing sets it where we look',
  blind: 'nothing that we could read',
  reported: 'an answer, as reported',
}

/** The source of a verdict, with the quality of its evidence. */
export function knownFrom({ basis, quality, verdict, evidence }: RequirementResult): string {
  if (verdict === 'alternate')
    return evidence.length > 0 ? 'the tenant itself, and what was recorded' : 'what was recorded'
  if (!basis) return evidence.length > 0 ? 'the tenant itself' : 'an answer'
  const source =
    basis === 'reported' && evidence.length > 0 ? 'the tenant itself and an answer, as reported' : SOURCES[basis]
  if (!quality) return source
  return `${source} (${TEXTS[quality].name.toLowerCase()} evidence)`
}

/** Whether the tenant alone decided a verdict, and what was read says so already. */
export const isFromTenantAlone = ({ basis }: RequirementResult): boolean => basis === 'seen' || basis === 'contrary'

/** Which of two that differ counts. */
export const whatCounts = ({ basis }: RequirementResult): string =>
  basis === 'reported' ? 'The answer counts, as reported.' : 'The reading counts.'

/** Stands beside what a hint shows. */
export const HINT_NOTE = 'This is a hint: it decides nothing and earns nothing until people answer.'
