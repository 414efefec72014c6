import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentClassification, incidentTriage, workstationLogTriage } from '../../src/engine/checks/incidents.ts'
import { mfaAllUsers } from '../../src/engine/checks/mfa-all-users.ts'
import {
  mfaDataRepositories,
  mfaPhishingResistantDataRepositories,
} from '../../src/engine/checks/mfa-data-repositories.ts'
import { mfaEventsLogged } from '../../src/engine/checks/mfa-events-logged.ts'
import { mfaFactors } from '../../src/engine/checks/mfa-factors.ts'
import { mfaPhishingResistant } from '../../src/engine/checks/mfa-phishing-resistant.ts'
import { mfaPrivilegedUsers } from '../../src/engine/checks/mfa-privileged-users.ts'
import { mfaThirdPartyServices } from '../../src/engine/checks/mfa-third-party-services.ts'
import type { Check, CheckResult } from '../../src/engine/model/check.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from './snapshot-builder.ts'
import {
  ADAM,
  ALICE,
  assignment,
  BOB,
  CRM,
  EVE,
  GLOBAL_ADMINISTRATOR,
  id,
  PAYROLL,
  policy,
  RESISTANT,
  readable,
  SHAREPOINT,
  STAFF,
  SYNCHRONISATION,
  strength,
  UNREAD,
  USER_ADMINISTRATOR,
  USERS,
  user,
  WEAK_STRENGTH,
} from './tenant-parts.ts'

const judge = (check: Check, values: Values, breakGlass: string[] = []): CheckResult =>
  check.evaluate(tenantOf(values), { ...PARAMETERS, breakGlass })

const resistant = policy({ name: 'Resistant', grant: strength(RESISTANT) })
const modernOnly = policy({ conditions: { clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] } })
const blockLegacy = policy({
  name: 'Block legacy',
  conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] },
  grant: { builtInControls: ['block'] },
})

/** A hundred members, none with a role. */
const crowd = (n = 100): object[] => Array.from({ length: n }, (_, index) => user(id(1000 + index), `user${index}`))
const crowded = (policies: object[], more: Values = {}): Values =>
  readable(policies, { users: crowd(), registrationDetails: [], ...more })

// mfa-all-users

test('everybody covered and legacy clients shut out is effective', () => {
  const result = judge(mfaAllUsers, readable([modernOnly, blockLegacy]))
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 7, of: 7 })
  assert.equal(result.affected, undefined)
  assert.equal(result.critical, undefined)
  assert.ok(result.evidence.some((item) => item.pointer === '/0'))
})

test('security defaults cover everybody, even where conditional access is not licensed', () => {
  const more = { securityDefaults: { isEnabled: true }, conditionalAccessPolicies: refused(), subscribedSkus: skus() }
  assert.equal(judge(mfaAllUsers, readable([], more)).verdict, 'effective')
})

test('no policy at all is ineffective, with everybody named and legacy clients critical', () => {
  const result = judge(mfaAllUsers, readable([]))
  assert.equal(result.verdict, 'ineffective')
  assert.equal(result.affected?.total, 7)
  assert.equal(result.critical, 'legacy-authentication-open')
})

test('legacy clients left open are critical though everybody must use a second factor elsewhere', () => {
  const result = judge(mfaAllUsers, readable([modernOnly]))
  assert.equal(result.verdict, 'ineffective')
  assert.equal(result.critical, 'legacy-authentication-open')
  assert.deepEqual(result.coverage, { n: 7, of: 7 })
})

test('a tenth left out is partial and two left out are named as what it would hold but for', () => {
  const ids = (n: number) => Array.from({ length: n }, (_, index) => id(1000 + index))
  const some = judge(mfaAllUsers, crowded([policy({ users: { excludeUsers: ids(10) } }), blockLegacy]))
  assert.equal(some.verdict, 'partial')
  assert.deepEqual(some.coverage, { n: 90, of: 100 })
  const two = judge(mfaAllUsers, crowded([policy({ users: { excludeUsers: ids(2) } }), blockLegacy]))
  assert.equal(two.verdict, 'effective')
  assert.match(two.observed, /but for 2 excluded accounts \(user0@contoso\.com, user1@contoso\.com\)/)
})

