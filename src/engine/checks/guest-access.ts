import { fields, text } from '../../shared/json.ts'
import type { Check } from '../model/check.ts'
import { judgeSetting, type Told } from './tenant-setting.ts'

/** What guests see of the directory. Role template ids: Graph `authorizationPolicy.guestUserRoleId`. */
const GUEST_ROLES: Readonly<Record<string, Told>> = {
  '2af84b1e-32c8-42b7-82bc-daa82404023b': { verdict: 'effective', observed: 'Guests see their own entry alone.' },
  '10dae51f-b6af-4016-8d66-8c2a99b929b3': {
    verdict: 'effective',
    observed: 'Guests see some properties and memberships of others.',
  },
  'a0b1b346-4d3e-4e8b-98f8-753987be4970': { verdict: 'ineffective', observed: 'Guests see as much as members do.' },
}

/** Guests see less of the directory than members. */
export const guestAccessRestricted: Check = {
  id: 'guest-access-restricted',
  version: 1,
  evaluate: (tenant) =>
    judgeSetting(tenant, 'authorizationPolicy', {
      expected: 'Guests see no more of the directory than the limited role for them allows.',
      told: (value) => GUEST_ROLES[text(fields(value).guestUserRoleId)?.toLowerCase() ?? ''],
    }),
}

/** Who may invite guests, in the words of Graph `authorizationPolicy.allowInvitesFrom`. */
const INVITERS: Readonly<Record<string, Told>> = {
  none: { verdict: 'effective', observed: 'Nobody can invite guests.' },
  adminsAndGuestInviters: {
    verdict: 'effective',
    observed: 'Only administrators and holders of the Guest Inviter role can invite guests.',
  },
  adminsGuestInvitersAndAllMembers: { verdict: 'ineffective', observed: 'Every member can invite guests.' },
  everyone: { verdict: 'ineffective', observed: 'Everybody can invite guests, and so can guests.' },
}

/** Guests are invited only by people who were given that task. */
export const guestInvitationsRestricted: Check = {
  id: 'guest-invitations-restricted',
  version: 1,
  evaluate: (tenant) =>
    judgeSetting(tenant, 'authorizationPolicy', {
      expected: 'Only administrators and holders of the Guest Inviter role can invite guests.',
      told: (value) => INVITERS[text(fields(value).allowInvitesFrom) ?? ''],
    }),
}
