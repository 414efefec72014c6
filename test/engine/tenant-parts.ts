import { SHAREPOINT } from '../../src/engine/readers/conditional-access/applications.ts'
import { GLOBAL_ADMINISTRATOR } from '../../src/engine/readers/privileged-access/roles.ts'
import { skus, type Values } from './snapshot-builder.ts'

/** An id that shows its number. */
export const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

export const ALICE = id(1)
export const BOB = id(2)
export const GINA = id(3)
export const INES = id(4)
export const BERTA = id(5)
export const ADAM = id(6)
export const EVE = id(7)
export const STAFF = id(101)
export const EXCEPTIONS = id(102)
export const UNREAD = id(103)
export const CRM = id(201)
export const PAYROLL = id(202)
export const USER_ADMINISTRATOR = 'fe930be7-5e62-47db-91af-98c3a49a38b1'
export const SYNCHRONISATION = 'd29b2b05-8046-44ba-8758-1e26182fcf32'
export { GLOBAL_ADMINISTRATOR, SHAREPOINT }

export const user = (userId: string, name: string, more: object = {}): object => ({
  id: userId,
  userPrincipalName: `${name}@contoso.com`,
  accountEnabled: true,
  userType: 'Member',
  ...more,
})

const guest = (userId: string, name: string, userType: string): object =>
  user(userId, `${name}_fabrikam.com#EXT#`, { userType, externalUserState: 'Accepted' })

export const USERS = [
  user(ALICE, 'alice'),
  user(BOB, 'bob'),
  guest(GINA, 'gina', 'Guest'),
  user(INES, 'ines', { userType: 'Guest' }),
  guest(BERTA, 'berta', 'Member'),
  user(ADAM, 'adam'),
  user(EVE, 'eve'),
  user(id(8), 'gone', { accountEnabled: false }),
]

export const assignment = (principalId: string, roleDefinitionId: string, more: object = {}): object => ({
  principalId,
  roleDefinitionId,
  directoryScopeId: '/',
  assignmentType: 'Assigned',
  endDateTime: null,
  principal: { '@odata.type': '#microsoft.graph.user', id: principalId },
  ...more,
})

/** The parts of a policy that a test sets; the others are those of a new policy. */
export interface PolicyParts {
  name?: string
  state?: string
  users?: object
  applications?: object
  grant?: object
  conditions?: object
}

export const policy = (parts: PolicyParts = {}): object => ({
  id: id(900),
  displayName: parts.name ?? 'MFA for all',
  state: parts.state ?? 'enabled',
  conditions: {
    clientAppTypes: ['all'],
    userRiskLevels: [],
    signInRiskLevels: [],
    servicePrincipalRiskLevels: [],
    insiderRiskLevels: null,
    platforms: null,
    locations: null,
    devices: null,
    clientApplications: null,
    authenticationFlows: null,
    applications: {
      includeApplications: ['All'],
      excludeApplications: [],
      includeUserActions: [],
      includeAuthenticationContextClassReferences: [],
      applicationFilter: null,
      ...parts.applications,
    },
    users: {
      includeUsers: ['All'],
      excludeUsers: [],
      includeGroups: [],
      excludeGroups: [],
      includeRoles: [],
      excludeRoles: [],
      includeGuestsOrExternalUsers: null,
      excludeGuestsOrExternalUsers: null,
      ...parts.users,
    },
    ...parts.conditions,
  },
  grantControls: {
    operator: 'OR',
    builtInControls: ['mfa'],
    customAuthenticationFactors: [],
    termsOfUse: [],
    authenticationStrength: null,
    ...parts.grant,
  },
  sessionControls: null,
})

export const RESISTANT = '00000000-0000-0000-0000-000000000004'
export const WEAK_STRENGTH = id(301)
export const PUSH_STRENGTH = id(302)

/** A grant that requires only this authentication strength. */
export const strength = (strengthId: string): object => ({
  builtInControls: [],
  authenticationStrength: { id: strengthId },
})

/** A tenant in which everything can be read; `more` replaces datasets. */
export function readable(policies: readonly object[], more: Values = {}): Values {
  return {
    subscribedSkus: skus('AAD_PREMIUM', 'AAD_PREMIUM_P2', 'WINDEFATP'),
    users: USERS,
    conditionalAccessPolicies: policies,
    securityDefaults: { isEnabled: false },
    authenticationStrengths: [
      {
        id: RESISTANT,
        displayName: 'Phishing resistant MFA',
        allowedCombinations: ['windowsHelloForBusiness', 'fido2', 'x509CertificateMultiFactor'],
      },
      { id: WEAK_STRENGTH, displayName: 'Codes', allowedCombinations: ['password,sms', 'sms'] },
      { id: PUSH_STRENGTH, displayName: 'Push', allowedCombinations: ['fido2', 'deviceBasedPush'] },
    ],
    roleAssignments: [assignment(ADAM, GLOBAL_ADMINISTRATOR)],
    roleEligibilities: [assignment(EVE, USER_ADMINISTRATOR)],
    directoryRoles: [
      {
        id: id(400),
        roleTemplateId: GLOBAL_ADMINISTRATOR,
        members: [{ '@odata.type': '#microsoft.graph.user', id: ADAM }],
      },
    ],
    registrationDetails: USERS.map((each) => ({
      id: 'id' in each ? each.id : '',
      isMfaRegistered: true,
      isMfaCapable: true,
      methodsRegistered: ['fido2'],
    })),
    [`groupMembers/${STAFF}`]: [{ id: ALICE }, { id: BOB }],
    [`groupMembers/${EXCEPTIONS}`]: [{ id: BOB }],
    ...Object.fromEntries([STAFF, EXCEPTIONS].map((group) => [`groupEligibilities/${group}`, []])),
    ...more,
  }
}

/** Per-user MFA: the setting of single accounts, outside conditional access. */
export const perUser = (state: string, ...people: string[]): Values =>
  Object.fromEntries(people.map((person) => [`perUserMfa/${person}`, { perUserMfaState: state }]))

/** These people have no registered method and signed in the day before, so nothing requires a second factor of them. */
export const signingInWithout = (...people: string[]): Values => ({
  registrationDetails: people.map((person) => ({ id: person, isMfaRegistered: false, isMfaCapable: false })),
  userActivity: people.map((person) => ({
    id: person,
    signInActivity: { lastSuccessfulSignInDateTime: '2026-02-28T00:00:00Z' },
  })),
})
