/** Groups that other datasets refer to, with their members, and the rules by which people become members. */

import { fields, list } from '../../shared/json.ts'
import { type Dataset, distinctIds } from './dataset.ts'
import { ENTRA_P2 } from './service-plans.ts'

/**
 * Ids of the groups that a conditional access policy includes or excludes, that an Intune policy is assigned to, that
 * hold a directory role, or that may become a member of one that does.
 */
export function referencedGroups(values: readonly unknown[]): string[] {
  return distinctIds([
    ...values.flatMap(list).flatMap((item) => {
      const users = fields(fields(fields(item).conditions).users)
      const targets = list(fields(item).assignments).map((assignment) => fields(fields(assignment).target).groupId)
      return [...list(users.includeGroups), ...list(users.excludeGroups), ...targets]
    }),
    ...groupsWithRoles(values),
  ])
}

/** Ids of the groups among role holders and group members. */
function groupsWithRoles(values: readonly unknown[]): string[] {
  const holders = values
    .flatMap(list)
    .flatMap((item) => [fields(item).principal, ...list(fields(item).members)])
    .map(fields)
  return distinctIds(holders.filter((holder) => holder['@odata.type'] === '#microsoft.graph.group').map(({ id }) => id))
}

/** Ids of the groups that conditional access policies exclude, unless a policy is off. */
function excludedGroups(values: readonly unknown[]): string[] {
  const policies = values.flatMap(list).map(fields)
  return distinctIds(
    policies.flatMap(({ state, conditions }) =>
      state === 'disabled' ? [] : list(fields(fields(conditions).users).excludeGroups),
    ),
  )
}

const ROLE_SOURCES = ['roleAssignments', 'roleEligibilities', 'directoryRoles']

/** Everything that refers to groups. */
const SOURCES = [
  ...ROLE_SOURCES,
  'groupEligibilities',
  'conditionalAccessPolicies',
  'configurationPolicies',
  'deviceConfigurations',
  'groupPolicyConfigurations',
  'intents',
  'deviceHealthScripts',
  'windowsQualityUpdateProfiles',
  'windowsFeatureUpdateProfiles',
  'windowsDriverUpdateProfiles',
]

export const GROUP_DATASETS: readonly Dataset[] = [
  {
    // Who can become a member or an owner of a group that holds a role, or that a policy excludes. Graph requires the
    // filter.
    key: 'groupEligibilities',
    name: 'the people eligible to join groups',
    type: 'PrivilegedAccessGroupEligibilityScheduleInstance',
    apiVersion: 'v1.0',
    path: '/identityGovernance/privilegedAccess/group/eligibilityScheduleInstances',
    query: { $filter: "groupId eq '{id}'", $expand: 'principal' },
    permission: 'PrivilegedEligibilitySchedule.Read.AzureADGroup',
    rateClass: 'directory',
    shape: 'list',
    servicePlans: ENTRA_P2,
    each: {
      of: [...ROLE_SOURCES, 'conditionalAccessPolicies'],
      ids: (values) => distinctIds([...groupsWithRoles(values), ...excludedGroups(values)]),
    },
    optional: true,
  },
  {
    // What is required to become a member or an owner: approval, multifactor authentication, a time limit.
    key: 'groupRolePolicies',
    name: 'the rules for joining groups as an eligible person',
    type: 'UnifiedRoleManagementPolicyAssignment',
    apiVersion: 'v1.0',
    path: '/policies/roleManagementPolicyAssignments',
    query: { $filter: "scopeId eq '{id}' and scopeType eq 'Group'", $expand: 'policy($expand=rules)' },
    permission: 'RoleManagementPolicy.Read.AzureADGroup',
    rateClass: 'directory',
    shape: 'list',
    servicePlans: ENTRA_P2,
    each: { of: ROLE_SOURCES, ids: groupsWithRoles },
    optional: true,
  },
  {
    // To tell whether an empty list of members means that there are none, and whether people can be eligible to join.
    key: 'groups',
    name: 'the groups that policies and roles refer to',
    type: 'Group',
    apiVersion: 'v1.0',
    path: '/groups/{id}',
    query: { $select: 'id,displayName,visibility,groupTypes,onPremisesSyncEnabled' },
    permission: 'GroupMember.Read.All',
    rateClass: 'directory',
    shape: 'object',
    each: { of: SOURCES, ids: referencedGroups },
  },
  {
    key: 'groupMembers',
    name: 'the members of groups',
    type: 'DirectoryObject',
    apiVersion: 'v1.0',
    path: '/groups/{id}/transitiveMembers',
    query: { $select: 'id,displayName,userPrincipalName,deviceId', $top: '500' },
    permission: 'GroupMember.Read.All',
    reveals: [
      { permission: 'Device.Read.All', shows: 'which devices are members of groups' },
      // Few groups hide their members, mostly those of school classes, and organisations with such groups may refuse this.
      { permission: 'Member.Read.Hidden', shows: 'the members of groups that hide them', optional: true },
    ],
    emptyIfGone: true,
    rateClass: 'directory',
    shape: 'list',
    each: { of: SOURCES, ids: referencedGroups },
  },
]
