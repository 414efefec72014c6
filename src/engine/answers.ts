import type { Answer, Answers, CheckResult, LevelAnswer } from './model.ts'

/** For how long an answer counts. */
const VALID_YEARS = 1

export type StandingAnswer<Kind = Answer> =
  | { counts: true; answer: Kind; note?: string }
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

/**
 * The answer to a requirement, or why it does not count at `now` (ISO 8601 UTC): it is of another kind than is asked
 * for, or too old. Undefined where nobody answered.
 */
export function standingAnswer<Kind extends Answer | LevelAnswer>(
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
    if (answered < yearsBefore(now, VALID_YEARS)) {
      const day = answered.toISOString().slice(0, 10)
      return { counts: false, reason: `The answer of ${day} is older than 12 months and no longer counts.` }
    }
  }
  return { counts: true, answer, ...(note && { note }) }
}

function yearsBefore(now: string, years: number): Date {
  const moment = new Date(now)
  moment.setUTCFullYear(moment.getUTCFullYear() - years)
  return moment
}
