/** Tenant-wide policies of Microsoft Entra ID, and its domains. */

import type { Dataset } from './dataset.ts'

export const TENANT_POLICY_DATASETS: readonly Dataset[] = [
  {
    key: 'authorizationPolicy',
    name: 'the settings for what users and guests may do',
    type: 'AuthorizationPolicy',
    apiVersion: 'v1.0',
    path: '/policies/authorizationPolicy',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    key: 'adminConsentRequestPolicy',
    name: 'the settings for requests to approve applications',
    type: 'AdminConsentRequestPolicy',
    apiVersion: 'v1.0',
    path: '/policies/adminConsentRequestPolicy',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    // What users may consent to by a custom policy, whose condition sets are part of the response.
    key: 'permissionGrantPolicies',
    name: 'the policies on consent to applications',
    type: 'PermissionGrantPolicy',
    apiVersion: 'v1.0',
    path: '/policies/permissionGrantPolicies',
    permission: 'Policy.Read.PermissionGrant',
    rateClass: 'directory',
    shape: 'list',
    optional: true,
  },
  {
    key: 'applicationManagementPolicy',
    name: 'the rules for credentials of applications',
    type: 'TenantAppManagementPolicy',
    apiVersion: 'v1.0',
    path: '/policies/defaultAppManagementPolicy',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    key: 'domains',
    name: 'the tenant’s domains',
    type: 'Domain',
    apiVersion: 'v1.0',
    path: '/domains',
    permission: 'Domain.Read.All',
    rateClass: 'directory',
    shape: 'list',
  },
  {
    key: 'deviceRegistrationPolicy',
    name: 'the rules for registering devices',
    type: 'DeviceRegistrationPolicy',
    apiVersion: 'v1.0',
    path: '/policies/deviceRegistrationPolicy',
    permission: 'Policy.Read.DeviceConfiguration',
    rateClass: 'directory',
    shape: 'object',
  },
]
