import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secureAdminWorkstations, separateAdminEnvironments } from '../../src/engine/checks/admin-devices.ts'
import { applicationConsent } from '../../src/engine/checks/application-consent.ts'
import {
  dedicatedPrivilegedAccounts,
  privilegedAccountsWithoutMailbox,
} from '../../src/engine/checks/dedicated-accounts.ts'
import { privilegedAccessApproval } from '../../src/engine/checks/privileged-access-approval.ts'
import { privilegedAccessExpiry } from '../../src/engine/checks/privileged-access-expiry.ts'
import { privilegedEventsLogged } from '../../src/engine/checks/privileged-events-logged.ts'
import { privilegedInactivity } from '../../src/engine/checks/privileged-inactivity.ts'
import { justInTimeAdministration, leastPrivilege } from '../../src/engine/checks/standing-privileges.ts'
import type { Check, CheckResult } from '../../src/engine/model/check.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from './snapshot-builder.ts'
import {
  assignment,
  GLOBAL_ADMINISTRATOR,
  id,
  policy,
  SYNCHRONISATION,
  USER_ADMINISTRATOR,
  user,
} from './tenant-parts.ts'

const DIRECTORY_READER = '88d8e3e3-8f55-4a1e-953a-9b9898b8876b'
const MAILBOX = {
  service: 'exchange',
  capabilityStatus: 'Enabled',
  servicePlanId: 'efb87545-963c-4e0d-99df-69c6916d9eb0',
}
const TEAMS = {
  service: 'TeamspaceAPI',
  capabilityStatus: 'Enabled',
  servicePlanId: '57ff2da0-773e-42df-b2af-ffb7a2317929',
}
const NO_MAILBOX = {
  service: 'exchange',
  capabilityStatus: 'Enabled',
  servicePlanId: '113feb6c-3fe4-4440-bddc-54d774bf0318',
}

const admin = (n: number): string => id(500 + n)
const adminName = (n: number): string => `admin${n}@contoso.com`
const EMERGENCY = [id(591), id(592)] as const
const group = id(595)

const dated = (daysAgo: number): string => new Date(Date.parse(PARAMETERS.now) - daysAgo * 86_400_000).toISOString()

/** An account that is fine in every respect; `more` replaces properties. */
const account = (userId: string, name: string, more: object = {}): object =>
  user(userId, name, { assignedPlans: [], onPremisesSyncEnabled: null, createdDateTime: dated(900), ...more })
const used = (userId: string, daysAgo: number): object => ({
  id: userId,
  signInActivity: { lastSignInDateTime: dated(daysAgo), lastSuccessfulSignInDateTime: dated(daysAgo) },
})
const eligible = (principalId: string, role = USER_ADMINISTRATOR, more: object = {}): object =>
  assignment(principalId, role, { endDateTime: dated(-180), ...more })

