import { fields, text } from '../../../shared/json.ts'
import type { Check } from '../../model/check.ts'
import { evaluateSetting, type SettingOutcome } from '../../readers/identity/tenant-setting.ts'

/** Who may invite guests, in the words of Graph `authorizationPolicy.allowInvitesFrom`. */
const INVITERS: Readonly<Record<string, SettingOutcome>> = {
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
    evaluateSetting(tenant, 'authorizationPolicy', {
      expected: 'Only administrators and holders of the Guest Inviter role can invite guests.',
      outcomeOf: (value) => INVITERS[text(fields(value).allowInvitesFrom) ?? ''],
    }),
}
