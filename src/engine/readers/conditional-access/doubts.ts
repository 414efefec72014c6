import type { TenantReading } from '../../model/tenant-reading.ts'
import { perUserMfaOf } from '../identity/per-user-mfa.ts'
import { rolesOf } from '../privileged-access/roles.ts'
import type { Failed } from '../results/result.ts'
import { canBePerUser } from './per-user.ts'
import { type AccessDemand, policiesOf, securityDefaultsOf } from './policies.ts'

/** Why it is unknown whether a demand is met for these people. */
export function doubtsOf(tenant: TenantReading, demand: AccessDemand, people: readonly { id: string }[]): string[] {
  if (people.length === 0) return []
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
    ...new Set(failed.map((reading) => reading.reason)),
    ...(unreadStrengths ? ['What some authentication strengths allow could not be read.'] : []),
    ...(canBePerUser(demand) && people.some(({ id }) => perUserMfaOf(tenant, id) === undefined)
      ? [PER_USER_UNREAD]
      : []),
  ]
}

const PER_USER_UNREAD = 'A second factor that is set per user, outside Conditional Access, was not read.'
