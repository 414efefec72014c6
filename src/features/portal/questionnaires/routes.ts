import { BODY_PROBLEMS, type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import {
  CustomersQuestionnaires,
  QuestionnaireListQuery,
  QuestionnaireSelection,
  RemindedQuestionnaires,
} from './schema.ts'
import { getQuestionnaires, remindMatchingQuestionnaires } from './service.ts'

/** What people are asked about all customers of a partner. */
export function customersQuestionnaireRoutes(http: Http, app: App): void {
  http.get(
    '/portfolio/questionnaires',
    {
      schema: {
        querystring: QuestionnaireListQuery,
        response: { 200: CustomersQuestionnaires, ...problems('INVALID_FIELD') },
      },
    },
    (request) => getQuestionnaires(app, request.actor, request.query),
  )

  http.post(
    '/portfolio/questionnaires/reminders',
    {
      schema: {
        body: QuestionnaireSelection,
        response: { 202: RemindedQuestionnaires, ...problems(...BODY_PROBLEMS, ...IDEMPOTENCY_PROBLEMS) },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await remindMatchingQuestionnaires(app, request.actor, request.body, request.idempotency)),
  )
}
