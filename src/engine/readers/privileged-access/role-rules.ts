import type { CheckResult, Parameters, TenantReading } from '../../model/model.ts'
import { affected, evidenceOf, unknown } from '../results/result.ts'
import { share, some } from '../results/sentences.ts'
import { verdictBetween } from '../results/verdict.ts'
import { HIGHLY_PRIVILEGED } from './highly-privileged-roles.ts'
import { type RoleEvent, type RolePolicy, rolePoliciesOf } from './role-policies.ts'

const THROUGH_GROUPS = 'The rules of groups that hold a role, which have a policy of their own, are not read.'
export const NAMED_ADDRESS =
  'Mail to whoever holds certain roles, which is on by default, does not count: only an address that is named does.'

interface RuleQuestion {
  roles: readonly string[]
  /** Undefined where the policy of the role does not say. */
  holds: (policy: RolePolicy) => boolean | undefined
  expected: string
  /** Begins the sentence "…: set for 3 of 4 highly privileged roles." */
  rule: string
  limitations: readonly string[]
}

/** Judges the rules that Privileged Identity Management has for roles, whether anybody holds those or not. */
export function judgeRules(tenant: TenantReading, { thresholds }: Parameters, question: RuleQuestion): CheckResult {
  const { reading, byRole } = rolePoliciesOf(tenant)
  if (!reading.ok) return unknown(reading, question.expected)
  const judged = question.roles.map((role) => {
    const policy = byRole.get(role)
    return { name: HIGHLY_PRIVILEGED.get(role) ?? role, holds: policy && question.holds(policy) }
  })
  const coverage = { n: judged.filter(({ holds }) => holds).length, of: judged.length }
  const without = judged.flatMap(({ name, holds }) => (holds === false ? [name] : []))
  const untold = judged.flatMap(({ name, holds }) => (holds === undefined ? [name] : []))
  const setFor = coverage.of > 1 ? share(coverage, 'highly privileged role') : some(judged.map(({ name }) => name))
  return {
    verdict: verdictBetween(coverage, untold.length, thresholds),
    ...(coverage.of > 1 && { coverage }),
    observed: [
      ...(coverage.of > 1 || coverage.n > 0 ? [`${question.rule}: set for ${setFor}.`] : []),
      ...(without.length > 0 ? [`${coverage.of > 1 ? 'Not' : `${question.rule}: not`} set for ${some(without)}.`] : []),
      ...(untold.length > 0 ? [`It could not be told for ${some(untold)}.`] : []),
    ].join(' '),
    expected: question.expected,
    ...affected(without),
    evidence: evidenceOf(reading),
    limitations: [...question.limitations, THROUGH_GROUPS],
  }
}

export const ALL = [...HIGHLY_PRIVILEGED.keys()]

/** Whether all of these events are told to somebody; undefined where one is not known and none is untold. */
export const alertsOn =
  (...events: RoleEvent[]): RuleQuestion['holds'] =>
  ({ alerts }) => {
    const told = events.map((event) => alerts[event])
    if (told.includes(false)) return false
    return told.includes(undefined) ? undefined : true
  }