test('declared emergency access accounts are set aside, by id or name, and shown', () => {
  const values = readable([policy({ users: { excludeUsers: [ALICE, BOB] } })])
  assert.equal(judge(mfaAllUsers, values).verdict, 'ineffective')
  const result = judge(mfaAllUsers, values, [ALICE.toUpperCase(), 'Bob@contoso.com'])
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 5, of: 5 })
  assert.ok(result.limitations.some((text) => text.includes('2 declared emergency access accounts were set aside')))
})

test('an excluded synchronisation account is set aside, one with another role is not', () => {
  const values = (roles: string[]) =>
    readable([policy({ users: { excludeUsers: [ADAM] } })], {
      roleAssignments: roles.map((role) => assignment(ADAM, role)),
    })
  assert.equal(judge(mfaAllUsers, values([SYNCHRONISATION])).verdict, 'effective')
  assert.equal(judge(mfaAllUsers, values([SYNCHRONISATION, USER_ADMINISTRATOR])).verdict, 'partial')
})

test('a synchronisation account is set aside only where all of its roles are known', () => {
  const values = readable([policy({ users: { excludeUsers: [ADAM] } })], {
    roleAssignments: [assignment(ADAM, SYNCHRONISATION)],
    roleEligibilities: refused(),
  })
  assert.equal(judge(mfaAllUsers, values).verdict, 'partial')
})

test('a synchronisation account without a registered factor is set aside whether a policy covers it or not', () => {
  const registered = (person: string, isMfaRegistered: boolean) => ({ id: person, isMfaRegistered })
  const values = {
    roleAssignments: [assignment(ADAM, SYNCHRONISATION), assignment(ALICE, USER_ADMINISTRATOR)],
    roleEligibilities: [],
    directoryRoles: [],
    registrationDetails: [registered(ADAM, false), registered(ALICE, true)],
  }
  for (const users of [{}, { excludeUsers: [ADAM] }]) {
    const result = judge(mfaPrivilegedUsers, readable([policy({ users })], values))
    assert.equal(result.verdict, 'effective')
    assert.deepEqual(result.coverage, { n: 1, of: 1 })
    assert.match(result.limitations.join(' '), /1 account of directory synchronisation set aside: adam@/)
  }
})

test('an application left out keeps it from being effective and is named', () => {
  const servicePrincipals = [{ appId: PAYROLL, displayName: 'Payroll' }]
  const result = judge(
    mfaAllUsers,
    readable([policy({ applications: { excludeApplications: [PAYROLL] } })], { servicePrincipals }),
  )
  assert.equal(result.verdict, 'partial')
  assert.match(result.observed, /Left out by exclusion: Payroll for 7 users/)
})

test('the application that Microsoft advises to leave out costs nothing', () => {
  const excludeApplications = ['45a330b1-b1ec-4cc1-9161-9f03992aa49f']
  assert.equal(judge(mfaAllUsers, readable([policy({ applications: { excludeApplications } })])).verdict, 'effective')
})

test('a report-only policy is told as what would cover people', () => {
  const result = judge(mfaAllUsers, readable([policy({ name: 'Trial', state: 'enabledForReportingButNotEnforced' })]))
  assert.equal(result.verdict, 'ineffective')
  assert.match(result.observed, /enforce nothing; ‘Trial’ would cover 7 users/)
})

test('a policy that counts in part says what it leaves out', () => {
  const locations = { includeLocations: ['All'], excludeLocations: ['AllTrusted'] }
  const result = judge(mfaAllUsers, readable([policy({ name: 'Away', conditions: { locations } })]))
  assert.match(result.observed, /‘Away’ does not count in full: it leaves out trusted or named locations/)
})

test('an excluded group that cannot be read leaves the verdict open, with the permission to grant', () => {
  const values = readable([policy({ users: { excludeGroups: [UNREAD] } })], { [`groupMembers/${UNREAD}`]: refused() })
  const result = judge(mfaAllUsers, values)
  assert.equal(result.verdict, 'no_visibility')
  assert.ok(result.limitations.some((text) => text.includes('GroupMember.Read.All')))
  assert.equal(result.critical, undefined)
})

