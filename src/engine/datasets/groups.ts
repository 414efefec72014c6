/** Members of the groups that other datasets refer to. */

import { fields, list } from '../../shared/json.ts'
import { type Dataset, distinctIds } from './dataset.ts'

/**
 * Ids of the groups that a conditional access policy includes or excludes, that an Intune policy is assigned to, or that
 * hold a directory role.
 */
function referencedGroups(values: readonly unknown[]): string[] {
  return distinctIds(
    values.flatMap(list).flatMap((item) => {
      const users = fields(fields(fields(item).conditions).users)
      const targets = list(fields(item).assignments).map((assignment) => fields(fields(assignment).target).groupId)
      const holders = [fields(item).principal, ...list(fields(item).members)].map(fields)
      const groups = holders.filter((holder) => holder['@odata.type'] === '#microsoft.graph.group')
      return [...list(users.includeGroups), ...list(users.excludeGroups), ...targets, ...groups.map(({ id }) => id)]
    }),
  )
}

export const GROUP_DATASETS: readonly Dataset[] = [
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
]
