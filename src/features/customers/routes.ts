import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, IDEMPOTENCY_PROBLEMS, problems, validateRows } from '../../api.ts'
import type { App } from '../../app.ts'
import { onStandby } from '../../platform/database/standby/reads.ts'
import { actForPartner } from '../accounts/service.ts'
import {
  BulkCustomers,
  ChangedCustomer,
  Customer,
  CustomerChange,
  CustomerList,
  CustomerQuery,
  CustomerWithRuns,
  MAX_CUSTOMERS,
  NewCustomer,
  NewCustomers,
  PartnersCustomer,
} from './schema.ts'
import {
  changeCustomer,
  createCustomer,
  createCustomers,
  deleteCustomer,
  getCustomer,
  listOwnCustomers,
} from './service.ts'

const tags = ['Customers']
const params = Type.Object({ id: Type.String({ description: 'Id of the customer, prefix cust_.' }) })

export function customerRoutes(http: Http, app: App): void {
  http.get(
    '/customers',
    {
      schema: {
        operationId: 'listCustomers',
        summary: 'List customers',
        description:
          'Your customers, newest first, or those that contain the text `q`. With `limit`, one page, with a `nextCursor` if there are more.',
        tags,
        querystring: CustomerQuery,
        response: { 200: CustomerList, ...problems('PARTNER_INACTIVE', 'INVALID_FIELD') },
      },
    },
    (request) => onStandby(app, (reads) => listOwnCustomers(reads, request.actor, request.query)),
  )

  http.post(
    '/customers',
    {
      schema: {
        operationId: 'createCustomer',
        summary: 'Create a customer',
        description:
          'Registers an organisation with its tenant id. Nothing is read from the tenant until one of its administrators has approved you.',
        tags,
        body: NewCustomer,
        response: {
          201: Customer,
          ...problems('PARTNER_INACTIVE', 'LIMIT_REACHED', ...BODY_PROBLEMS, ...IDEMPOTENCY_PROBLEMS),
        },
      },
    },
    async (request, reply) => {
      const { actor, body, isStrict } = request
      const customer = await createCustomer(app, actor, body, { idempotency: request.idempotency, isStrict })
      return reply.code(201).send(customer)
    },
  )

  http.post(
    '/customers/bulk',
    {
      schema: {
        operationId: 'createCustomers',
        summary: 'Create many customers',
        description:
          'Each row is validated separately. Valid rows are created until the limit of the account is reached; all others are listed in `errors`. A row whose tenant you have already registered is created, and pointed out in the header `Duplicate-Tenants`.',
        tags,
        body: NewCustomers,
        response: {
          201: BulkCustomers,
          ...problems('PARTNER_INACTIVE', 'TOO_MANY', ...BODY_PROBLEMS, ...IDEMPOTENCY_PROBLEMS),
        },
      },
    },
    async (request, reply) => {
      const rows = validateRows(request, NewCustomer, request.body.customers, MAX_CUSTOMERS)
      const { actor, isStrict } = request
      const registration = { idempotency: request.idempotency, isStrict }
      const { response, duplicates } = await createCustomers(app, actor, rows, registration)
      if (duplicates.length > 0) reply.header('Duplicate-Tenants', duplicates.join(', '))
      return reply.code(201).send(response)
    },
  )

  http.get(
    '/customers/:id',
    {
      schema: {
        operationId: 'getCustomer',
        summary: 'Read a customer',
        description:
          'One customer with its email addresses, who receives its reports and questionnaires, and its ten newest runs.',
        tags,
        params,
        response: { 200: CustomerWithRuns, ...problems('PARTNER_INACTIVE', 'NOT_FOUND') },
      },
    },
    (request) => getCustomer(app, request.actor, request.params.id),
  )

  http.put(
    '/customers/:id',
    {
      schema: {
        operationId: 'changeCustomer',
        summary: 'Change a customer',
        description:
          'Only the fields in the request change. Read-only fields are ignored, so you can send back what you read. A new `tenantId` needs the approval of that tenant.',
        tags,
        params,
        body: CustomerChange,
        response: { 200: ChangedCustomer, ...problems('PARTNER_INACTIVE', 'NOT_FOUND', ...BODY_PROBLEMS) },
      },
    },
    (request) => changeCustomer(app, request.actor, request.params.id, request.body, request),
  )

  http.delete(
    '/customers/:id',
    {
      config: { strong: true },
      schema: {
        operationId: 'deleteCustomer',
        summary: 'Delete a customer',
        description:
          'Permanently deletes the customer and all its assessment data: runs, results, answers and reports. Its runs still count against the limit.',
        tags,
        params,
        response: { 204: Type.Null(), ...problems('PARTNER_INACTIVE', 'NOT_FOUND') },
      },
    },
    async (request, reply) => {
      await deleteCustomer(app, request.actor, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

const partnerParams = Type.Object({ id: Type.String({ description: 'Id of the partner, prefix prt_.' }) })

/** The customers of a distributor's partner. */
export function partnersCustomerRoutes(http: Http, app: App): void {
  http.get(
    '/partners/:id/customers',
    {
      schema: {
        operationId: 'listPartnerCustomers',
        summary: "List a partner's customers",
        description:
          'The customers of one of your partners, newest first, or those that contain the text `q`. With `limit`, one page, with a `nextCursor` if there are more.',
        tags,
        params: partnerParams,
        querystring: CustomerQuery,
        response: { 200: CustomerList, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD') },
      },
    },
    async ({ distributor, params, query }) => {
      const actor = await actForPartner(app, distributor, params.id)
      return await onStandby(app, (reads) => listOwnCustomers(reads, actor, query))
    },
  )

  http.post(
    '/partners/:id/customers',
    {
      schema: {
        operationId: 'createPartnerCustomer',
        summary: 'Create a customer for a partner',
        description: 'Registers an organisation on behalf of one of your partners, who then owns the customer.',
        tags,
        params: partnerParams,
        body: NewCustomer,
        response: {
          201: PartnersCustomer,
          ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', 'LIMIT_REACHED', ...BODY_PROBLEMS, ...IDEMPOTENCY_PROBLEMS),
        },
      },
    },
    async (request, reply) => {
      const actor = await actForPartner(app, request.distributor, request.params.id)
      const { body, isStrict } = request
      const customer = await createCustomer(app, actor, body, { idempotency: request.idempotency, isStrict })
      return reply.code(201).send({ ...customer, partnerId: actor.partnerId })
    },
  )
}