test('unread groups change nothing where the verdict is certain without them', () => {
  const unreadInclude = policy({ users: { includeUsers: [], includeGroups: [UNREAD] } })
  assert.equal(judge(mfaAllUsers, readable([policy(), unreadInclude])).verdict, 'effective')
})

test('users, policies or security defaults that cannot be read are never a failure', () => {
  assert.equal(judge(mfaAllUsers, readable([policy()], { users: refused() })).verdict, 'no_visibility')
  const unlicensed = { conditionalAccessPolicies: refused(), subscribedSkus: skus('EXCHANGE_S_STANDARD') }
  assert.equal(judge(mfaAllUsers, readable([], unlicensed)).verdict, 'not_licensed')
  assert.equal(judge(mfaAllUsers, readable([], { securityDefaults: refused() })).verdict, 'no_visibility')
  assert.equal(judge(mfaAllUsers, readable([], { users: [] })).verdict, 'no_visibility')
})

test('covered people who registered nothing are counted and shown, and decide nothing', () => {
  const registrationDetails = USERS.map((each) => ({ ...each, isMfaCapable: false }))
  const result = judge(mfaAllUsers, readable([policy()], { registrationDetails }))
  assert.equal(result.verdict, 'effective')
  assert.match(result.observed, /7 covered users cannot do it yet/)
  assert.ok(result.limitations.some((text) => text.includes('Policy and registration disagree for 7 users')))
})

// mfa-third-party-services

const MICROSOFT = 'f8cdef31-a31e-4b4a-93e4-5f571e91255a'
const INTEGRATED = ['WindowsAzureActiveDirectoryIntegratedApp']
const services = [
  { appId: CRM, displayName: 'CRM', servicePrincipalType: 'Application', preferredSingleSignOnMode: 'saml' },
  { appId: PAYROLL, displayName: 'Payroll', appOwnerOrganizationId: id(71), tags: INTEGRATED },
  { appId: id(203), displayName: 'Teams', appOwnerOrganizationId: MICROSOFT, tags: INTEGRATED },
  { appId: id(204), displayName: 'Off', preferredSingleSignOnMode: 'saml', accountEnabled: false },
  {
    appId: id(205),
    displayName: 'Own script',
    appOwnerOrganizationId: '11111111-1111-4111-8111-111111111111',
    tags: INTEGRATED,
  },
]

test('services of others inside the policies are effective; those of Microsoft and our own are not counted', () => {
  const result = judge(mfaThirdPartyServices, readable([policy()], { servicePrincipals: services }))
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 2, of: 2 })
})

test('a service excluded from the policy is uncovered', () => {
  const excluding = policy({ applications: { excludeApplications: [CRM] } })
  const result = judge(mfaThirdPartyServices, readable([excluding], { servicePrincipals: services }))
  assert.equal(result.verdict, 'ineffective')
  assert.deepEqual(result.affected, { items: ['CRM'], total: 1 })
})

test('nine of ten services covered are partial', () => {
  const ten = Array.from({ length: 10 }, (_, n) => ({ appId: id(500 + n), preferredSingleSignOnMode: 'oidc' }))
  const excluding = policy({ applications: { excludeApplications: [id(500)] } })
  const result = judge(mfaThirdPartyServices, readable([excluding], { servicePrincipals: ten }))
  assert.equal(result.verdict, 'partial')
})

test('no service behind single sign-on leaves the question to people', () => {
  const none = judge(mfaThirdPartyServices, readable([policy()], { servicePrincipals: [] }))
  assert.equal(none.verdict, 'not_applicable')
  assert.match(none.observed, /must be asked/)
  const unread = readable([policy()], { servicePrincipals: refused() })
  assert.equal(judge(mfaThirdPartyServices, unread).verdict, 'no_visibility')
})

// mfa-privileged-users

test('role holders who are covered and registered are effective', () => {
  const result = judge(mfaPrivilegedUsers, readable([policy()]))
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 2, of: 2 })
})

test('one privileged user without a second factor is critical', () => {
  const result = judge(mfaPrivilegedUsers, readable([policy({ users: { excludeUsers: [ADAM] } })]))
  assert.equal(result.verdict, 'ineffective')
  assert.equal(result.critical, 'privileged-user-without-mfa')
  assert.deepEqual(result.affected, { items: ['adam@contoso.com'], total: 1 })
})

