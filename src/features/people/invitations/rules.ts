import type { Principal, Role } from '../../../shared/actor.ts'
import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { resetAuthorOf } from '../resets/rules.ts'
import type { PeopleAccount } from '../rules.ts'

export const INVITATION_DAYS = 7

/** How long ended invitations stay, so that they can be sent again. */
const ENDED_MS = 30 * DAY_MS

export const invitationEnd = (sentAt: Date): Date => new Date(sentAt.getTime() + INVITATION_DAYS * DAY_MS)

export const endedBefore = (now: Date): Date => new Date(now.getTime() - ENDED_MS)

/** An invitation as the people of the account see it. */
export interface Invitation {
  /** Prefix inv_. */
  id: string
  email: string
  name: string
  role: Role
  invitedAt: Date
  /** The link in the newest email works until then. */
  endsAt: Date
}

/** Who invites from outside of the account; null for its own people. */
export function outsiderOf(author: Principal, account: PeopleAccount): 'distributor' | 'operator' | null {
  const byWhom = resetAuthorOf(author, account)
  return byWhom === 'distributor' || byWhom === 'operator' ? byWhom : null
}
