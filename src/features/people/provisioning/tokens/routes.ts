import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, problems } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { type PersonActor, toPeopleAccount, toPersonActor } from '../../rules.ts'
import { CreatedToken, NewToken, TokenList } from './schema.ts'
import { createToken, listTokens, revokeToken } from './service.ts'

/** A token decides who belongs to the account. */
const OWNERS = { role: 'owner', strong: true } as const

const actorOf = ({ person, ip, id }: Pick<FastifyRequest, 'person' | 'ip' | 'id'>): PersonActor =>
  toPersonActor(person, { address: ip, requestId: id })

/** The tokens for SCIM of the account. Register behind a session; `baseUrl` is where programs call. */
export function provisioningTokenRoutes(http: Http, app: App, baseUrl: string): void {
  http.get(
    '/sign-on/tokens',
    { config: { role: 'admin' }, schema: { response: { 200: TokenList, ...problems() } } },
    async ({ person }) => ({
      baseUrl: `${baseUrl}/scim/v2`,
      tokens: await listTokens(app, toPeopleAccount(person)),
    }),
  )

  http.post(
    '/sign-on/tokens',
    {
      config: OWNERS,
      schema: { body: NewToken, response: { 201: CreatedToken, ...problems('LIMIT_REACHED', ...BODY_PROBLEMS) } },
    },
    async (request, reply) => reply.code(201).send(await createToken(app, actorOf(request), request.body.name.trim())),
  )

  http.delete(
    '/sign-on/tokens/:id',
    {
      config: OWNERS,
      schema: {
        params: Type.Object({ id: Type.String() }),
        response: { 204: Type.Null(), ...problems('NOT_FOUND') },
      },
    },
    async (request, reply) => {
      await revokeToken(app, actorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
