import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, problems } from '../../api.ts'
import type { App } from '../../app.ts'
import { actForPartner } from '../accounts/service.ts'
import { NewAnswerBody, NewAnswers, QuestionnaireView } from './schema.ts'
import { answerQuestionnaire, getQuestionnaire } from './service.ts'

const tags = ['Questionnaires']
const customerId = Type.String({ description: 'Id of the customer, prefix cust_.' })
const product = Type.String({ description: 'Id of the product.' })

const READ =
  'All questions of the product for the customer, each with the current answer, who gave it, and until when it counts.'
const SAVE =
  'Answers questions on behalf of the customer; other answers do not change. The next run uses the answers. They count for 12 months; sending the same answer again renews it.'

const validateAll = (request: Pick<FastifyRequest, 'validateRow'>, answers: readonly unknown[]) =>
  answers.map((answer) => request.validateRow(NewAnswerBody, answer))

export function questionnaireRoutes(http: Http, app: App): void {
  const params = Type.Object({ id: customerId, product })
  http.get(
    '/customers/:id/questionnaires/:product',
    {
      schema: {
        operationId: 'getQuestionnaire',
        summary: 'Read a questionnaire',
        description: READ,
        tags,
        params,
        response: { 200: QuestionnaireView, ...problems('PARTNER_INACTIVE', 'NOT_FOUND') },
      },
    },
    ({ actor, params: { id, product } }) => getQuestionnaire(app, actor, id, product),
  )

  http.put(
    '/customers/:id/questionnaires/:product',
    {
      schema: {
        operationId: 'answerQuestionnaire',
        summary: 'Answer questions',
        description: SAVE,
        tags,
        params,
        body: NewAnswers,
        response: {
          200: QuestionnaireView,
          ...problems('PARTNER_INACTIVE', 'NOT_FOUND', 'PRODUCT_NOT_ALLOWED', ...BODY_PROBLEMS),
        },
      },
    },
    (request) => {
      const { id, product } = request.params
      return answerQuestionnaire(app, request.actor, id, product, validateAll(request, request.body.answers))
    },
  )
}

/** The questionnaires of the customers of a distributor's partner. */
export function partnersQuestionnaireRoutes(http: Http, app: App): void {
  const params = Type.Object({
    id: Type.String({ description: 'Id of the partner, prefix prt_.' }),
    customerId,
    product,
  })
  http.get(
    '/partners/:id/customers/:customerId/questionnaires/:product',
    {
      schema: {
        operationId: 'getPartnerQuestionnaire',
        summary: "Read a questionnaire of a partner's customer",
        description: `${READ} The customer belongs to one of your partners.`,
        tags,
        params,
        response: { 200: QuestionnaireView, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND') },
      },
    },
    async ({ distributor, params: { id, customerId, product } }) =>
      getQuestionnaire(app, await actForPartner(app, distributor, id), customerId, product),
  )

  http.put(
    '/partners/:id/customers/:customerId/questionnaires/:product',
    {
      schema: {
        operationId: 'answerPartnerQuestionnaire',
        summary: "Answer questions of a partner's customer",
        description: `${SAVE} The customer belongs to one of your partners.`,
        tags,
        params,
        body: NewAnswers,
        response: {
          200: QuestionnaireView,
          ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', 'PRODUCT_NOT_ALLOWED', ...BODY_PROBLEMS),
        },
      },
    },
    async (request) => {
      const { id, customerId, product } = request.params
      const actor = await actForPartner(app, request.distributor, id)
      return await answerQuestionnaire(app, actor, customerId, product, validateAll(request, request.body.answers))
    },
  )
}
