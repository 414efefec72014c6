import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fineGrainedRoles, globalAdministratorCount } from '../../src/engine/checks/global-administrators.ts'
import {
  highlyPrivilegedCloudOnly,
  highlyPrivilegedNotPermanent,
  highlyPrivilegedPhishingResistant,
  highlyPrivilegedThroughPim,
} from '../../src/engine/checks/highly-privileged-accounts.ts'
import { HIGHLY_PRIVILEGED } from '../../src/engine/checks/highly-privileged-roles.ts'
import {
  globalAdministratorActivationAlert,
  globalAdministratorApproval,
  roleActivationAlerts,
  roleAssignmentAlerts,
} from '../../src/engine/checks/role-alerts.ts'
import type { Check, CheckResult } from '../../src/engine/model/check.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from './snapshot-builder.ts'
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
} from './tenant-parts.ts'

/** The roles that can take over a tenant: who holds them, how they came by them, and who is told. */

const HELPDESK = '729827e3-9c14-49f7-bb1b-9608f156bbb8'
const START = '2026-01-01T00:00:00Z'
const END = '2026-08-01T00:00:00Z'

const admin = (n: number): string => id(500 + n)
const names = (...numbers: number[]): string[] => numbers.map((n) => `admin${n}@contoso.com`)
const account = (n: number, more: object = {}): object =>
  user(admin(n), `admin${n}`, { assignedPlans: [], onPremisesSyncEnabled: null, ...more })
const eligible = (n: number, role: string): object =>
  assignment(admin(n), role, { startDateTime: START, endDateTime: END })
const standing = (n: number, role: string): object => assignment(admin(n), role, { startDateTime: START })

const used = (n: number, daysAgo: number): object => {
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
const ROLES = [...HIGHLY_PRIVILEGED.keys()]
const policies = (change: (role: string) => Rules | undefined = () => ({})): object[] =>
  ROLES.flatMap((role) => {
    const rules = change(role)
    return rules ? [rolePolicy(role, rules)] : []
  })

const PEOPLE = Array.from({ length: 10 }, (_, n) => n)

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

const judge = (check: Check, more: Values = {}, breakGlass: string[] = []): CheckResult =>
  check.evaluate(tenantOf(tenant(more)), { ...PARAMETERS, breakGlass })

const ON_PEOPLE: readonly Check[] = [
  globalAdministratorCount,
  fineGrainedRoles,
  highlyPrivilegedPhishingResistant,
  highlyPrivilegedCloudOnly,
  highlyPrivilegedNotPermanent,
  highlyPrivilegedThroughPim,
]
const ON_RULES: readonly Check[] = [
  globalAdministratorApproval,
  roleAssignmentAlerts,
  globalAdministratorActivationAlert,
  roleActivationAlerts,
]

test('a tenant that does everything right passes every check, with evidence', () => {
  for (const check of [...ON_PEOPLE, ...ON_RULES]) {
    const result = judge(check)
    assert.equal(result.verdict, 'effective', `${check.id}: ${result.observed}`)
    assert.ok(result.evidence.length > 0, check.id)
    assert.equal(result.affected, undefined, check.id)
  }
})

for (const check of ON_PEOPLE) {
  test(`${check.id}: who holds roles cannot be told without the permission, which is named`, () => {
    const unreadable = { roleAssignments: refused(), roleEligibilities: refused(), directoryRoles: refused() }
    const result = judge(check, unreadable)
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.observed, /grant RoleManagement\.Read\.Directory/)
    assert.equal(judge(check, { roleEligibilities: refused() }).verdict, 'no_visibility')
    assert.equal(judge(check, { users: refused() }).verdict, 'no_visibility')
  })

  test(`${check.id}: the members of a group that holds a role hold it, and count as unknown where they are unread`, () => {
    const group = id(595)
    const held = assignment(group, GLOBAL_ADMINISTRATOR, {
      startDateTime: null,
      principal: { '@odata.type': '#microsoft.graph.group', id: group },
    })
    const unread = judge(check, { roleAssignments: [held], [`groupMembers/${group}`]: refused() })
    assert.equal(unread.verdict, 'no_visibility')
    assert.match(unread.limitations.join(' '), /grant GroupMember\.Read\.All/)
  })
}