test('one of a hundred role holders left open is partial and critical, however small the share', () => {
  const values = crowded([policy({ users: { excludeUsers: [id(1000)] } })], {
    roleAssignments: crowd().map((_, index) => assignment(id(1000 + index), USER_ADMINISTRATOR)),
    registrationDetails: crowd().map((_, index) => ({ id: id(1000 + index), isMfaRegistered: true })),
  })
  const result = judge(mfaPrivilegedUsers, values)
  assert.equal(result.verdict, 'partial')
  assert.equal(result.critical, 'privileged-user-without-mfa')
})

test('a privileged user who is covered but registered nothing fails', () => {
  const registrationDetails = [
    { id: ADAM, isMfaRegistered: false },
    { id: EVE, isMfaRegistered: true },
  ]
  const result = judge(mfaPrivilegedUsers, readable([policy()], { registrationDetails }))
  assert.equal(result.critical, 'privileged-user-without-mfa')
  assert.match(result.observed, /Nothing is registered for adam/)
})

test('a policy by role covers who may activate that role, and not who may activate another', () => {
  const byRole = (role: string) => policy({ users: { includeUsers: [], includeRoles: [role] } })
  const values = (policies: object[]) => readable(policies, { roleAssignments: [] })
  assert.equal(judge(mfaPrivilegedUsers, values([byRole(USER_ADMINISTRATOR)])).verdict, 'effective')
  assert.equal(judge(mfaPrivilegedUsers, values([byRole(GLOBAL_ADMINISTRATOR)])).verdict, 'ineffective')
})

test('members of a group that holds a role are privileged; an unread group leaves the verdict open', () => {
  const byGroup = (group: string) => [
    assignment(group, USER_ADMINISTRATOR, { principal: { '@odata.type': '#microsoft.graph.group', id: group } }),
  ]
  const excluding = policy({ users: { excludeUsers: [BOB] } })
  const failed = judge(mfaPrivilegedUsers, readable([excluding], { roleAssignments: byGroup(STAFF) }))
  assert.equal(failed.critical, 'privileged-user-without-mfa')
  const open = judge(mfaPrivilegedUsers, readable([policy()], { roleAssignments: byGroup(UNREAD) }))
  assert.equal(open.verdict, 'no_visibility')
})

test('without a licence for role management the members of roles are read instead', () => {
  const more = {
    subscribedSkus: skus('AAD_PREMIUM'),
    roleAssignments: refused(400),
    roleEligibilities: refused(400),
  }
  const result = judge(mfaPrivilegedUsers, readable([policy()], more))
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 1, of: 1 })
})

test('a role whose expanded members fill the page of the API is not taken as whole', () => {
  const members = crowd(20).map((_, index) => ({ '@odata.type': '#microsoft.graph.user', id: id(1000 + index) }))
  const values = crowded([policy()], {
    subscribedSkus: skus('AAD_PREMIUM'),
    roleAssignments: refused(400),
    roleEligibilities: refused(400),
    directoryRoles: [{ roleTemplateId: USER_ADMINISTRATOR, members }],
    registrationDetails: crowd().map((_, index) => ({ id: id(1000 + index), isMfaRegistered: true })),
  })
  assert.equal(judge(mfaPrivilegedUsers, values).verdict, 'no_visibility')
})

test('roles, eligibilities or registrations that cannot be read leave the verdict on privileged users open', () => {
  for (const more of [
    { roleAssignments: refused(), directoryRoles: refused() },
    { roleEligibilities: refused() },
    { registrationDetails: refused() },
    { users: refused() },
  ]) {
    assert.equal(judge(mfaPrivilegedUsers, readable([policy()], more)).verdict, 'no_visibility')
  }
})

// mfa-data-repositories, mfa-phishing-resistant-data-repositories

const overOffice = policy({ applications: { includeApplications: ['Office365'] } })

test('SharePoint inside a policy is effective, outside it is not', () => {
  assert.equal(judge(mfaDataRepositories, readable([overOffice])).verdict, 'effective')
  const without = policy({ applications: { excludeApplications: [SHAREPOINT] } })
  assert.equal(judge(mfaDataRepositories, readable([without])).verdict, 'ineffective')
  const most = policy({ users: { excludeUsers: [BOB] } })
  assert.equal(judge(mfaDataRepositories, readable([most])).verdict, 'partial')
  assert.equal(
    judge(mfaDataRepositories, readable([], { conditionalAccessPolicies: refused() })).verdict,
    'no_visibility',
  )
})

