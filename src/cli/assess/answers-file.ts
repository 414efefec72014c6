import { isAnswer, isLevelAnswer, isScopeAnswer } from '../../engine/evaluation/answers.ts'
import { FRAMEWORKS } from '../../engine/frameworks/catalogue.ts'
import type { Scoring } from '../../engine/model/framework.ts'
import type { Answer, Answers, LevelAnswer } from '../../engine/model/questionnaire.ts'
import { fields, text } from '../../shared/json.ts'
import { CommandFailure } from '../base/command-failure.ts'

interface Kind {
  worded: string
  isOfKind(answer: unknown): answer is Answer | LevelAnswer
}

const SCOPE: Kind = { worded: 'yes or no', isOfKind: isScopeAnswer }

const KINDS: Readonly<Record<Scoring, Kind>> = {
  'levels-reached': { worded: 'one of yes, partly, no, not_applicable', isOfKind: isAnswer },
  maturity: { worded: 'a whole number from 1 to 5, or not_applicable', isOfKind: isLevelAnswer },
}

/** The kind of answer to each requirement and scope question that we know, by its id. */
const KIND_BY_ID: ReadonlyMap<string, Kind> = new Map(
  FRAMEWORKS.flatMap(({ scoring, requirements, questionnaire }) => [
    ...requirements.map(({ id }) => [id, KINDS[scoring]] as const),
    ...questionnaire.scope.map(({ id }) => [id, SCOPE] as const),
  ]),
)

/** A requirement that we do not know may be of any framework; a scope question that we do not know is a slip. */
function kindsOf(id: string): readonly Kind[] {
  const known = KIND_BY_ID.get(id)
  if (known) return [known]
  return id.startsWith('scope-') ? [] : Object.values(KINDS)
}

const isAnyOf = (kinds: readonly Kind[], answer: unknown): answer is Answer | LevelAnswer =>
  kinds.some(({ isOfKind }) => isOfKind(answer))

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
    const kinds = kindsOf(id)
    if (!isAnyOf(kinds, answer)) {
      const allowed = kinds.map(({ worded }) => worded).join(', or ')
      wrong.push(kinds.length > 0 ? `${id}: "answer" must be ${allowed}.` : `${id}: there is no such scope question.`)
      return []
    }
    const more = { ...(note !== undefined && { note }), ...(answeredAt !== undefined && { answeredAt }) }
    return [[id, { answer, ...more }] as const]
  })
  if (wrong.length > 0) throw new CommandFailure(`The answers file cannot be used:\n${wrong.join('\n')}`)
  return { format, answers: Object.fromEntries(read) }
}
