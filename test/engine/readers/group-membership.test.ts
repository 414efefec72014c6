import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dedicatedPrivilegedAccounts } from '../../../src/engine/checks/privileged-access/dedicated-privileged-accounts.ts'
import { globalAdministratorApproval } from '../../../src/engine/checks/privileged-access/global-administrator-approval.ts'
import { justInTimeAdministration } from '../../../src/engine/checks/privileged-access/just-in-time-administration.ts'
import { privilegedAccessApproval } from '../../../src/engine/checks/privileged-access/privileged-access-approval.ts'
import { privilegedAccessExpiry } from '../../../src/engine/checks/privileged-access/privileged-access-expiry.ts'
import { roleAssignmentAlerts } from '../../../src/engine/checks/privileged-access/role-assignment-alerts.ts'
import type { Check, CheckResult } from '../../../src/engine/model/check.ts'
import {
  account,
  dated,
  evaluate,
  group,
  MAILBOX,
  rolePolicy,
  tenant,
  used,
  usersWith,
} from '../checks/administrators-fixture.ts'
import { evaluate as evaluateHighly, policies } from '../checks/privileged-access/highly-privileged-fixture.ts'
import { refused, skus, type Values } from '../snapshot-builder.ts'
import { assignment, GLOBAL_ADMINISTRATOR, id, USER_ADMINISTRATOR } from '../tenant-parts.ts'

const CAROL = id(610)
const carol = { '@odata.type': '#microsoft.graph.user', id: CAROL }
const principal = { '@odata.type': '#microsoft.graph.group', id: group, displayName: 'Tier 1' }

const eligibleFor = (more: object = {}): object => ({
  accessId: 'member',
  groupId: group,
  principalId: CAROL,
  principal: carol,
  endDateTime: dated(-90),
  ...more,
})
const memberPolicy = (approval: boolean, days: string | null = 'P180D'): object => rolePolicy('member', approval, days)

/** Ten administrators who do everything right, and a group that holds a role, which Carol belongs to or may join. */
const withGroup = (more: Values = {}): Values =>
  tenant({
    users: [...usersWith(), account(CAROL, 'carol')],
    roleAssignments: [assignment(group, USER_ADMINISTRATOR, { principal })],
    [`groupMembers/${group}`]: [],
    [`groupEligibilities/${group}`]: [eligibleFor()],
    [`groupRolePolicies/${group}`]: [memberPolicy(true)],
    ...more,
  })
const through = (check: Check, more: Values = {}): CheckResult => evaluate(check, withGroup(more))
const MEMBER = { [`groupMembers/${group}`]: [carol] }
const NOBODY_ELIGIBLE = { [`groupEligibilities/${group}`]: [] }
const UNREAD = { [`groupEligibilities/${group}`]: refused() }

test('anyone who may join a group that holds a role is a privileged user; somebody who may become its owner is not', () => {
  const users = [...usersWith(), account(CAROL, 'carol', { assignedPlans: [MAILBOX] })]
  assert.deepEqual(through(dedicatedPrivilegedAccounts, { users }).affected?.items, ['carol@contoso.com'])
  const owner = { [`groupEligibilities/${group}`]: [eligibleFor({ accessId: 'owner' })] }
  assert.equal(through(dedicatedPrivilegedAccounts, { users, ...owner }).affected, undefined)
})

test('the members of a group that may join the group are privileged users', () => {
  const inner = id(596)
  const users = [...usersWith(), account(CAROL, 'carol', { assignedPlans: [MAILBOX] })]
  const nested = eligibleFor({ principalId: inner, principal: { '@odata.type': '#microsoft.graph.group', id: inner } })
  const values = { users, [`groupEligibilities/${group}`]: [nested] }
  const read = through(dedicatedPrivilegedAccounts, { ...values, [`groupMembers/${inner}`]: [carol] })
  assert.deepEqual(read.affected?.items, ['carol@contoso.com'])
  const unread = through(dedicatedPrivilegedAccounts, { ...values, [`groupMembers/${inner}`]: refused() })
  assert.equal(unread.verdict, 'no_visibility')
})

test('a temporarily activated membership is not standing, a permanent one is', () => {
  assert.equal(through(justInTimeAdministration).verdict, 'effective')
  assert.equal(through(justInTimeAdministration, MEMBER).verdict, 'effective')
  const unchanged = through(justInTimeAdministration, { ...MEMBER, ...NOBODY_ELIGIBLE })
  assert.deepEqual([unchanged.verdict, unchanged.affected?.items], ['ineffective', ['carol@contoso.com']])
})

