/** What a row says about people's answers, however the framework is scored. */

import type { CheckResult } from '../model/check.ts'
import type { Mode } from '../model/framework.ts'
import type { Answer, LevelAnswer } from '../model/questionnaire.ts'
import type { Invitation, Overruling, RequirementResult } from '../model/result.ts'
import type { CountedAnswer } from './answers.ts'
import { kindOf } from './evidence.ts'
import type { Outcome } from './outcome.ts'

export const STILL_OPEN = 'The tenant shows only part of this; people must still answer for the rest.'

/** Before what people wrote about their answer. */
export const NOTE = ' Their note: '

/** Shown in a row without a reading or an answer. */
export function unanswered(mode: Mode): string {
  return mode === 'questionnaire' ? 'Nobody has answered this yet.' : 'No check reads this yet.'
}

/** The outcome of an answer to a requirement without checks. */
export function fromAnswerAlone(mode: Mode, outcome: Outcome): Outcome {
  if (mode === 'questionnaire') return outcome
  return addLimitation(outcome, 'No check reads this yet, so it is based only on an answer.')
}

export function addLimitation(outcome: Outcome, limitation: string): Outcome {
  return { ...outcome, limitations: [...outcome.limitations, limitation] }
}

/** The answer in one sentence, followed by its note in another. */
export function formatAnswer(answer: CountedAnswer<Answer | LevelAnswer>): string {
  return `${answerClause(answer)}.${answer.note ? `${NOTE}${answer.note}` : ''}`
}

/** The outcome with the answer that a reading made unnecessary, if people wrote about it. */
export function withNote(outcome: Outcome, answer: CountedAnswer<Answer | LevelAnswer> | undefined): Outcome {
  if (!answer?.note) return outcome
  const given = formatAnswer(answer)
  const isNamed = [outcome.observed, ...outcome.limitations].some((text) => text.includes(given))
  return isNamed ? outcome : addLimitation(outcome, given)
}

/** What the tenant shows, followed by the answer that decides: with it, the row could be evaluated. */
export const beforeAnswer = (observed: string, answer: CountedAnswer<Answer | LevelAnswer>): string =>
  `${besideAnswer(observed)} ${formatAnswer(answer)}`

/** What the tenant shows of a row that people answered. */
export function besideAnswer(observed: string): string {
  const [, part = '', rest = observed] = /^(This|A part of this) could not be evaluated\. (.*)$/s.exec(observed) ?? []
  return part === '' ? rest : `${unseenText(part === 'This', rest)} ${rest}`
}

/** What could not be evaluated is shown in part if some were counted. */
const unseenText = (isAll: boolean, rest: string): string =>
  isAll && COUNTED.test(rest)
    ? 'The tenant shows this only in part.'
    : `The tenant does not show ${isAll ? 'this' : 'a part of this'}.`

const COUNTED = /\b[1-9][\d,]* of [1-9][\d,]* /

/** The beginning of a sentence: `People answered “partly”`. */
function answerClause({ answer, because }: CountedAnswer<Answer | LevelAnswer>): string {
  if (because !== undefined) return because
  return `People ${typeof answer === 'number' ? 'put this at' : 'answered'} ${answerWords(answer)}`
}

/** An answer in words, as in `level 2` or `“no”`. */
export const answerWords = (answer: Answer | LevelAnswer): string =>
  typeof answer === 'number' ? `level ${answer}` : `“${answer === 'not_applicable' ? 'not applicable' : answer}”`

/** What people answered about a requirement. */
export interface GivenAnswer {
  /** As in `level 2` or `“no”`. */
  answer: string
  /** Empty if they added none. */
  note: string
}

/** What `formatAnswer` writes, at the end of a text. */
const GIVEN =
  /(?:^|\s)People (?:put this at (level \d)|answered (“(?:yes|partly|no|not applicable)”))\.(?: Their note: (.*))?$/s

/**
 * Separates what was found from what people answered: reports show answers as a fact of their row, because many rows have the
 * same one. Stored results have only the text.
 */
export function splitAnswer(text: string): { text: string; given: GivenAnswer | undefined } {
  const match = GIVEN.exec(text)
  if (!match) return { text, given: undefined }
  const [, level, word, note = ''] = match
  return { text: text.slice(0, match.index), given: { answer: level ?? word ?? '', note } }
}

/** That a reading overrules an answer, with what it shows: `level 2`, or a clause such as `it is not in place`. */
export function overruled(
  answer: CountedAnswer<Answer | LevelAnswer>,
  shown: string,
): Required<Pick<RequirementResult, 'contradiction' | 'overruling'>> {
  const clause = answerClause(answer)
  const that = shown.startsWith('it ') ? 'that ' : ''
  return {
    contradiction: `${clause}, but the tenant shows ${that}${shown}.`,
    overruling: {
      answer: clause.replace(/^People (put this at|answered) /, ''),
      shown: shown.replace(/^it (is )?/, ''),
    },
  }
}

/** The reading that overrules the answer to a row; undefined for others. Earlier results have it only in a sentence. */
export function overrulingOf({
  contradiction = '',
  overruling,
}: Pick<RequirementResult, 'contradiction' | 'overruling'>): Overruling | undefined {
  if (overruling) return overruling
  const [, answer, shown] = OVERRULED.exec(contradiction) ?? []
  return answer === undefined || shown === undefined ? undefined : { shown, answer }
}

const OVERRULED = /^People (?:put this at|answered) (.+?), but the tenant shows (?:that it (?:is )?)?(.+?)\.(?: |$)/s

/** The sentences of what was found that invite people to answer, each once. */
export function invitationsIn(
  observed: string,
  readings: readonly Pick<CheckResult, 'invites' | 'another'>[],
): Pick<RequirementResult, 'invites'> {
  const invites = readings.flatMap(({ invites: text, another }): Invitation[] =>
    text !== undefined && another !== undefined && observed.includes(text) ? [{ another, text }] : [],
  )
  return invites.length > 0 ? { invites: [...new Map(invites.map((each) => [each.text, each])).values()] } : {}
}

/** What was found, without the sentences that invite people to answer. */
export const withoutInvitations = (observed: string, invites: readonly Invitation[] = []): string =>
  invites.reduce((text, invitation) => text.replace(` ${invitation.text}`, ''), observed)

/** Says that a hint contradicts an answer; undefined if none does. `denies` tells whether it shows less than was claimed. */
export function contradictedByHint<A extends Answer | LevelAnswer>(
  hints: readonly CheckResult[],
  answer: CountedAnswer<A>,
  denies: (hint: CheckResult) => boolean,
): string | undefined {
  const hint = hints.find((one) => kindOf(one) === 'contrary' && denies(one))
  return hint && `${answerClause(answer)}. What the tenant shows may suggest otherwise: ${hint.observed}`
}
