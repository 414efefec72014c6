import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { Group, NewGroup } from './schema.ts'
import { changeGroup, createGroup, deleteGroup } from './service.ts'

const params = Type.Object({ id: Type.String() })

/** Labels on customers. Register behind a session. */
export function groupRoutes(http: Http, app: App): void {
  http.post(
    '/groups',
    {
      schema: {
        body: NewGroup,
        response: {
          201: Group,
          ...problems('DUPLICATE_ITEM', 'LIMIT_REACHED', ...BODY_PROBLEMS, ...IDEMPOTENCY_PROBLEMS),
        },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createGroup(app, request.actor, request.body, request.idempotency)),
  )

  http.put(
    '/groups/:id',
    {
      schema: {
        params,
        body: NewGroup,
        response: { 200: Group, ...problems('NOT_FOUND', 'DUPLICATE_ITEM', ...BODY_PROBLEMS) },
      },
    },
    (request) => changeGroup(app, request.actor, request.params.id, request.body),
  )

  http.delete(
    '/groups/:id',
    { schema: { params, response: { 204: Type.Null(), ...problems('NOT_FOUND') } } },
    async (request, reply) => {
      await deleteGroup(app, request.actor, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