for (const check of ON_RULES) {
  test(`${check.id}: without the permission it is open, and without the licence not licensed`, () => {
    const result = judge(check, { rolePolicies: refused() })
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.observed, /grant RoleManagement\.Read\.Directory/)
    const unlicensed = { rolePolicies: refused(400), subscribedSkus: skus('AAD_PREMIUM') }
    assert.equal(judge(check, unlicensed).verdict, 'not_licensed')
  })

  test(`${check.id}: a role of which no policy is listed is unknown`, () => {
    assert.equal(judge(check, { rolePolicies: [] }).verdict, 'no_visibility')
  })
}

test('two to eight Global Administrators are right, however they hold the role', () => {
  const found = [0, 1, 2, 8, 9, 10].map((number) => {
    const roleEligibilities = PEOPLE.filter((n) => n < number && n % 2 === 0).map((n) =>
      eligible(n, GLOBAL_ADMINISTRATOR),
    )
    const roleAssignments = PEOPLE.filter((n) => n < number && n % 2 === 1).map((n) =>
      standing(n, GLOBAL_ADMINISTRATOR),
    )
    return judge(globalAdministratorCount, { roleEligibilities, roleAssignments }).verdict
  })
  assert.deepEqual(found, ['ineffective', 'ineffective', 'effective', 'effective', 'ineffective', 'ineffective'])
})

test('somebody who holds the role twice is counted once, and declared emergency accounts are counted', () => {
  const roleEligibilities = [0, 0, 1].map((n) => eligible(n, GLOBAL_ADMINISTRATOR))
  const roleAssignments = [standing(0, GLOBAL_ADMINISTRATOR)]
  const result = judge(globalAdministratorCount, { roleEligibilities, roleAssignments }, names(0))
  assert.match(result.observed, /^2 accounts hold/)
  assert.equal(result.verdict, 'effective')
})

test('too many are too many, whatever could not be read', () => {
  const roleAssignments = PEOPLE.map((n) => standing(n, GLOBAL_ADMINISTRATOR))
  const result = judge(globalAdministratorCount, { roleAssignments, roleEligibilities: refused() })
  assert.equal(result.verdict, 'ineffective')
  assert.equal(result.affected?.total, 10)
})

test('without a licence for eligible roles the standing ones are all there are', () => {
  const unlicensed = {
    subscribedSkus: skus('AAD_PREMIUM'),
    roleAssignments: refused(400),
    roleEligibilities: refused(400),
  }
  const members = [0, 1, 2].map((n) => ({ '@odata.type': '#microsoft.graph.user', id: admin(n) }))
  const directoryRoles = [{ id: id(400), roleTemplateId: GLOBAL_ADMINISTRATOR, members }]
  const verdictOf = (check: Check): string => judge(check, { ...unlicensed, directoryRoles }).verdict
  assert.deepEqual(ON_PEOPLE.map(verdictOf), [
    'effective',
    'ineffective',
    'effective',
    'effective',
    'ineffective',
    'not_licensed',
  ])
})

test('Global Administrators may not outnumber the holders of narrower roles, and who holds both is one of the first', () => {
  const split = (globals: number, both = 0): CheckResult['verdict'] => {
    const roles = PEOPLE.map((n) => eligible(n, n < globals ? GLOBAL_ADMINISTRATOR : USER_ADMINISTRATOR))
    const more = PEOPLE.slice(0, both).map((n) => eligible(n, USER_ADMINISTRATOR))
    return judge(fineGrainedRoles, { roleEligibilities: [...roles, ...more] }).verdict
  }
  assert.deepEqual(
    [split(1), split(5), split(6), split(10), split(6, 6)],
    ['effective', 'effective', 'ineffective', 'ineffective', 'ineffective'],
  )
})

test('holders of roles that are not highly privileged count nowhere', () => {
  const roleEligibilities = PEOPLE.map((n) => eligible(n, n < 2 ? GLOBAL_ADMINISTRATOR : HELPDESK))
  assert.equal(judge(fineGrainedRoles, { roleEligibilities }).verdict, 'ineffective')
  const synced = PEOPLE.map((n) => account(n, { onPremisesSyncEnabled: n >= 2 ? true : null }))
  const result = judge(highlyPrivilegedCloudOnly, { roleEligibilities, users: synced })
  assert.deepEqual([result.verdict, result.coverage], ['effective', { n: 2, of: 2 }])
})

test('a role holder who is not among the users may be of either kind', () => {
  const roleEligibilities = [0, 1, 2].map((n) => eligible(n, GLOBAL_ADMINISTRATOR))
  const narrow = [3, 4, 20].map((n) => eligible(n, USER_ADMINISTRATOR))
  assert.equal(
    judge(fineGrainedRoles, { roleEligibilities: [...roleEligibilities, ...narrow] }).verdict,
    'no_visibility',
  )
})

