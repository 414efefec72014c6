import { dataset } from '../../engine/datasets/catalogue.ts'
import { snapshotKey } from '../../engine/datasets/dataset.ts'
import { inArea, type Recipe } from '../tenants/recipes.ts'
import { withDrift } from './drift.ts'
import { servicePrincipalRows } from './identity/applications.ts'
import { authenticationMethodsPolicyRow, registrationRows, securityDefaultsRow } from './identity/authentication.ts'
import { conditionalAccessRows } from './identity/conditional-access.ts'
import { classificationRows, permissionGrantPolicyRows } from './identity/consent-policies.ts'
import { groupEligibilityRows, groupRolePolicyRows } from './identity/group-roles.ts'
import { namedLocationRows } from './identity/named-locations.ts'
import { accessReviewRows, rolePolicyRows } from './identity/role-policies.ts'
import { directoryRoleRows, holdingsOf, roleInstanceRows } from './identity/roles.ts'
import { BUILT_IN_STRENGTHS } from './identity/strengths.ts'
import {
  adminConsentRequestPolicyRow,
  applicationManagementPolicyRow,
  authorizationPolicyRow,
  backupPolicyRows,
  deviceRegistrationPolicyRow,
  domainRows,
} from './identity/tenant-policies.ts'
import { configurationPolicyRows } from './intune/configuration-policies.ts'
import { administrativeTemplates, deviceConfigurationRows, intents } from './intune/device-profiles.ts'
import { healthScriptRows, listedScripts } from './intune/health-scripts.ts'
import { updateCatalogueRows } from './intune/update-catalogue.ts'
import { driverUpdateProfiles, featureUpdateProfiles, qualityUpdateProfiles } from './intune/update-profiles.ts'
import { type Device, deviceEditionRows, devicesOf, managedDeviceRows } from './inventory/devices.ts'
import { GROUP_NAMES, groupId, groupMembers } from './inventory/groups.ts'
import { servicePlanNames, subscribedSkus } from './inventory/licences.ts'
import { type Person, peopleOf, userRows } from './inventory/people.ts'
import { type Calendar, calendarOf } from './primitives/calendar.ts'
import type { Answerable, Row } from './primitives/row.ts'
import { directoryAuditRows, incidentRows, signInRows, userActivityRows } from './security/activity.ts'
import { huntingAnswers } from './security/hunting.ts'
import { secureScoreRows } from './security/secure-score.ts'

/** All responses of a tenant. */
export interface Contents {
  servicePlans: ReadonlySet<string>
  /** By version and path, as in `/v1.0/users`. */
  responses: ReadonlyMap<string, Answerable>
}

/** Generates the data of a tenant for a day (midnight UTC, milliseconds); the same day gives the same data. */
export function contentsOf(recipe: Recipe, today: number): Contents {
  const calendar = calendarOf(today)
  const people = peopleOf(recipe, calendar)
  const devices = devicesOf(inArea(recipe, 'devices'), people, calendar)
  const security = inArea(recipe, 'security')
  const responses = new Map([
    ...directoryAnswers(recipe, people, calendar),
    ...deviceAnswers(inArea(recipe, 'deviceManagement'), devices, calendar),
    ...groupAnswers(recipe, people, devices),
    ...groupRoleAnswers(recipe, people, calendar),
    ...objectAnswers(inArea(recipe, 'signIn'), people),
    ['/v1.0/security/secureScores', secureScoreRows(security, devices, people.length, calendar)],
    ['/v1.0/security/incidents', incidentRows(security, people, calendar)],
    ...huntingAnswers(security, devices, calendar).map(([name, rows]): [string, Answerable] => [
      `/v1.0/security/runHuntingQuery#${name}`,
      rows,
    ]),
  ])
  return {
    servicePlans: servicePlanNames(inArea(recipe, 'licences').baseline),
    responses: recipe.drifts ? withDrift(recipe, responses) : responses,
  }
}

type Answers = (readonly [string, Answerable])[]

