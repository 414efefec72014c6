import type { Check, CheckResult, Parameters } from '../model/check.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import { HIGHLY_PRIVILEGED } from './highly-privileged-roles.ts'
import { type RoleEvent, type RolePolicy, rolePoliciesOf } from './role-policies.ts'
import { GLOBAL_ADMINISTRATOR } from './roles.ts'
import { affected, evidenceOf, share, some, unknown, verdictBetween } from './verdict.ts'

const THROUGH_GROUPS = 'The rules of groups that hold a role, which have a policy of their own, are not read.'
const NAMED_ADDRESS =
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
function judgeRules(tenant: TenantReading, { thresholds }: Parameters, question: RuleQuestion): CheckResult {
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

const ALL = [...HIGHLY_PRIVILEGED.keys()]
const OTHERS = ALL.filter((role) => role !== GLOBAL_ADMINISTRATOR)

/** Whether all of these events are told to somebody; undefined where one is not known and none is untold. */
const alertsOn =
  (...events: RoleEvent[]): RuleQuestion['holds'] =>
  ({ alerts }) => {
    const told = events.map((event) => alerts[event])
    if (told.includes(false)) return false
    return told.includes(undefined) ? undefined : true
  }

/** Nobody activates Global Administrator without the approval of somebody else. */
export const globalAdministratorApproval: Check = {
  id: 'global-administrator-approval',
  version: 1,
  evaluate: (tenant, parameters) =>
    judgeRules(tenant, parameters, {
      roles: [GLOBAL_ADMINISTRATOR],
      holds: ({ needsApproval }) => needsApproval,
      expected: 'Activating Global Administrator takes the approval of somebody else.',
      rule: 'Approval before activation',
      limitations: ['Whoever holds the role for good needs no approval; that is a requirement of its own.'],
    }),
}

/** Somebody is told by mail whenever a highly privileged role is given, to be activated or at once. */
export const roleAssignmentAlerts: Check = {
  id: 'role-assignment-alerts',
  version: 1,
  evaluate: (tenant, parameters) =>
    judgeRules(tenant, parameters, {
      roles: ALL,
      holds: alertsOn('eligible', 'assigned'),
      expected: 'A named address gets mail whenever somebody is given a highly privileged role, eligible or active.',
      rule: 'Mail to a named address when a role is given',
      limitations: [NAMED_ADDRESS],
    }),
}

/** Somebody is told by mail whenever Global Administrator is activated. */
export const globalAdministratorActivationAlert: Check = {
  id: 'global-administrator-activation-alert',
  version: 1,
  evaluate: (tenant, parameters) =>
    judgeRules(tenant, parameters, {
      roles: [GLOBAL_ADMINISTRATOR],
      holds: alertsOn('activated'),
      expected: 'A named address gets mail whenever somebody activates Global Administrator.',
      rule: 'Mail to a named address when a role is activated',
      limitations: [NAMED_ADDRESS],
    }),
}

/** Somebody is told by mail whenever another highly privileged role is activated. */
export const roleActivationAlerts: Check = {
  id: 'role-activation-alerts',
  version: 1,
  evaluate: (tenant, parameters) =>
    judgeRules(tenant, parameters, {
      roles: OTHERS,
      holds: alertsOn('activated'),
      expected: 'A named address gets mail whenever somebody activates a highly privileged role.',
      rule: 'Mail to a named address when a role is activated',
      limitations: [NAMED_ADDRESS],
    }),
}
