import { fields, list, text } from '../../shared/json.ts'
import { isProblemCode, Problem, type ProblemDetail } from '../../shared/problem.ts'

/** How a call ended. */
export type Outcome<T> = { result: T } | { problem: Problem }

/** The result; throws the problem. */
export function resultOf<T>(outcome: Outcome<T>): T {
  if ('problem' in outcome) throw outcome.problem
  return outcome.result
}

/** Refusals because of stored data are outcomes; invalid input, limits and faults may end differently next time. */
export const isFinal = ({ status, code }: Problem): boolean =>
  code === 'PLAN_CHANGE_FAILED' || (status > 400 && status < 500 && status !== 429)

/** The outcome as JSON, for `parseOutcome`. */
export function formatOutcome(outcome: Outcome<unknown>): string {
  if (!('problem' in outcome)) return JSON.stringify(outcome)
  const { code, message, details } = outcome.problem
  return JSON.stringify({ problem: { code, message, details } })
}

/** The outcome from its JSON. The result is plain data: dates are text. */
export function parseOutcome<T>(stored: string): Outcome<T> {
  const outcome: { result: T; problem?: unknown } = JSON.parse(stored)
  if (outcome.problem === undefined) return outcome
  const { code, message, details } = fields(outcome.problem)
  if (!isProblemCode(code)) throw new Error('the stored outcome has an unknown problem code')
  const problem = new Problem(code, {
    message: text(message) ?? '',
    ...(details !== undefined && { details: list(details).map(toDetail) }),
  })
  return { problem }
}

function toDetail(value: unknown): ProblemDetail {
  const { field, code, message } = fields(value)
  return { field: text(field) ?? '', code: isProblemCode(code) ? code : 'INVALID_FIELD', message: text(message) ?? '' }
}