test('without the permission to read who may join, the row is unknown and names it', () => {
  for (const values of [UNREAD, { ...UNREAD, ...MEMBER }]) {
    const result = through(justInTimeAdministration, values)
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.limitations.join(' '), /grant PrivilegedEligibilitySchedule\.Read\.AzureADGroup/)
  }
})

test('without a licence, memberships cannot be temporary, so members hold the role permanently', () => {
  const result = through(justInTimeAdministration, {
    subscribedSkus: skus('AAD_PREMIUM'),
    roleAssignments: refused(400),
    roleEligibilities: refused(400),
    directoryRoles: [{ roleTemplateId: USER_ADMINISTRATOR, members: [principal] }],
    userActivity: [used(CAROL, 1)],
    ...MEMBER,
    [`groupEligibilities/${group}`]: refused(400),
  })
  assert.deepEqual([result.verdict, result.affected?.items], ['ineffective', ['carol@contoso.com']])
})

test('activating a membership without approval is named like activating a role without it', () => {
  assert.equal(through(privilegedAccessApproval).verdict, 'effective')
  const open = through(privilegedAccessApproval, { [`groupRolePolicies/${group}`]: [memberPolicy(false)] })
  assert.deepEqual([open.kind, open.affected?.items], ['absent', ['membership of Tier 1']])
  const unread = through(privilegedAccessApproval, { [`groupRolePolicies/${group}`]: refused() })
  assert.deepEqual([unread.verdict, unread.kind], ['no_visibility', undefined])
  const unused = { [`groupRolePolicies/${group}`]: [memberPolicy(false)], ...NOBODY_ELIGIBLE }
  assert.equal(through(privilegedAccessApproval, unused).verdict, 'effective')
})

test('a membership must end within a year by its eligibility and by the rules of the group', () => {
  assert.equal(through(privilegedAccessExpiry).verdict, 'effective')
  assert.equal(through(privilegedAccessExpiry, MEMBER).verdict, 'effective')
  const lasting = { [`groupEligibilities/${group}`]: [eligibleFor({ endDateTime: null })] }
  assert.deepEqual(through(privilegedAccessExpiry, lasting).affected?.items, ['carol@contoso.com'])
  const loose = through(privilegedAccessExpiry, { [`groupRolePolicies/${group}`]: [memberPolicy(true, null)] })
  assert.equal(loose.verdict, 'partial')
  assert.match(loose.observed, /more than a year for membership of Tier 1/)
  const unread = through(privilegedAccessExpiry, { [`groupRolePolicies/${group}`]: refused() })
  assert.equal(unread.verdict, 'no_visibility')
})

const globalGroup = (more: Values): Values => ({
  roleAssignments: [assignment(group, GLOBAL_ADMINISTRATOR, { principal, startDateTime: dated(90) })],
  [`groupMembers/${group}`]: [],
  [`groupEligibilities/${group}`]: [eligibleFor({ principalId: id(500), principal: { ...carol, id: id(500) } })],
  ...more,
})
const rules = (approval: boolean): object => {
  const [policy] = policies(() => ({ approval, ...(approval ? {} : { assigned: [] }) }))
  return { ...policy, roleDefinitionId: 'member' }
}

test('joining a group of Global Administrators takes an approval like activating the role', () => {
  const at = (more: Values) => evaluateHighly(globalAdministratorApproval, globalGroup(more))
  assert.equal(at({ [`groupRolePolicies/${group}`]: [rules(true)] }).verdict, 'effective')
  const open = at({ [`groupRolePolicies/${group}`]: [rules(false)] })
  assert.deepEqual([open.verdict, open.affected?.items], ['ineffective', ['the group Tier 1']])
  const unread = at({ [`groupRolePolicies/${group}`]: refused() })
  assert.equal(unread.verdict, 'no_visibility')
  assert.match(unread.limitations.join(' '), /grant RoleManagementPolicy\.Read\.AzureADGroup/)
})

test('a group that nobody may join needs no approval; if that is unread, a missing approval is unknown', () => {
  const without = { [`groupRolePolicies/${group}`]: [rules(false)] }
  const at = (more: Values) => evaluateHighly(globalAdministratorApproval, globalGroup({ ...without, ...more })).verdict
  assert.equal(at(NOBODY_ELIGIBLE), 'effective')
  assert.equal(at(UNREAD), 'no_visibility')
})

test('adding somebody to a group of Global Administrators must be reported, no matter who may join now', () => {
  const at = (approval: boolean) =>
    evaluateHighly(
      roleAssignmentAlerts,
      globalGroup({ [`groupRolePolicies/${group}`]: [rules(approval)], ...NOBODY_ELIGIBLE }),
    )
  assert.equal(at(true).verdict, 'effective')
  assert.deepEqual(at(false).affected?.items, ['the group Tier 1'])
})
