/** What a row says about people's answers, whichever way the framework is scored. */

import type { CheckResult } from '../model/check.ts'
import type { Mode } from '../model/framework.ts'
import type { Answer, LevelAnswer } from '../model/questionnaire.ts'
import type { CountedAnswer } from './answers.ts'
import { kindOf } from './evidence.ts'
import type { Outcome } from './outcome.ts'

export const STILL_OPEN = 'The tenant shows only a part of this: people must still answer for the rest.'

/** A row that no check reads and nobody has answered. */
export function unanswered(mode: Mode): string {
  return mode === 'questionnaire' ? 'Nobody has answered this yet.' : 'No check reads this yet.'
}

/** The outcome of an answer where no check reads the requirement. */
export function fromAnswerAlone(mode: Mode, outcome: Outcome): Outcome {
  if (mode === 'questionnaire') return outcome
  return addLimitation(outcome, 'No check reads this yet, so it rests on an answer alone.')
}

export function addLimitation(outcome: Outcome, limitation: string): Outcome {
  return { ...outcome, limitations: [...outcome.limitations, limitation] }
}

/** The answer in one sentence, and the note in another. */
export function formatAnswer(answer: CountedAnswer<Answer | LevelAnswer>): string {
  return `${answerClause(answer)}.${answer.note ? ` Their note: ${answer.note}` : ''}`
}

/** To begin a sentence: `People answered “partly”`. */
export function answerClause({ answer, because }: CountedAnswer<Answer | LevelAnswer>): string {
  if (because !== undefined) return because
  if (typeof answer === 'number') return `People put this at level ${answer}`
  return `People answered “${answer === 'not_applicable' ? 'not applicable' : answer}”`
}

/** That a hint shows the opposite of an answer; undefined if none does. `denies` is whether it shows less than was claimed. */
export function contradictedByHint<A extends Answer | LevelAnswer>(
  hints: readonly CheckResult[],
  answer: CountedAnswer<A>,
  denies: (hint: CheckResult) => boolean,
): string | undefined {
  const hint = hints.find((one) => kindOf(one) === 'contrary' && denies(one))
  return hint && `${answerClause(answer)}. What the tenant shows may speak against it: ${hint.observed}`
}
