/** Conditional access, authentication methods and what people registered for them. */

import type { Dataset } from './dataset.ts'
import { ENTRA_P1 } from './service-plans.ts'

export const SIGN_IN_DATASETS: readonly Dataset[] = [
  {
    key: 'conditionalAccessPolicies',
    apiVersion: 'v1.0',
    path: '/identity/conditionalAccess/policies',
    permission: 'Policy.Read.All',
    rateClass: 'conditionalAccess',
    shape: 'list',
    servicePlans: ENTRA_P1,
  },
  {
    key: 'securityDefaults',
    apiVersion: 'v1.0',
    path: '/policies/identitySecurityDefaultsEnforcementPolicy',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    key: 'authenticationMethodsPolicy',
    apiVersion: 'v1.0',
    path: '/policies/authenticationMethodsPolicy',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    key: 'authenticationStrengths',
    apiVersion: 'v1.0',
    path: '/policies/authenticationStrengthPolicies',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'list',
  },
  {
    key: 'registrationDetails',
    apiVersion: 'v1.0',
    path: '/reports/authenticationMethods/userRegistrationDetails',
    permission: 'AuditLog.Read.All',
    rateClass: 'reports',
    shape: 'list',
    servicePlans: ENTRA_P1,
  },
]
