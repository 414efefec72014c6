import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, problems } from '../../api.ts'
import type { App } from '../../app.ts'
import { NewAssessment, ProductList, QueuedRun, Run, RunList, RunQuery } from './schema.ts'
import { createAssessment, getRun, listOwnRuns, listProducts } from './service.ts'

const tags = ['Assessments']

export function assessmentRoutes(http: Http, app: App): void {
  http.get(
    '/products',
    {
      schema: {
        operationId: 'listProducts',
        summary: 'List products',
        description: 'The products that the current plan includes. New ones appear over time.',
        tags,
        response: { 200: ProductList, ...problems('PARTNER_INACTIVE') },
      },
    },
    async (request) => listProducts(request.actor),
  )

  http.post(
    '/assessments',
    {
      schema: {
        operationId: 'createAssessment',
        summary: 'Start an assessment run',
        description: 'Queues a run of a product against a customer. Follow it by polling the run.',
        tags,
        body: NewAssessment,
        response: {
          202: QueuedRun,
          ...problems(
            'PARTNER_INACTIVE',
            'INVALID_PRODUCT',
            'PRODUCT_NOT_ALLOWED',
            'RUN_LIMIT_REACHED',
            'NOT_FOUND',
            ...BODY_PROBLEMS,
          ),
        },
      },
    },
    async (request, reply) => reply.code(202).send(await createAssessment(app, request.actor, request.body)),
  )

  http.get(
    '/assessments',
    {
      schema: {
        operationId: 'listAssessments',
        summary: 'List assessment runs',
        description:
          'All runs, newest first, filtered as asked. With `limit`, one page and a `nextCursor` while there is more.',
        tags,
        querystring: RunQuery,
        response: { 200: RunList, ...problems('PARTNER_INACTIVE', 'INVALID_FIELD') },
      },
    },
    (request) => listOwnRuns(app, request.actor, request.query),
  )

  http.get(
    '/assessments/:id',
    {
      schema: {
        operationId: 'getAssessment',
        summary: 'Read an assessment run',
        description: 'One run with its state and, once completed, its score and findings.',
        tags,
        params: Type.Object({ id: Type.String({ description: 'Id of the run, prefix run_.' }) }),
        response: { 200: Run, ...problems('PARTNER_INACTIVE', 'NOT_FOUND') },
      },
    },
    (request) => getRun(app, request.actor, request.params.id),
  )
}
