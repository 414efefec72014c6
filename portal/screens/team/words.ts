import type { AccountKind, Reads } from '../../endpoints.ts'

export type Person = Reads['/team']['people'][number]
export type Role = Person['role']

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Administrator',
  technician: 'Technician',
  reader: 'Reader',
}

const SHARED_TEXTS = {
  owner: 'Everything, including other owners.',
  reader: 'Can see everything that technicians see, but change nothing.',
}

/** What each role may do in an account of each kind, for people who choose one. */
export const ROLE_TEXTS: Readonly<Record<AccountKind, Readonly<Record<Role, string>>>> = {
  partner: {
    ...SHARED_TEXTS,
    admin: 'Keys, webhooks, plan, brand and the team, except owners.',
    technician: 'Customers, assessments, questionnaires and reports.',
  },
  distributor: {
    ...SHARED_TEXTS,
    admin: 'Partners and their plans, keys, webhooks and the team, except owners.',
    technician: 'Runs, schedules and reports of partners, and visits to their portals.',
  },
}

/** In the order in which people choose, the fewest rights first. */
export const ROLES: readonly Role[] = ['reader', 'technician', 'admin', 'owner']

const KNOWN_MS = 90 * 86_400_000

/** For somebody who has not been seen for as long as sign-ins are stored. */
export const unseenText = (createdAt: string): string =>
  Date.now() - Date.parse(createdAt) < KNOWN_MS ? 'Not yet' : 'Not in the last 90 days'

/** Whether somebody is known to have a second factor; only administrators know. */
export const hasFactor = ({ factors }: Person): boolean =>
  factors !== undefined && (factors.totp || factors.passkeys > 0)

/** How somebody's sign-in is protected, in short. */
export function factorText({ factors }: Person): string {
  if (!factors) return ''
  const { passkeys, totp } = factors
  const names = [passkeys > 0 && 'Passkey', totp && 'App'].filter((name) => name !== false)
  return names.length === 0 ? 'None' : names.join(' and ').replace('and App', 'and app')
}
