import { RELATED_QUESTIONS } from '../../../engine/frameworks/related-questions.ts'
import type { Framework } from '../../../engine/model/framework.ts'
import { type AnyAnswer, type AskedQuestion, activeAnswer, questionsOf, type StoredAnswers } from '../answers/rules.ts'

/** An answer in another questionnaire to a question about the same subject. It is shown, and counts only there. */
export interface RelatedAnswer {
  productName: string
  /** The other question, as it was asked. */
  text: string
  /** What was answered, in the words of the choice. */
  answer: string
  /** Email address of the recipient; undefined if an account answered. */
  author?: string
  answeredAt: Date
  note?: string
  evidenceUrl?: string
  /** The choice of this question that says the same; only if both questions ask for the same. */
  fits?: AnyAnswer
}

/** The questions that are related to one, by id. */
export const relatedTo = (id: string): readonly { id: string; isSame: boolean }[] =>
  RELATED_QUESTIONS.flatMap(({ questions: [one, other], meaning }) => {
    if (one !== id && other !== id) return []
    return [{ id: one === id ? other : one, isSame: meaning === 'same' }]
  })

const AS_LEVEL: Readonly<Partial<Record<AnyAnswer, AnyAnswer>>> = { yes: 3, partly: 2, no: 1 }
const AS_DEGREE: Readonly<Partial<Record<AnyAnswer, AnyAnswer>>> = {
  1: 'no',
  2: 'partly',
  3: 'yes',
  4: 'yes',
  5: 'yes',
}

/** The choice of a question that says what another answer says; undefined if none does. A reason is given for each question. */
function fittingAnswer({ kind, choices }: AskedQuestion, answer: AnyAnswer): AnyAnswer | undefined {
  if (answer === 'not_applicable') return undefined
  if (choices.some((choice) => choice.answer === answer)) return answer
  return kind === 'level' ? AS_LEVEL[answer] : AS_DEGREE[answer]
}

/** The active answers in other questionnaires that are related to questions of this one, by the id of the question here. */
export function relatedAnswers(
  framework: Framework,
  others: readonly { framework: Framework; stored: StoredAnswers }[],
  now: Date,
): ReadonlyMap<string, readonly RelatedAnswer[]> {
  const asked = others.map(({ framework: other, stored }) => ({
    name: other.name,
    stored,
    questions: questionsOf(other),
  }))
  const found = [...questionsOf(framework).values()].map((question) => {
    const answers = relatedTo(question.id).flatMap(({ id, isSame }) =>
      asked.flatMap(({ name, stored, questions }): RelatedAnswer[] => {
        const [other, given] = [questions.get(id), activeAnswer(stored, id, now)]
        if (!other || !given) return []
        const fits = isSame ? fittingAnswer(question, given.answer) : undefined
        const { answer, author, answeredAt, note, evidenceUrl } = given
        return [
          {
            productName: name,
            text: other.text,
            answer: other.choices.find((choice) => choice.answer === answer)?.label ?? String(answer),
            answeredAt,
            ...(author.kind === 'recipient' && { author: author.id }),
            ...(note !== undefined && { note }),
            ...(evidenceUrl !== undefined && { evidenceUrl }),
            ...(fits !== undefined && { fits }),
          },
        ]
      }),
    )
    return [question.id, answers] as const
  })
  return new Map(found.filter(([, answers]) => answers.length > 0))
}
