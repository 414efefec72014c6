import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import type { Framework } from '../../src/engine/model/framework.ts'
import type { Answers } from '../../src/engine/model/questionnaire.ts'
import type { AssessmentResult } from '../../src/engine/model/result.ts'
import type { Setting } from '../../src/engine/readers/settings/setting.ts'
import * as build from './intune-builder.ts'
import { refused, skus, snapshotOf, type Values } from './snapshot-builder.ts'
import { GLOBAL_ADMINISTRATOR, id, policy, RESISTANT, strength, user } from './tenant-parts.ts'

/** The relevant service plans of common licences. */
export const LICENCES = {
  businessPremium: [
    'AAD_PREMIUM',
    'INTUNE_A',
    'MDE_SMB',
    'EXCHANGE_S_STANDARD',
    'SHAREPOINTSTANDARD',
    'TEAMS1',
    'OFFICE_BUSINESS',
  ],
  businessBasic: ['EXCHANGE_S_STANDARD', 'SHAREPOINTSTANDARD', 'TEAMS1'],
  e5: ['AAD_PREMIUM', 'AAD_PREMIUM_P2', 'INTUNE_A', 'WINDEFATP', 'OFFICESUBSCRIPTION'],
} as const

export interface TenantParts {
  licence?: keyof typeof LICENCES
  /** Number of managed Windows devices, or the devices themselves. */
  devices?: number | readonly unknown[]
  /** How all of them are managed: `build.CLOUD_ONLY` (the default), `build.HYBRID` or `build.CO_MANAGED`. */
  management?: object
  /** Version of Windows on all of them. */
  version?: string
  /** Edition of Windows on all of them. */
  edition?: string
  /** Settings that a policy gives to all devices, by the name of the policy. */
  policies?: Readonly<Record<string, readonly Setting[]>>
  /** Shares that devices report to Secure Score, in percent, by control. */
  reported?: Readonly<Record<string, number>>
  /** Names of datasets that could not be read. */
  refused?: readonly string[]
  /** Anything else, by dataset; replaces what the other parts make. */
  more?: Values
}

/**
 * A small tenant: `smallTenant({ management: build.HYBRID, policies: { Macros: [choice(…)] } })`. Its devices can be read
 * completely and have nothing but these parts; people, roles and sign-in are not read unless `more` has them.
 */
export function smallTenant(parts: TenantParts = {}): Values {
  const { licence = 'businessPremium', management = build.CLOUD_ONLY, version = '10.0.26100.7840' } = parts
  const { devices = 10, edition = 'Pro', policies = {}, reported = {} } = parts
  const reporting = { ...management, lastSyncDateTime: '2026-02-28T00:00:00Z' }
  const managedDevices = typeof devices === 'number' ? build.devices(devices, version, reporting) : devices
  const controls = Object.entries(reported).map(([controlName, scoreInPercentage]) => ({
    controlName,
    scoreInPercentage,
  }))
  return {
    subscribedSkus: skus(...LICENCES[licence]),
    ...build.intune({
      managedDevices,
      deviceEditions: build.editionsOf(managedDevices, edition),
      windowsQualityUpdateProfiles: [],
      windowsFeatureUpdateProfiles: [],
      windowsDriverUpdateProfiles: [],
      configurationPolicies: Object.entries(policies).map(([name, settings]) =>
        build.policy(name, settings, [build.allDevices]),
      ),
      secureScores: build.secureScores(...controls),
    }),
    ...parts.more,
    ...Object.fromEntries((parts.refused ?? []).map((dataset) => [dataset, refused()])),
  }
}

/** The result of such a tenant; `answers` by id of the requirement. */
export function assess(
  values: Values,
  answers: Answers['answers'] = {},
  framework: Framework = ESSENTIAL_EIGHT,
): AssessmentResult {
  return evaluateFramework(framework, readTenant(snapshotOf(values)), {
    target: framework.levels.max,
    answers: { format: 'plumbline-answers/1', answers },
  })
}

/** The same answer to every question except those about scope. */
export const everywhere = (
  answer: Answers['answers'][string]['answer'],
  framework: Framework = ESSENTIAL_EIGHT,
  note?: string,
) => Object.fromEntries(framework.requirements.map(({ id }) => [id, { answer, ...(note && { note }) }]))

const YESTERDAY = '2026-02-28T08:00:00Z'
const OWNER = id(1)
const STAFF = [11, 12, 13, 14].map(id)
const EVERYBODY = [OWNER, ...STAFF]

/** An administrator and four others; the same in every licence. */
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
  roleAssignments: refused(),
  roleEligibilities: refused(),
  servicePrincipals: [],
  directoryAudits: [{ id: 'a', activityDateTime: YESTERDAY }],
  incidents: [],
}

/** People and their sign-in in a tenant whose conditional access requires a passkey of all of them. */
const PASSKEYS_FOR_ALL: Values = {
  ...DIRECTORY,
  conditionalAccessPolicies: [policy({ name: 'Passkeys for everybody', grant: strength(RESISTANT) })],
  securityDefaults: { isEnabled: false },
  authenticationStrengths: [
    { id: RESISTANT, displayName: 'Phishing-resistant MFA', allowedCombinations: ['windowsHelloForBusiness', 'fido2'] },
  ],
  authenticationMethodsPolicy: {
    policyMigrationState: 'migrationComplete',
    authenticationMethodConfigurations: [{ id: 'Fido2', state: 'enabled' }],
  },
  registrationDetails: EVERYBODY.map((each) => ({
    id: each,
    isMfaRegistered: true,
    isMfaCapable: true,
    methodsRegistered: ['fido2SecurityKey'],
  })),
  userActivity: EVERYBODY.map((each) => ({
    id: each,
    signInActivity: { lastSuccessfulSignInDateTime: YESTERDAY },
  })),
  signIns: [{ id: 's', createdDateTime: YESTERDAY }],
}

/**
 * Microsoft 365 Business Premium: Conditional Access secures sign-in; group policy and other products secure the
 * computers, which are up to date and have no policy from Intune. The licence has neither Privileged Identity
 * Management nor readable vulnerability management.
 */
export const BUSINESS_PREMIUM: Values = smallTenant({
  devices: STAFF.map((person, index) => ({
    id: `m-${index}`,
    deviceName: `PC-${index}`,
    operatingSystem: 'Windows',
    osVersion: '10.0.26200.7922',
    isEncrypted: true,
    lastSyncDateTime: YESTERDAY,
    userId: person,
    azureADDeviceId: id(500 + index),
    ...build.CO_MANAGED,
  })),
  more: PASSKEYS_FOR_ALL,
})

/** Mail and Office alone: another provider signs people in, and other products secure their devices. */
export const NO_SECURITY_PRODUCT: Values = {
  ...DIRECTORY,
  subscribedSkus: skus(...LICENCES.businessBasic, 'OFFICE_BUSINESS'),
  domains: [{ id: 'contoso.com', isVerified: true, authenticationType: 'Federated' }],
  securityDefaults: refused(),
  incidents: refused(),
  secureScores: refused(),
}
