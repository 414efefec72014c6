import type { TenantReading } from '../../model/tenant-reading.ts'
import { rolesOf } from '../privileged-access/roles.ts'
import type { Failed } from '../results/result.ts'
import { count } from '../results/sentences.ts'
import { policiesOf, securityDefaultsOf } from './policies.ts'

/** Why it is unknown whether some people are covered. */
export function doubts(tenant: TenantReading, people: number, asks = 'must use a second factor'): string[] {
  const enabled = policiesOf(tenant).policies.filter((policy) => policy.enabled)
  const roles = rolesOf(tenant)
  const byRole = enabled.some((policy) => policy.scope.includes.roles.size + policy.scope.excludes.roles.size > 0)
  const failed: Failed[] = [
    ...enabled.flatMap((policy) => policy.scope.unreadGroups),
    ...(byRole ? roles.unreadGroups.map((group) => group.reading) : []),
    ...(byRole ? [roles.active, roles.eligible] : []).flatMap((reading) =>
      reading.ok || reading.verdict === 'not_licensed' ? [] : [reading],
    ),
    ...[securityDefaultsOf(tenant).reading].flatMap((reading) => (reading.ok ? [] : [reading])),
  ]
  const unreadStrengths = enabled.some((policy) => policy.grant.possible !== policy.grant.certain)
  return [
    `For ${count(people, 'user')} it could not be determined whether they ${asks}.`,
    ...new Set(failed.map((reading) => reading.reason)),
    ...(unreadStrengths ? ['What some authentication strengths allow could not be read.'] : []),
  ]
}

export const PER_USER_UNREAD = 'A second factor that is set per user, outside Conditional Access, was not read.'
