/** Directory roles, Privileged Identity Management and access reviews. */

import type { Dataset } from './dataset.ts'
import { ENTRA_P2 } from './service-plans.ts'
import { trimPolicyRules } from './trimming.ts'

export const ROLE_DATASETS: readonly Dataset[] = [
  {
    key: 'directoryRoles',
    name: 'the members of administrator roles',
    type: 'DirectoryRole',
    apiVersion: 'v1.0',
    path: '/directoryRoles',
    query: { $expand: 'members' },
    permission: 'RoleManagement.Read.Directory',
    rateClass: 'directory',
    shape: 'list',
  },
  {
    key: 'roleAssignments',
    name: 'the holders of administrator roles',
    type: 'UnifiedRoleAssignmentScheduleInstance',
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
    name: 'the people who can activate administrator roles',
    type: 'UnifiedRoleEligibilityScheduleInstance',
    apiVersion: 'v1.0',
    path: '/roleManagement/directory/roleEligibilityScheduleInstances',
    query: { $expand: 'principal' },
    permission: 'RoleManagement.Read.Directory',
    rateClass: 'directory',
    shape: 'list',
    servicePlans: ENTRA_P2,
  },
  {
    // The rules of Privileged Identity Management, one policy for each role. Graph requires this filter.
    key: 'rolePolicies',
    name: 'the rules for activating administrator roles',
    type: 'UnifiedRoleManagementPolicyAssignment',
    apiVersion: 'v1.0',
    path: '/policies/roleManagementPolicyAssignments',
    query: { $filter: "scopeId eq '/' and scopeType eq 'DirectoryRole'", $expand: 'policy($expand=rules)' },
    permission: 'RoleManagement.Read.Directory',
    rateClass: 'directory',
    shape: 'list',
    servicePlans: ENTRA_P2,
    trim: trimPolicyRules,
  },
  {
    key: 'accessReviews',
    name: 'the access reviews',
    type: 'AccessReviewScheduleDefinition',
    apiVersion: 'v1.0',
    path: '/identityGovernance/accessReviews/definitions',
    permission: 'AccessReview.Read.All',
    rateClass: 'directory',
    shape: 'list',
    servicePlans: ENTRA_P2,
  },
]
