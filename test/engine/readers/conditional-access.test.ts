import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cohortsOf } from '../../../src/engine/readers/conditional-access/cohorts.ts'
import { worstStateOf } from '../../../src/engine/readers/conditional-access/coverage-state.ts'
import {
  type AccessDemand,
  LEGACY_SHUT,
  PHISHING_RESISTANT_FACTOR,
  SECOND_FACTOR,
} from '../../../src/engine/readers/conditional-access/policies.ts'
import { refused, skus, tenantOf, type Values } from '../snapshot-builder.ts'
import {
  ADAM,
  ALICE,
  assignment,
  BOB,
  CRM,
  EVE,
  EXCEPTIONS,
  GLOBAL_ADMINISTRATOR,
  INES,
  id,
  PAYROLL,
  type PolicyParts,
  PUSH_STRENGTH,
  policy,
  RESISTANT,
  readable,
  SHAREPOINT,
  STAFF,
  SYNCHRONISATION,
  strength,
  UNREAD,
  USER_ADMINISTRATOR,
  WEAK_STRENGTH,
} from '../tenant-parts.ts'

const EVERYBODY = 'adam alice berta bob eve gina ines'
const NOBODY = ''
const TRUSTED_LEFT_OUT = { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } }

/** First names by coverage state, in alphabetical order. */
function states(policies: readonly PolicyParts[], demand: AccessDemand, more: Values = {}) {
  const tenant = tenantOf(readable(policies.map(policy), more))
  const found = { covered: NOBODY, unknown: NOBODY, uncovered: NOBODY }
  for (const state of ['covered', 'unknown', 'uncovered'] as const) {
    const cohorts = cohortsOf(tenant).filter((cohort) => worstStateOf(tenant, cohort.ways, demand) === state)
    const names = cohorts.flatMap((cohort) => cohort.people.map((person) => person.name.replace(/[@_].*/, '')))
    found[state] = names.sort().join(' ')
  }
  return found
}

interface Row {
  when: string
  policies: PolicyParts[]
  covered: string
  unknown?: string
  demand?: AccessDemand
  more?: Values
}

const guestsOf = (guestOrExternalUserTypes: string, externalTenants: object = { membershipKind: 'all' }) => ({
  guestOrExternalUserTypes,
  externalTenants,
})
const SOME_TENANTS = { membershipKind: 'enumerated', members: [id(70)] }
const mayJoin = (principalId: string, type = 'user', accessId = 'member') => ({
  accessId,
  principalId,
  principal: { '@odata.type': `#microsoft.graph.${type}`, id: principalId },
})
const only = (users: object) => ({ users: { includeUsers: [], ...users } })
const but = (users: object) => ({ users })
const asking = (grant: object) => ({ grant })
const when = (conditions: object) => ({ conditions })
const to = (applications: object) => ({ applications })
const block = { grant: { builtInControls: ['block'] } }
const sharePoint = { ...SECOND_FACTOR, resource: SHAREPOINT }

