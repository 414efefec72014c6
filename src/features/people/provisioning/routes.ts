import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { Problem } from '../../../shared/problem.ts'
import { providerConfigOf, resourceTypeOf, toList, userSchemaOf } from './messages/discovery.ts'
import { readPatch } from './messages/patch.ts'
import { readUser, USER_SCHEMA } from './messages/user.ts'
import { changeUser, createUser, deleteUser, getUser, listUsers } from './service.ts'

const MAX_BODY_BYTES = 64 * 1024

const Query = Type.Object({
  filter: Type.Optional(Type.String()),
  startIndex: Type.Optional(Type.String()),
  count: Type.Optional(Type.String()),
})
const params = Type.Object({ id: Type.String() })
/**
 * Parsed by our own functions: attribute names are not case-sensitive, and clients send whatever attributes they have.
 */
const Body = Type.Object({}, { additionalProperties: true })

/** SCIM 2.0 for people (RFC 7643, RFC 7644), below /scim/v2. Register behind a token; `baseUrl` is where programs call. */
export function provisioningRoutes(http: Http, app: App, baseUrl: string): void {
  const base = `${baseUrl}/scim/v2`
  const hidden = { hide: true } as const

  http.get('/ServiceProviderConfig', { schema: hidden }, (_, reply) => send(reply, providerConfigOf(base)))
  http.get('/ResourceTypes', { schema: hidden }, (_, reply) => send(reply, toOne(resourceTypeOf(base))))
  http.get('/ResourceTypes/:id', { schema: { ...hidden, params } }, ({ params: { id } }, reply) =>
    send(reply, requireNamed(id, 'User', resourceTypeOf(base))),
  )
  http.get('/Schemas', { schema: hidden }, (_, reply) => send(reply, toOne(userSchemaOf(base))))
  http.get('/Schemas/:id', { schema: { ...hidden, params } }, ({ params: { id } }, reply) =>
    send(reply, requireNamed(id, USER_SCHEMA, userSchemaOf(base))),
  )

  http.get('/Users', { schema: { ...hidden, querystring: Query } }, async ({ provisioner, query }, reply) =>
    send(reply, await listUsers(app, provisioner, base, query)),
  )

  http.post(
    '/Users',
    { bodyLimit: MAX_BODY_BYTES, schema: { ...hidden, body: Body } },
    async ({ provisioner, body }, reply) => {
      const user = await createUser(app, provisioner, base, readUser(body))
      return send(reply.code(201).header('Location', user.meta.location), user)
    },
  )

  http.get('/Users/:id', { schema: { ...hidden, params } }, async ({ provisioner, params: { id } }, reply) =>
    send(reply, await getUser(app, provisioner, base, id)),
  )

  http.put(
    '/Users/:id',
    { bodyLimit: MAX_BODY_BYTES, schema: { ...hidden, params, body: Body } },
    async ({ provisioner, params: { id }, body }, reply) =>
      send(reply, await changeUser(app, provisioner, base, { id, draft: readUser(body) })),
  )

  http.patch(
    '/Users/:id',
    { bodyLimit: MAX_BODY_BYTES, schema: { ...hidden, params, body: Body } },
    async ({ provisioner, params: { id }, body }, reply) =>
      send(reply, await changeUser(app, provisioner, base, { id, draft: readPatch(body) })),
  )

  http.delete('/Users/:id', { schema: { ...hidden, params } }, async ({ provisioner, params: { id } }, reply) => {
    await deleteUser(app, provisioner, id)
    return reply.code(204).send(null)
  })
}

const toOne = (resource: object) => toList([resource], { totalResults: 1, startIndex: 1 })

function requireNamed(id: string, name: string, resource: object): object {
  if (id.toLowerCase() === name.toLowerCase()) return resource
  throw new Problem('NOT_FOUND')
}

const send = (reply: FastifyReply, resource: object): FastifyReply =>
  reply.type('application/scim+json; charset=utf-8').send(JSON.stringify(resource))
