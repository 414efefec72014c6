import type { CheckResult } from '../model/check.ts'
import type { Answer, Answers, LevelAnswer, Questionnaire, ScopeAnswer } from '../model/questionnaire.ts'

/** For how long an answer counts. */
const VALID_YEARS = 1

/** `because` is the beginning of a sentence: what people said instead, where they did not answer this themselves. */
export type StandingAnswer<Kind = Answer> =
  | { counts: true; answer: Kind; because?: string; note?: string }
  | { counts: false; reason: string }

/** What an answer means as a verdict. */
export const ANSWER_VERDICTS = {
  yes: 'effective',
  partly: 'partial',
  no: 'ineffective',
  not_applicable: 'not_applicable',
} as const satisfies Record<Answer, CheckResult['verdict']>

export const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'string' && Object.hasOwn(ANSWER_VERDICTS, value)

const LEVEL_ANSWERS: readonly unknown[] = [1, 2, 3, 4, 5, 'not_applicable'] satisfies LevelAnswer[]

export const isLevelAnswer = (value: unknown): value is LevelAnswer => LEVEL_ANSWERS.includes(value)

export const isScopeAnswer = (value: unknown): value is ScopeAnswer => value === 'yes' || value === 'no'

/**
 * What people said of a requirement: their answer to it, or, where none counts, that it does not apply because they
 * answered a scope question that covers it with no. Undefined where they said neither.
 */
export function answerTo<Kind extends Answer | LevelAnswer>(
  { scope }: Questionnaire,
  answers: Answers | undefined,
  id: string,
  now: string,
  isOfKind: (answer: unknown) => answer is Kind,
): StandingAnswer<Kind | 'not_applicable'> | undefined {
  const own = standingAnswer(answers, id, now, isOfKind)
  if (own?.counts) return own
  const covering = scope.filter(({ covers }) => covers.includes(id))
  const standing = covering.map((question) => outOfScope(question.text, answers, question.id, now))
  return standing.find((answer) => answer?.counts) ?? own ?? standing.find((answer) => answer !== undefined)
}

/** That the requirements under a scope question do not apply; undefined where people answered it with yes, or not. */
function outOfScope(
  text: string,
  answers: Answers | undefined,
  id: string,
  now: string,
): StandingAnswer<'not_applicable'> | undefined {
  const standing = standingAnswer(answers, id, now, isScopeAnswer)
  if (!standing?.counts) return standing
  return standing.answer === 'no'
    ? { ...standing, answer: 'not_applicable', because: `People answered “no” to “${text}”` }
    : undefined
}

/**
 * The answer to a question, or why it does not count at `now` (ISO 8601 UTC): it is of another kind than is asked
 * for, or too old. Undefined where nobody answered.
 */
function standingAnswer<Kind extends Answer | LevelAnswer>(
  answers: Answers | undefined,
  id: string,
  now: string,
  isOfKind: (answer: unknown) => answer is Kind,
): StandingAnswer<Kind> | undefined {
  const given = answers?.answers[id]
  if (!given) return undefined
  const { answer, note, answeredAt } = given
  if (!isOfKind(answer)) return { counts: false, reason: 'The answer is not of the kind asked for and does not count.' }
  if (answeredAt !== undefined) {
    const answered = new Date(answeredAt)
    if (Number.isNaN(answered.getTime())) {
      return { counts: false, reason: 'The answer carries no readable date and does not count.' }
    }
    if (isOutlived(answered, new Date(now))) {
      const day = answered.toISOString().slice(0, 10)
      return { counts: false, reason: `The answer of ${day} is older than 12 months and no longer counts.` }
    }
  }
  return { counts: true, answer, ...(note && { note }) }
}

/** Whether an answer is too old to count. */
export const isOutlived = (answeredAt: Date, now: Date): boolean => answeredAt < yearsFrom(now, -VALID_YEARS)

/** The last moment at which an answer counts. */
export const countsUntil = (answeredAt: Date): Date => yearsFrom(answeredAt, VALID_YEARS)

function yearsFrom(moment: Date, years: number): Date {
  const other = new Date(moment)
  other.setUTCFullYear(other.getUTCFullYear() + years)
  return other
}
