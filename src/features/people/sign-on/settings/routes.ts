import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, problems } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { type PersonActor, toPeopleAccount, toPersonActor } from '../../rules.ts'
import { startCompanyLink } from '../attempts/service.ts'
import { checkDomain, createDomain, deleteDomain } from '../domains/service.ts'
import { deleteMemberLink, deleteOwnLink } from '../links/service.ts'
import { deleteProvider, getSignOn, setProvider, setSignOnRules } from '../provider/service.ts'
import { NewDomain, NewProvider, ProviderPage, SignOn, SignOnDomain, SignOnRules } from '../schema.ts'

/** A person who sets the provider could sign in as any owner, so it takes an owner. */
const OWNERS = { role: 'owner', strong: true } as const
const own = { role: 'reader', strong: true } as const

const actorOf = ({ person, ip, id }: Pick<FastifyRequest, 'person' | 'ip' | 'id'>): PersonActor =>
  toPersonActor(person, { address: ip, requestId: id })

const DomainName = Type.Object({ domain: Type.String({ maxLength: 260 }) })

/** How the people of an account sign in through its own provider. Register behind a session. */
export function signOnRoutes(http: Http, app: App): void {
  http.get(
    '/sign-on',
    { config: { role: 'admin' }, schema: { response: { 200: SignOn, ...problems() } } },
    ({ person }) => getSignOn(app, toPeopleAccount(person)),
  )

  http.put(
    '/sign-on/provider',
    { config: OWNERS, schema: { body: NewProvider, response: { 200: SignOn, ...problems(...BODY_PROBLEMS) } } },
    async (request) => {
      await setProvider(app, actorOf(request), request.body)
      return await getSignOn(app, toPeopleAccount(request.person))
    },
  )

  http.delete(
    '/sign-on/provider',
    { config: OWNERS, schema: { response: { 204: Type.Null(), ...problems('NOT_FOUND') } } },
    async (request, reply) => {
      await deleteProvider(app, actorOf(request))
      return reply.code(204).send(null)
    },
  )

  http.put(
    '/sign-on/rules',
    {
      config: OWNERS,
      schema: { body: SignOnRules, response: { 204: Type.Null(), ...problems('NOT_FOUND', ...BODY_PROBLEMS) } },
    },
    async (request, reply) => {
      await setSignOnRules(app, actorOf(request), request.body)
      return reply.code(204).send(null)
    },
  )

  http.delete(
    '/sign-on/people/:id',
    {
      config: OWNERS,
      schema: {
        params: Type.Object({ id: Type.String() }),
        response: { 204: Type.Null(), ...problems('NOT_FOUND') },
      },
    },
    async (request, reply) => {
      await deleteMemberLink(app, actorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )

  domainRoutes(http, app)
  ownLinkRoutes(http, app)
}

function domainRoutes(http: Http, app: App): void {
  http.post(
    '/sign-on/domains',
    {
      config: OWNERS,
      schema: {
        body: NewDomain,
        response: {
          201: SignOnDomain,
          ...problems('NOT_FOUND', 'DUPLICATE_ITEM', 'LIMIT_REACHED', ...BODY_PROBLEMS),
        },
      },
    },
    async (request, reply) => reply.code(201).send(await createDomain(app, actorOf(request), request.body.domain)),
  )

  http.post(
    '/sign-on/domains/:domain/check',
    {
      config: OWNERS,
      schema: { params: DomainName, response: { 200: SignOnDomain, ...problems('NOT_FOUND', 'INVALID_FIELD') } },
    },
    (request) => checkDomain(app, actorOf(request), request.params.domain),
  )

  http.delete(
    '/sign-on/domains/:domain',
    { config: OWNERS, schema: { params: DomainName, response: { 204: Type.Null(), ...problems('NOT_FOUND') } } },
    async (request, reply) => {
      await deleteDomain(app, actorOf(request), request.params.domain)
      return reply.code(204).send(null)
    },
  )
}

function ownLinkRoutes(http: Http, app: App): void {
  http.post(
    '/me/factors/company',
    { config: own, schema: { response: { 200: ProviderPage, ...problems('NOT_FOUND') } } },
    async ({ person }) => ({ url: await startCompanyLink(app, person) }),
  )

  http.delete(
    '/me/factors/company',
    { config: own, schema: { response: { 204: Type.Null(), ...problems('NOT_FOUND', 'LAST_FACTOR') } } },
    async (request, reply) => {
      await deleteOwnLink(app, actorOf(request))
      return reply.code(204).send(null)
    },
  )
}
