import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { NewView, View, ViewList } from './schema.ts'
import { createView, deleteView, listViews } from './service.ts'

const params = Type.Object({ id: Type.String() })
/** Everybody has views of their own. */
const config = { role: 'reader' } as const

/** Saved filters of the list of customers. Register behind a session. */
export function viewRoutes(http: Http, app: App): void {
  http.get('/views', { schema: { response: { 200: ViewList } } }, (request) => listViews(app, request))

  http.post(
    '/views',
    {
      config,
      schema: {
        body: NewView,
        response: {
          201: View,
          ...problems('ROLE_REQUIRED', 'LIMIT_REACHED', ...BODY_PROBLEMS, ...IDEMPOTENCY_PROBLEMS),
        },
      },
    },
    async (request, reply) => reply.code(201).send(await createView(app, request, request.body, request.idempotency)),
  )

  http.delete(
    '/views/:id',
    { config, schema: { params, response: { 204: Type.Null(), ...problems('NOT_FOUND', 'ROLE_REQUIRED') } } },
    async (request, reply) => {
      await deleteView(app, request, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
