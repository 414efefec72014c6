import type { Baseline, Recipe } from '../../tenants/recipes.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'
import { ROLE } from './roles.ts'

type RoleName = keyof typeof ROLE

/** Roles whose activation needs an approval. Tenants without Privileged Identity Management keep the defaults. */
const APPROVED: Readonly<Record<Baseline, (role: RoleName) => boolean>> = {
  strong: () => true,
  typical: (role) => role === 'globalAdministrator' || role === 'privilegedRoleAdministrator',
  weak: () => false,
  unlicensed: () => false,
}

/** Recipients of notifications about assignments and activations, in addition to Entra's defaults. */
const ALERTED: Readonly<Record<Baseline, (role: RoleName) => boolean>> = {
  strong: () => true,
  typical: (role) => role === 'globalAdministrator',
  weak: () => false,
  unlicensed: () => false,
}

const rule = (kind: string, id: string, caller: 'Admin' | 'EndUser', level: string, more: Row): Row => ({
  '@odata.type': `#microsoft.graph.unifiedRoleManagementPolicy${kind}Rule`,
  id,
  ...more,
  target: { caller, operations: ['All'], level, inheritableSettings: [], enforcedSettings: [] },
})

/** The policies of Privileged Identity Management, one for each role, as Graph lists their assignments. */
export function rolePolicyRows(recipe: Recipe, calendar: Calendar): Row[] {
  const names: RoleName[] = Object.keys(ROLE).filter((name) => isRoleName(name))
  return names.map((name) => {
    const [roleDefinitionId] = ROLE[name]
    const policyId = `DirectoryRole_${recipe.tenantId}_${guidOf(recipe.seed, 'rolePolicy', name)}`
    return {
      id: `${policyId}_${roleDefinitionId}`,
      policyId,
      scopeId: '/',
      scopeType: 'DirectoryRole',
      roleDefinitionId,
      policy: {
        id: policyId,
        displayName: 'DirectoryRole',
        description: 'DirectoryRole',
        isOrganizationDefault: false,
        scopeId: '/',
        scopeType: 'DirectoryRole',
        lastModifiedDateTime: recipe.baseline === 'strong' ? calendar.past(140, 610) : null,
        rules: roleRules(recipe, name),
      },
    }
  })
}

const isRoleName = (name: string): name is RoleName => name in ROLE

/** The rules of Privileged Identity Management for becoming a holder of a role. */
export function roleRules({ baseline, domain }: Recipe, name: RoleName): Row[] {
  const isStrong = baseline === 'strong'
  const isApprovalRequired = APPROVED[baseline](name)
  const watchers = ALERTED[baseline](name) ? [`security.alerts@${domain}.example`] : []
  return [
    rule('Expiration', 'Expiration_Admin_Eligibility', 'Admin', 'Eligibility', {
      isExpirationRequired: isStrong,
      maximumDuration: isStrong ? 'P180D' : 'P365D',
    }),
    rule('Expiration', 'Expiration_Admin_Assignment', 'Admin', 'Assignment', {
      // Emergency access accounts keep their permanent assignments.
      isExpirationRequired: isStrong && name !== 'globalAdministrator',
      maximumDuration: isStrong ? 'P15D' : 'P180D',
    }),
    rule('Enablement', 'Enablement_Admin_Assignment', 'Admin', 'Assignment', {
      enabledRules: isStrong ? ['MultiFactorAuthentication', 'Justification'] : ['Justification'],
    }),
    rule('Expiration', 'Expiration_EndUser_Assignment', 'EndUser', 'Assignment', {
      isExpirationRequired: true,
      maximumDuration: isStrong ? 'PT4H' : 'PT8H',
    }),
    rule('Enablement', 'Enablement_EndUser_Assignment', 'EndUser', 'Assignment', {
      enabledRules: ['MultiFactorAuthentication', 'Justification'],
    }),
    rule('Approval', 'Approval_EndUser_Assignment', 'EndUser', 'Assignment', {
      setting: {
        isApprovalRequired,
        isApprovalRequiredForExtension: false,
        isRequestorJustificationRequired: true,
        approvalMode: 'SingleStage',
        approvalStages: [
          {
            approvalStageTimeOutInDays: 1,
            isApproverJustificationRequired: true,
            escalationTimeInMinutes: 0,
            primaryApprovers: [],
            isEscalationEnabled: false,
            escalationApprovers: [],
          },
        ],
      },
    }),
    rule('AuthenticationContext', 'AuthenticationContext_EndUser_Assignment', 'EndUser', 'Assignment', {
      isEnabled: false,
      claimValue: '',
    }),
    ...notificationRules(watchers),
  ]
}

