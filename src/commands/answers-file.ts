import { fields, text } from '../engine/json.ts'
import type { Answer, Answers } from '../engine/model.ts'
import { CommandFailure } from './command-failure.ts'

const ANSWERS: readonly string[] = ['yes', 'partly', 'no', 'not_applicable'] satisfies Answer[]

const isAnswer = (value: unknown): value is Answer => typeof value === 'string' && ANSWERS.includes(value)

/** Reads a file of answers; every entry that is wrong is named. */
export function parseAnswers(content: string): Answers {
  let parsed: unknown
  try {
    parsed = JSON.parse(content)
  } catch {
    throw new CommandFailure('The answers file is not JSON.')
  }
  const { format, answers } = fields(parsed)
  if (format !== 'plumbline-answers/1')
    throw new CommandFailure('The answers file must have "format": "plumbline-answers/1".')
  const wrong: string[] = []
  const read = Object.entries(fields(answers)).flatMap(([id, given]) => {
    const { answer, ...about } = fields(given)
    const [note, answeredAt] = [text(about.note), text(about.answeredAt)]
    if (!isAnswer(answer)) {
      wrong.push(`${id}: "answer" must be one of ${ANSWERS.join(', ')}.`)
      return []
    }
    const more = { ...(note !== undefined && { note }), ...(answeredAt !== undefined && { answeredAt }) }
    return [[id, { answer, ...more }] as const]
  })
  if (wrong.length > 0) throw new CommandFailure(`The answers file cannot be used:\n${wrong.join('\n')}`)
  return { format, answers: Object.fromEntries(read) }
}