function directoryAnswers(accounts: Recipe, people: readonly Person[], calendar: Calendar): Answers {
  const recipe = inArea(accounts, 'signIn')
  const holdings = holdingsOf(accounts, people)
  const administratorIds = new Set(holdings.flatMap(({ personIds }) => personIds))
  const licensed = people.filter(({ kind, enabled }) => kind === 'member' && enabled).length
  const pim = '/v1.0/roleManagement/directory'
  return [
    ['/v1.0/organization', [organizationRow(recipe, calendar)]],
    ['/v1.0/subscribedSkus', subscribedSkus(inArea(accounts, 'licences'), licensed)],
    ['/v1.0/users', userRows(inArea(accounts, 'licences'), people)],
    ['/beta/users', userActivityRows(accounts, people, calendar)],
    ['/v1.0/policies/roleManagementPolicyAssignments', rolePolicyRows(recipe, calendar)],
    ['/v1.0/identityGovernance/accessReviews/definitions', accessReviewRows(recipe, calendar)],
    ['/v1.0/policies/authorizationPolicy', authorizationPolicyRow(recipe)],
    ['/v1.0/policies/permissionGrantPolicies', permissionGrantPolicyRows(recipe)],
    ['/v1.0/policies/adminConsentRequestPolicy', adminConsentRequestPolicyRow(recipe)],
    ['/v1.0/policies/defaultAppManagementPolicy', applicationManagementPolicyRow(recipe)],
    ['/v1.0/domains', domainRows(recipe)],
    ['/v1.0/policies/deviceRegistrationPolicy', deviceRegistrationPolicyRow(recipe)],
    ['/v1.0/auditLogs/directoryAudits', directoryAuditRows(accounts, people, calendar)],
    ['/v1.0/solutions/backupRestore/protectionPolicies', backupPolicyRows(recipe, calendar)],
    ['/v1.0/servicePrincipals', servicePrincipalRows(recipe)],
    ['/v1.0/directoryRoles', directoryRoleRows(accounts, holdings)],
    [`${pim}/roleAssignmentScheduleInstances`, roleInstanceRows(accounts, holdings, false, calendar)],
    [`${pim}/roleEligibilityScheduleInstances`, roleInstanceRows(accounts, holdings, true, calendar)],
    ['/v1.0/identity/conditionalAccess/policies', conditionalAccessRows(recipe, calendar)],
    ['/v1.0/identity/conditionalAccess/namedLocations', namedLocationRows(recipe, calendar)],
    ['/v1.0/policies/identitySecurityDefaultsEnforcementPolicy', securityDefaultsRow(recipe)],
    ['/v1.0/policies/authenticationMethodsPolicy', authenticationMethodsPolicyRow(recipe, calendar)],
    ['/v1.0/policies/authenticationStrengthPolicies', BUILT_IN_STRENGTHS],
    [
      '/v1.0/reports/authenticationMethods/userRegistrationDetails',
      registrationRows(accounts, people, administratorIds, calendar),
    ],
    ['/v1.0/auditLogs/signIns', signInRows(accounts, people, calendar)],
  ]
}

function deviceAnswers(recipe: Recipe, devices: readonly Device[], calendar: Calendar): Answers {
  const templates = administrativeTemplates(recipe, calendar)
  const profiles = intents(recipe)
  const scripts = healthScriptRows(recipe, calendar)
  const management = '/beta/deviceManagement'
  return [
    ['/v1.0/deviceManagement/managedDevices', managedDeviceRows(recipe, devices)],
    [`${management}/managedDevices`, deviceEditionRows(recipe, devices)],
    [`${management}/windowsUpdateCatalogItems`, updateCatalogueRows(recipe, calendar)],
    [`${management}/windowsQualityUpdateProfiles`, qualityUpdateProfiles(recipe, calendar)],
    [`${management}/windowsFeatureUpdateProfiles`, featureUpdateProfiles(recipe, calendar)],
    [`${management}/windowsDriverUpdateProfiles`, driverUpdateProfiles(recipe, calendar)],
    [`${management}/configurationPolicies`, configurationPolicyRows(recipe, calendar)],
    [`${management}/groupPolicyConfigurations`, templates.map(({ profile }) => profile)],
    ...templates.map(({ profile, definitionValues }): [string, Answerable] => [
      `${management}/groupPolicyConfigurations/${profile.id}/definitionValues`,
      definitionValues,
    ]),
    [`${management}/intents`, profiles.map(({ profile }) => profile)],
    ...profiles.map(({ profile, settings }): [string, Answerable] => [
      `${management}/intents/${profile.id}/settings`,
      settings,
    ]),
    [`${management}/deviceHealthScripts`, listedScripts(scripts)],
    ...scripts.map((script): [string, Answerable] => [`${management}/deviceHealthScripts/${script.id}`, script]),
    [`${management}/deviceConfigurations`, deviceConfigurationRows(recipe, calendar)],
  ]
}

