import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import type { PersonSession } from '../../../shared/actor.ts'
import { setFactorRule } from '../factor-rule/service.ts'
import { createInvitation, listInvitations, revokeInvitation, sendInvitationAgain } from '../invitations/service.ts'
import { includesRole, type TeamAuthor, toPeopleAccount, toPersonActor, toTeamAuthor } from '../rules.ts'
import { FactorRule, InvitationShown, MemberChangeBody, NewInvitation, Team, TeamMemberShown } from './schema.ts'
import { changeMember, deleteMember, deleteMemberFactors, listTeam } from './service.ts'

const ADMINS = { role: 'admin', strong: true } as const

const params = Type.Object({ id: Type.String() })

const authorOf = ({ person, ip, id }: Pick<FastifyRequest, 'person' | 'ip' | 'id'>): TeamAuthor =>
  toTeamAuthor(toPersonActor(person, { address: ip, requestId: id }))

const factorRuleOf = ({ requiresFactor }: App, { account }: PersonSession): Team['secondFactorFor'] => {
  if (account.requiresFactor) return 'everybody'
  return requiresFactor ? 'admins' : 'nobody'
}

/** The people of the account, and those who are invited. Register behind a session. */
export function teamRoutes(http: Http, app: App): void {
  http.get('/team', { schema: { response: { 200: Team, ...problems() } } }, async ({ person }): Promise<Team> => {
    const account = toPeopleAccount(person)
    const people = await listTeam(app.db, account)
    const rule = { secondFactorFor: factorRuleOf(app, person) }
    if (includesRole(person.role, 'admin'))
      return { people, invitations: await listInvitations(app.db, account), ...rule }
    const shown = people.map(({ factors: _, lastSeenAt: __, ...member }) => member)
    return { people: shown, ...rule }
  })

  http.put(
    '/team/factor-rule',
    {
      config: { role: 'owner', strong: true },
      schema: { body: FactorRule, response: { 204: Type.Null(), ...problems(...BODY_PROBLEMS) } },
    },
    async (request, reply) => {
      const self = toPersonActor(request.person, { address: request.ip, requestId: request.id })
      await setFactorRule(app, self, request.body.isForAll)
      return reply.code(204).send(null)
    },
  )

  http.patch(
    '/team/people/:id',
    {
      config: ADMINS,
      schema: {
        params,
        body: MemberChangeBody,
        response: { 200: TeamMemberShown, ...problems('NOT_FOUND', 'ROLE_REQUIRED', 'LAST_OWNER', ...BODY_PROBLEMS) },
      },
    },
    (request) => changeMember(app, authorOf(request), request.params.id, request.body),
  )

  http.delete(
    '/team/people/:id',
    {
      config: ADMINS,
      schema: { params, response: { 204: Type.Null(), ...problems('NOT_FOUND', 'ROLE_REQUIRED', 'LAST_OWNER') } },
    },
    async (request, reply) => {
      await deleteMember(app, authorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )

  http.post(
    '/team/people/:id/reset-factor',
    {
      config: ADMINS,
      schema: { params, response: { 204: Type.Null(), ...problems('NOT_FOUND', 'ROLE_REQUIRED', 'INVALID_FIELD') } },
    },
    async (request, reply) => {
      await deleteMemberFactors(app, authorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )

  invitationRoutes(http, app)
}

function invitationRoutes(http: Http, app: App): void {
  http.post(
    '/team/invitations',
    {
      config: ADMINS,
      schema: {
        body: NewInvitation,
        response: {
          201: InvitationShown,
          ...problems('ROLE_REQUIRED', 'DUPLICATE_ITEM', 'LIMIT_REACHED', ...BODY_PROBLEMS),
        },
      },
    },
    async (request, reply) => {
      const { email, name, role } = request.body
      return reply.code(201).send(await createInvitation(app, authorOf(request), { email, name: name.trim(), role }))
    },
  )

  http.post(
    '/team/invitations/:id/resend',
    {
      config: ADMINS,
      schema: { params, response: { 200: InvitationShown, ...problems('NOT_FOUND', 'ROLE_REQUIRED') } },
    },
    (request) => sendInvitationAgain(app, authorOf(request), request.params.id),
  )

  http.delete(
    '/team/invitations/:id',
    {
      config: ADMINS,
      schema: { params, response: { 204: Type.Null(), ...problems('NOT_FOUND', 'ROLE_REQUIRED') } },
    },
    async (request, reply) => {
      await revokeInvitation(app, authorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
