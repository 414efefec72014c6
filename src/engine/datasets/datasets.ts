/**
 * Everything that is read from a tenant, declared once. The collector, the list of permissions to consent to, the
 * simulated suite and the checks' readings all come from these declarations.
 * Paths and permissions: Microsoft Graph reference; least application permission per endpoint as in
 * microsoftgraph/microsoft-graph-devx-content.
 *
 * Left out on purpose: `detectedApps`, which tells neither how old a flaw is nor that support has ended, as advanced
 * hunting does; `secureScoreControlProfiles`, which describes controls that checks know by id; and the administration of
 * Exchange, for its permission (`Exchange.ManageAsApp`) reads and writes alike.
 */

import { fields, list } from '../../shared/json.ts'
import { DEVICE_ONBOARDING, SOFTWARE_INVENTORY, SOFTWARE_VULNERABILITIES } from './hunting-queries.ts'

/** Requests to one class share one budget per tenant; the budgets stand in `src/graph/rate-classes.ts`. */
export type RateClass = 'directory' | 'conditionalAccess' | 'reports' | 'intune' | 'security'

export interface Dataset {
  /** Our name for it. */
  key: string
  apiVersion: 'v1.0' | 'beta'
  /** Without the version; `{id}` is filled from `each`. */
  path: string
  query?: Readonly<Record<string, string>>
  /** The application permission that is asked for. */
  permission: string
  rateClass: RateClass
  shape: 'list' | 'object'
  /** One read per id found in the values of other datasets, which are read before. */
  each?: { of: readonly string[]; ids: (values: readonly unknown[]) => string[] }
  /** Service plans of which the tenant needs one; without any, a refusal means "not licensed", not "not permitted". */
  servicePlans?: readonly string[]
  /** The first page is enough. */
  firstPageOnly?: true
  /** What is posted to advanced hunting, whose answer is a list of rows; everything else is a plain read. */
  hunt?: string
  /** Not among the permissions that a customer must consent to; where it was not granted, coverage alone is lost. */
  optional?: true
}

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function distinct(ids: unknown[]): string[] {
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && GUID.test(id)))]
}

/**
 * Groups that a conditional access policy includes or excludes, that an Intune policy is assigned to, or that hold a
 * directory role.
 */
function referencedGroups(values: readonly unknown[]): string[] {
  return distinct(
    values.flatMap(list).flatMap((item) => {
      const users = fields(fields(fields(item).conditions).users)
      const targets = list(fields(item).assignments).map((assignment) => fields(fields(assignment).target).groupId)
      const holders = [fields(item).principal, ...list(fields(item).members)].map(fields)
      const groups = holders.filter((holder) => holder['@odata.type'] === '#microsoft.graph.group')
      return [...list(users.includeGroups), ...list(users.excludeGroups), ...targets, ...groups.map(({ id }) => id)]
    }),
  )
}

const ids = (values: readonly unknown[]): string[] => distinct(values.flatMap(list).map((item) => fields(item).id))

export const INTUNE = ['INTUNE_A', 'INTUNE_SMB', 'INTUNE_EDU'] as const
export const ENTRA_P1 = ['AAD_PREMIUM', 'AAD_PREMIUM_P2'] as const
export const ENTRA_P2 = ['AAD_PREMIUM_P2'] as const
export const DEFENDER_P2 = ['WINDEFATP'] as const

/** Advanced hunting over what Defender for Endpoint Plan 2 collects from devices. */
const hunting = (key: string, hunt: string): Dataset => ({
  key,
  apiVersion: 'v1.0',
  path: '/security/runHuntingQuery',
  hunt,
  permission: 'ThreatHunting.Read.All',
  rateClass: 'security',
  shape: 'list',
  servicePlans: DEFENDER_P2,
  optional: true,
})

