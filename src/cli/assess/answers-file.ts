import { isAnswer, isLevelAnswer, isScopeAnswer } from '../../engine/evaluation/answers.ts'
import { FRAMEWORKS } from '../../engine/frameworks/catalogue.ts'
import type { Scoring } from '../../engine/model/framework.ts'
import type { Answer, Answers, LevelAnswer } from '../../engine/model/questionnaire.ts'
import { fields, text } from '../../shared/json.ts'
import { CommandFailure } from '../base/command-failure.ts'

/** The answers that a question allows. */
interface AnswerKind {
  description: string
  isAllowed(answer: unknown): answer is Answer | LevelAnswer
}

const SCOPE: AnswerKind = { description: 'yes or no', isAllowed: isScopeAnswer }

const KINDS: Readonly<Record<Scoring, AnswerKind>> = {
  'levels-reached': { description: 'one of yes, partly, no, not_applicable', isAllowed: isAnswer },
  maturity: { description: 'a whole number from 1 to 5, or not_applicable', isAllowed: isLevelAnswer },
}

/** The kind of answer of each known requirement and scope question, by its id. */
const KIND_BY_ID: ReadonlyMap<string, AnswerKind> = new Map(
  FRAMEWORKS.flatMap(({ scoring, requirements, questionnaire }) => [
    ...requirements.map(({ id }) => [id, KINDS[scoring]] as const),
    ...questionnaire.scope.map(({ id }) => [id, SCOPE] as const),
  ]),
)

/** An unknown requirement may belong to any framework; an unknown scope question is a mistake. */
function kindsOf(id: string): readonly AnswerKind[] {
  const known = KIND_BY_ID.get(id)
  if (known) return [known]
  return id.startsWith('scope-') ? [] : Object.values(KINDS)
}

const isAnyOf = (kinds: readonly AnswerKind[], answer: unknown): answer is Answer | LevelAnswer =>
  kinds.some(({ isAllowed }) => isAllowed(answer))

/** Parses an answers file, for one or more frameworks. Throws CommandFailure, which lists every entry that is not valid. */
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
    const [note, answeredAt, answeredBy] = [text(about.note), text(about.answeredAt), text(about.answeredBy)]
    const kinds = kindsOf(id)
    if (!isAnyOf(kinds, answer)) {
      const allowed = kinds.map(({ description }) => description).join(', or ')
      wrong.push(kinds.length > 0 ? `${id}: "answer" must be ${allowed}.` : `${id}: there is no such scope question.`)
      return []
    }
    const more = {
      ...(note !== undefined && { note }),
      ...(answeredAt !== undefined && { answeredAt }),
      ...(answeredBy !== undefined && { answeredBy }),
    }
    return [[id, { answer, ...more }] as const]
  })
  if (wrong.length > 0) throw new CommandFailure(`The answers file cannot be used:\n${wrong.join('\n')}`)
  return { format, answers: Object.fromEntries(read) }
}
