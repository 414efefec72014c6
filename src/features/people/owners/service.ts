import type { App } from '../../../app.ts'
import type { DistributorActor } from '../../../shared/actor.ts'
import { Problem } from '../../../shared/problem.ts'
import { actForPartner, findContact } from '../../accounts/service.ts'
import { createInvitation, listInvitations, sendInvitationAgain } from '../invitations/service.ts'
import { findMemberId } from '../service.ts'
import { listTeam, renewMember } from '../team/service.ts'
import type { PartnerPeople } from './schema.ts'

/**
 * Lets the owner of an active partner sign in again, on behalf of its distributor. Only the partner's own email
 * address can be invited: a distributor decides nobody else's access. Somebody who belongs to the account loses
 * password, factors and sessions, and gets a link for a new password; otherwise an invitation as owner is sent, or sent
 * again. Throws NOT_FOUND for a partner of somebody else, PARTNER_INACTIVE for one that is not active.
 */
export async function inviteOwner(
  app: App,
  distributor: DistributorActor,
  partnerId: string,
): Promise<{ email: string; sent: 'new-password' | 'invitation' }> {
  const { partnerStatus, distributorId } = await actForPartner(app, distributor, partnerId)
  if (partnerStatus !== 'active') throw new Problem('PARTNER_INACTIVE')
  const contact = await findContact(app, partnerId)
  if (!contact) throw new Problem('NOT_FOUND')
  const { company, email } = contact
  const account = { kind: 'partner' as const, id: partnerId, owner: { partnerId, distributorId } }
  const by = { author: distributor, account, role: 'owner' as const }
  if ((await findMemberId(app.db, account, email)) !== undefined) {
    await renewMember(app, by, email)
    return { email, sent: 'new-password' }
  }
  const isSame = (other: string): boolean => other.toLowerCase() === email.toLowerCase()
  const invited = (await listInvitations(app.db, account)).find((invitation) => isSame(invitation.email))
  if (invited) await sendInvitationAgain(app, by, invited.id)
  else await createInvitation(app, by, { email, name: company, role: 'owner' })
  return { email, sent: 'invitation' }
}

/**
 * Who can sign in for a partner and who is invited, for its distributor: what it needs to help somebody in. How well their
 * sign-in is protected is the partner's own business. Throws NOT_FOUND.
 */
export async function getPartnerPeople(
  app: App,
  distributor: DistributorActor,
  partnerId: string,
): Promise<PartnerPeople> {
  const { distributorId } = await actForPartner(app, distributor, partnerId)
  const account = { kind: 'partner' as const, id: partnerId, owner: { partnerId, distributorId } }
  const [people, invitations] = await Promise.all([listTeam(app.db, account), listInvitations(app.db, account)])
  return {
    people: people.map(({ id, name, email, role, status, lastSeenAt }) => ({
      id,
      name,
      email,
      role,
      status,
      ...(lastSeenAt && { lastSeenAt }),
    })),
    invitations,
  }
}
