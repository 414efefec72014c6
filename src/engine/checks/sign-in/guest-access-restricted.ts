import { fields, text } from '../../../shared/json.ts'
import type { Check } from '../../model/check.ts'
import { evaluateSetting, type SettingOutcome } from '../../readers/identity/tenant-setting.ts'

/** What guests see of the directory. Role template ids: Graph `authorizationPolicy.guestUserRoleId`. */
const GUEST_ROLES: Readonly<Record<string, SettingOutcome>> = {
  '2af84b1e-32c8-42b7-82bc-daa82404023b': { verdict: 'effective', observed: 'Guests see only their own entry.' },
  '10dae51f-b6af-4016-8d66-8c2a99b929b3': {
    verdict: 'effective',
    observed: 'Guests see only some properties and memberships of others.',
  },
  'a0b1b346-4d3e-4e8b-98f8-753987be4970': { verdict: 'ineffective', observed: 'Guests see as much as members do.' },
}

/** Guests see less of the directory than members. */
export const guestAccessRestricted: Check = {
  id: 'guest-access-restricted',
  version: 1,
  evaluate: (tenant) =>
    evaluateSetting(tenant, 'authorizationPolicy', {
      expected: 'Guests see no more of the directory than the limited guest role allows.',
      outcomeOf: (value) => GUEST_ROLES[text(fields(value).guestUserRoleId)?.toLowerCase() ?? ''],
    }),
}
