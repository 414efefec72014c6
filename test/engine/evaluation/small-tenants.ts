import { refused, skus, type Values } from '../snapshot-builder.ts'
import { GLOBAL_ADMINISTRATOR, id, policy, RESISTANT, strength, user } from '../tenant-parts.ts'

const YESTERDAY = '2026-02-28T08:00:00Z'
const OWNER = id(1)
const STAFF = [11, 12, 13, 14].map(id)

/** Mail and Office alone. */
const OFFICE = ['EXCHANGE_S_STANDARD', 'SHAREPOINTSTANDARD', 'TEAMS1', 'OFFICE_BUSINESS']

/** What every tenant shows, whatever it has bought. */
const DIRECTORY: Values = {
  users: [
    user(OWNER, 'owner', { createdDateTime: '2026-02-20T00:00:00Z', assignedPlans: [] }),
    ...STAFF.map((each, index) => user(each, `person${index}`, { createdDateTime: '2024-01-01T00:00:00Z' })),
  ],
  directoryRoles: [
    {
      id: id(401),
      roleTemplateId: GLOBAL_ADMINISTRATOR,
      members: [{ '@odata.type': '#microsoft.graph.user', id: OWNER }],
    },
  ],
  servicePrincipals: [],
  directoryAudits: [{ id: 'a', activityDateTime: YESTERDAY }],
  incidents: [],
  secureScores: [],
}

/** Computers as group policy and another product leave them: current, and without a policy from Intune. */
const COMPUTERS = Array.from({ length: 4 }, (_, index) => ({
  id: `m-${index}`,
  deviceName: `PC-${index}`,
  operatingSystem: 'Windows',
  osVersion: '10.0.26200.7922',
  managementAgent: 'configurationManagerClientMdm',
  joinType: 'hybridAzureADJoined',
  isEncrypted: true,
  lastSyncDateTime: YESTERDAY,
  userId: STAFF[index],
  azureADDeviceId: id(500 + index),
}))

const NOTHING_FROM_INTUNE = [
  'deviceEditions',
  'windowsQualityUpdateProfiles',
  'windowsFeatureUpdateProfiles',
  'windowsDriverUpdateProfiles',
  'configurationPolicies',
  'deviceConfigurations',
  'groupPolicyConfigurations',
  'intents',
  'deviceHealthScripts',
]

/**
 * Microsoft 365 Business Premium: sign-in is secured by its Conditional Access, and devices are by group policy and other
 * products. It has no Privileged Identity Management and no vulnerability management that can be read.
 */
export const BUSINESS_PREMIUM: Values = {
  ...DIRECTORY,
  subscribedSkus: skus(...OFFICE, 'AAD_PREMIUM', 'INTUNE_A', 'MDE_SMB'),
  conditionalAccessPolicies: [policy({ name: 'Passkeys for everybody', grant: strength(RESISTANT) })],
  securityDefaults: { isEnabled: false },
  authenticationStrengths: [
    { id: RESISTANT, displayName: 'Phishing-resistant MFA', allowedCombinations: ['windowsHelloForBusiness', 'fido2'] },
  ],
  authenticationMethodsPolicy: {
    policyMigrationState: 'migrationComplete',
    authenticationMethodConfigurations: [{ id: 'Fido2', state: 'enabled' }],
  },
  registrationDetails: [OWNER, ...STAFF].map((each) => ({
    id: each,
    isMfaRegistered: true,
    isMfaCapable: true,
    methodsRegistered: ['fido2SecurityKey'],
  })),
  userActivity: [OWNER, ...STAFF].map((each) => ({
    id: each,
    signInActivity: { lastSuccessfulSignInDateTime: YESTERDAY },
  })),
  signIns: [{ id: 's', createdDateTime: YESTERDAY }],
  managedDevices: COMPUTERS,
  ...Object.fromEntries(NOTHING_FROM_INTUNE.map((each) => [each, []])),
}

/** Mail and Office alone: another provider signs people in, and other products secure their devices. */
export const NO_SECURITY_PRODUCT: Values = {
  ...DIRECTORY,
  subscribedSkus: skus(...OFFICE),
  domains: [{ id: 'contoso.com', isVerified: true, authenticationType: 'Federated' }],
  securityDefaults: refused(),
  incidents: refused(),
  secureScores: refused(),
}
