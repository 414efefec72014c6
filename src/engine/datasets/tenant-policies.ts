/** Tenant-wide policies of Microsoft Entra ID, and the domains. */

import type { Dataset } from './dataset.ts'

export const TENANT_POLICY_DATASETS: readonly Dataset[] = [
  {
    key: 'authorizationPolicy',
    type: 'AuthorizationPolicy',
    apiVersion: 'v1.0',
    path: '/policies/authorizationPolicy',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    key: 'adminConsentRequestPolicy',
    type: 'AdminConsentRequestPolicy',
    apiVersion: 'v1.0',
    path: '/policies/adminConsentRequestPolicy',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    // What a custom policy lets users consent to. Its condition sets are part of the response.
    key: 'permissionGrantPolicies',
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
    type: 'TenantAppManagementPolicy',
    apiVersion: 'v1.0',
    path: '/policies/defaultAppManagementPolicy',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    key: 'domains',
    type: 'Domain',
    apiVersion: 'v1.0',
    path: '/domains',
    permission: 'Domain.Read.All',
    rateClass: 'directory',
    shape: 'list',
  },
  {
    key: 'deviceRegistrationPolicy',
    type: 'DeviceRegistrationPolicy',
    apiVersion: 'v1.0',
    path: '/policies/deviceRegistrationPolicy',
    permission: 'Policy.Read.DeviceConfiguration',
    rateClass: 'directory',
    shape: 'object',
  },
]