const ROWS: Row[] = [
  // Who
  { when: 'it includes all', policies: [{}], covered: EVERYBODY },
  { when: 'there is none', policies: [], covered: NOBODY },
  { when: 'it is off', policies: [{ state: 'disabled' }], covered: NOBODY },
  { when: 'it only reports', policies: [{ state: 'enabledForReportingButNotEnforced' }], covered: NOBODY },
  { when: 'its state is not known', policies: [{ state: 'enabledSomehow' }], covered: NOBODY },
  { when: 'it includes none', policies: [but({ includeUsers: ['None'] })], covered: NOBODY },
  { when: 'it names people', policies: [only({ includeUsers: [ALICE, BOB] })], covered: 'alice bob' },
  { when: 'it writes an id in capitals', policies: [only({ includeUsers: [ALICE.toUpperCase()] })], covered: 'alice' },
  { when: 'it excludes a person', policies: [but({ excludeUsers: [BOB] })], covered: 'adam alice berta eve gina ines' },
  { when: 'it excludes someone deleted', policies: [but({ excludeUsers: [id(99)] })], covered: EVERYBODY },
  {
    when: 'it excludes with an unknown keyword',
    policies: [but({ excludeUsers: ['SomebodyNew'] })],
    covered: NOBODY,
    unknown: EVERYBODY,
  },
  { when: 'it excludes everybody', policies: [but({ excludeUsers: ['All'] })], covered: NOBODY },
  { when: 'it includes a group', policies: [only({ includeGroups: [STAFF] })], covered: 'alice bob' },
  {
    when: 'a person is included by name and excluded by group',
    policies: [only({ includeUsers: [ALICE, BOB], excludeGroups: [EXCEPTIONS] })],
    covered: 'alice',
  },
  {
    when: 'an included group cannot be read',
    policies: [only({ includeGroups: [UNREAD] })],
    covered: NOBODY,
    unknown: EVERYBODY,
  },
  {
    when: 'an excluded group cannot be read',
    policies: [but({ excludeGroups: [UNREAD] })],
    covered: NOBODY,
    unknown: EVERYBODY,
  },
  {
    when: 'people may join the group that it excludes, themselves or through another group',
    policies: [but({ excludeGroups: [EXCEPTIONS] })],
    more: {
      [`groupEligibilities/${EXCEPTIONS}`]: [mayJoin(EVE), mayJoin(STAFF, 'group'), mayJoin(INES, 'user', 'owner')],
      [`groupMembers/${STAFF}`]: [{ id: ALICE }],
    },
    covered: 'adam berta gina ines',
  },
  {
    when: 'people may join the group that it includes',
    policies: [only({ includeGroups: [STAFF] })],
    more: { [`groupEligibilities/${STAFF}`]: [mayJoin(EVE)] },
    covered: 'alice bob',
  },
  {
    when: 'who may join the group that it excludes cannot be read',
    policies: [but({ excludeGroups: [EXCEPTIONS] })],
    more: { [`groupEligibilities/${EXCEPTIONS}`]: refused() },
    covered: NOBODY,
    unknown: 'adam alice berta eve gina ines',
  },
  {
    when: 'who may join cannot be read because nobody has the licence to join for a time',
    policies: [but({ excludeGroups: [EXCEPTIONS] })],
    more: { subscribedSkus: skus('AAD_PREMIUM'), [`groupEligibilities/${EXCEPTIONS}`]: refused(400) },
    covered: 'adam alice berta eve gina ines',
  },
  ...[{ groupTypes: ['DynamicMembership'] }, { onPremisesSyncEnabled: true }].map((group) => ({
    when: `who may join cannot be read, and nobody can join (${Object.keys(group).join()})`,
    policies: [but({ excludeGroups: [EXCEPTIONS] })],
    more: { [`groups/${EXCEPTIONS}`]: group, [`groupEligibilities/${EXCEPTIONS}`]: refused() },
    covered: 'adam alice berta eve gina ines',
  })),
  {
    when: 'the members of a group that may join the one that it excludes cannot be read',
    policies: [but({ excludeGroups: [EXCEPTIONS] })],
    more: { [`groupEligibilities/${EXCEPTIONS}`]: [mayJoin(UNREAD, 'group')] },
    covered: NOBODY,
    unknown: 'adam alice berta eve gina ines',
  },
  {
    when: 'an unread exclusion and a policy that certainly covers some people',
    policies: [but({ excludeGroups: [UNREAD] }), only({ includeGroups: [STAFF] })],
    covered: 'alice bob',
    unknown: 'adam berta eve gina ines',
  },
  { when: 'it includes an active role', policies: [only({ includeRoles: [GLOBAL_ADMINISTRATOR] })], covered: 'adam' },
  {
    when: 'it includes a role that is only eligible',
    policies: [only({ includeRoles: [USER_ADMINISTRATOR] })],
    covered: NOBODY,
  },
  {
    when: 'it excludes an active role',
    policies: [but({ excludeRoles: [GLOBAL_ADMINISTRATOR] })],
    covered: 'alice berta bob eve gina ines',
  },
  {
    when: 'it excludes a role that is only eligible',
    policies: [but({ excludeRoles: [USER_ADMINISTRATOR] })],
    covered: 'adam alice berta bob gina ines',
  },
  {
    when: 'two policies exclude one of two eligible roles each',
    policies: [but({ excludeRoles: [USER_ADMINISTRATOR] }), but({ excludeRoles: [SYNCHRONISATION] })],
    more: { roleEligibilities: [assignment(EVE, USER_ADMINISTRATOR), assignment(EVE, SYNCHRONISATION)] },
    covered: 'adam alice berta bob gina ines',
  },
  {
    when: 'it excludes a role and who may activate it cannot be read',
    policies: [but({ excludeRoles: [USER_ADMINISTRATOR] })],
    more: { roleEligibilities: refused() },
    covered: NOBODY,
    unknown: EVERYBODY,
  },
  {
    when: 'the role applies to a part of the directory only',
    policies: [only({ includeRoles: [GLOBAL_ADMINISTRATOR] })],
    more: { roleAssignments: [assignment(ADAM, GLOBAL_ADMINISTRATOR, { directoryScopeId: `/administrativeUnits/x` })] },
    covered: NOBODY,
  },
  {
    when: 'the excluded role applies to a part of the directory only',
    policies: [but({ excludeRoles: [GLOBAL_ADMINISTRATOR] })],
    more: { roleAssignments: [assignment(ADAM, GLOBAL_ADMINISTRATOR, { directoryScopeId: `/administrativeUnits/x` })] },
    covered: 'alice berta bob eve gina ines',
    unknown: 'adam',
  },
  {
    when: 'the role is held through a group',
    policies: [only({ includeRoles: [GLOBAL_ADMINISTRATOR] })],
    more: {
      roleAssignments: [
        assignment(STAFF, GLOBAL_ADMINISTRATOR, { principal: { '@odata.type': '#microsoft.graph.group' } }),
      ],
      [`groupEligibilities/${STAFF}`]: [],
    },
    covered: 'alice bob',
  },
  {
    when: 'it goes by role and the assignments need a licence, so the role members are read',
    policies: [only({ includeRoles: [GLOBAL_ADMINISTRATOR] })],
    more: { roleAssignments: refused() },
    covered: 'adam',
  },
  {
    when: 'it goes by role and no holder can be read',
    policies: [but({ excludeRoles: [GLOBAL_ADMINISTRATOR] })],
    more: { roleAssignments: refused(), directoryRoles: refused() },
    covered: NOBODY,
    unknown: EVERYBODY,
  },
  {
    when: 'it includes guests with the old keyword',
    policies: [but({ includeUsers: ['GuestsOrExternalUsers'] })],
    covered: 'gina ines',
    unknown: 'berta',
  },
  {
    when: 'it excludes guests with the old keyword',
    policies: [but({ excludeUsers: ['GuestsOrExternalUsers'] })],
    covered: 'adam alice bob eve',
    unknown: 'berta',
  },
  {
    when: 'it includes guests of other organisations',
    policies: [only({ includeGuestsOrExternalUsers: guestsOf('b2bCollaborationGuest') })],
    covered: 'gina',
  },
  {
    when: 'it includes internal guests and outside members',
    policies: [only({ includeGuestsOrExternalUsers: guestsOf('internalGuest,b2bCollaborationMember') })],
    covered: 'berta ines',
  },
  {
    when: 'it excludes every kind of guest',
    policies: [
      but({
        excludeGuestsOrExternalUsers: guestsOf(
          'internalGuest,b2bCollaborationGuest,b2bCollaborationMember,b2bDirectConnectUser,otherExternalUser,serviceProvider',
        ),
      }),
    ],
    covered: 'adam alice bob eve',
  },
  {
    when: 'it includes guests of certain tenants',
    policies: [only({ includeGuestsOrExternalUsers: guestsOf('b2bCollaborationGuest', SOME_TENANTS) })],
    covered: NOBODY,
    unknown: 'gina',
  },
  {
    when: 'it excludes guests of certain tenants',
    policies: [but({ excludeGuestsOrExternalUsers: guestsOf('b2bCollaborationGuest', SOME_TENANTS) })],
    covered: 'adam alice berta bob eve ines',
    unknown: 'gina',
  },
  {
    when: 'it excludes service providers, who have no account here',
    policies: [but({ excludeGuestsOrExternalUsers: guestsOf('serviceProvider') })],
    covered: EVERYBODY,
  },
  {
    when: 'it excludes an unknown kind of guest',
    policies: [but({ excludeGuestsOrExternalUsers: guestsOf('guestOfTomorrow') })],
    covered: 'adam alice bob eve',
    unknown: 'berta gina ines',
  },
  {
    when: 'it selects people in an unknown way',
    policies: [but({ excludeMoonPhase: ['full'] })],
    covered: NOBODY,
  },

  // Resources
  { when: 'it covers one application', policies: [to({ includeApplications: [CRM] })], covered: NOBODY },
  { when: 'it covers Office 365 only', policies: [to({ includeApplications: ['Office365'] })], covered: NOBODY },
  { when: 'it excludes SharePoint', policies: [to({ excludeApplications: [SHAREPOINT] })], covered: NOBODY },
  { when: 'it excludes Office 365', policies: [to({ excludeApplications: ['Office365'] })], covered: NOBODY },
  {
    when: 'it excludes the admin portals',
    policies: [to({ excludeApplications: ['MicrosoftAdminPortals'] })],
    covered: NOBODY,
  },
  {
    when: 'it excludes a command line for administration',
    policies: [to({ excludeApplications: ['04b07795-8ddb-461a-bbee-02f9e1bf7b46'] })],
    covered: NOBODY,
  },
  {
    when: 'it excludes an application that Microsoft advises excluding',
    policies: [to({ excludeApplications: ['45a330b1-b1ec-4cc1-9161-9f03992aa49f'] })],
    covered: EVERYBODY,
  },
  {
    when: 'it excludes SharePoint and another policy covers it',
    policies: [to({ excludeApplications: [SHAREPOINT] }), to({ includeApplications: ['Office365'] })],
    covered: EVERYBODY,
  },
  {
    when: 'it covers user actions',
    policies: [to({ includeApplications: [], includeUserActions: ['urn:user:registersecurityinfo'] })],
    covered: NOBODY,
  },
  {
    when: 'it covers authentication contexts',
    policies: [to({ includeApplications: [], includeAuthenticationContextClassReferences: ['c1'] })],
    covered: NOBODY,
  },
  {
    when: 'a filter picks its applications',
    policies: [to({ applicationFilter: { mode: 'exclude', rule: 'x' } })],
    covered: NOBODY,
  },
  {
    when: 'it excludes resources with an unknown keyword',
    policies: [to({ excludeApplications: ['AllAgents'] })],
    covered: NOBODY,
  },
  { when: 'SharePoint is part of all resources', policies: [{}], demand: sharePoint, covered: EVERYBODY },
  {
    when: 'SharePoint is part of Office 365',
    policies: [to({ includeApplications: ['Office365'] })],
    demand: sharePoint,
    covered: EVERYBODY,
  },
  {
    when: 'SharePoint is excluded with Office 365',
    policies: [to({ excludeApplications: ['Office365'] })],
    demand: sharePoint,
    covered: NOBODY,
  },
  {
    when: 'an application is included by name',
    policies: [to({ includeApplications: [CRM] })],
    demand: { ...SECOND_FACTOR, resource: CRM },
    covered: EVERYBODY,
  },
  {
    when: 'an application is excluded',
    policies: [to({ excludeApplications: [PAYROLL] })],
    demand: { ...SECOND_FACTOR, resource: PAYROLL },
    covered: NOBODY,
  },

  // Controls
  { when: 'it requires nothing', policies: [asking({ builtInControls: [] })], covered: NOBODY },
  {
    when: 'it requires a compliant device',
    policies: [asking({ builtInControls: ['compliantDevice'] })],
    covered: NOBODY,
  },
  {
    when: 'it requires a second factor or a compliant device',
    policies: [asking({ builtInControls: ['mfa', 'compliantDevice'] })],
    covered: NOBODY,
  },
  {
    when: 'it requires a second factor or a joined device',
    policies: [asking({ builtInControls: ['mfa', 'domainJoinedDevice'] })],
    covered: NOBODY,
  },
  {
    when: 'it requires a second factor or an approved application',
    policies: [asking({ builtInControls: ['mfa', 'approvedApplication'] })],
    covered: NOBODY,
  },
  {
    when: 'it requires a second factor and a compliant device',
    policies: [asking({ operator: 'AND', builtInControls: ['mfa', 'compliantDevice'] })],
    covered: EVERYBODY,
  },
  {
    when: 'it has no operator between controls',
    policies: [asking({ operator: null, builtInControls: ['mfa', 'compliantDevice'] })],
    covered: NOBODY,
  },
  {
    when: 'it requires a second factor or an unknown future control',
    policies: [asking({ builtInControls: ['mfa', 'unknownFutureValue'] })],
    covered: NOBODY,
  },
  {
    when: 'it requires a second factor or terms of use',
    policies: [asking({ termsOfUse: [id(50)] })],
    covered: NOBODY,
  },
  {
    when: 'it requires a custom control',
    policies: [asking({ builtInControls: [], customAuthenticationFactors: ['Other'] })],
    covered: NOBODY,
  },
  {
    when: 'it requires a new password only',
    policies: [asking({ operator: 'AND', builtInControls: ['passwordChange'] })],
    covered: NOBODY,
  },
  {
    when: 'it requires a second factor or a strength that is one',
    policies: [asking({ authenticationStrength: { id: RESISTANT } })],
    covered: EVERYBODY,
  },
  { when: 'it requires a strength', policies: [asking(strength(RESISTANT))], covered: EVERYBODY },
  { when: 'its strength allows one factor', policies: [asking(strength(WEAK_STRENGTH))], covered: NOBODY },
  {
    when: 'its strength cannot be read',
    policies: [asking(strength(id(399)))],
    covered: NOBODY,
    unknown: EVERYBODY,
  },
  { when: 'it blocks', policies: [block], covered: EVERYBODY },
  {
    when: 'its strength is phishing-resistant and that is required',
    policies: [asking(strength(RESISTANT))],
    demand: PHISHING_RESISTANT_FACTOR,
    covered: EVERYBODY,
  },
  {
    when: 'its strength lets the app approve, and a phishing-resistant one is required',
    policies: [asking(strength(PUSH_STRENGTH))],
    demand: PHISHING_RESISTANT_FACTOR,
    covered: NOBODY,
  },
  {
    when: 'any second factor is allowed instead of the strength, and a phishing-resistant one is required',
    policies: [asking({ authenticationStrength: { id: RESISTANT } })],
    demand: PHISHING_RESISTANT_FACTOR,
    covered: NOBODY,
  },
  {
    when: 'the built-in strength is known though strengths cannot be read',
    policies: [asking(strength(RESISTANT))],
    demand: PHISHING_RESISTANT_FACTOR,
    more: { authenticationStrengths: refused() },
    covered: EVERYBODY,
  },

  // Conditions
  { when: 'it excludes trusted locations', policies: [when(TRUSTED_LEFT_OUT)], covered: NOBODY },
  {
    when: 'one policy has the trusted locations and one has the rest',
    policies: [when(TRUSTED_LEFT_OUT), when({ locations: { includeLocations: ['AllTrusted'] } })],
    covered: EVERYBODY,
  },
  {
    when: 'it blocks outside trusted locations and requires a second factor inside',
    policies: [{ ...block, ...when(TRUSTED_LEFT_OUT) }, when({ locations: { includeLocations: ['AllTrusted'] } })],
    covered: EVERYBODY,
  },
  {
    when: 'it covers all locations',
    policies: [when({ locations: { includeLocations: ['All'], excludeLocations: [] } })],
    covered: EVERYBODY,
  },
  {
    when: 'it excludes a named location',
    policies: [when({ locations: { includeLocations: ['All'], excludeLocations: [id(60)] } })],
    covered: NOBODY,
  },
  {
    when: 'it covers a named location only',
    policies: [when({ locations: { includeLocations: [id(60)] } })],
    covered: NOBODY,
  },
  {
    when: 'it covers all platforms',
    policies: [when({ platforms: { includePlatforms: ['all'], excludePlatforms: [] } })],
    covered: EVERYBODY,
  },
  {
    when: 'it covers every platform by name, but not unknown ones',
    policies: [
      when({ platforms: { includePlatforms: ['android', 'iOS', 'windows', 'windowsPhone', 'macOS', 'linux'] } }),
    ],
    covered: NOBODY,
  },
  {
    when: 'it excludes a platform',
    policies: [when({ platforms: { includePlatforms: ['all'], excludePlatforms: ['iOS'] } })],
    covered: NOBODY,
  },
  {
    when: 'it excludes a platform that another policy covers',
    policies: [
      when({ platforms: { includePlatforms: ['all'], excludePlatforms: ['iOS'] } }),
      when({ platforms: { includePlatforms: ['iOS'] } }),
    ],
    covered: EVERYBODY,
  },
  {
    when: 'it excludes an unknown future platform',
    policies: [when({ platforms: { includePlatforms: ['all'], excludePlatforms: ['spectacles'] } })],
    covered: NOBODY,
  },
  { when: 'it covers browsers only', policies: [when({ clientAppTypes: ['browser'] })], covered: NOBODY },
  {
    when: 'one policy has browsers and one has applications',
    policies: [when({ clientAppTypes: ['browser'] }), when({ clientAppTypes: ['mobileAppsAndDesktopClients'] })],
    covered: EVERYBODY,
  },
  {
    when: 'it covers both modern kinds of clients',
    policies: [when({ clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] })],
    covered: EVERYBODY,
  },
  {
    when: 'two kinds of gaps overlap, so that applications in trusted locations are not covered',
    policies: [when({ clientAppTypes: ['browser'] }), when(TRUSTED_LEFT_OUT)],
    covered: NOBODY,
  },
  { when: 'it applies to risky users only', policies: [when({ userRiskLevels: ['high'] })], covered: NOBODY },
  {
    when: 'it applies to risky sign-ins only',
    policies: [when({ signInRiskLevels: ['low', 'medium'] })],
    covered: NOBODY,
  },
  { when: 'it applies to insider risk only', policies: [when({ insiderRiskLevels: 'elevated' })], covered: NOBODY },
  {
    when: 'a filter picks devices',
    policies: [when({ devices: { deviceFilter: { mode: 'exclude', rule: 'x' } } })],
    covered: NOBODY,
  },
  {
    when: 'an empty device filter picks nothing',
    policies: [when({ devices: { deviceFilter: null } })],
    covered: EVERYBODY,
  },
  {
    when: 'it covers authentication flows',
    policies: [when({ authenticationFlows: { transferMethods: 'deviceCodeFlow' } })],
    covered: NOBODY,
  },
  {
    when: 'it is for applications, not people',
    policies: [when({ clientApplications: { includeServicePrincipals: ['ServicePrincipalsInMyTenant'] } })],
    covered: NOBODY,
  },
  { when: 'it has an unknown future condition', policies: [when({ moonPhases: ['full'] })], covered: NOBODY },

  // Legacy clients
  { when: 'it covers all clients, including legacy ones', policies: [{}], demand: LEGACY_SHUT, covered: EVERYBODY },
  {
    when: 'it covers modern clients, and the question is about legacy ones',
    policies: [when({ clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] })],
    demand: LEGACY_SHUT,
    covered: NOBODY,
  },
  {
    when: 'it blocks both legacy kinds',
    policies: [{ ...block, ...when({ clientAppTypes: ['exchangeActiveSync', 'other'] }) }],
    demand: LEGACY_SHUT,
    covered: EVERYBODY,
  },
  {
    when: 'it blocks one legacy kind',
    policies: [{ ...block, ...when({ clientAppTypes: ['other'] }) }],
    demand: LEGACY_SHUT,
    covered: NOBODY,
  },
  {
    when: 'its clients are not set, as before legacy ones were included by default',
    policies: [when({ clientAppTypes: undefined })],
    demand: LEGACY_SHUT,
    covered: NOBODY,
  },
]

test('the table of policies has at least sixty distinct cases', () => {
  assert.ok(ROWS.length >= 60)
  assert.equal(new Set(ROWS.map((row) => row.when)).size, ROWS.length)
})

for (const { when: title, policies, covered, unknown = NOBODY, demand = SECOND_FACTOR, more = {} } of ROWS) {
  test(`a policy covers exactly the right people if ${title}`, () => {
    const found = states(policies, demand, more)
    assert.equal(found.covered, covered)
    assert.equal(found.unknown, unknown)
  })
}

test('a disabled account does not count', () => {
  const { covered, unknown, uncovered } = states([{}], SECOND_FACTOR)
  assert.ok(![covered, unknown, uncovered].join(' ').includes('gone'))
})
