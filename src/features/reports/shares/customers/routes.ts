import { Type } from 'typebox'
import { BODY_PROBLEMS, forPartner, type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { actForPartner } from '../../../accounts/service.ts'
import { CreatedShareLink, NewCustomerShareLink, ShareLinkList, ShareLinkQuery } from '../schema.ts'
import { createShareLink, listShareLinks, revokeShareLink } from '../service.ts'

const tags = ['Customers']
const customer = Type.String({ description: 'Id of the customer, prefix cust_.' })
const linkId = Type.String({ description: 'Id of the link, prefix lnk_.' })
const partner = Type.String({ description: 'Id of the partner, prefix prt_.' })

const CREATE =
  "Creates a link that opens the customer's report for several frameworks in one edition, without a key or a sign-in. Anybody who has the link can open it. It always shows the newest results. You can revoke it at any time. A report can have at most 100 active links."
const LIST =
  'The links to all reports on the customer, newest first, with the time each was last opened: to its report for several frameworks, and to the reports of single runs, including the links in emails to its receivers. Their addresses are not shown again. With `limit`, one page, with a `nextCursor` if there are more.'
const REVOKE =
  "The link stops working immediately, whether it opens the customer's report or that of one of its runs. A link that has already ended does not change."

/** Links to the reports about a partner's own customers. */
export function customerShareRoutes(http: Http, app: App): void {
  http.post(
    '/customers/:id/report-links',
    {
      schema: {
        operationId: 'createCustomerReportLink',
        summary: 'Create a link to the report on a customer',
        description: CREATE,
        tags,
        params: Type.Object({ id: customer }),
        body: NewCustomerShareLink,
        response: {
          201: CreatedShareLink,
          ...problems(
            'PARTNER_INACTIVE',
            'NOT_FOUND',
            'INVALID_PRODUCT',
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
    '/customers/:id/report-links',
    {
      schema: {
        operationId: 'listCustomerReportLinks',
        summary: 'List the links to reports on a customer',
        description: LIST,
        tags,
        params: Type.Object({ id: customer }),
        querystring: ShareLinkQuery,
        response: { 200: ShareLinkList, ...problems('PARTNER_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD') },
      },
    },
    (request) => listShareLinks(app, request.actor, request.params.id, request.query),
  )

  http.delete(
    '/customers/:id/report-links/:linkId',
    {
      schema: {
        operationId: 'revokeCustomerReportLink',
        summary: 'Revoke a link to a report on a customer',
        description: REVOKE,
        tags,
        params: Type.Object({ id: customer, linkId }),
        response: { 204: Type.Null(), ...problems('PARTNER_INACTIVE', 'NOT_FOUND') },
      },
    },
    async (request, reply) => {
      await revokeShareLink(app, request.actor, request.params.id, request.params.linkId)
      return reply.code(204).send(null)
    },
  )
}

/** Like `customerShareRoutes`, for customers of a distributor's partner. */
export function partnersCustomerShareRoutes(http: Http, app: App): void {
  http.post(
    '/partners/:id/customers/:customerId/report-links',
    {
      schema: {
        operationId: 'createPartnerCustomerReportLink',
        summary: "Create a link to the report on a partner's customer",
        description: forPartner(CREATE),
        tags,
        params: Type.Object({ id: partner, customerId: customer }),
        body: NewCustomerShareLink,
        response: {
          201: CreatedShareLink,
          ...problems(
            'DISTRIBUTOR_INACTIVE',
            'NOT_FOUND',
            'INVALID_PRODUCT',
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
      return reply.code(201).send(await createShareLink(app, actor, params.customerId, body, request.idempotency))
    },
  )

  http.get(
    '/partners/:id/customers/:customerId/report-links',
    {
      schema: {
        operationId: 'listPartnerCustomerReportLinks',
        summary: "List the links to reports on a partner's customer",
        description: forPartner(LIST),
        tags,
        params: Type.Object({ id: partner, customerId: customer }),
        querystring: ShareLinkQuery,
        response: { 200: ShareLinkList, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD') },
      },
    },
    async (request) => {
      const actor = await actForPartner(app, request.distributor, request.params.id)
      return await listShareLinks(app, actor, request.params.customerId, request.query)
    },
  )

  http.delete(
    '/partners/:id/customers/:customerId/report-links/:linkId',
    {
      schema: {
        operationId: 'revokePartnerCustomerReportLink',
        summary: "Revoke a link to a report on a partner's customer",
        description: forPartner(REVOKE),
        tags,
        params: Type.Object({ id: partner, customerId: customer, linkId }),
        response: { 204: Type.Null(), ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND') },
      },
    },
    async (request, reply) => {
      const { id, customerId, linkId: link } = request.params
      await revokeShareLink(app, await actForPartner(app, request.distributor, id), customerId, link)
      return reply.code(204).send(null)
    },
  )
}
