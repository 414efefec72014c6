import type { Answer, Answers, CheckResult } from './model.ts'

/** For how long an answer counts. */
const VALID_YEARS = 1

export type StandingAnswer = { counts: true; answer: Answer; note?: string } | { counts: false; reason: string }

/** What an answer means as a verdict. */
export const ANSWER_VERDICTS = {
  yes: 'effective',
  partly: 'partial',
  no: 'ineffective',
  not_applicable: 'not_applicable',
} as const satisfies Record<Answer, CheckResult['verdict']>

/** The answer to a requirement, or why it does not count at `now` (ISO 8601 UTC); undefined where nobody answered. */
export function standingAnswer(answers: Answers | undefined, id: string, now: string): StandingAnswer | undefined {
  const given = answers?.answers[id]
  if (!given) return undefined
  const { answer, note, answeredAt } = given
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