test('any second factor is not enough where SharePoint asks for a phishing-resistant one', () => {
  assert.equal(judge(mfaPhishingResistantDataRepositories, readable([overOffice])).verdict, 'ineffective')
  const strict = policy({ applications: { includeApplications: [SHAREPOINT] }, grant: strength(RESISTANT) })
  assert.equal(judge(mfaPhishingResistantDataRepositories, readable([strict])).verdict, 'effective')
  const most = policy({ users: { excludeUsers: [BOB] }, grant: strength(RESISTANT) })
  assert.equal(judge(mfaPhishingResistantDataRepositories, readable([most])).verdict, 'partial')
  const unread = { conditionalAccessPolicies: refused() }
  assert.equal(judge(mfaPhishingResistantDataRepositories, readable([], unread)).verdict, 'no_visibility')
})

// mfa-phishing-resistant

test('a phishing-resistant strength for everybody is effective', () => {
  const result = judge(mfaPhishingResistant, readable([resistant]))
  assert.equal(result.verdict, 'effective')
  assert.match(result.observed, /7 of 7 users registered a phishing-resistant method/)
})

test('a standing Global Administrator without it is critical and named first', () => {
  const result = judge(mfaPhishingResistant, readable([policy()]))
  assert.equal(result.verdict, 'ineffective')
  assert.equal(result.critical, 'standing-global-admin-without-phishing-resistant-mfa')
  assert.equal(result.affected?.items[0], 'adam@contoso.com')
})

test('a Global Administrator by activation or for a time is not standing', () => {
  for (const more of [{ assignmentType: 'Activated' }, { endDateTime: '2026-12-31T00:00:00Z' }]) {
    const roleAssignments = [assignment(ADAM, GLOBAL_ADMINISTRATOR, more)]
    assert.equal(judge(mfaPhishingResistant, readable([policy()], { roleAssignments })).critical, undefined)
  }
  const endless = [assignment(ADAM, GLOBAL_ADMINISTRATOR, { endDateTime: '0001-01-01T00:00:00Z' })]
  const result = judge(mfaPhishingResistant, readable([policy()], { roleAssignments: endless }))
  assert.equal(result.critical, 'standing-global-admin-without-phishing-resistant-mfa')
})

test('a pilot of nine in ten is partial, and never effective while a standing administrator is left out', () => {
  const pilot = policy({ users: { excludeUsers: [BOB] }, grant: strength(RESISTANT) })
  assert.equal(judge(mfaPhishingResistant, readable([pilot])).verdict, 'partial')
  const excluding = policy({ users: { excludeUsers: [id(1000)] }, grant: strength(RESISTANT) })
  const roleAssignments = [assignment(id(1000), GLOBAL_ADMINISTRATOR)]
  const result = judge(mfaPhishingResistant, crowded([excluding], { roleAssignments }))
  assert.equal(result.verdict, 'partial')
  assert.equal(result.critical, 'standing-global-admin-without-phishing-resistant-mfa')
})

test('not knowing who is a Global Administrator is no pass while somebody is left out, and no matter while nobody is', () => {
  const lost = { roleAssignments: refused(), directoryRoles: refused() }
  const excluding = policy({ users: { excludeUsers: [id(1000)] }, grant: strength(RESISTANT) })
  assert.equal(judge(mfaPhishingResistant, crowded([excluding])).verdict, 'effective')
  const unsure = judge(mfaPhishingResistant, crowded([excluding], lost))
  assert.equal(unsure.verdict, 'no_visibility')
  assert.match(
    unsure.observed,
    /99 of 100 users.*Whether a standing Global Administrator is among the rest could not be told/,
  )
  assert.equal(judge(mfaPhishingResistant, crowded([resistant], lost)).verdict, 'effective')
})

