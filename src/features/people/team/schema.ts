import { type Static, Type } from 'typebox'
import { Timestamp } from '../../../api.ts'
import { ROLES } from '../../../shared/actor.ts'
import { MAX_EMAIL_CHARACTERS } from '../rules.ts'

const Role = Type.Enum([...ROLES])
const Status = Type.Enum(['active', 'blocked'])

/** People with lesser roles see who belongs to the account, and not how well anybody's sign-in is protected. */
const OnlyForAdmins = 'For admins and owners.'

export const TeamMemberShown = Type.Object({
  id: Type.String({ description: 'Prefix usr_.' }),
  email: Type.String(),
  name: Type.String(),
  role: Role,
  status: Status,
  createdAt: Timestamp,
  lastSeenAt: Type.Optional(Timestamp),
  factors: Type.Optional(
    Type.Object(
      { passkeys: Type.Integer(), totp: Type.Boolean(), recoveryCodesLeft: Type.Integer() },
      { description: OnlyForAdmins },
    ),
  ),
})
export type TeamMemberShown = Static<typeof TeamMemberShown>

export const InvitationShown = Type.Object({
  id: Type.String({ description: 'Prefix inv_.' }),
  email: Type.String(),
  name: Type.String(),
  role: Role,
  invitedAt: Timestamp,
  endsAt: Timestamp,
})
export type InvitationShown = Static<typeof InvitationShown>

export const Team = Type.Object({
  people: Type.Array(TeamMemberShown),
  invitations: Type.Optional(Type.Array(InvitationShown, { description: OnlyForAdmins })),
  secondFactorFor: Type.Enum(['nobody', 'admins', 'everybody'], {
    description: 'Who needs a second factor; admins: owners and admins.',
  }),
})
export type Team = Static<typeof Team>

export const FactorRule = Type.Object({
  isForAll: Type.Boolean({ description: 'Whether everybody needs a second factor.' }),
})
export type FactorRule = Static<typeof FactorRule>

const Name = Type.String({ format: 'name' })

export const NewInvitation = Type.Object({
  email: Type.String({ format: 'email', maxLength: MAX_EMAIL_CHARACTERS }),
  name: Name,
  role: Role,
})
export type NewInvitation = Static<typeof NewInvitation>

export const MemberChangeBody = Type.Object({
  name: Type.Optional(Name),
  role: Type.Optional(Role),
  status: Type.Optional(Status),
})
export type MemberChangeBody = Static<typeof MemberChangeBody>