test('one administrator who can be phished keeps the rest from being effective', () => {
  const excluding = (...excludeUsers: string[]): Values => ({
    conditionalAccessPolicies: [policy({ grant: strength(RESISTANT), users: { excludeUsers } })],
  })
  const result = judge(highlyPrivilegedPhishingResistant, excluding(admin(0)))
  assert.deepEqual([result.verdict, result.coverage, result.affected?.items], ['partial', { n: 9, of: 10 }, names(0)])
  assert.equal(result.critical, undefined)
  const most = judge(highlyPrivilegedPhishingResistant, excluding(...PEOPLE.map(admin)))
  assert.equal(most.verdict, 'ineffective')
  assert.equal(judge(highlyPrivilegedPhishingResistant, excluding(admin(0)), names(0)).verdict, 'effective')
})

test('a standing Global Administrator who can be phished is critical', () => {
  const weak = { conditionalAccessPolicies: [policy()], roleAssignments: [standing(0, GLOBAL_ADMINISTRATOR)] }
  const result = judge(highlyPrivilegedPhishingResistant, weak)
  assert.equal(result.verdict, 'ineffective')
  assert.equal(result.critical, 'standing-global-admin-without-phishing-resistant-mfa')
})

test('a policy by role meets whoever may activate that role, and nobody who may activate another as well', () => {
  const byRole = (...includeRoles: string[]): string => {
    const users = { includeUsers: [], includeRoles }
    const conditionalAccessPolicies = [policy({ grant: strength(RESISTANT), users })]
    return judge(highlyPrivilegedPhishingResistant, { conditionalAccessPolicies }).verdict
  }
  assert.equal(byRole(...ROLES), 'effective')
  assert.equal(byRole(GLOBAL_ADMINISTRATOR), 'ineffective')
})

test('report-only, other factors and narrow policies do not make a factor that cannot be phished', () => {
  for (const parts of [
    { state: 'enabledForReportingButNotEnforced', grant: strength(RESISTANT) },
    { grant: { builtInControls: ['mfa'] } },
    {
      grant: strength(RESISTANT),
      conditions: { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } },
    },
    { grant: strength(RESISTANT), applications: { includeApplications: ['MicrosoftAdminPortals'] } },
  ]) {
    const conditionalAccessPolicies = [policy(parts)]
    assert.equal(judge(highlyPrivilegedPhishingResistant, { conditionalAccessPolicies }).verdict, 'ineffective')
  }
  const unread = judge(highlyPrivilegedPhishingResistant, { conditionalAccessPolicies: refused() })
  assert.equal(unread.verdict, 'no_visibility')
  assert.match(unread.observed, /grant Policy\.Read\.All/)
})

test('an account that is synchronised, federated or of another organisation is not of the cloud alone', () => {
  for (const more of [
    { onPremisesSyncEnabled: true },
    { userPrincipalName: 'admin0@corp.contoso.com' },
    { userPrincipalName: 'admin0_fabrikam.com#EXT#@contoso.com', userType: 'Guest', externalUserState: 'Accepted' },
  ]) {
    const users = PEOPLE.map((n) => account(n, n === 0 ? more : {}))
    const result = judge(highlyPrivilegedCloudOnly, { users })
    assert.deepEqual([result.verdict, result.coverage], ['partial', { n: 9, of: 10 }], JSON.stringify(more))
  }
})

test('without the domains only what is synchronised is known not to be of the cloud', () => {
  const unread = judge(highlyPrivilegedCloudOnly, { domains: refused() })
  assert.equal(unread.verdict, 'no_visibility')
  assert.match(unread.limitations.join(' '), /grant Domain\.Read\.All/)
  const users = PEOPLE.map((n) => account(n, { onPremisesSyncEnabled: true }))
  assert.equal(judge(highlyPrivilegedCloudOnly, { domains: refused(), users }).verdict, 'ineffective')
})

test('a role for good is a finding, but not one that ends, was activated, or is of no high privilege', () => {
  const verdictWith = (...roleAssignments: object[]): CheckResult =>
    judge(highlyPrivilegedNotPermanent, { roleAssignments })
  const result = verdictWith(standing(0, USER_ADMINISTRATOR))
  assert.deepEqual([result.verdict, result.affected?.items], ['partial', names(0)])
  const activated = assignment(admin(0), GLOBAL_ADMINISTRATOR, { assignmentType: 'Activated', startDateTime: START })
  const ending = assignment(admin(1), GLOBAL_ADMINISTRATOR, { startDateTime: START, endDateTime: END })
  assert.equal(verdictWith(activated, ending, standing(2, HELPDESK)).verdict, 'effective')
})

