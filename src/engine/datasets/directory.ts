/** Licences, people and applications in Microsoft Entra ID. */

import { fields, list, text } from '../../shared/json.ts'
import { type Dataset, distinctIds } from './dataset.ts'
import { ENTRA_P1 } from './service-plans.ts'
import { pickFieldsIn, trimAssignedPlans } from './trimming.ts'

/**
 * Microsoft's APIs that give access to an organisation's data and administration, by application id. Permissions of any
 * API can be classified; those of other APIs are not read.
 */
const DATA_APIS: ReadonlySet<string> = new Set([
  '00000003-0000-0000-c000-000000000000', // Microsoft Graph
  '00000002-0000-0000-c000-000000000000', // Azure Active Directory Graph
  '00000002-0000-0ff1-ce00-000000000000', // Office 365 Exchange Online
  '00000003-0000-0ff1-ce00-000000000000', // Office 365 SharePoint Online
  'c5393580-f805-4401-95e8-94b7a6ef2fc2', // Office 365 Management APIs
  '797f4846-ba00-4fd7-ba43-dac1f8f63013', // Azure Service Management
])

const dataApis = (values: readonly unknown[]): string[] =>
  distinctIds(
    values
      .flatMap(list)
      .map(fields)
      .filter(({ appId }) => DATA_APIS.has(text(appId)?.toLowerCase() ?? ''))
      .map(({ id }) => id),
  )

export const DIRECTORY_DATASETS: readonly Dataset[] = [
  {
    key: 'organization',
    name: 'the organisation’s profile',
    type: 'Organization',
    apiVersion: 'v1.0',
    path: '/organization',
    permission: 'Organization.Read.All',
    rateClass: 'directory',
    shape: 'list',
  },
  {
    key: 'subscribedSkus',
    name: 'the tenant’s licences',
    type: 'SubscribedSku',
    apiVersion: 'v1.0',
    path: '/subscribedSkus',
    permission: 'Organization.Read.All',
    rateClass: 'directory',
    shape: 'list',
  },
  {
    key: 'users',
    name: 'the list of users',
    type: 'User',
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
    trim: trimAssignedPlans,
  },
  {
    // Separate from `users`, because Graph refuses the whole list without AuditLog.Read.All or a P1 licence. From beta,
    // because snapshot keys have no query and must differ. `User.Read.All` is needed as well.
    key: 'userActivity',
    name: 'the users’ last sign-in times',
    type: 'User',
    apiVersion: 'beta',
    path: '/users',
    query: { $select: 'id,signInActivity', $top: '500' },
    trim: pickFieldsIn(
      'signInActivity',
      'lastSignInDateTime',
      'lastNonInteractiveSignInDateTime',
      'lastSuccessfulSignInDateTime',
    ),
    permission: 'AuditLog.Read.All',
    rateClass: 'directory',
    shape: 'list',
    servicePlans: ENTRA_P1,
  },
  {
    key: 'servicePrincipals',
    name: 'the tenant’s applications',
    type: 'ServicePrincipal',
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
    // The permissions that the organisation classifies as low-risk; users may be allowed to consent to those themselves.
    key: 'permissionClassifications',
    name: 'the permissions that the tenant classifies as low-risk',
    type: 'DelegatedPermissionClassification',
    apiVersion: 'v1.0',
    path: '/servicePrincipals/{id}/delegatedPermissionClassifications',
    permission: 'Application.Read.All',
    rateClass: 'directory',
    shape: 'list',
    each: { of: ['servicePrincipals'], ids: dataApis },
  },
]
