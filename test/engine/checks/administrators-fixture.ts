import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check, CheckResult } from '../../../src/engine/model/check.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from '../snapshot-builder.ts'
import { assignment, GLOBAL_ADMINISTRATOR, id, policy, USER_ADMINISTRATOR, user } from '../tenant-parts.ts'

export const MAILBOX = {
  service: 'exchange',
  capabilityStatus: 'Enabled',
  servicePlanId: 'efb87545-963c-4e0d-99df-69c6916d9eb0',
}
export const TEAMS = {
  service: 'TeamspaceAPI',
  capabilityStatus: 'Enabled',
  servicePlanId: '57ff2da0-773e-42df-b2af-ffb7a2317929',
}

export const admin = (n: number): string => id(500 + n)
const adminName = (n: number): string => `admin${n}@contoso.com`
export const EMERGENCY = [id(591), id(592)] as const
export const group = id(595)

export const dated = (daysAgo: number): string =>
  new Date(Date.parse(PARAMETERS.now) - daysAgo * 86_400_000).toISOString()

/** An account that satisfies every check; `more` replaces properties. */
export const account = (userId: string, name: string, more: object = {}): object =>
  user(userId, name, { assignedPlans: [], onPremisesSyncEnabled: null, createdDateTime: dated(900), ...more })
export const used = (userId: string, daysAgo: number): object => ({
  id: userId,
  signInActivity: { lastSignInDateTime: dated(daysAgo), lastSuccessfulSignInDateTime: dated(daysAgo) },
})
export const eligible = (principalId: string, role = USER_ADMINISTRATOR, more: object = {}): object =>
  assignment(principalId, role, { endDateTime: dated(-180), ...more })

export const rolePolicy = (
  roleDefinitionId: string,
  isApprovalRequired: boolean,
  days: string | null = 'P180D',
): object => ({
  roleDefinitionId,
  policy: {
    rules: [
      { id: 'Approval_EndUser_Assignment', setting: { isApprovalRequired } },
      {
        id: 'Expiration_Admin_Eligibility',
        isExpirationRequired: days !== null,
        maximumDuration: days ?? 'P365D',
      },
    ],
  },
})

export const ADMINS = Array.from({ length: 10 }, (_, n) => n)

/** The accounts of ten administrators, with `more` for the first, and two emergency accounts. */
export const usersWith = (more: object = {}, first = 1): object[] => [
  ...ADMINS.map((n) => account(admin(n), `admin${n}`, n < first ? more : {})),
  ...EMERGENCY.map((userId, n) => account(userId, `emergency${n}`)),
  account(id(1), 'alice', { assignedPlans: [MAILBOX, TEAMS], onPremisesSyncEnabled: true }),
]

export const dedicatedFilter = {
  name: 'From administration workstations',
  conditions: { devices: { deviceFilter: { mode: 'exclude', rule: 'device.extensionAttribute1 -eq "PAW"' } } },
  grant: { builtInControls: ['block'] },
}

/** Ten administrators who satisfy every check, and two unused emergency accounts; `more` replaces datasets. */
export const tenant = (more: Values = {}): Values => ({
  subscribedSkus: skus('AAD_PREMIUM', 'AAD_PREMIUM_P2'),
  users: usersWith(),
  userActivity: [...ADMINS.map((n) => used(admin(n), 2)), ...EMERGENCY.map((userId) => used(userId, 30))],
  roleAssignments: EMERGENCY.map((userId) => assignment(userId, GLOBAL_ADMINISTRATOR)),
  roleEligibilities: ADMINS.map((n) => eligible(admin(n))),
  directoryRoles: [{ id: id(400), roleTemplateId: USER_ADMINISTRATOR, displayName: 'User Administrator', members: [] }],
  rolePolicies: [rolePolicy(GLOBAL_ADMINISTRATOR, true), rolePolicy(USER_ADMINISTRATOR, true)],
  accessReviews: [],
  conditionalAccessPolicies: [policy(dedicatedFilter)],
  authorizationPolicy: { defaultUserRolePermissions: { permissionGrantPoliciesAssigned: [] } },
  directoryAudits: [{ activityDateTime: dated(1), category: 'RoleManagement' }],
  ...more,
})

export const evaluate = (check: Check, values: Values, breakGlass: string[] = []): CheckResult =>
  check.evaluate(tenantOf(values), { ...PARAMETERS, breakGlass })
export const verdict = (check: Check, more: Values = {}, breakGlass: string[] = []): CheckResult['verdict'] =>
  evaluate(check, tenant(more), breakGlass).verdict

