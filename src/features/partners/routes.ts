import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, IDEMPOTENCY_PROBLEMS, problems, validateRows } from '../../api.ts'
import type { App } from '../../app.ts'
import { onStandby } from '../../platform/database/standby/reads.ts'
import {
  ActivatedPartner,
  BulkPartners,
  ChangedPartner,
  CreatedPartner,
  MAX_PARTNERS,
  NewPartner,
  NewPartners,
  PartnerChange,
  PartnerDetail,
  PartnerList,
  PartnerQuery,
  SuspendedPartner,
} from './schema.ts'
import {
  activatePartner,
  changePartner,
  createPartner,
  createPartners,
  getPartner,
  listOwnPartners,
  suspendPartner,
} from './service.ts'

const tags = ['Partners']
const params = Type.Object({ id: Type.String({ description: 'Id of the partner, prefix prt_.' }) })

/** A distributor's partners. */
export function partnerRoutes(http: Http, app: App): void {
  http.get(
    '/partners',
    {
      schema: {
        operationId: 'listPartners',
        summary: 'List partners',
        description:
          'Your partners, newest first, with optional filters. With `limit`, one page, with a `nextCursor` if there are more.',
        tags,
        querystring: PartnerQuery,
        response: { 200: PartnerList, ...problems('DISTRIBUTOR_INACTIVE', 'INVALID_FIELD') },
      },
    },
    (request) => onStandby(app, (reads) => listOwnPartners(reads, request.distributor, request.query)),
  )

  http.post(
    '/partners',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'createPartner',
        summary: 'Create a partner',
        description:
          'Creates a pending partner, whose administrator gets an activation email. At most 3 of these emails a day go to one address; further ones wait for the next day.',
        tags,
        body: NewPartner,
        response: {
          201: CreatedPartner,
          ...problems('DISTRIBUTOR_INACTIVE', 'LIMIT_REACHED', ...BODY_PROBLEMS, ...IDEMPOTENCY_PROBLEMS),
        },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createPartner(app, request.distributor, request.body, request.idempotency)),
  )

  http.post(
    '/partners/bulk',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'createPartners',
        summary: 'Create many partners',
        description:
          'Creates up to 50 pending partners. Each row is validated separately. Valid rows are created until your limit of partners is reached; all others are listed in `errors`.',
        tags,
        body: NewPartners,
        response: {
          201: BulkPartners,
          ...problems('DISTRIBUTOR_INACTIVE', 'TOO_MANY', ...BODY_PROBLEMS, ...IDEMPOTENCY_PROBLEMS),
        },
      },
    },
    async (request, reply) => {
      const rows = validateRows(request, NewPartner, request.body.partners, MAX_PARTNERS)
      return reply.code(201).send(await createPartners(app, request.distributor, rows, request.idempotency))
    },
  )

  http.get(
    '/partners/:id',
    {
      schema: {
        operationId: 'getPartner',
        summary: 'Read a partner',
        description: "One of your partners, with its plan and status, its settlement terms, and this month's usage.",
        tags,
        params,
        response: { 200: PartnerDetail, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND') },
      },
    },
    (request) => getPartner(app, request.distributor, request.params.id),
  )

  http.put(
    '/partners/:id',
    {
      config: { role: 'admin', strong: true },
      schema: {
        operationId: 'changePartner',
        summary: 'Change a partner',
        description:
          'Changes the plan of a partner, its settlement terms, or both. Only the fields in the request change.',
        tags,
        params,
        body: PartnerChange,
        response: {
          200: ChangedPartner,
          ...problems(
            'DISTRIBUTOR_INACTIVE',
            'NOT_FOUND',
            'PLAN_CHANGE_FAILED',
            'PRICE_LOOKUP_FAILED',
            'PAYMENT_PROCESSOR_ERROR',
            ...BODY_PROBLEMS,
          ),
        },
      },
    },
    (request) => changePartner(app, request.distributor, request.params.id, request.body),
  )

  http.post(
    '/partners/:id/activate',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'activatePartner',
        summary: 'Activate a partner',
        description:
          'Gives a pending or suspended partner access immediately. Keys that a suspension invalidated stay invalid. An active partner does not change.',
        tags,
        params,
        response: { 200: ActivatedPartner, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', ...IDEMPOTENCY_PROBLEMS) },
      },
    },
    (request) => activatePartner(app, request.distributor, request.params.id, request.idempotency),
  )

  http.post(
    '/partners/:id/suspend',
    {
      config: { role: 'admin', strong: true },
      schema: {
        operationId: 'suspendPartner',
        summary: 'Suspend a partner',
        description:
          "Ends a partner's access immediately: its keys become invalid, its people are signed out, and its queued runs are canceled. Running runs finish.",
        tags,
        params,
        response: { 200: SuspendedPartner, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', ...IDEMPOTENCY_PROBLEMS) },
      },
    },
    (request) => suspendPartner(app, request.distributor, request.params.id, request.idempotency),
  )
}
