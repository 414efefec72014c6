import type { CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { affected, evidenceOf, unknown } from '../results/result.ts'
import { share, some } from '../results/sentences.ts'
import { verdictBetween } from '../results/verdict.ts'
import { HIGHLY_PRIVILEGED } from './highly-privileged-roles.ts'
import { type RoleEvent, type RolePolicy, rolePoliciesOf } from './role-policies.ts'

const THROUGH_GROUPS = 'The rules of groups that hold a role, which have a policy of their own, are not read.'
export const NAMED_ADDRESS =
  'Mail to whoever holds certain roles, which is on by default, does not count: only an address that is named does.'

interface RuleDemand {
  roles: readonly string[]
  /** Undefined where the policy of the role does not say. */
  passes: (policy: RolePolicy) => boolean | undefined
  expected: string
  /** Begins the sentence "…: set for 3 of 4 highly privileged roles." */
  rule: string
  limitations: readonly string[]
}

/** Judges the rules that Privileged Identity Management has for roles, whether anybody holds those or not. */
export function evaluateRules(tenant: TenantReading, { thresholds }: Parameters, demand: RuleDemand): CheckResult {
  const { reading, byRole } = rolePoliciesOf(tenant)
  if (!reading.ok) return unknown(reading, demand.expected)
  const evaluated = demand.roles.map((role) => {
    const policy = byRole.get(role)
    return { name: HIGHLY_PRIVILEGED.get(role) ?? role, passes: policy && demand.passes(policy) }
  })
  const coverage = { n: evaluated.filter(({ passes }) => passes).length, of: evaluated.length }
  const without = evaluated.flatMap(({ name, passes }) => (passes === false ? [name] : []))
  const undetermined = evaluated.flatMap(({ name, passes }) => (passes === undefined ? [name] : []))
  const setFor = coverage.of > 1 ? share(coverage, 'highly privileged role') : some(evaluated.map(({ name }) => name))
  return {
    verdict: verdictBetween(coverage, undetermined.length, thresholds),
    ...(coverage.of > 1 && { coverage }),
    observed: [
      ...(coverage.of > 1 || coverage.n > 0 ? [`${demand.rule}: set for ${setFor}.`] : []),
      ...(without.length > 0 ? [`${coverage.of > 1 ? 'Not' : `${demand.rule}: not`} set for ${some(without)}.`] : []),
      ...(undetermined.length > 0 ? [`It could not be told for ${some(undetermined)}.`] : []),
    ].join(' '),
    expected: demand.expected,
    ...affected(without),
    evidence: evidenceOf(reading),
    limitations: [...demand.limitations, THROUGH_GROUPS],
  }
}

export const ALL = [...HIGHLY_PRIVILEGED.keys()]

/** Whether all of these events are told to somebody; undefined where one is not known and none is untold. */
export const alertsOn =
  (...events: RoleEvent[]): RuleDemand['passes'] =>
  ({ alerts }) => {
    const states = events.map((event) => alerts[event])
    if (states.includes(false)) return false
    return states.includes(undefined) ? undefined : true
  }