/** Update profiles of Intune, which only beta has. */
const updateProfiles = (key: string): Dataset => ({
  key,
  apiVersion: 'beta',
  path: `/deviceManagement/${key}`,
  query: { $expand: 'assignments' },
  permission: 'DeviceManagementConfiguration.Read.All',
  rateClass: 'intune',
  shape: 'list',
  servicePlans: INTUNE,
})

export const DATASETS: readonly Dataset[] = [
  {
    key: 'organization',
    apiVersion: 'v1.0',
    path: '/organization',
    permission: 'Organization.Read.All',
    rateClass: 'directory',
    shape: 'list',
  },
  {
    key: 'subscribedSkus',
    apiVersion: 'v1.0',
    path: '/subscribedSkus',
    permission: 'Organization.Read.All',
    rateClass: 'directory',
    shape: 'list',
  },
  {
    key: 'users',
    apiVersion: 'v1.0',
    path: '/users',
    query: {
      $select:
        'id,displayName,userPrincipalName,accountEnabled,userType,externalUserState,createdDateTime,onPremisesSyncEnabled,assignedPlans',
      $top: '500',
    },
    permission: 'User.Read.All',
    rateClass: 'directory',
    shape: 'list',
  },
  {
    // Not with the users: asked without AuditLog.Read.All or a P1 licence, Graph refuses the whole list. In beta, since
    // an answer is kept by its path. `User.Read.All` is needed as well.
    key: 'userActivity',
    apiVersion: 'beta',
    path: '/users',
    query: { $select: 'id,signInActivity', $top: '500' },
    permission: 'AuditLog.Read.All',
    rateClass: 'directory',
    shape: 'list',
    servicePlans: ENTRA_P1,
  },
  {
    key: 'servicePrincipals',
    apiVersion: 'v1.0',
    path: '/servicePrincipals',
    query: {
      $select:
        'id,appId,displayName,accountEnabled,appOwnerOrganizationId,preferredSingleSignOnMode,servicePrincipalType,tags',
      $top: '500',
    },
    permission: 'Application.Read.All',
    rateClass: 'directory',
    shape: 'list',
  },
  {
    key: 'directoryRoles',
    apiVersion: 'v1.0',
    path: '/directoryRoles',
    query: { $expand: 'members' },
    permission: 'RoleManagement.Read.Directory',
    rateClass: 'directory',
    shape: 'list',
  },
  {
    key: 'roleAssignments',
    apiVersion: 'v1.0',
    path: '/roleManagement/directory/roleAssignmentScheduleInstances',
    query: { $expand: 'principal' },
    permission: 'RoleManagement.Read.Directory',
    rateClass: 'directory',
    shape: 'list',
    servicePlans: ENTRA_P2,
  },
  {
    key: 'roleEligibilities',
    apiVersion: 'v1.0',
    path: '/roleManagement/directory/roleEligibilityScheduleInstances',
    query: { $expand: 'principal' },
    permission: 'RoleManagement.Read.Directory',
    rateClass: 'directory',
    shape: 'list',
    servicePlans: ENTRA_P2,
  },
  {
    // The rules of Privileged Identity Management, one policy for each role. Graph demands this filter.
    key: 'rolePolicies',
    apiVersion: 'v1.0',
    path: '/policies/roleManagementPolicyAssignments',
    query: { $filter: "scopeId eq '/' and scopeType eq 'DirectoryRole'", $expand: 'policy($expand=rules)' },
    permission: 'RoleManagement.Read.Directory',
    rateClass: 'directory',
    shape: 'list',
    servicePlans: ENTRA_P2,
  },
  {
    key: 'accessReviews',
    apiVersion: 'v1.0',
    path: '/identityGovernance/accessReviews/definitions',
    permission: 'AccessReview.Read.All',
    rateClass: 'directory',
    shape: 'list',
    servicePlans: ENTRA_P2,
  },
  {
    key: 'authorizationPolicy',
    apiVersion: 'v1.0',
    path: '/policies/authorizationPolicy',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    key: 'adminConsentRequestPolicy',
    apiVersion: 'v1.0',
    path: '/policies/adminConsentRequestPolicy',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    key: 'applicationManagementPolicy',
    apiVersion: 'v1.0',
    path: '/policies/defaultAppManagementPolicy',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    key: 'domains',
    apiVersion: 'v1.0',
    path: '/domains',
    permission: 'Domain.Read.All',
    rateClass: 'directory',
    shape: 'list',
  },
  {
    key: 'deviceRegistrationPolicy',
    apiVersion: 'v1.0',
    path: '/policies/deviceRegistrationPolicy',
    permission: 'Policy.Read.DeviceConfiguration',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    key: 'conditionalAccessPolicies',
    apiVersion: 'v1.0',
    path: '/identity/conditionalAccess/policies',
    permission: 'Policy.Read.All',
    rateClass: 'conditionalAccess',
    shape: 'list',
    servicePlans: ENTRA_P1,
  },
  {
    key: 'securityDefaults',
    apiVersion: 'v1.0',
    path: '/policies/identitySecurityDefaultsEnforcementPolicy',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    key: 'authenticationMethodsPolicy',
    apiVersion: 'v1.0',
    path: '/policies/authenticationMethodsPolicy',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    key: 'authenticationStrengths',
    apiVersion: 'v1.0',
    path: '/policies/authenticationStrengthPolicies',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'list',
  },
  {
    key: 'registrationDetails',
    apiVersion: 'v1.0',
    path: '/reports/authenticationMethods/userRegistrationDetails',
    permission: 'AuditLog.Read.All',
    rateClass: 'reports',
    shape: 'list',
    servicePlans: ENTRA_P1,
  },
  {
    key: 'signIns',
    apiVersion: 'v1.0',
    path: '/auditLogs/signIns',
    query: { $top: '1' },
    permission: 'AuditLog.Read.All',
    rateClass: 'reports',
    shape: 'list',
    servicePlans: ENTRA_P1,
    firstPageOnly: true,
  },
  {
    key: 'directoryAudits',
    apiVersion: 'v1.0',
    path: '/auditLogs/directoryAudits',
    query: { $top: '50' },
    permission: 'AuditLog.Read.All',
    rateClass: 'reports',
    shape: 'list',
    firstPageOnly: true,
  },
  {
    key: 'managedDevices',
    apiVersion: 'v1.0',
    path: '/deviceManagement/managedDevices',
    query: {
      $select:
        'id,deviceName,userId,userPrincipalName,azureADDeviceId,operatingSystem,osVersion,complianceState,managementAgent,lastSyncDateTime,enrolledDateTime,isEncrypted',
      $top: '500',
    },
    permission: 'DeviceManagementManagedDevices.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  {
    // The edition decides how long a release of Windows is supported, and only beta has it.
    key: 'deviceEditions',
    apiVersion: 'beta',
    path: '/deviceManagement/managedDevices',
    query: { $select: 'id,skuFamily,skuNumber', $top: '500' },
    permission: 'DeviceManagementManagedDevices.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  updateProfiles('windowsQualityUpdateProfiles'),
  updateProfiles('windowsFeatureUpdateProfiles'),
  updateProfiles('windowsDriverUpdateProfiles'),
  {
    key: 'configurationPolicies',
    apiVersion: 'beta',
    path: '/deviceManagement/configurationPolicies',
    query: { $expand: 'assignments,settings' },
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  {
    key: 'deviceConfigurations',
    apiVersion: 'v1.0',
    path: '/deviceManagement/deviceConfigurations',
    query: { $expand: 'assignments' },
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  {
    // The v1.0 shape of endpoint protection profiles lacks the attack surface reduction rules.
    key: 'deviceConfigurationsBeta',
    apiVersion: 'beta',
    path: '/deviceManagement/deviceConfigurations',
    query: { $expand: 'assignments' },
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  {
    key: 'groupPolicyConfigurations',
    apiVersion: 'beta',
    path: '/deviceManagement/groupPolicyConfigurations',
    query: { $expand: 'assignments' },
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  {
    key: 'groupPolicyDefinitionValues',
    apiVersion: 'beta',
    path: '/deviceManagement/groupPolicyConfigurations/{id}/definitionValues',
    query: { $expand: 'definition($select=id,displayName,classType,categoryPath),presentationValues' },
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
    each: { of: ['groupPolicyConfigurations'], ids },
  },
  {
    key: 'intents',
    apiVersion: 'beta',
    path: '/deviceManagement/intents',
    query: { $expand: 'assignments' },
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  {
    key: 'intentSettings',
    apiVersion: 'beta',
    path: '/deviceManagement/intents/{id}/settings',
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
    each: { of: ['intents'], ids },
  },
  {
    key: 'deviceHealthScripts',
    apiVersion: 'beta',
    path: '/deviceManagement/deviceHealthScripts',
    query: { $expand: 'assignments' },
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  {
    // The list leaves out what the scripts do.
    key: 'deviceHealthScript',
    apiVersion: 'beta',
    path: '/deviceManagement/deviceHealthScripts/{id}',
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'object',
    servicePlans: INTUNE,
    each: { of: ['deviceHealthScripts'], ids },
  },
  {
    key: 'groupMembers',
    apiVersion: 'v1.0',
    path: '/groups/{id}/transitiveMembers',
    query: { $select: 'id,displayName,userPrincipalName,deviceId', $top: '500' },
    permission: 'GroupMember.Read.All',
    rateClass: 'directory',
    shape: 'list',
    each: {
      of: [
        'roleAssignments',
        'roleEligibilities',
        'directoryRoles',
        'conditionalAccessPolicies',
        'configurationPolicies',
        'deviceConfigurations',
        'groupPolicyConfigurations',
        'intents',
        'deviceHealthScripts',
        'windowsQualityUpdateProfiles',
        'windowsFeatureUpdateProfiles',
        'windowsDriverUpdateProfiles',
      ],
      ids: referencedGroups,
    },
  },
  {
    key: 'secureScores',
    apiVersion: 'v1.0',
    path: '/security/secureScores',
    query: { $top: '1' },
    permission: 'SecurityEvents.Read.All',
    rateClass: 'security',
    shape: 'list',
    firstPageOnly: true,
  },
  {
    key: 'incidents',
    apiVersion: 'v1.0',
    path: '/security/incidents',
    query: { $top: '50', $orderby: 'createdDateTime desc' },
    permission: 'SecurityIncident.Read.All',
    rateClass: 'security',
    shape: 'list',
    firstPageOnly: true,
  },
  {
    key: 'backupPolicies',
    apiVersion: 'v1.0',
    path: '/solutions/backupRestore/protectionPolicies',
    permission: 'BackupRestore-Configuration.Read.All',
    rateClass: 'directory',
    shape: 'list',
    optional: true,
  },
  hunting('softwareInventory', SOFTWARE_INVENTORY),
  hunting('softwareVulnerabilities', SOFTWARE_VULNERABILITIES),
  hunting('deviceOnboarding', DEVICE_ONBOARDING),
]

/** The snapshot key of a dataset: method and full path without query; of a hunting query its name behind them. */
export function snapshotKey(dataset: Dataset, id?: string): string {
  if (dataset.hunt !== undefined) return `POST /${dataset.apiVersion}${dataset.path}#${dataset.key}`
  return `GET /${dataset.apiVersion}${id === undefined ? dataset.path : dataset.path.replace('{id}', id)}`
}

/** The dataset of our name; throws on a name that is not declared, which is a mistake of the programmer. */
export function dataset(key: string): Dataset {
  const found = DATASETS.find((candidate) => candidate.key === key)
  if (!found) throw new Error(`no dataset is called ${key}`)
  return found
}
