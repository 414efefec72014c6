import { fields, text } from '../json.ts'
import type { Check, CheckResult, TenantReading } from '../model.ts'
import { readDataset } from '../reading.ts'
import { evidenceOf, unknown } from './verdict.ts'

type Told = Pick<CheckResult, 'verdict' | 'observed'>

function judge(tenant: TenantReading, expected: string, setting: string, told: (value: string) => Told): CheckResult {
  const reading = readDataset(tenant, 'authorizationPolicy')
  if (!reading.ok) return unknown(reading, expected)
  const value = text(fields(reading.value)[setting])
  const untold: Told = { verdict: 'no_visibility', observed: 'The authorization policy does not say how this is set.' }
  const outcome = value === undefined ? untold : told(value)
  return { ...outcome, expected, evidence: evidenceOf(reading), limitations: [] }
}

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
    judge(
      tenant,
      'Guests see no more of the directory than the limited role for them allows.',
      'guestUserRoleId',
      (id) => {
        const untold: Told = { verdict: 'no_visibility', observed: 'Guests have a role that this check does not know.' }
        return GUEST_ROLES[id.toLowerCase()] ?? untold
      },
    ),
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
    judge(
      tenant,
      'Only administrators and holders of the Guest Inviter role can invite guests.',
      'allowInvitesFrom',
      (value) => {
        const untold: Told = { verdict: 'no_visibility', observed: `Who may invite guests is set to ${value}.` }
        return INVITERS[value] ?? untold
      },
    ),
}
