import { type GivenAnswer, splitAnswer } from '../../../../engine/evaluation/answer-notes.ts'
import type { RequirementResult } from '../../../../engine/model/result.ts'

/** The answer that a row names in what was found, or in a note of its own. */
export function givenAnswer({ observed, limitations }: RequirementResult): GivenAnswer | undefined {
  return [observed, ...limitations.filter(isAnswer)].map((text) => splitAnswer(text).given).find(Boolean)
}

/** The notes of a row without those that only name the answer. */
export const notesOf = ({ limitations }: RequirementResult): string[] => limitations.filter((text) => !isAnswer(text))

/** What the engine says before an answer that does not count; the row says the same beside the answer. */
const NOT_COUNTED: readonly string[] = [
  'What the tenant shows counts.',
  'The reading counts, not the answer.',
  'Only the reading counts.',
]

const isAnswer = (text: string): boolean => {
  const { text: rest, given } = splitAnswer(text)
  return given !== undefined && (rest === '' || NOT_COUNTED.includes(rest))
}
