import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import type { AssessmentResult, RequirementResult } from '../../../../engine/model/result.ts'
import { sentencesOf } from '../../../../shared/text/sentences.ts'
import type { Once } from '../once.ts'
import { foundText, ROW_STATES, sortRows, whyUnknown } from '../requirements.ts'
import { alsoShown, isHintOpen } from '../rows/also-shown.ts'
import type { Taken } from '../rows/statements.ts'

/** Whether a text says nothing but where the rest of another one stands as well. */
export const isWithin = ({ text, elsewhere }: Taken, other: Taken): boolean =>
  text === '' && elsewhere.every((place) => other.elsewhere.includes(place))

/**
 * What was found about a row, where it is new. Nothing if it is why a requirement of the target is unknown: that stands in the section
 * that the title above its rows names.
 */
export function takeFound(once: Once, row: RequirementResult, { target }: AssessmentResult, place: string): Taken {
  const text = foundText(row)
  if (text === row.statement) return { text: '', elsewhere: [] }
  if (isUnknown(row.verdict) && row.levels.includes(target)) {
    const reasons = new Set(sentencesOf(whyUnknown(row)))
    if (sentencesOf(text).every((sentence) => reasons.has(sentence))) return { text: '', elsewhere: [] }
  }
  return once.takeInRow(text, place)
}

/** What is expected, unless the row says the same as its statement or as what was found. */
export const expectedText = (row: RequirementResult): string =>
  row.expected === row.statement || row.expected === foundText(row) ? '' : row.expected

/** Makes earlier hints refer to known rows for what was found about those. Call it before the rows of a document are written. */
export function reserveForKnown(
  once: Once,
  results: readonly AssessmentResult[],
  placeOf: (row: RequirementResult) => string,
): void {
  for (const result of results)
    for (const group of result.groups) {
      const sorted = sortRows(group, result)
      for (const row of ROW_STATES.flatMap((state) => sorted[state])) {
        if (isUnknown(row.verdict)) continue
        const hint = isHintOpen(row) ? (row.hint ?? '') : ''
        // On paper, a row that the target does not ask for has nothing but what was found.
        const others = row.levels.includes(result.target) ? [alsoShown(row), hint, row.inPlace ?? ''] : []
        once.reserve([foundText(row), ...others], placeOf(row))
      }
    }
}
