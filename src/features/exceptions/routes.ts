import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../api.ts'
import type { App } from '../../app.ts'
import { ExceptionChange, ExceptionList, ExceptionQuery, NewException, RecordedException } from './schema.ts'
import { changeException, createException, deleteException, listExceptions } from './service.ts'

const tags = ['Exceptions']
const id = Type.String({ description: 'Id of the customer, prefix cust_.' })
const ofCustomer = Type.Object({ id })
const ofException = Type.Object({
  id,
  exceptionId: Type.String({ description: 'Id of the exception, prefix exc_.' }),
})

/** Accepted risks, compensating controls and emergency accounts of a customer. */
export function exceptionRoutes(http: Http, app: App): void {
  http.get(
    '/customers/:id/exceptions',
    {
      schema: {
        operationId: 'listExceptions',
        summary: 'List exceptions',
        description:
          'The exceptions of a customer, including expired ones, newest first. With `limit`, one page, with a `nextCursor` if there are more.',
        tags,
        params: ofCustomer,
        querystring: ExceptionQuery,
        response: { 200: ExceptionList, ...problems('PARTNER_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD') },
      },
    },
    (request) => listExceptions(app, request.actor, request.params.id, request.query),
  )

  http.post(
    '/customers/:id/exceptions',
    {
      schema: {
        operationId: 'createException',
        summary: 'Record an exception',
        description:
          'Records who decided what, why and until when. Later runs take it into account. A second exception for the same requirement and object is refused.',
        tags,
        params: ofCustomer,
        body: NewException,
        response: {
          201: RecordedException,
          ...problems(
            'PARTNER_INACTIVE',
            'NOT_FOUND',
            'INVALID_PRODUCT',
            'DUPLICATE_ITEM',
            'LIMIT_REACHED',
            ...BODY_PROBLEMS,
            ...IDEMPOTENCY_PROBLEMS,
          ),
        },
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(await createException(app, request.actor, request.params.id, request.body, request.idempotency)),
  )

  http.put(
    '/customers/:id/exceptions/:exceptionId',
    {
      schema: {
        operationId: 'changeException',
        summary: 'Change an exception',
        description:
          'Only the fields in the request change; the requirement and object cannot change. A later `expiresAt` renews it, even after it expired.',
        tags,
        params: ofException,
        body: ExceptionChange,
        response: { 200: RecordedException, ...problems('PARTNER_INACTIVE', 'NOT_FOUND', ...BODY_PROBLEMS) },
      },
    },
    ({ actor, params, body }) => changeException(app, actor, params.id, params.exceptionId, body),
  )

  http.delete(
    '/customers/:id/exceptions/:exceptionId',
    {
      schema: {
        operationId: 'removeException',
        summary: 'Remove an exception',
        description:
          'Later runs ignore it. The results of earlier runs do not change, and the audit trail still shows it.',
        tags,
        params: ofException,
        response: { 204: Type.Null(), ...problems('PARTNER_INACTIVE', 'NOT_FOUND') },
      },
    },
    async ({ actor, params }, reply) => {
      await deleteException(app, actor, params.id, params.exceptionId)
      return reply.code(204).send(null)
    },
  )
}
