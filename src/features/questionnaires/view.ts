import { answerExpiresAt, isAnswerExpired } from '../../engine/evaluation/answers.ts'
import type { Framework } from '../../engine/model/framework.ts'
import {
  openCount,
  outOfScope,
  progressOf,
  type StoredAnswer,
  type StoredAnswers,
  sectionsOf,
} from './answers/rules.ts'
import type { QuestionnaireView } from './schema.ts'
import { decidedByTenant, type Findings, hintFor } from './suggestions/rules.ts'

/** What is known about a questionnaire of a customer. */
export interface Known {
  customerId: string
  stored: StoredAnswers
  findings: Findings
  now: Date
  invitation?: QuestionnaireView['invitation']
}

/** A questionnaire as the API and its page show it, without the questions that the tenant decides. */
export function toView(framework: Framework, known: Known): QuestionnaireView {
  const { customerId, stored, findings, now, invitation } = known
  const out = outOfScope(framework, stored, now)
  const decided = decidedByTenant(framework, findings, stored, now)
  const progress = progressOf(framework, stored, now, decided)
  return {
    customerId,
    product: framework.id,
    name: framework.name,
    progress,
    open: openCount(progress),
    ...(invitation && { invitation }),
    sections: sectionsOf(framework).flatMap(({ id, title, questions }) => {
      const asked = questions.filter((question) => !decided.has(question.id))
      if (asked.length === 0) return []
      const shown = asked.map((question) => {
        const answer = stored.get(question.id)
        return {
          ...question,
          choices: [...question.choices],
          outOfScope: out.has(question.id),
          ...(answer && { current: toCurrent(answer, now) }),
          ...hintFor(question, findings, stored, now),
        }
      })
      return [{ id, title, questions: shown }]
    }),
  }
}

const toCurrent = ({ id: _, ...answer }: StoredAnswer, now: Date) => ({
  ...answer,
  validUntil: answerExpiresAt(answer.answeredAt),
  expired: isAnswerExpired(answer.answeredAt, now),
})
