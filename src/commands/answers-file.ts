import { isAnswer, isLevelAnswer } from '../engine/answers.ts'
import { FRAMEWORKS } from '../engine/frameworks/catalogue.ts'
import { fields, text } from '../engine/json.ts'
import type { Answers, Scoring } from '../engine/model.ts'
import { CommandFailure } from './command-failure.ts'

const WORDED: Readonly<Record<Scoring, string>> = {
  'levels-reached': 'one of yes, partly, no, not_applicable',
  maturity: 'a whole number from 1 to 5, or not_applicable',
}

/** How each requirement that we know is scored, by its id. */
const SCORINGS: ReadonlyMap<string, Scoring> = new Map(
  FRAMEWORKS.flatMap(({ scoring, requirements }) => requirements.map(({ id }) => [id, scoring] as const)),
)

/** Reads a file of answers, of one framework or several; every entry that is wrong is named. */
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
    const scoring = SCORINGS.get(id)
    const fits = (scoring !== 'maturity' && isAnswer(answer)) || (scoring !== 'levels-reached' && isLevelAnswer(answer))
    if (!fits) {
      const allowed = scoring ? WORDED[scoring] : Object.values(WORDED).join(', or ')
      wrong.push(`${id}: "answer" must be ${allowed}.`)
      return []
    }
    const more = { ...(note !== undefined && { note }), ...(answeredAt !== undefined && { answeredAt }) }
    return [[id, { answer, ...more }] as const]
  })
  if (wrong.length > 0) throw new CommandFailure(`The answers file cannot be used:\n${wrong.join('\n')}`)
  return { format, answers: Object.fromEntries(read) }
}
