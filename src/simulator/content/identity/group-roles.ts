import type { Recipe } from '../../tenants/recipes.ts'
import type { Person } from '../inventory/people.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'
import { roleRules } from './role-policies.ts'

/** Privileged Identity Management for a group that holds a role: one person can make themselves a member. */
export function groupEligibilityRows(group: string, person: Person | undefined, calendar: Calendar): Row[] {
  if (!person) return []
  const { id, displayName, userPrincipalName } = person
  return [
    {
      id: `${group}_member_${guidOf(group, 'eligibility', id)}`,
      startDateTime: calendar.past(60),
      endDateTime: calendar.recent(-120),
      accessId: 'member',
      principalId: id,
      groupId: group,
      memberType: 'Direct',
      eligibilityScheduleId: `${group}_member_${guidOf(group, 'schedule', id)}`,
      principal: { '@odata.type': '#microsoft.graph.user', id, displayName, userPrincipalName },
    },
  ]
}

/** The rules of the membership and the ownership of a group; without changes they are those of a role. */
export function groupRolePolicyRows(recipe: Recipe, group: string): Row[] {
  return ['member', 'owner'].map((roleDefinitionId) => {
    const policyId = `Group_${group}_${guidOf(recipe.seed, 'groupPolicy', group, roleDefinitionId)}`
    return {
      id: `${policyId}_${roleDefinitionId}`,
      policyId,
      scopeId: group,
      scopeType: 'Group',
      roleDefinitionId,
      policy: {
        id: policyId,
        displayName: 'Group',
        description: 'Group',
        isOrganizationDefault: false,
        scopeId: group,
        scopeType: 'Group',
        lastModifiedDateTime: null,
        rules: roleRules(recipe, 'helpdeskAdministrator'),
      },
    }
  })
}
