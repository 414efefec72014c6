import type { Question, Questionnaire } from '../../../model/questionnaire.ts'

export type Section = Questionnaire['sections'][number]

/** Descriptions of the lowest, middle and highest of the five levels of one outcome; full sentences. */
interface Wording {
  text: string
  /** Not done. */
  one: string
  /** Done everywhere, by a written rule: the usual target. */
  three: string
  /** Continuously improved. */
  five: string
  /** What would prove it. */
  shownBy: string
}

/** A question about how far something is done; its help describes levels 1, 3 and 5 in one line each. */
export function levelQuestion(id: string, { text, one, three, five, shownBy }: Wording): Question {
  const help = [`Level 1: ${one}`, `Level 3: ${three}`, `Level 5: ${five}`, `What would show it: ${shownBy}`]
  return { id, text, help: help.join('\n') }
}
