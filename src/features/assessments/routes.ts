import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../api.ts'
import type { App } from '../../app.ts'
import { onStandby } from '../../platform/database/standby/reads.ts'
import { actForPartner } from '../accounts/service.ts'
import {
  BulkRuns,
  NewAssessment,
  NewAssessments,
  PartnersQueuedRun,
  PartnersRun,
  ProductList,
  QueuedRun,
  Run,
  RunList,
  RunQuery,
} from './schema.ts'
import { createAssessment, createAssessments, getRun, listOwnRuns, listProducts } from './service.ts'

const tags = ['Assessments']
const runId = Type.String({ description: 'Id of the run, prefix run_.' })
const partnerId = Type.String({ description: 'Id of the partner, prefix prt_.' })
const runParams = Type.Object({ id: runId })
const partnerParams = Type.Object({ id: partnerId })
const partnerRunParams = Type.Object({ id: partnerId, runId })

const START_PROBLEMS = [
  'PARTNER_INACTIVE',
  'INVALID_PRODUCT',
  'PRODUCT_NOT_ALLOWED',
  'RUN_LIMIT_REACHED',
  'LIMIT_REACHED',
  'NOT_FOUND',
  ...BODY_PROBLEMS,
  ...IDEMPOTENCY_PROBLEMS,
] as const

export function assessmentRoutes(http: Http, app: App): void {
  http.get(
    '/products',
    {
      schema: {
        operationId: 'listProducts',
        summary: 'List products',
        description:
          'The products that your plan includes, with how many minutes a run takes. New products appear over time.',
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
        description:
          "Queues a run of a product for a customer. It counts against the month's limit, unless it fails or is canceled. To follow it, read the run or use webhooks.",
        tags,
        body: NewAssessment,
        response: {
          202: QueuedRun,
          ...problems(...START_PROBLEMS),
        },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await createAssessment(app, request.actor, request.body, request.idempotency)),
  )

  http.post(
    '/assessments/bulk',
    {
      schema: {
        operationId: 'createAssessments',
        summary: 'Start many assessment runs',
        description:
          'Queues a run of one product for each customer, in the order of the request, until the monthly limit is reached. Customers without a run are listed in `errors`.',
        tags,
        body: NewAssessments,
        response: {
          202: BulkRuns,
          ...problems(
            'PARTNER_INACTIVE',
            'TOO_MANY',
            'INVALID_PRODUCT',
            'PRODUCT_NOT_ALLOWED',
            'RUN_LIMIT_REACHED',
            ...BODY_PROBLEMS,
            ...IDEMPOTENCY_PROBLEMS,
          ),
        },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await createAssessments(app, request.actor, request.body, request.idempotency)),
  )

  http.get(
    '/assessments',
    {
      schema: {
        operationId: 'listAssessments',
        summary: 'List assessment runs',
        description:
          'Your runs, newest first. Filters combine, and `include` adds fields to each run. With `limit`, one page, with a `nextCursor` if there are more.',
        tags,
        querystring: RunQuery,
        response: { 200: RunList, ...problems('PARTNER_INACTIVE', 'INVALID_FIELD') },
      },
    },
    (request) => onStandby(app, (reads) => listOwnRuns(reads, request.actor, request.query)),
  )

  http.get(
    '/assessments/:id',
    {
      schema: {
        operationId: 'getAssessment',
        summary: 'Read an assessment run',
        description:
          'One run with its state and, once completed, its score, coverage and number of findings. A failed run has the reason.',
        tags,
        params: runParams,
        response: { 200: Run, ...problems('PARTNER_INACTIVE', 'NOT_FOUND') },
      },
    },
    (request) => getRun(app, request.actor, request.params.id),
  )
}

/** The runs of a distributor's partner. */
export function partnersAssessmentRoutes(http: Http, app: App): void {
  http.post(
    '/partners/:id/assessments',
    {
      schema: {
        operationId: 'createPartnerAssessment',
        summary: 'Start an assessment run for a partner',
        description:
          "Queues a run on behalf of a partner; it counts against the partner's own monthly limit. Not possible while the partner is suspended.",
        tags,
        params: partnerParams,
        body: NewAssessment,
        response: {
          202: PartnersQueuedRun,
          ...problems('DISTRIBUTOR_INACTIVE', ...START_PROBLEMS),
        },
      },
    },
    async (request, reply) => {
      const actor = await actForPartner(app, request.distributor, request.params.id)
      const run = await createAssessment(app, actor, request.body, request.idempotency)
      return reply.code(202).send({ ...run, partnerId: actor.partnerId })
    },
  )

  http.get(
    '/partners/:id/assessments',
    {
      schema: {
        operationId: 'listPartnerAssessments',
        summary: "List a partner's assessment runs",
        description:
          'The runs of one of your partners, newest first, including runs that it started itself. Filters and `include` work as in the Partner API.',
        tags,
        params: partnerParams,
        querystring: RunQuery,
        response: { 200: RunList, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD') },
      },
    },
    async ({ distributor, params, query }) => {
      const actor = await actForPartner(app, distributor, params.id)
      return await onStandby(app, (reads) => listOwnRuns(reads, actor, query))
    },
  )

  http.get(
    '/partners/:id/assessments/:runId',
    {
      schema: {
        operationId: 'getPartnerAssessment',
        summary: "Read a partner's assessment run",
        description:
          'One run of one of your partners, with its state and, once completed, its score, coverage and number of findings.',
        tags,
        params: partnerRunParams,
        response: { 200: PartnersRun, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND') },
      },
    },
    async (request) => {
      const actor = await actForPartner(app, request.distributor, request.params.id)
      return { ...(await getRun(app, actor, request.params.runId)), partnerId: actor.partnerId }
    },
  )
}
