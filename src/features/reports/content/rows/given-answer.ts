import type { RequirementResult } from '../../../../engine/model/result.ts'

/** What people answered about a requirement. */
export interface GivenAnswer {
  /** As in `level 2` or `“no”`. */
  answer: string
  /** Empty if they added none. */
  note: string
}

/** How the engine ends a text with an answer. */
const GIVEN =
  /(?:^|\s)People (?:put this at (level \d)|answered (“(?:yes|partly|no|not applicable)”))\.(?: Their note: (.*))?$/s

/**
 * Separates what was found from what people answered: reports show answers as a fact of their row, because many rows have the
 * same one.
 */
export function splitAnswer(text: string): { text: string; given: GivenAnswer | undefined } {
  const match = GIVEN.exec(text)
  if (!match) return { text, given: undefined }
  const [, level, word, note = ''] = match
  return { text: text.slice(0, match.index), given: { answer: level ?? word ?? '', note } }
}

/** The answer that a row names in what was found, or in a note of its own. */
export function givenAnswer({ observed, limitations }: RequirementResult): GivenAnswer | undefined {
  return [observed, ...limitations.filter(isAnswer)].map((text) => splitAnswer(text).given).find(Boolean)
}

/** The notes of a row without those that only name the answer. */
export const notesOf = ({ limitations }: RequirementResult): string[] => limitations.filter((text) => !isAnswer(text))

const isAnswer = (text: string): boolean => {
  const { text: rest, given } = splitAnswer(text)
  return given !== undefined && rest === ''
}