test('a standing administrator who may be in an excluded group that cannot be read is no pass', () => {
  const excluding = policy({ users: { excludeGroups: [STAFF] }, grant: strength(RESISTANT) })
  const crowdWithAdmin = (groupMembers: unknown): Values =>
    crowded([excluding], {
      roleAssignments: [assignment(id(1000), GLOBAL_ADMINISTRATOR)],
      [`groupMembers/${STAFF}`]: groupMembers,
    })
  const members = [{ '@odata.type': '#microsoft.graph.user', id: id(1000) }]
  assert.equal(judge(mfaPhishingResistant, crowdWithAdmin(members)).verdict, 'partial')
  assert.equal(judge(mfaPhishingResistant, crowdWithAdmin(refused())).verdict, 'no_visibility')
})

test('security defaults ask for nothing phishing-resistant', () => {
  const more = { securityDefaults: { isEnabled: true } }
  assert.equal(judge(mfaPhishingResistant, readable([], more)).verdict, 'ineffective')
})

test('policies that cannot be read leave phishing resistance open', () => {
  assert.equal(
    judge(mfaPhishingResistant, readable([], { conditionalAccessPolicies: refused() })).verdict,
    'no_visibility',
  )
})

// mfa-factors

const methods = (...configurations: object[]) => ({
  authenticationMethodsPolicy: {
    policyMigrationState: 'migrationComplete',
    authenticationMethodConfigurations: [
      { id: 'Fido2', state: 'enabled' },
      { id: 'MicrosoftAuthenticator', state: 'enabled' },
      { id: 'Email', state: 'enabled' },
      { id: 'QRCodePin', state: 'disabled' },
      ...configurations,
    ],
  },
})

test('methods that are two factors are effective, and a code by mail is shown and no fault', () => {
  const sms = { id: 'Sms', state: 'enabled', includeTargets: [{ id: 'all_users', isUsableForSignIn: false }] }
  const result = judge(mfaFactors, readable([policy()], methods(sms)))
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 3, of: 3 })
  assert.ok(result.limitations.some((text) => text.includes('code by mail')))
})

test('a text message that signs in by itself and a QR code are partial', () => {
  const sms = { id: 'Sms', state: 'enabled', includeTargets: [{ id: 'all_users', isUsableForSignIn: true }] }
  const result = judge(mfaFactors, readable([policy()], methods(sms, { id: 'QRCodePin', state: 'enabled' })))
  assert.equal(result.verdict, 'partial')
  assert.deepEqual(result.affected?.items, ['the method ‘Sms’', 'the method ‘QRCodePin’'])
  assert.match(result.observed, /Not so: the method ‘Sms’ may sign people in by itself, the method ‘QRCodePin’ signs/)
})

test('a strength in use that one factor satisfies is ineffective; unused it is not judged', () => {
  const weak = (state: string) => policy({ state, grant: strength(WEAK_STRENGTH) })
  assert.equal(judge(mfaFactors, readable([policy(), weak('enabled')], methods())).verdict, 'ineffective')
  assert.equal(judge(mfaFactors, readable([policy(), weak('disabled')], methods())).verdict, 'effective')
})

test('sound methods that nothing asks for are ineffective', () => {
  assert.equal(judge(mfaFactors, readable([], methods())).verdict, 'ineffective')
})

test('methods, policies or strengths that cannot be read leave the factors open', () => {
  assert.equal(judge(mfaFactors, readable([policy()])).verdict, 'no_visibility')
  const noPolicies = readable([], { ...methods(), conditionalAccessPolicies: refused() })
  assert.equal(judge(mfaFactors, noPolicies).verdict, 'no_visibility')
  const unreadStrength = readable([policy(), policy({ grant: strength(id(399)) })], methods())
  assert.equal(judge(mfaFactors, unreadStrength).verdict, 'no_visibility')
  const noDefaults = readable([], { ...methods(), securityDefaults: refused() })
  assert.equal(judge(mfaFactors, noDefaults).verdict, 'no_visibility')
})

// mfa-events-logged

