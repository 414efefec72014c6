/** Conditional access, authentication methods and the methods that people registered. */

import { fields, list } from '../../shared/json.ts'
import { type Dataset, distinctIds } from './dataset.ts'
import { ENTRA_P1 } from './service-plans.ts'
import { pickFields } from './trimming.ts'

/** One request per person. Organisations that still use per-user authentication have far fewer people. */
const MAX_PEOPLE = 1_000

/**
 * The members of the organisation who can sign in, role holders first. Only the objects of `users` have
 * `accountEnabled`; only role assignments have `principalId`.
 */
function peopleWhoSignIn(values: readonly unknown[]): string[] {
  const items = values.flatMap(list).map(fields)
  const enabled = new Set(
    distinctIds(items.filter((item) => item.accountEnabled === true && item.userType !== 'Guest').map(({ id }) => id)),
  )
  const holders = distinctIds(items.map(({ principalId }) => principalId)).filter((id) => enabled.has(id))
  return [...new Set([...holders, ...enabled])].slice(0, MAX_PEOPLE)
}

export const SIGN_IN_DATASETS: readonly Dataset[] = [
  {
    key: 'conditionalAccessPolicies',
    name: 'the conditional access policies',
    type: 'ConditionalAccessPolicy',
    apiVersion: 'v1.0',
    path: '/identity/conditionalAccess/policies',
    permission: 'Policy.Read.All',
    rateClass: 'conditionalAccess',
    shape: 'list',
    servicePlans: ENTRA_P1,
  },
  {
    key: 'securityDefaults',
    name: 'the security defaults',
    type: 'IdentitySecurityDefaultsEnforcementPolicy',
    apiVersion: 'v1.0',
    path: '/policies/identitySecurityDefaultsEnforcementPolicy',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    key: 'authenticationMethodsPolicy',
    name: 'the authentication methods policy',
    type: 'AuthenticationMethodsPolicy',
    apiVersion: 'v1.0',
    path: '/policies/authenticationMethodsPolicy',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
  },
  {
    key: 'authenticationStrengths',
    name: 'the authentication strengths',
    type: 'AuthenticationStrengthPolicy',
    apiVersion: 'v1.0',
    path: '/policies/authenticationStrengthPolicies',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'list',
  },
  {
    // Per-user multifactor authentication, the method used before conditional access.
    key: 'perUserMfa',
    name: 'the per-user MFA settings',
    type: 'StrongAuthenticationRequirements',
    apiVersion: 'beta',
    path: '/users/{id}/authentication/requirements',
    permission: 'Policy.Read.All',
    rateClass: 'directory',
    shape: 'object',
    each: { of: ['users', 'roleAssignments', 'roleEligibilities'], ids: peopleWhoSignIn },
  },
  {
    key: 'registrationDetails',
    name: 'the authentication methods that users have registered',
    type: 'UserRegistrationDetails',
    apiVersion: 'v1.0',
    path: '/reports/authenticationMethods/userRegistrationDetails',
    trim: pickFields('id', 'userPrincipalName', 'isMfaRegistered', 'isMfaCapable', 'methodsRegistered'),
    permission: 'AuditLog.Read.All',
    rateClass: 'reports',
    shape: 'list',
    servicePlans: ENTRA_P1,
  },
]