const rolePolicy = (roleDefinitionId: string, isApprovalRequired: boolean, days: string | null = 'P180D'): object => ({
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

const ADMINS = Array.from({ length: 10 }, (_, n) => n)

/** The accounts of ten administrators, `more` for the first of them, and two for emergencies. */
const usersWith = (more: object = {}, first = 1): object[] => [
  ...ADMINS.map((n) => account(admin(n), `admin${n}`, n < first ? more : {})),
  ...EMERGENCY.map((userId, n) => account(userId, `emergency${n}`)),
  account(id(1), 'alice', { assignedPlans: [MAILBOX, TEAMS], onPremisesSyncEnabled: true }),
]

const dedicatedFilter = {
  name: 'From administration workstations',
  conditions: { devices: { deviceFilter: { mode: 'exclude', rule: 'device.extensionAttribute1 -eq "PAW"' } } },
  grant: { builtInControls: ['block'] },
}
const compliant = { name: 'From managed devices', grant: { builtInControls: ['compliantDevice'] } }

/** Ten administrators who do everything right, and two quiet emergency accounts; `more` replaces datasets. */
const tenant = (more: Values = {}): Values => ({
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

const judge = (check: Check, values: Values, breakGlass: string[] = []): CheckResult =>
  check.evaluate(tenantOf(values), { ...PARAMETERS, breakGlass })
const verdict = (check: Check, more: Values = {}, breakGlass: string[] = []): CheckResult['verdict'] =>
  judge(check, tenant(more), breakGlass).verdict

const ON_ACCOUNTS: readonly Check[] = [
  privilegedAccessApproval,
  privilegedAccessExpiry,
  privilegedInactivity,
  dedicatedPrivilegedAccounts,
  privilegedAccountsWithoutMailbox,
  leastPrivilege,
  justInTimeAdministration,
  secureAdminWorkstations,
  separateAdminEnvironments,
]
const ALL: readonly Check[] = [...ON_ACCOUNTS, applicationConsent, privilegedEventsLogged]

test('a tenant that does everything right passes every check, with evidence', () => {
  for (const check of ALL) {
    const result = judge(check, tenant())
    assert.equal(result.verdict, 'effective', `${check.id}: ${result.observed}`)
    assert.ok(result.evidence.length > 0, check.id)
    assert.equal(result.affected, undefined, check.id)
  }
})

test('nothing read at all is neither a pass nor a failure', () => {
  for (const check of ALL) assert.equal(judge(check, {}).verdict, 'no_visibility', check.id)
})

test('whatever one dataset is refused, no check becomes effective and none fails for it', () => {
  const weak = tenant({
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
  for (const check of ALL) {
    for (const values of [tenant(), weak]) {
      const before = judge(check, values).verdict
      assert.ok(before === 'effective' || values === weak)
      for (const key of Object.keys(values)) {
        const after = judge(check, { ...values, [key]: refused() }).verdict
        assert.ok([before, 'no_visibility', 'not_licensed'].includes(after), `${check.id} without ${key}: ${after}`)
      }
    }
    assert.notEqual(judge(check, weak).verdict, 'effective', check.id)
  }
})

test('a group that holds a role and cannot be read leaves the checks of accounts open, one that can is counted', () => {
  const principal = { '@odata.type': '#microsoft.graph.group', id: group }
  const roleAssignments = [assignment(group, USER_ADMINISTRATOR, { principal })]
  for (const check of ON_ACCOUNTS) {
    const result = judge(check, tenant({ roleAssignments, [`groupMembers/${group}`]: refused() }))
    assert.equal(result.verdict, 'no_visibility', check.id)
    assert.match(result.limitations.join(' '), /GroupMember\.Read\.All/, check.id)
  }
  const members = { [`groupMembers/${group}`]: [{ '@odata.type': '#microsoft.graph.user', id: id(1) }] }
  const result = judge(dedicatedPrivilegedAccounts, tenant({ roleAssignments, ...members }))
  assert.deepEqual(result.affected?.items, ['alice@contoso.com'])
})

test('whoever only looks at reports, synchronises directories, or is disabled is no privileged user', () => {
  const everyday = { assignedPlans: [MAILBOX], onPremisesSyncEnabled: true }
  const users = [
    ...usersWith(),
    account(id(601), 'reader', everyday),
    account(id(602), 'sync', everyday),
    account(id(603), 'gone', { ...everyday, accountEnabled: false }),
  ]
  const roleAssignments = [
    assignment(id(601), DIRECTORY_READER),
    assignment(id(602), SYNCHRONISATION),
    assignment(id(603), GLOBAL_ADMINISTRATOR),
  ]
  for (const check of [dedicatedPrivilegedAccounts, justInTimeAdministration]) {
    const result = judge(check, tenant({ users, roleAssignments }))
    assert.equal(result.verdict, 'effective')
    assert.equal(result.coverage?.of, 10)
    assert.match(result.limitations.join(' '), /synchronisation set aside: sync@/)
  }
})

test('a role holder who is not among the users keeps a check open', () => {
  const roleAssignments = [assignment(id(999), GLOBAL_ADMINISTRATOR)]
  assert.equal(verdict(dedicatedPrivilegedAccounts, { roleAssignments }), 'no_visibility')
})

// The checks on accounts: one of ten that falls short is partial, three are ineffective.

interface Shortfall {
  check: Check
  /** The datasets where this many of ten fall short. */
  short: (n: number) => Values
}

const SHORTFALLS: readonly Shortfall[] = [
  {
    check: privilegedInactivity,
    short: (n) => ({
      userActivity: [
        ...ADMINS.map((each) => used(admin(each), each < n ? 46 : 44)),
        ...EMERGENCY.map((e) => used(e, 8)),
      ],
    }),
  },
  { check: dedicatedPrivilegedAccounts, short: (n) => ({ users: usersWith({ onPremisesSyncEnabled: true }, n) }) },
  { check: dedicatedPrivilegedAccounts, short: (n) => ({ users: usersWith({ assignedPlans: [TEAMS] }, n) }) },
  { check: privilegedAccountsWithoutMailbox, short: (n) => ({ users: usersWith({ assignedPlans: [MAILBOX] }, n) }) },
  {
    check: justInTimeAdministration,
    short: (n) => ({ roleAssignments: ADMINS.slice(0, n).map((each) => assignment(admin(each), USER_ADMINISTRATOR)) }),
  },
  {
    check: leastPrivilege,
    short: (n) => ({
      roleAssignments: ADMINS.slice(0, n).map((each) => assignment(admin(each), GLOBAL_ADMINISTRATOR)),
    }),
  },
  {
    check: privilegedAccessExpiry,
    short: (n) => ({
      roleEligibilities: ADMINS.map((each) => eligible(admin(each), undefined, each < n ? { endDateTime: null } : {})),
    }),
  },
  ...[secureAdminWorkstations, separateAdminEnvironments].map((check) => ({
    check,
    short: (n: number) => ({
      conditionalAccessPolicies: [
        policy({ ...dedicatedFilter, users: { excludeUsers: ADMINS.slice(0, n).map(admin) } }),
      ],
    }),
  })),
]

for (const [index, { check, short }] of SHORTFALLS.entries()) {
  test(`${check.id} (${index}): one account of ten that falls short is partial and named, three are ineffective`, () => {
    const result = judge(check, tenant(short(1)))
    assert.equal(result.verdict, 'partial', result.observed)
    assert.deepEqual(result.affected, { items: [adminName(0)], total: 1 })
    assert.equal(result.coverage && result.coverage.of - result.coverage.n, 1)
    assert.equal(verdict(check, short(3)), 'ineffective')
  })
}

test('one of many that falls short is never effective, whatever the share', () => {
  const many = Array.from({ length: 200 }, (_, n) => account(id(2000 + n), `many${n}`))
  const users = [...many, account(admin(0), 'admin0', { assignedPlans: [MAILBOX] })]
  const roleEligibilities = [admin(0), ...many.map((_, n) => id(2000 + n))].map((each) => eligible(each))
  const result = judge(dedicatedPrivilegedAccounts, tenant({ users, roleEligibilities, roleAssignments: [] }))
  assert.equal(result.verdict, 'partial')
  assert.deepEqual(result.coverage, { n: 200, of: 201 })
})

// privileged-inactivity

const activity = (signInActivity: unknown) => [
  ...ADMINS.map((n) => (n === 0 ? { id: admin(0), signInActivity } : used(admin(n), 2))),
  ...EMERGENCY.map((each) => used(each, 30)),
]

test('an account without a recorded sign-in is unknown, not inactive', () => {
  for (const none of [undefined, null, {}, { lastSuccessfulSignInDateTime: '0001-01-01T00:00:00Z' }]) {
    const result = judge(privilegedInactivity, tenant({ userActivity: activity(none) }))
    assert.equal(result.verdict, 'no_visibility')
    assert.equal(result.affected, undefined)
    assert.match(result.observed, /For 1 account it could not be told/)
  }
})

test('an attempt is no use: a failed guess does not keep an idle account alive, an old one proves it idle', () => {
  const guessed = { lastSignInDateTime: dated(1), lastSuccessfulSignInDateTime: dated(200) }
  assert.equal(verdict(privilegedInactivity, { userActivity: activity(guessed) }), 'partial')
  assert.equal(
    verdict(privilegedInactivity, { userActivity: activity({ lastSignInDateTime: dated(1) }) }),
    'no_visibility',
  )
  assert.equal(verdict(privilegedInactivity, { userActivity: activity({ lastSignInDateTime: dated(99) }) }), 'partial')
})

test('an account younger than 45 days has not been idle for so long', () => {
  const users = usersWith({ createdDateTime: dated(10) })
  assert.equal(verdict(privilegedInactivity, { users, userActivity: activity(undefined) }), 'effective')
})

test('idle emergency accounts are left out where they are declared, and leave it open where they are not', () => {
  const userActivity = [...ADMINS.map((n) => used(admin(n), 2)), ...EMERGENCY.map((each) => used(each, 200))]
  const open = judge(privilegedInactivity, tenant({ userActivity }))
  assert.equal(open.verdict, 'no_visibility')
  assert.match(open.limitations.join(' '), /until they are declared/)
  assert.equal(verdict(privilegedInactivity, { userActivity }, [...EMERGENCY]), 'effective')
})

test('the last use names the permission it needs, and without a P1 licence is not licensed', () => {
  assert.match(judge(privilegedInactivity, tenant({ userActivity: refused() })).observed, /AuditLog\.Read\.All/)
  const unlicensed = { subscribedSkus: skus('EXCHANGE_S_STANDARD'), userActivity: refused() }
  assert.equal(verdict(privilegedInactivity, unlicensed), 'not_licensed')
})

// dedicated-privileged-accounts, privileged-accounts-without-mailbox

test('mail protection, a deleted plan, or an archive is no mailbox; unread plans are unknown', () => {
  const plans = (assignedPlans: unknown) =>
    verdict(privilegedAccountsWithoutMailbox, { users: usersWith({ assignedPlans }) })
  assert.equal(plans([NO_MAILBOX]), 'effective')
  assert.equal(plans([{ ...MAILBOX, capabilityStatus: 'Deleted' }]), 'effective')
  assert.equal(plans([{ ...MAILBOX, capabilityStatus: 'Warning' }]), 'partial')
  assert.equal(plans(undefined), 'no_visibility')
})

// just-in-time-administration and emergency accounts

test('two quiet, cloud-only, unlicensed Global Administrators are taken for emergency accounts, and told so', () => {
  const result = judge(justInTimeAdministration, tenant())
  assert.equal(result.coverage?.of, 10)
  assert.match(result.limitations.join(' '), /though not declared: emergency0@/)
})

test('accounts that are used, licensed, synchronised, more than two, or hold more are no emergency accounts', () => {
  const inUse = [...ADMINS, ...EMERGENCY].map((each) => used(typeof each === 'number' ? admin(each) : each, 3))
  assert.equal(verdict(justInTimeAdministration, { userActivity: inUse }), 'partial')
  const third = [...EMERGENCY, admin(0)]
  assert.equal(
    verdict(justInTimeAdministration, {
      roleAssignments: third.map((each) => assignment(each, GLOBAL_ADMINISTRATOR)),
      roleEligibilities: ADMINS.slice(1).map((n) => eligible(admin(n))),
      userActivity: [...ADMINS, ...EMERGENCY].map((each) => used(typeof each === 'number' ? admin(each) : each, 30)),
    }),
    'ineffective',
  )
  for (const more of [{ assignedPlans: [MAILBOX] }, { onPremisesSyncEnabled: true }]) {
    const users = usersWith().map((each) => ('id' in each && each.id === EMERGENCY[0] ? { ...each, ...more } : each))
    assert.equal(verdict(justInTimeAdministration, { users }), 'partial')
  }
  const roleEligibilities = [...ADMINS.map((n) => eligible(admin(n))), eligible(EMERGENCY[0])]
  assert.equal(verdict(justInTimeAdministration, { roleEligibilities }), 'partial')
})

test('where emergency accounts are declared no other is taken for one', () => {
  assert.equal(verdict(justInTimeAdministration, {}, [EMERGENCY[0]]), 'partial')
  assert.equal(verdict(justInTimeAdministration, {}, [...EMERGENCY]), 'effective')
})

test('an activated role and an assignment with an end are not standing', () => {
  const more = [{ assignmentType: 'Activated', endDateTime: dated(-1) }, { endDateTime: dated(-30) }]
  for (const each of more) {
    const roleAssignments = [assignment(admin(0), USER_ADMINISTRATOR, each)]
    assert.equal(verdict(justInTimeAdministration, { roleAssignments }), 'effective')
  }
})

test('without Privileged Identity Management every role is standing, and that is a finding', () => {
  const members = ADMINS.map((n) => ({ '@odata.type': '#microsoft.graph.user', id: admin(n) }))
  const unlicensed = {
    subscribedSkus: skus('AAD_PREMIUM'),
    roleAssignments: refused(400),
    roleEligibilities: refused(400),
    directoryRoles: [{ roleTemplateId: USER_ADMINISTRATOR, members }],
  }
  assert.equal(verdict(justInTimeAdministration, unlicensed), 'ineffective')
  assert.equal(verdict(privilegedAccessApproval, { ...unlicensed, rolePolicies: refused(400) }), 'not_licensed')
  const expiry = { ...unlicensed, rolePolicies: refused(400), accessReviews: refused(400) }
  assert.equal(verdict(privilegedAccessExpiry, expiry), 'not_licensed')
  assert.equal(verdict(justInTimeAdministration, { ...unlicensed, subscribedSkus: refused() }), 'no_visibility')
})

// least-privilege

test('five who may become Global Administrator are too many, and Essential Eight is not named for the number', () => {
  const withGlobals = (n: number) =>
    judge(
      leastPrivilege,
      tenant({
        roleEligibilities: ADMINS.map((each) => eligible(admin(each), each < n ? GLOBAL_ADMINISTRATOR : undefined)),
      }),
    )
  assert.equal(withGlobals(4).verdict, 'effective')
  assert.match(withGlobals(4).observed, /Emergency access aside, 4 accounts are Global Administrator or may become it/)
  assert.equal(withGlobals(5).verdict, 'partial')
})

test('an application that holds a role of the control plane keeps it from being effective', () => {
  const principal = { '@odata.type': '#microsoft.graph.servicePrincipal', id: id(700), displayName: 'Provisioning' }
  const roleAssignments = [assignment(id(700), GLOBAL_ADMINISTRATOR, { principal })]
  const result = judge(leastPrivilege, tenant({ roleAssignments }))
  assert.equal(result.verdict, 'partial')
  assert.match(result.observed, /Provisioning/)
})

test('a standing role that does not control the whole directory is left to another check', () => {
  const roleAssignments = [assignment(admin(0), USER_ADMINISTRATOR)]
  assert.equal(verdict(leastPrivilege, { roleAssignments }), 'effective')
})

// privileged-access-approval

test('the share of roles in use whose activation takes approval decides, and roles without one are named', () => {
  const others = Array.from({ length: 9 }, (_, n) => id(800 + n))
  const roleEligibilities = [USER_ADMINISTRATOR, ...others].map((role, n) => eligible(admin(n), role))
  const rolePolicies = (user: boolean) => [
    rolePolicy(USER_ADMINISTRATOR, user),
    ...others.map((role) => rolePolicy(role, true)),
  ]
  const values = (user: boolean) => ({ roleEligibilities, rolePolicies: rolePolicies(user), roleAssignments: [] })
  assert.equal(verdict(privilegedAccessApproval, values(true)), 'effective')
  const partial = judge(privilegedAccessApproval, tenant(values(false)))
  assert.equal(partial.verdict, 'partial')
  assert.deepEqual(partial.coverage, { n: 9, of: 10 })
  assert.deepEqual(partial.affected?.items, ['User Administrator'])
  const none = [rolePolicy(USER_ADMINISTRATOR, false), rolePolicy(GLOBAL_ADMINISTRATOR, false)]
  assert.equal(verdict(privilegedAccessApproval, { rolePolicies: none }), 'ineffective')
})

test('a role whose policy is not told may or may not take approval', () => {
  assert.equal(
    verdict(privilegedAccessApproval, { rolePolicies: [rolePolicy(GLOBAL_ADMINISTRATOR, true)] }),
    'no_visibility',
  )
})

// privileged-access-expiry

const review = (role: string, more: { settings?: object; scope?: object; recurrence?: object } = {}): object => ({
  displayName: 'Yearly review',
  scope: {
    principalScopes: [{ query: '/v1.0/users' }],
    resourceScopes: [{ query: `/beta/roleManagement/directory/roleDefinitions/${role}` }],
    ...more.scope,
  },
  settings: {
    autoApplyDecisionsEnabled: true,
    defaultDecisionEnabled: true,
    defaultDecision: 'Deny',
    recurrence: { pattern: { type: 'absoluteYearly', interval: 1 }, range: { type: 'noEnd' }, ...more.recurrence },
    ...more.settings,
  },
})
const forGood = { roleEligibilities: ADMINS.map((n) => eligible(admin(n), undefined, { endDateTime: null })) }
const reviewed = (more: Parameters<typeof review>[1] = {}) =>
  verdict(privilegedAccessExpiry, { ...forGood, accessReviews: [review(USER_ADMINISTRATOR, more)] })

test('a yearly review that takes away what nobody confirms stands in for an end', () => {
  assert.equal(verdict(privilegedAccessExpiry, forGood), 'ineffective')
  assert.equal(reviewed(), 'effective')
  assert.equal(reviewed({ recurrence: { pattern: { type: 'absoluteMonthly', interval: 12 } } }), 'effective')
  const query = '/roleManagement/directory/roleEligibilityScheduleInstances?$filter=(roleDefinitionId eq'
  const resourceScopes = [{ query: `${query} '${USER_ADMINISTRATOR}')` }]
  assert.equal(reviewed({ scope: { resourceScopes } }), 'effective')
})

test('a review that is too rare, over, of others, or leaves everything as it is does not', () => {
  const resourceScopes = [
    { query: `/roleManagement/directory/roleAssignmentScheduleInstances '${USER_ADMINISTRATOR}'` },
  ]
  for (const more of [
    { recurrence: { pattern: { type: 'absoluteYearly', interval: 2 } } },
    { recurrence: { pattern: null } },
    { recurrence: { range: { type: 'endDate', endDate: dated(10).slice(0, 10) } } },
    { recurrence: { range: { type: 'numbered', numberOfOccurrences: 2, startDate: dated(900).slice(0, 10) } } },
    { scope: { principalScopes: [{ query: '/servicePrincipals' }] } },
    { scope: { principalScopes: [{ query: "/users?$filter=(userType eq 'Guest')" }] } },
    { scope: { resourceScopes } },
    { settings: { autoApplyDecisionsEnabled: false } },
    { settings: { defaultDecision: 'None' } },
    { settings: { defaultDecisionEnabled: false } },
  ]) {
    assert.equal(reviewed(more), 'ineffective', JSON.stringify(more))
  }
})

test('a policy that would allow eligibility for more than a year keeps it from being effective', () => {
  const at = (days: string | null) =>
    verdict(privilegedAccessExpiry, { rolePolicies: [rolePolicy(USER_ADMINISTRATOR, true, days)] })
  assert.equal(at('P365D'), 'effective')
  assert.equal(at('P1Y'), 'effective')
  assert.equal(at('P400D'), 'partial')
  assert.equal(at(null), 'partial')
  assert.equal(verdict(privilegedAccessExpiry, { rolePolicies: [] }), 'no_visibility')
  const rolePolicies = [rolePolicy(USER_ADMINISTRATOR, true, null)]
  assert.equal(
    verdict(privilegedAccessExpiry, { rolePolicies, accessReviews: [review(USER_ADMINISTRATOR)] }),
    'effective',
  )
})

test('an end further away than a year is no end within a year', () => {
  const roleEligibilities = ADMINS.map((n) => eligible(admin(n), undefined, { endDateTime: dated(-500) }))
  assert.equal(verdict(privilegedAccessExpiry, { roleEligibilities }), 'ineffective')
})

// secure-admin-workstations, separate-admin-environments

const devices = (...policies: object[]) => ({ conditionalAccessPolicies: policies })

test('a managed device separates environments, but is only half of a secure workstation', () => {
  assert.equal(verdict(separateAdminEnvironments, devices(policy(compliant))), 'effective')
  const result = judge(secureAdminWorkstations, tenant(devices(policy(compliant))))
  assert.equal(result.verdict, 'partial')
  assert.match(result.observed, /No filter sets devices for administration apart/)
})

test('a policy for roles meets those who may activate them, one for other roles does not', () => {
  const forRoles = (...includeRoles: string[]) => policy({ ...compliant, users: { includeUsers: [], includeRoles } })
  assert.equal(verdict(separateAdminEnvironments, devices(forRoles(USER_ADMINISTRATOR))), 'effective')
  assert.equal(verdict(separateAdminEnvironments, devices(forRoles(GLOBAL_ADMINISTRATOR))), 'ineffective')
})

test('the admin portals and the management of Azure are enough, either alone is not', () => {
  const on = (...includeApplications: string[]) =>
    verdict(separateAdminEnvironments, devices(policy({ ...compliant, applications: { includeApplications } })))
  assert.equal(on('MicrosoftAdminPortals', '797f4846-ba00-4fd7-ba43-dac1f8f63013'), 'effective')
  assert.equal(on('MicrosoftAdminPortals'), 'ineffective')
})

test('report-only, a second factor instead, some platforms, or a filter that only grants to some do not count', () => {
  const grant = { builtInControls: ['compliantDevice', 'mfa'] }
  const deviceFilter = { mode: 'include', rule: 'device.extensionAttribute1 -eq "PAW"' }
  for (const each of [
    policy({ ...compliant, state: 'enabledForReportingButNotEnforced' }),
    policy({ grant }),
    policy({ ...compliant, conditions: { platforms: { includePlatforms: ['windows'], excludePlatforms: [] } } }),
    policy({ ...compliant, conditions: { devices: { deviceFilter } } }),
    policy({ ...dedicatedFilter, conditions: { devices: { deviceFilter } } }),
    policy(),
  ]) {
    assert.equal(verdict(separateAdminEnvironments, devices(each)), 'ineffective', JSON.stringify(each))
    assert.equal(verdict(secureAdminWorkstations, devices(each)), 'ineffective')
  }
  const both = policy({ grant: { ...grant, operator: 'AND' } })
  assert.equal(verdict(separateAdminEnvironments, devices(both)), 'effective')
  const joined = policy({ grant: { builtInControls: ['compliantDevice', 'domainJoinedDevice'] } })
  assert.equal(verdict(separateAdminEnvironments, devices(joined)), 'effective')
})

test('a filter counts by what it spares: marked devices set workstations apart, managed ones do not', () => {
  const filtered = (mode: string, rule: string) =>
    verdict(
      secureAdminWorkstations,
      devices(policy({ ...dedicatedFilter, conditions: { devices: { deviceFilter: { mode, rule } } } })),
    )
  assert.equal(filtered('include', 'device.extensionAttribute1 -ne "PAW"'), 'effective')
  assert.equal(filtered('exclude', 'device.isCompliant -eq True'), 'partial')
  assert.equal(filtered('exclude', 'device.extensionAttribute1 -ne "Kiosk"'), 'ineffective')
})

test('blocking all other platforms makes a policy for one platform whole', () => {
  const windows = { platforms: { includePlatforms: ['windows'], excludePlatforms: [] } }
  const others = { platforms: { includePlatforms: ['all'], excludePlatforms: ['windows'] } }
  const pair = devices(
    policy({ ...compliant, conditions: windows }),
    policy({ conditions: others, grant: { builtInControls: ['block'] } }),
  )
  assert.equal(verdict(separateAdminEnvironments, pair), 'effective')
})

test('an excluded group that cannot be read leaves it open', () => {
  const conditionalAccessPolicies = [policy({ ...compliant, users: { excludeGroups: [group] } })]
  const values = { conditionalAccessPolicies, [`groupMembers/${group}`]: refused() }
  assert.equal(verdict(separateAdminEnvironments, values), 'no_visibility')
  assert.equal(verdict(secureAdminWorkstations, values), 'no_visibility')
})

// application-consent

const consent = (permissionGrantPoliciesAssigned: unknown, more: object = {}) =>
  verdict(applicationConsent, {
    authorizationPolicy: { defaultUserRolePermissions: { permissionGrantPoliciesAssigned }, ...more },
  })
const self = (name: string) => `ManagePermissionGrantsForSelf.${name}`

test('who may let applications in decides about consent', () => {
  assert.equal(consent([]), 'effective')
  assert.equal(
    consent(['ManagePermissionGrantsForOwnedResource.microsoft-dynamically-managed-permissions-for-team']),
    'effective',
  )
  assert.equal(consent([self('microsoft-user-default-low')]), 'effective')
  assert.equal(consent([self('microsoft-user-default-recommended')]), 'partial')
  assert.equal(consent([self('microsoft-user-default-legacy')]), 'ineffective')
  assert.equal(consent([self('microsoft-user-default-low'), self('microsoft-user-default-legacy')]), 'ineffective')
})

test('a consent policy of the tenant’s own, or none told, leaves it open; risky applications lower it', () => {
  assert.equal(consent([self('our-policy')]), 'no_visibility')
  assert.equal(consent(undefined), 'no_visibility')
  assert.equal(consent([], { allowUserConsentForRiskyApps: true }), 'partial')
  assert.equal(verdict(applicationConsent, { authorizationPolicy: refused() }), 'no_visibility')
})

// privileged-events-logged

test('a fresh audit log is effective, a silent one partial, an empty one unknown', () => {
  const at = (...daysAgo: number[]) =>
    verdict(privilegedEventsLogged, { directoryAudits: daysAgo.map((days) => ({ activityDateTime: dated(days) })) })
  assert.equal(at(20, 7), 'effective')
  assert.equal(at(20, 9), 'partial')
  assert.equal(at(), 'no_visibility')
  assert.equal(
    verdict(privilegedEventsLogged, { directoryAudits: [{ activityDateTime: '0001-01-01T00:00:00Z' }] }),
    'no_visibility',
  )
})