test('quiet accounts that look as if for emergencies may keep the role', () => {
  const emergency = [20, 21]
  const more = {
    users: [...PEOPLE, ...emergency].map((n) => account(n)),
    roleAssignments: emergency.map((n) => standing(n, GLOBAL_ADMINISTRATOR)),
  }
  const quiet = judge(highlyPrivilegedNotPermanent, { ...more, userActivity: emergency.map((n) => used(n, 30)) })
  assert.equal(quiet.verdict, 'effective')
  assert.match(quiet.limitations.join(' '), /Taken to be emergency access accounts/)
  const busy = judge(highlyPrivilegedNotPermanent, { ...more, userActivity: emergency.map((n) => used(n, 1)) })
  assert.equal(busy.verdict, 'partial')
})

test('a role that was given outside Privileged Identity Management has no start, and an unknown one tells nothing', () => {
  const given = (startDateTime: string | null | undefined, role = USER_ADMINISTRATOR): CheckResult => {
    const more = startDateTime === undefined ? {} : { startDateTime }
    return judge(highlyPrivilegedThroughPim, { roleAssignments: [assignment(admin(0), role, more)] })
  }
  assert.equal(given(START).verdict, 'effective')
  assert.deepEqual([given(null).verdict, given(null).affected?.items], ['partial', names(0)])
  assert.equal(given('0001-01-01T00:00:00Z').verdict, 'partial')
  assert.equal(given(undefined).verdict, 'no_visibility')
  assert.equal(given(null, HELPDESK).verdict, 'effective')
  const everybody = PEOPLE.map((n) => assignment(admin(n), USER_ADMINISTRATOR, { startDateTime: null }))
  assert.equal(judge(highlyPrivilegedThroughPim, { roleAssignments: everybody }).verdict, 'ineffective')
})

test('only the rules of Global Administrator decide on its approval and its alert', () => {
  const others = policies((role) => (role === GLOBAL_ADMINISTRATOR ? {} : { approval: false, activated: [] }))
  const own = policies((role) => (role === GLOBAL_ADMINISTRATOR ? { approval: false, activated: [] } : {}))
  for (const check of [globalAdministratorApproval, globalAdministratorActivationAlert]) {
    assert.equal(judge(check, { rolePolicies: others }).verdict, 'effective')
    const result = judge(check, { rolePolicies: own })
    assert.deepEqual([result.verdict, result.coverage], ['ineffective', undefined])
    assert.deepEqual(result.affected?.items, ['Global Administrator'])
    assert.match(result.observed, /: not set for Global Administrator\.$/)
    assert.match(judge(check).observed, /: set for Global Administrator\.$/)
    assert.equal(judge(check, { rolePolicies: [] }).observed, 'It could not be told for Global Administrator.')
  }
  assert.equal(judge(roleActivationAlerts, { rolePolicies: own }).verdict, 'effective')
})

test('alerts count role by role, and need an address for both ways of giving a role', () => {
  for (const [check, rules] of [
    [roleAssignmentAlerts, { eligible: [] }],
    [roleAssignmentAlerts, { assigned: [''] }],
    [roleActivationAlerts, { activated: [] }],
  ] as const) {
    const one = judge(check, { rolePolicies: policies((role) => (role === USER_ADMINISTRATOR ? { ...rules } : {})) })
    const of = check === roleAssignmentAlerts ? 8 : 7
    assert.deepEqual([one.verdict, one.coverage], ['partial', { n: of - 1, of }])
    assert.match(one.observed, /Not set for User Administrator\./)
    assert.equal(judge(check, { rolePolicies: policies(() => ({ ...rules })) }).verdict, 'ineffective')
    const unlisted = policies((role) => (role === USER_ADMINISTRATOR ? undefined : {}))
    assert.equal(judge(check, { rolePolicies: unlisted }).verdict, 'no_visibility')
  }
})

test('an alert that is turned down to nothing is none', () => {
  const [first] = policies(() => ({}))
  assert.ok(first)
  const silent = JSON.parse(JSON.stringify(first).replaceAll('"All"', '"None"'))
  assert.equal(judge(globalAdministratorActivationAlert, { rolePolicies: [silent] }).verdict, 'ineffective')
})
