import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { actForPartner } from '../../accounts/service.ts'
import { CreatedShareLink, NewShareLink, ShareLinkList, ShareLinkQuery } from './schema.ts'
import { createShareLink, listShareLinks, revokeShareLink } from './service.ts'

const tags = ['Assessments']
const run = Type.String({ description: 'Id of the run, prefix run_.' })
const linkId = Type.String({ description: 'Id of the link, prefix lnk_.' })
const partner = Type.String({ description: 'Id of the partner, prefix prt_.' })

const CREATE =
  'Creates a link that opens the report of the run in one edition, without a key or a sign-in. Anybody who has the link can open it. While the run is queued or running, the link shows its state. You can revoke it at any time. A report can have at most 100 active links.'
const LIST =
  "The links to the report, newest first, with the time each was last opened. This includes the links in emails to the customer's receivers. Their addresses are not shown again. With `limit`, one page, with a `nextCursor` if there are more."
const REVOKE = 'The link stops working immediately. A link that has already ended does not change.'

/** Links to the reports of a partner's own runs. */
export function shareRoutes(http: Http, app: App): void {
  http.post(
    '/assessments/:id/links',
    {
      schema: {
        operationId: 'createReportLink',
        summary: 'Create a link to a report',
        description: CREATE,
        tags,
        params: Type.Object({ id: run }),
        body: NewShareLink,
        response: {
          201: CreatedShareLink,
          ...problems(
            'PARTNER_INACTIVE',
            'NOT_FOUND',
            'REPORT_NOT_READY',
            'LIMIT_REACHED',
            ...BODY_PROBLEMS,
            ...IDEMPOTENCY_PROBLEMS,
          ),
        },
      },
    },
    async (request, reply) => {
      const { actor, params, body } = request
      return reply.code(201).send(await createShareLink(app, actor, params.id, body, request.idempotency))
    },
  )

  http.get(
    '/assessments/:id/links',
    {
      schema: {
        operationId: 'listReportLinks',
        summary: 'List the links to a report',
        description: LIST,
        tags,
        params: Type.Object({ id: run }),
        querystring: ShareLinkQuery,
        response: { 200: ShareLinkList, ...problems('PARTNER_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD') },
      },
    },
    (request) => listShareLinks(app, request.actor, request.params.id, request.query),
  )

  http.delete(
    '/assessments/:id/links/:linkId',
    {
      schema: {
        operationId: 'revokeReportLink',
        summary: 'Revoke a link to a report',
        description: REVOKE,
        tags,
        params: Type.Object({ id: run, linkId }),
        response: { 204: Type.Null(), ...problems('PARTNER_INACTIVE', 'NOT_FOUND') },
      },
    },
    async (request, reply) => {
      await revokeShareLink(app, request.actor, request.params.id, request.params.linkId)
      return reply.code(204).send(null)
    },
  )
}

/** Like `shareRoutes`, for runs of a distributor's partner. */
export function partnersShareRoutes(http: Http, app: App): void {
  http.post(
    '/partners/:id/assessments/:runId/links',
    {
      schema: {
        operationId: 'createPartnerReportLink',
        summary: "Create a link to the report of a partner's run",
        description: `${CREATE} The run belongs to one of your partners.`,
        tags,
        params: Type.Object({ id: partner, runId: run }),
        body: NewShareLink,
        response: {
          201: CreatedShareLink,
          ...problems(
            'DISTRIBUTOR_INACTIVE',
            'NOT_FOUND',
            'REPORT_NOT_READY',
            'LIMIT_REACHED',
            ...BODY_PROBLEMS,
            ...IDEMPOTENCY_PROBLEMS,
          ),
        },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      const actor = await actForPartner(app, request.distributor, params.id)
      return reply.code(201).send(await createShareLink(app, actor, params.runId, body, request.idempotency))
    },
  )

  http.get(
    '/partners/:id/assessments/:runId/links',
    {
      schema: {
        operationId: 'listPartnerReportLinks',
        summary: "List the links to the report of a partner's run",
        description: `${LIST} The run belongs to one of your partners.`,
        tags,
        params: Type.Object({ id: partner, runId: run }),
        querystring: ShareLinkQuery,
        response: { 200: ShareLinkList, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD') },
      },
    },
    async (request) => {
      const actor = await actForPartner(app, request.distributor, request.params.id)
      return await listShareLinks(app, actor, request.params.runId, request.query)
    },
  )

  http.delete(
    '/partners/:id/assessments/:runId/links/:linkId',
    {
      schema: {
        operationId: 'revokePartnerReportLink',
        summary: "Revoke a link to the report of a partner's run",
        description: `${REVOKE} The run belongs to one of your partners.`,
        tags,
        params: Type.Object({ id: partner, runId: run, linkId }),
        response: { 204: Type.Null(), ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND') },
      },
    },
    async (request, reply) => {
      const { id, runId, linkId: link } = request.params
      await revokeShareLink(app, await actForPartner(app, request.distributor, id), runId, link)
      return reply.code(204).send(null)
    },
  )
}