const WEAK = tenant({
  users: usersWith({ assignedPlans: [MAILBOX], onPremisesSyncEnabled: true }, 3),
  userActivity: [...ADMINS.map((n) => used(admin(n), n < 3 ? 90 : 2)), ...EMERGENCY.map((each) => used(each, 30))],
  roleAssignments: [...EMERGENCY, admin(0), admin(1), admin(2)].map((each) => assignment(each, GLOBAL_ADMINISTRATOR)),
  rolePolicies: [rolePolicy(GLOBAL_ADMINISTRATOR, false, null), rolePolicy(USER_ADMINISTRATOR, false, null)],
  conditionalAccessPolicies: [],
  authorizationPolicy: {
    defaultUserRolePermissions: {
      permissionGrantPoliciesAssigned: ['ManagePermissionGrantsForSelf.microsoft-user-default-legacy'],
    },
  },
  directoryAudits: [{ activityDateTime: dated(30) }],
})

/** Tests a check on administrators in a tenant that does everything right, and with missing readings. */
export function testReadings(check: Check): void {
  test(`${check.id}: a tenant that does everything right is effective, with evidence`, () => {
    const result = evaluate(check, tenant())
    assert.equal(result.verdict, 'effective', `${check.id}: ${result.observed}`)
    assert.ok(result.evidence.length > 0, check.id)
    assert.equal(result.affected, undefined, check.id)
  })

  test(`${check.id}: without readings it neither passes nor fails`, () => {
    assert.equal(evaluate(check, {}).verdict, 'no_visibility', check.id)
  })

  test(`${check.id}: refusing any one dataset neither makes it effective nor makes it fail`, () => {
    for (const values of [tenant(), WEAK]) {
      const before = evaluate(check, values).verdict
      assert.ok(before === 'effective' || values === WEAK)
      for (const key of Object.keys(values)) {
        const after = evaluate(check, { ...values, [key]: refused() }).verdict
        assert.ok([before, 'no_visibility', 'not_licensed'].includes(after), `${check.id} without ${key}: ${after}`)
      }
    }
    assert.notEqual(evaluate(check, WEAK).verdict, 'effective', check.id)
  })
}

const principal = { '@odata.type': '#microsoft.graph.group', id: group }
export const roleOfGroup = [assignment(group, USER_ADMINISTRATOR, { principal })]

/** Tests a check that counts accounts. */
export function testAccounts(check: Check): void {
  testReadings(check)

  test(`${check.id}: an unread group with a role means no visibility`, () => {
    const result = evaluate(check, tenant({ roleAssignments: roleOfGroup, [`groupMembers/${group}`]: refused() }))
    assert.equal(result.verdict, 'no_visibility', check.id)
    assert.match(result.limitations.join(' '), /GroupMember\.Read\.All/, check.id)
  })
}

/** Tests a check that counts accounts: `short` returns datasets in which this many of ten fall short. */
export function testShortfall(check: Check, what: string, short: (n: number) => Values): void {
  test(`${check.id} (${what}): one or three accounts of ten that fall short are named and make it ineffective`, () => {
    const result = evaluateOneShort(check, short(1))
    assert.equal(result.verdict, 'ineffective', result.observed)
    assert.equal(verdict(check, short(3)), 'ineffective')
  })
}

/** Like `testShortfall`, for a check whose shortfall does not decide the verdict: it is shown, and people must answer. */
export function testOpenShortfall(check: Check, what: string, short: (n: number) => Values): void {
  test(`${check.id} (${what}): accounts that fall short are named, and decide nothing`, () => {
    for (const result of [evaluateOneShort(check, short(1)), evaluate(check, tenant(short(3)))]) {
      assert.deepEqual([result.verdict, result.kind], ['no_visibility', 'absent'], result.observed)
      assert.ok(!result.allNamed)
    }
  })
}

function evaluateOneShort(check: Check, values: Values): CheckResult {
  const result = evaluate(check, tenant(values))
  assert.deepEqual(result.affected, { items: [adminName(0)], total: 1 })
  assert.equal(result.coverage && result.coverage.of - result.coverage.n, 1)
  return result
}

/** For `reachesEveryVerdict`: such a check is never partial. */
export const NO_SHARE = { partial: 'a single administrator who falls short makes it ineffective' }

/** For `reachesEveryVerdict`: verdicts that such a check never returns. */
export const LEFT_OPEN = {
  ineffective: 'other means may meet the demand, so a shortfall decides nothing',
  partial: 'the same',
}

const members = ADMINS.map((n) => ({ '@odata.type': '#microsoft.graph.user', id: admin(n) }))

/** What can be read without a licence for Privileged Identity Management. */
export const WITHOUT_PIM = {
  subscribedSkus: skus('AAD_PREMIUM'),
  roleAssignments: refused(400),
  roleEligibilities: refused(400),
  directoryRoles: [{ roleTemplateId: USER_ADMINISTRATOR, members }],
  rolePolicies: refused(400),
  accessReviews: refused(400),
}
