import { type Static, Type } from 'typebox'
import { Timestamp } from '../../../api.ts'
import { ROLES } from '../../../shared/actor.ts'

const somebody = { id: Type.String(), name: Type.String(), email: Type.String(), role: Type.Enum([...ROLES]) }

export const PartnerPeople = Type.Object({
  people: Type.Array(
    Type.Object({
      ...somebody,
      status: Type.Enum(['active', 'blocked']),
      lastSeenAt: Type.Optional(Timestamp),
    }),
  ),
  invitations: Type.Array(Type.Object({ ...somebody, invitedAt: Timestamp, endsAt: Timestamp })),
})
export type PartnerPeople = Static<typeof PartnerPeople>

export const OwnerInvited = Type.Object({
  email: Type.String({ description: "The partner's own email address, which gets a link." }),
  sent: Type.Enum(['new-password', 'invitation']),
})
export type OwnerInvited = Static<typeof OwnerInvited>
