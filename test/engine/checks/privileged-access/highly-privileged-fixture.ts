import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check, CheckResult } from '../../../../src/engine/model/check.ts'
import { HIGHLY_PRIVILEGED } from '../../../../src/engine/readers/privileged-access/highly-privileged-roles.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from '../../snapshot-builder.ts'
import {
  assignment,
  GLOBAL_ADMINISTRATOR,
  id,
  policy,
  RESISTANT,
  readable,
  strength,
  USER_ADMINISTRATOR,
  user,
} from '../../tenant-parts.ts'

export const HELPDESK = '729827e3-9c14-49f7-bb1b-9608f156bbb8'
export const START = '2026-01-01T00:00:00Z'
export const END = '2026-08-01T00:00:00Z'

export const admin = (n: number): string => id(500 + n)
export const names = (...numbers: number[]): string[] => numbers.map((n) => `admin${n}@contoso.com`)
export const account = (n: number, more: object = {}): object =>
  user(admin(n), `admin${n}`, { assignedPlans: [], onPremisesSyncEnabled: null, ...more })
export const eligible = (n: number, role: string): object =>
  assignment(admin(n), role, { startDateTime: START, endDateTime: END })
export const standing = (n: number, role: string): object => assignment(admin(n), role, { startDateTime: START })

export const used = (n: number, daysAgo: number): object => {
  const at = new Date(Date.parse(PARAMETERS.now) - daysAgo * 86_400_000).toISOString()
  return { id: admin(n), signInActivity: { lastSignInDateTime: at, lastSuccessfulSignInDateTime: at } }
}

const alert = (id: string, notificationRecipients: readonly string[]): object => ({
  id,
  notificationLevel: 'All',
  notificationRecipients,
})

interface Rules {
  approval?: boolean
  eligible?: readonly string[]
  assigned?: readonly string[]
  activated?: readonly string[]
}
const WATCHED = ['soc@contoso.com']
const rolePolicy = (role: string, rules: Rules = {}): object => ({
  roleDefinitionId: role,
  policy: {
    rules: [
      { id: 'Approval_EndUser_Assignment', setting: { isApprovalRequired: rules.approval ?? true } },
      alert('Notification_Admin_Admin_Eligibility', rules.eligible ?? WATCHED),
      alert('Notification_Admin_Admin_Assignment', rules.assigned ?? WATCHED),
      alert('Notification_Admin_EndUser_Assignment', rules.activated ?? WATCHED),
    ],
  },
})
export const ROLES = [...HIGHLY_PRIVILEGED.keys()]
export const policies = (change: (role: string) => Rules | undefined = () => ({})): object[] =>
  ROLES.flatMap((role) => {
    const rules = change(role)
    return rules ? [rolePolicy(role, rules)] : []
  })

export const PEOPLE = Array.from({ length: 10 }, (_, n) => n)

/** Ten administrators who may activate roles, four of them Global Administrator; `more` replaces datasets. */
const tenant = (more: Values = {}): Values =>
  readable([policy({ grant: strength(RESISTANT) })], {
    subscribedSkus: skus('AAD_PREMIUM', 'AAD_PREMIUM_P2'),
    users: PEOPLE.map((n) => account(n)),
    userActivity: PEOPLE.map((n) => used(n, 1)),
    roleAssignments: [],
    roleEligibilities: PEOPLE.map((n) => eligible(n, n < 4 ? GLOBAL_ADMINISTRATOR : USER_ADMINISTRATOR)),
    rolePolicies: policies(),
    domains: [
      { id: 'contoso.com', authenticationType: 'Managed', isVerified: true },
      { id: 'corp.contoso.com', authenticationType: 'Federated', isVerified: true },
    ],
    ...more,
  })

export const evaluate = (check: Check, more: Values = {}, breakGlass: string[] = []): CheckResult =>
  check.evaluate(tenantOf(tenant(more)), { ...PARAMETERS, breakGlass })

function testOrderlyTenant(check: Check): void {
  test(`${check.id}: a tenant that does everything right is effective, with evidence`, () => {
    const result = evaluate(check)
    assert.equal(result.verdict, 'effective', `${check.id}: ${result.observed}`)
    assert.ok(result.evidence.length > 0, check.id)
    assert.equal(result.affected, undefined, check.id)
  })
}