test('a fresh sign-in log is effective, a stale one partial, an empty or unread one open', () => {
  const log = (createdDateTime: string) => ({ signIns: [{ createdDateTime }] })
  assert.equal(judge(mfaEventsLogged, log('2026-02-28T23:00:00Z')).verdict, 'effective')
  assert.equal(judge(mfaEventsLogged, log('2026-01-01T00:00:00Z')).verdict, 'partial')
  assert.equal(judge(mfaEventsLogged, { signIns: [] }).verdict, 'no_visibility')
  assert.equal(judge(mfaEventsLogged, { signIns: refused() }).verdict, 'no_visibility')
  const unlicensed = { signIns: refused(), subscribedSkus: skus('EXCHANGE_S_STANDARD') }
  assert.equal(judge(mfaEventsLogged, unlicensed).verdict, 'not_licensed')
})

// incident-triage, workstation-log-triage

const incident = (more: object = {}): object => ({
  displayName: 'Odd sign-in',
  createdDateTime: '2026-02-01T00:00:00Z',
  lastUpdateDateTime: '2026-02-01T05:00:00Z',
  status: 'resolved',
  ...more,
})
const waiting = incident({ status: 'active', assignedTo: null, classification: 'unknown', displayName: 'Left lying' })

test('incidents that were taken up are effective, with the time to close them', () => {
  const result = judge(incidentTriage, { incidents: [incident(), incident({ status: 'active', assignedTo: 'adam' })] })
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 2, of: 2 })
  assert.match(result.observed, /closed within 5 hours/)
})

test('incidents left lying are ineffective or partial by their share, and named', () => {
  const result = judge(incidentTriage, { incidents: [incident(), waiting] })
  assert.equal(result.verdict, 'ineffective')
  assert.deepEqual(result.affected?.items, ['Left lying'])
  const nine = Array.from({ length: 9 }, () => incident())
  assert.equal(judge(incidentTriage, { incidents: [...nine, waiting] }).verdict, 'partial')
})

test('a state that we do not know proves nothing, and a redirected or fresh incident is not counted', () => {
  const strange = incident({ status: 'unknownFutureValue' })
  const merged = incident({ status: 'redirected' })
  const fresh = incident({ status: 'active', createdDateTime: '2026-02-28T00:00:00Z' })
  const result = judge(incidentTriage, { incidents: [strange, merged, fresh] })
  assert.deepEqual(result.coverage, { n: 0, of: 1 })
})

test('no incidents leave triage to people, incidents that cannot be read leave it open', () => {
  assert.equal(judge(incidentTriage, { incidents: [] }).verdict, 'not_applicable')
  assert.equal(judge(incidentTriage, { incidents: refused() }).verdict, 'no_visibility')
})

test('resolved incidents that say what they were are effective, partial or ineffective by their share, and named', () => {
  const said = incident({ classification: 'truePositive', severity: 'low' })
  const unsaid = incident({ classification: 'unknown', severity: 'low', displayName: 'Clicked away' })
  const nine = Array.from({ length: 9 }, () => said)
  const verdict = (incidents: unknown) => judge(incidentClassification, { incidents }).verdict
  assert.equal(verdict([said]), 'effective')
  assert.equal(verdict([...nine, unsaid]), 'partial')
  assert.equal(verdict([said, incident({ classification: 'truePositive', severity: 'unknown' })]), 'ineffective')
  assert.deepEqual(judge(incidentClassification, { incidents: [said, unsaid] }).affected?.items, ['Clicked away'])
  assert.equal(verdict([said, incident({ status: 'redirected' }), waiting]), 'effective')
  assert.equal(verdict([waiting]), 'not_applicable')
  assert.equal(verdict(refused()), 'no_visibility')
})

test('triage of workstation events needs a licence that records them', () => {
  const values = (plan: string, incidents: unknown) => ({ incidents, subscribedSkus: skus(plan) })
  assert.equal(judge(workstationLogTriage, values('WINDEFATP', [incident()])).verdict, 'effective')
  assert.equal(judge(workstationLogTriage, values('WINDEFATP', [waiting])).verdict, 'ineffective')
  const nine = Array.from({ length: 9 }, () => incident())
  assert.equal(judge(workstationLogTriage, values('MDE_SMB', [...nine, waiting])).verdict, 'partial')
  assert.equal(judge(workstationLogTriage, values('MDE_LITE', [incident()])).verdict, 'not_licensed')
  assert.equal(judge(workstationLogTriage, values('WINDEFATP', refused())).verdict, 'no_visibility')
  assert.equal(judge(workstationLogTriage, { incidents: [incident()] }).verdict, 'no_visibility')
})
