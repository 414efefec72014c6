import type { CheckResult } from '../model/check.ts'
import type {
  Answer,
  Answers,
  LevelAnswer,
  Questionnaire,
  RecordedAnswer,
  ScopeAnswer,
} from '../model/questionnaire.ts'

/** How long an answer counts. */
const VALID_YEARS = 1

/**
 * `because` is the beginning of a sentence: the answer that decided, if it was the answer to another question.
 */
export type CurrentAnswer<A = Answer> =
  | ({ counts: true; answer: A; because?: string } & Omit<RecordedAnswer, 'answer'>)
  | { counts: false; reason: string }

/** An answer that counts. */
export type CountedAnswer<A = Answer> = Extract<CurrentAnswer<A>, { counts: true }>

/** The verdict that follows from each answer. */
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
 * The current answer to a requirement or, if none counts, “not applicable” if people answered no to a scope question that
 * covers it. Undefined if they answered neither.
 */
export function findAnswer<A extends Answer | LevelAnswer>(
  { scope }: Questionnaire,
  answers: Answers | undefined,
  id: string,
  now: string,
  isOfType: (answer: unknown) => answer is A,
): CurrentAnswer<A | 'not_applicable'> | undefined {
  const own = readAnswer(answers, id, now, isOfType)
  if (own?.counts) return own
  const covering = scope.filter(({ covers }) => covers.includes(id))
  const scoped = covering.map((question) => outOfScope(question.text, answers, question.id, now))
  return scoped.find((answer) => answer?.counts) ?? own ?? scoped.find((answer) => answer !== undefined)
}

/** “Not applicable” if people answered no to a scope question; undefined if they answered yes, or did not answer. */
function outOfScope(
  text: string,
  answers: Answers | undefined,
  id: string,
  now: string,
): CurrentAnswer<'not_applicable'> | undefined {
  const current = readAnswer(answers, id, now, isScopeAnswer)
  if (!current?.counts) return current
  return current.answer === 'no'
    ? { ...current, answer: 'not_applicable', because: `People answered “no” to “${text}”` }
    : undefined
}

/**
 * The answer to a question, or why it does not count at `now` (ISO 8601 UTC): it is not of the type that the question
 * asks for, or too old. Undefined if nobody answered.
 */
function readAnswer<A extends Answer | LevelAnswer>(
  answers: Answers | undefined,
  id: string,
  now: string,
  isOfType: (answer: unknown) => answer is A,
): CurrentAnswer<A> | undefined {
  const given = answers?.answers[id]
  if (!given) return undefined
  const { answer, note, answeredAt, answeredBy, attachments } = given
  if (!isOfType(answer))
    return { counts: false, reason: 'The answer is not one of the possible answers and does not count.' }
  if (answeredAt !== undefined) {
    const answered = new Date(answeredAt)
    if (Number.isNaN(answered.getTime())) {
      return { counts: false, reason: 'The answer has no valid date and does not count.' }
    }
    if (isAnswerExpired(answered, new Date(now))) {
      const day = answered.toISOString().slice(0, 10)
      return { counts: false, reason: `The answer of ${day} is older than 12 months and no longer counts.` }
    }
  }
  return {
    counts: true,
    answer,
    ...(note && { note }),
    ...(attachments && { attachments }),
    ...(answeredAt !== undefined && { answeredAt }),
    ...(answeredBy && { answeredBy }),
  }
}

/** Whether an answer is too old to count. */
export const isAnswerExpired = (answeredAt: Date, now: Date): boolean => answeredAt < yearsFrom(now, -VALID_YEARS)

/** The last time at which an answer counts. */
export const answerExpiresAt = (answeredAt: Date): Date => yearsFrom(answeredAt, VALID_YEARS)

function yearsFrom(date: Date, years: number): Date {
  const other = new Date(date)
  other.setUTCFullYear(other.getUTCFullYear() + years)
  return other
}