/** Tests a check of role holders; `withoutPim` is the verdict if only standing roles can be read. */
export function testRoleHolders(check: Check, withoutPim: CheckResult['verdict']): void {
  testOrderlyTenant(check)

  test(`${check.id}: without the permission the role holders are unknown, and the permission is named`, () => {
    const unreadable = { roleAssignments: refused(), roleEligibilities: refused(), directoryRoles: refused() }
    const result = evaluate(check, unreadable)
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.observed, /grant RoleManagement\.Read\.Directory/)
    assert.equal(evaluate(check, { roleEligibilities: refused() }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { users: refused() }).verdict, 'no_visibility')
  })

  test(`${check.id}: members of a group that holds a role hold it, and count as unknown if they are unread`, () => {
    const group = id(595)
    const throughGroup = assignment(group, GLOBAL_ADMINISTRATOR, {
      startDateTime: null,
      principal: { '@odata.type': '#microsoft.graph.group', id: group },
    })
    const unread = evaluate(check, { roleAssignments: [throughGroup], [`groupMembers/${group}`]: refused() })
    assert.equal(unread.verdict, 'no_visibility')
    assert.match(unread.limitations.join(' '), /grant GroupMember\.Read\.All/)
  })

  test(`${check.id}: without a licence for eligible roles only standing ones exist`, () => {
    const members = [0, 1, 2].map((n) => ({ '@odata.type': '#microsoft.graph.user', id: admin(n) }))
    const unlicensed = {
      subscribedSkus: skus('AAD_PREMIUM'),
      roleAssignments: refused(400),
      roleEligibilities: refused(400),
      directoryRoles: [{ id: id(400), roleTemplateId: GLOBAL_ADMINISTRATOR, members }],
    }
    assert.equal(evaluate(check, unlicensed).verdict, withoutPim)
  })
}

/** Tests a check of the rules for assigning the roles. */
export function testRoleRules(check: Check): void {
  testOrderlyTenant(check)

  test(`${check.id}: without the permission there is no visibility, and without the licence it is not licensed`, () => {
    const result = evaluate(check, { rolePolicies: refused() })
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.observed, /grant RoleManagement\.Read\.Directory/)
    const unlicensed = { rolePolicies: refused(400), subscribedSkus: skus('AAD_PREMIUM') }
    assert.equal(evaluate(check, unlicensed).verdict, 'not_licensed')
  })

  test(`${check.id}: a role without a listed policy is unknown`, () => {
    assert.equal(evaluate(check, { rolePolicies: [] }).verdict, 'no_visibility')
  })
}

/** Two Global Administrators, and the others in a role that is not highly privileged. */
export const MOSTLY_HELPDESK = PEOPLE.map((n) => eligible(n, n < 2 ? GLOBAL_ADMINISTRATOR : HELPDESK))

export const OWN_RULES_OFF = policies((role) =>
  role === GLOBAL_ADMINISTRATOR ? { approval: false, activated: [] } : {},
)

/** Tests a check of one rule of Global Administrator. */
export function testOwnRule(check: Check): void {
  test(`${check.id}: only the rules of Global Administrator decide`, () => {
    const others = policies((role) => (role === GLOBAL_ADMINISTRATOR ? {} : { approval: false, activated: [] }))
    assert.equal(evaluate(check, { rolePolicies: others }).verdict, 'effective')
    const result = evaluate(check, { rolePolicies: OWN_RULES_OFF })
    assert.deepEqual([result.verdict, result.coverage], ['ineffective', undefined])
    assert.deepEqual(result.affected?.items, ['Global Administrator'])
    assert.match(`${result.observed} ${result.invites}`, /: not set for Global Administrator\. If another product /)
    assert.match(evaluate(check).observed, /: set for Global Administrator\.$/)
    assert.match(
      evaluate(check, { rolePolicies: [] }).observed,
      /^[A-Z][^.]+: it could not be determined for Global Administrator\.$/,
    )
  })
}

/** Tests a check that counts roles with an alert; `rules` switch it off, `of` is the number of roles. */
export function testAlerts(check: Check, rules: Rules, of: number): void {
  test(`${check.id}: ${JSON.stringify(rules)} counts role by role`, () => {
    const one = evaluate(check, { rolePolicies: policies((role) => (role === USER_ADMINISTRATOR ? { ...rules } : {})) })
    assert.deepEqual([one.verdict, one.coverage], ['partial', { n: of - 1, of }])
    assert.match(one.observed, /Not set for User Administrator\./)
    assert.equal(evaluate(check, { rolePolicies: policies(() => ({ ...rules })) }).verdict, 'ineffective')
    const unlisted = policies((role) => (role === USER_ADMINISTRATOR ? undefined : {}))
    assert.equal(evaluate(check, { rolePolicies: unlisted }).verdict, 'no_visibility')
  })
}
