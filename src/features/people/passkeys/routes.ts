import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { toPersonActor } from '../rules.ts'
import { MAX_RESPONSE_BYTES } from './rules.ts'
import { NewPasskeyResponse, Passkey, PasskeyName } from './schema.ts'
import {
  changePasskeyName,
  createPasskey,
  deletePasskey,
  listPasskeys,
  startPasskeyConfirmation,
  startPasskeyRegistration,
} from './service.ts'

const params = Type.Object({ id: Type.String() })
const NewPasskey = Type.Object({ name: Type.Optional(PasskeyName), response: NewPasskeyResponse })
const Rename = Type.Object({ name: PasskeyName })

/** Everybody manages their own passkeys. */
const own = { role: 'reader' } as const
const strong = { role: 'reader', strong: true } as const

/** The passkeys of the signed-in person. The options are those of Web Authentication, in their JSON form. */
export function passkeyRoutes(http: Http, app: App): void {
  http.get(
    '/me/factors/passkeys',
    { config: own, schema: { response: { 200: Type.Object({ passkeys: Type.Array(Passkey) }) } } },
    async ({ person }) => ({ passkeys: await listPasskeys(app.db, person.personId) }),
  )

  http.post('/me/factors/passkeys/options', { config: strong, schema: {} }, ({ person }) =>
    startPasskeyRegistration(app, person),
  )

  http.post(
    '/me/factors/passkeys',
    { config: strong, bodyLimit: MAX_RESPONSE_BYTES, schema: { body: NewPasskey, response: { 201: Passkey } } },
    async (request, reply) => reply.code(201).send(await createPasskey(app, actorOf(request), request.body)),
  )

  http.patch(
    '/me/factors/passkeys/:id',
    { config: own, schema: { params, body: Rename, response: { 200: Passkey } } },
    (request) => changePasskeyName(app, actorOf(request), { id: request.params.id, name: request.body.name }),
  )

  http.delete('/me/factors/passkeys/:id', { config: strong, schema: { params } }, async (request, reply) => {
    await deletePasskey(app, actorOf(request), request.params.id)
    return reply.code(204).send()
  })

  http.post('/session/confirm/passkey', { config: own, schema: {} }, ({ person }) =>
    startPasskeyConfirmation(app, person),
  )
}

const actorOf = ({ person, ip, id }: FastifyRequest) => toPersonActor(person, { address: ip, requestId: id })
