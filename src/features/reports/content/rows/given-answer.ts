import { answerWords, type GivenAnswer, splitAnswer } from '../../../../engine/evaluation/answer-notes.ts'
import type { RequirementResult } from '../../../../engine/model/result.ts'

/** The answer that a row names in what was found, or in a note of its own; of one that agrees with the reading, the answer alone. */
export function givenAnswer({ observed, limitations, answer }: RequirementResult): GivenAnswer | undefined {
  const named = [observed, ...limitations.filter(isAnswer)].map((text) => splitAnswer(text).given).find(Boolean)
  if (named || answer === undefined || [observed, ...limitations].some((text) => ANSWERED.test(text))) return named
  return { answer: answerWords(answer), note: '' }
}

/** What the engine writes about an answer, anywhere in a text. */
const ANSWERED = /\bPeople (answered|put this at) /

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
