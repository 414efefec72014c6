import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import type { AssessmentResult, RequirementResult } from '../../../../engine/model/result.ts'
import { sentencesOf } from '../../../../shared/text/sentences.ts'
import type { Once, Taken } from '../once.ts'
import { foundText, ROW_STATES, sortRows } from '../requirements.ts'
import { unknownKinds } from '../unknowns.ts'

/** Where sentences of a row stand that a document has said before. */
export interface Elsewhere {
  rows: readonly string[]
  /** The places of unknown requirements whose reasons have some of them. */
  reasons: readonly string[]
  /** The section with the reasons. */
  section?: string
}

export function elsewhereOf(
  { elsewhere }: Taken,
  text: string,
  { once, isRow }: { once: Once; isRow: (place: string) => boolean },
): Elsewhere {
  const rows = elsewhere.filter(isRow)
  const sections = elsewhere.filter((place) => !isRow(place))
  const reasons = [...new Set(sections.flatMap((section) => once.reasonsIn(section, text)))]
  const [section] = sections
  return { rows, reasons, ...(section !== undefined && { section }) }
}

/** Whether a text says nothing but a part of where the rest of another one stands. */
export const isWithin = ({ text }: Taken, its: Elsewhere, other: Elsewhere): boolean =>
  text === '' &&
  its.rows.length + its.reasons.length > 0 &&
  its.rows.every((place) => other.rows.includes(place)) &&
  its.reasons.every((place) => other.reasons.includes(place))

/**
 * The same of what was found. Why a requirement of the target is unknown stands in the section that its rows name in their title, so
 * that only its readings refer to others.
 */
export function foundElsewhere(
  taken: Taken,
  row: RequirementResult,
  { target }: AssessmentResult,
  stated: { once: Once; isRow: (place: string) => boolean },
): Elsewhere {
  if (!isUnknown(row.verdict) || !row.levels.includes(target)) return elsewhereOf(taken, foundText(row), stated)
  return { rows: row.evidence.length > 0 ? taken.elsewhere.filter(stated.isRow) : [], reasons: [] }
}

/**
 * Has hints leave to the rows that are known what was found about them, unless a section gives it as a reason. Before the rows of a
 * document are written.
 */
export function reserveForKnown(
  once: Once,
  results: readonly AssessmentResult[],
  placeOf: (row: RequirementResult) => string,
): void {
  const reasons = results.flatMap((result) => unknownKinds(result).flatMap((kind) => kind.reasons))
  const given = new Set(reasons.flatMap(([reason]) => sentencesOf(reason)))
  const rows = results.flatMap((result) =>
    result.groups.flatMap((group) => {
      const sorted = sortRows(group, result)
      return ROW_STATES.flatMap((state) => sorted[state])
    }),
  )
  for (const row of rows) {
    if (isUnknown(row.verdict)) continue
    for (const sentence of sentencesOf(foundText(row))) if (!given.has(sentence)) once.reserve(sentence, placeOf(row))
  }
}
