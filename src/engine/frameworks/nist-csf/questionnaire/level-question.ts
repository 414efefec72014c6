import type { Question, Questionnaire } from '../../../model/questionnaire.ts'

export type Section = Questionnaire['sections'][number]

/** What the ends and the middle of the five levels look like for one outcome; full sentences. */
interface Wording {
  text: string
  /** Not done. */
  one: string
  /** Done throughout, by a written rule: the usual target. */
  three: string
  /** Improved as a matter of course. */
  five: string
  /** What somebody could put on the table. */
  shownBy: string
}

/** A question about how far something is done; its help describes the levels, a line each, to place oneself by. */
export function levelQuestion(id: string, { text, one, three, five, shownBy }: Wording): Question {
  const help = [`Level 1: ${one}`, `Level 3: ${three}`, `Level 5: ${five}`, `What would show it: ${shownBy}`]
  return { id, text, help: help.join('\n') }
}