const NOTIFIED = [
  ['Admin_Eligibility', 'Admin', 'Eligibility'],
  ['Admin_Assignment', 'Admin', 'Assignment'],
  ['EndUser_Assignment', 'EndUser', 'Assignment'],
] as const

/** Each event notifies administrators, the person concerned and the approvers; addresses are added to the first. */
const notificationRules = (watchers: readonly string[]): Row[] =>
  NOTIFIED.flatMap(([event, caller, level]) =>
    ['Admin', 'Requestor', 'Approver'].map((recipientType) =>
      rule('Notification', `Notification_${recipientType}_${event}`, caller, level, {
        notificationType: 'Email',
        recipientType,
        notificationLevel: 'All',
        isDefaultRecipientsEnabled: true,
        notificationRecipients: recipientType === 'Admin' ? watchers : [],
      }),
    ),
  )

/** Access reviews of roles: the strong tenant removes unconfirmed assignments, the typical one does not. */
export function accessReviewRows(recipe: Recipe, calendar: Calendar): Row[] {
  if (recipe.baseline !== 'strong' && recipe.baseline !== 'typical') return []
  const isStrong = recipe.baseline === 'strong'
  const roles: readonly RoleName[] = isStrong
    ? ['globalAdministrator', 'privilegedRoleAdministrator', 'securityAdministrator']
    : ['globalAdministrator']
  return roles.map((name) => {
    const [roleDefinitionId, displayName] = ROLE[name]
    return {
      id: guidOf(recipe.seed, 'accessReview', name),
      displayName: `Review of ${displayName}`,
      createdDateTime: calendar.past(330, 540),
      lastModifiedDateTime: calendar.past(330, 545),
      status: 'InProgress',
      descriptionForAdmins: null,
      descriptionForReviewers: null,
      instanceEnumerationScope: null,
      scope: {
        '@odata.type': '#microsoft.graph.principalResourceMembershipsScope',
        principalScopes: [queryScope('/v1.0/users'), queryScope('/v1.0/groups')],
        resourceScopes: [queryScope(`/v1.0/roleManagement/directory/roleDefinitions/${roleDefinitionId}`)],
      },
      reviewers: [queryScope(`/v1.0/users/${guidOf(recipe.seed, 'reviewer')}`)],
      fallbackReviewers: [],
      settings: {
        mailNotificationsEnabled: true,
        reminderNotificationsEnabled: true,
        justificationRequiredOnApproval: true,
        defaultDecisionEnabled: isStrong,
        defaultDecision: isStrong ? 'Deny' : 'None',
        instanceDurationInDays: 14,
        autoApplyDecisionsEnabled: isStrong,
        recommendationsEnabled: true,
        recurrence: {
          pattern: { type: 'absoluteMonthly', interval: 3, month: 0, dayOfMonth: 0, daysOfWeek: [], index: 'first' },
          range: {
            type: 'noEnd',
            numberOfOccurrences: 0,
            recurrenceTimeZone: null,
            startDate: calendar.past(330).slice(0, 10),
            endDate: null,
          },
        },
        applyActions: [],
      },
    }
  })
}

const queryScope = (query: string): Row => ({
  '@odata.type': '#microsoft.graph.accessReviewQueryScope',
  query,
  queryType: 'MicrosoftGraph',
  queryRoot: null,
})
