import type { Recipe } from '../../tenants/recipes.ts'
import { type GroupName, groupId } from '../inventory/groups.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'

/** The target of a policy: everything, a group, or everything except a group. */
export type Target = 'allDevices' | 'allUsers' | { group: GroupName } | { notGroup: GroupName }

/** Assignments of an Intune policy; further properties depend on its type. */
export function assignmentRows(recipe: Recipe, policyId: string, targets: readonly Target[], more: Row = {}): Row[] {
  return targets.map((target, position) => ({
    id: `${policyId}_${guidOf(policyId, 'assignment', position)}`,
    source: 'direct',
    sourceId: policyId,
    ...more,
    target: {
      ...targetFields(recipe, target),
      deviceAndAppManagementAssignmentFilterId: null,
      deviceAndAppManagementAssignmentFilterType: 'none',
    },
  }))
}

function targetFields(recipe: Recipe, target: Target): Row {
  if (target === 'allDevices') return { '@odata.type': '#microsoft.graph.allDevicesAssignmentTarget' }
  if (target === 'allUsers') return { '@odata.type': '#microsoft.graph.allLicensedUsersAssignmentTarget' }
  return 'group' in target
    ? { '@odata.type': '#microsoft.graph.groupAssignmentTarget', groupId: groupId(recipe, target.group) }
    : { '@odata.type': '#microsoft.graph.exclusionGroupAssignmentTarget', groupId: groupId(recipe, target.notGroup) }
}
