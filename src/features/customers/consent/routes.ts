import { Type } from 'typebox'
import { type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { actForPartner } from '../../accounts/service.ts'
import { ConsentLink } from './schema.ts'
import { createConsentLink, withdrawCustomerApproval } from './service.ts'

const tags = ['Customers']
const CUSTOMER = Type.String({ description: 'Id of the customer, prefix cust_.' })
const params = Type.Object({ id: CUSTOMER })
const partnerParams = Type.Object({
  id: Type.String({ description: 'Id of the partner, prefix prt_.' }),
  customerId: CUSTOMER,
})

const LINK_DESCRIPTION =
  "A link for an administrator of the customer's tenant, who approves what a run reads and signs in as proof. It is valid for one approval, for 7 days; a new link replaces the old one."

export function consentRoutes(http: Http, app: App): void {
  http.post(
    '/customers/:id/consent-link',
    {
      schema: {
        operationId: 'createConsentLink',
        summary: 'Create a consent link',
        description: LINK_DESCRIPTION,
        tags,
        params,
        response: { 201: ConsentLink, ...problems('PARTNER_INACTIVE', 'NOT_FOUND', ...IDEMPOTENCY_PROBLEMS) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createConsentLink(app, request.actor, request.params.id, request.idempotency)),
  )

  http.delete(
    '/customers/:id/approval',
    {
      schema: {
        operationId: 'withdrawApproval',
        summary: 'Withdraw the approval of a tenant',
        description:
          "The customer's tenant is no longer read for you until one of its administrators approves you again. This applies to all your customers with the same tenant. Earlier results stay.",
        tags,
        params,
        response: { 204: Type.Null(), ...problems('PARTNER_INACTIVE', 'NOT_FOUND') },
      },
    },
    async (request, reply) => {
      await withdrawCustomerApproval(app, request.actor, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

/** Like `consentRoutes`, for the customers of a distributor's partner. */
export function partnersConsentRoutes(http: Http, app: App): void {
  http.post(
    '/partners/:id/customers/:customerId/consent-link',
    {
      schema: {
        operationId: 'createPartnerConsentLink',
        summary: "Create a consent link for a partner's customer",
        description: `${LINK_DESCRIPTION} The approval is the partner's.`,
        tags,
        params: partnerParams,
        response: { 201: ConsentLink, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', ...IDEMPOTENCY_PROBLEMS) },
      },
    },
    async (request, reply) => {
      const { id, customerId } = request.params
      const actor = await actForPartner(app, request.distributor, id)
      return reply.code(201).send(await createConsentLink(app, actor, customerId, request.idempotency))
    },
  )

  http.delete(
    '/partners/:id/customers/:customerId/approval',
    {
      schema: {
        operationId: 'withdrawPartnerApproval',
        summary: "Withdraw the approval of the tenant of a partner's customer",
        description:
          "The customer's tenant is no longer read for the partner until one of its administrators approves the partner again. Earlier results stay.",
        tags,
        params: partnerParams,
        response: { 204: Type.Null(), ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND') },
      },
    },
    async (request, reply) => {
      const { id, customerId } = request.params
      await withdrawCustomerApproval(app, await actForPartner(app, request.distributor, id), customerId)
      return reply.code(204).send(null)
    },
  )
}