/** Privileged Identity Management for the group that holds a role. */
function groupRoleAnswers(recipe: Recipe, people: readonly Person[], calendar: Calendar): Answers {
  const group = groupId(recipe, 'helpdesk')
  return [
    [
      pathOf('groupEligibilities', group),
      groupEligibilityRows(group, people.filter(({ kind, enabled }) => kind === 'member' && enabled)[6], calendar),
    ],
    [pathOf('groupRolePolicies', group), groupRolePolicyRows(recipe, group)],
  ]
}

/**
 * The responses to reads of single people and applications. Per-user MFA is off, because conditional access or security
 * defaults require MFA where anything does.
 */
function objectAnswers(recipe: Recipe, people: readonly Person[]): Answers {
  return [
    ...people.map(({ id }): [string, Answerable] => [pathOf('perUserMfa', id), { perUserMfaState: 'disabled' }]),
    ...servicePrincipalRows(recipe).map(({ id, appId }): [string, Answerable] => [
      pathOf('permissionClassifications', String(id)),
      classificationRows(recipe, appId),
    ]),
  ]
}

const pathOf = (key: string, id: string): string => snapshotKey(dataset(key), id).slice('GET '.length)

function groupAnswers(recipe: Recipe, people: readonly Person[], devices: readonly Device[]): Answers {
  return groupMembers(people, devices).flatMap(([name, members]): Answers => {
    const id = groupId(recipe, name)
    const group = { id, displayName: GROUP_NAMES[name], visibility: null, groupTypes: [], onPremisesSyncEnabled: null }
    return [
      [pathOf('groups', id), group],
      [pathOf('groupMembers', id), members],
      [pathOf('groupEligibilities', id), []],
    ]
  })
}

function organizationRow(recipe: Recipe, calendar: Calendar): Row {
  const initial = `${recipe.domain}.onmicrosoft.com`
  return {
    id: recipe.tenantId,
    displayName: recipe.organization,
    city: 'Melbourne',
    country: null,
    countryLetterCode: 'AU',
    createdDateTime: calendar.past(2_100, 75),
    onPremisesSyncEnabled: recipe.members >= 30 ? true : null,
    preferredLanguage: 'en',
    tenantType: 'AAD',
    mobileDeviceManagementAuthority: recipe.baseline === 'unlicensed' ? 'unknown' : 'intune',
    technicalNotificationMails: [`it@${recipe.domain}.example`],
    verifiedDomains: [
      {
        capabilities: 'Email, OfficeCommunicationsOnline',
        isDefault: true,
        isInitial: false,
        name: `${recipe.domain}.example`,
        type: 'Managed',
      },
      {
        capabilities: 'Email, OfficeCommunicationsOnline',
        isDefault: false,
        isInitial: true,
        name: initial,
        type: 'Managed',
      },
    ],
    assignedPlans: [],
    provisionedPlans: [{ capabilityStatus: 'Enabled', provisioningStatus: 'Success', service: 'exchange' }],
    directorySizeQuota: { used: 312, total: 300_000 },
    securityComplianceNotificationMails: [],
    partnerTenantType: null,
    marketingNotificationEmails: [],
    businessPhones: [],
  }
}
