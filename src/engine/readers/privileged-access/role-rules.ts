import type { CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { affected, evidenceOf, leaveToNamed, unknown } from '../results/result.ts'
import { share, some } from '../results/sentences.ts'
import { isUnknown, verdictBetween } from '../results/verdict.ts'
import { HIGHLY_PRIVILEGED } from './highly-privileged-roles.ts'
import { memberPolicyOf, type RoleEvent, type RolePolicy, rolePoliciesOf } from './role-policies.ts'
import { rolesOf } from './roles.ts'

export const ONLY_NAMED_ADDRESSES =
  'Email to the holders of certain roles, which is on by default, does not count: only a named address does.'

interface RuleDemand {
  roles: readonly string[]
  /** Undefined if the policy of the role does not say. */
  passes: (policy: RolePolicy) => boolean | undefined
  expected: string
  /** Starts the sentence "…: set for 3 of 4 highly privileged roles." */
  rule: string
  /** Set if the rule is about activating the role: it does not matter for a group that nobody is eligible to join. */
  isOnActivation?: true
  /** What else may do it; by default another product for privileged access. */
  another?: string
  limitations: readonly string[]
}

/** "As an alternative to Microsoft Entra ID PIM, third-party products and services … can be leveraged" (CISA, section 7). */
export const ANOTHER_PAM = 'another product for privileged access'

/**
 * Evaluates the rules of Privileged Identity Management for these roles, whether or not anybody holds them. If people name
 * another product that does this, their answer decides.
 */
export function evaluateRules(tenant: TenantReading, parameters: Parameters, demand: RuleDemand): CheckResult {
  return leaveToNamed(evaluateOwnRules(tenant, parameters, demand), demand.another ?? ANOTHER_PAM)
}

function evaluateOwnRules(tenant: TenantReading, { thresholds }: Parameters, demand: RuleDemand): CheckResult {
  const { reading, byRole } = rolePoliciesOf(tenant)
  if (!reading.ok) return unknown(reading, demand.expected)
  const evaluated = demand.roles.map((role) => {
    const policy = byRole.get(role)
    return { name: HIGHLY_PRIVILEGED.get(role) ?? role, passes: policy && demand.passes(policy) }
  })
  evaluated.push(...groupRules(tenant, demand))
  const coverage = { n: evaluated.filter(({ passes }) => passes).length, of: evaluated.length }
  const without = evaluated.flatMap(({ name, passes }) => (passes === false ? [name] : []))
  const undetermined = evaluated.flatMap(({ name, passes }) => (passes === undefined ? [name] : []))
  const setFor =
    coverage.of > 1
      ? share(coverage, 'highly privileged role or group', 'highly privileged roles and groups')
      : some(evaluated.map(({ name }) => name))
  const verdict = verdictBetween(coverage, undetermined.length, thresholds)
  const isAllOpen = undetermined.length === coverage.of
  return {
    verdict,
    ...(coverage.of > 1 && !isUnknown(verdict) && { coverage }),
    observed: [
      ...((coverage.of > 1 || coverage.n > 0) && !isAllOpen ? [`${demand.rule}: set for ${setFor}.`] : []),
      ...(without.length > 0 ? [`${coverage.of > 1 ? 'Not' : `${demand.rule}: not`} set for ${some(without)}.`] : []),
      ...(undetermined.length > 0
        ? [`${isAllOpen ? `${demand.rule}: it` : 'It'} could not be determined for ${some(undetermined)}.`]
        : []),
    ].join(' '),
    expected: demand.expected,
    ...affected(without),
    evidence: evidenceOf(
      reading,
      ...groupsWith(tenant, demand.roles).map(([id]) => memberPolicyOf(tenant, id).reading),
    ),
    limitations: [...demand.limitations, ...unreadGroupRules(tenant, demand.roles)],
  }
}

/**
 * Somebody who becomes a member of a group that holds the role gets the role, so the rules of the group must pass too.
 */
function groupRules(tenant: TenantReading, demand: RuleDemand): { name: string; passes: boolean | undefined }[] {
  const { active } = rolesOf(tenant)
  if (!active.ok) return [{ name: 'groups that hold such a role', passes: undefined }]
  return groupsWith(tenant, demand.roles).flatMap(([id, { name, membership }]) => {
    const { policy } = memberPolicyOf(tenant, id)
    const passes = policy && demand.passes(policy)
    if (!demand.isOnActivation || passes) return [{ name: `the group ${name}`, passes }]
    if (membership.reading.ok && membership.eligible.length === 0) return []
    return [{ name: `the group ${name}`, passes: membership.reading.ok ? passes : undefined }]
  })
}

/** Why the rules of groups are unknown. */
const unreadGroupRules = (tenant: TenantReading, roles: readonly string[]): string[] =>
  groupsWith(tenant, roles).flatMap(([id, { membership }]) =>
    [memberPolicyOf(tenant, id).reading, membership.reading].flatMap((reading) => (reading.ok ? [] : [reading.reason])),
  )

const groupsWith = (tenant: TenantReading, roles: readonly string[]) =>
  [...rolesOf(tenant).groups].filter(([, { activeRoles }]) => roles.some((role) => activeRoles.has(role)))

export const HIGHLY_PRIVILEGED_ROLES = [...HIGHLY_PRIVILEGED.keys()]

/** Whether all of these events notify somebody; undefined if one is unknown and none is known not to notify. */
export const alertsOn =
  (...events: RoleEvent[]): RuleDemand['passes'] =>
  ({ alerts }) => {
    const states = events.map((event) => alerts[event])
    if (states.includes(false)) return false
    return states.includes(undefined) ? undefined : true
  }
