/** Licences, people and applications in Microsoft Entra ID. */

import type { Dataset } from './dataset.ts'
import { ENTRA_P1 } from './service-plans.ts'

export const DIRECTORY_DATASETS: readonly Dataset[] = [
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
    // snapshot keys have no query. `User.Read.All` is needed as well.
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
]
