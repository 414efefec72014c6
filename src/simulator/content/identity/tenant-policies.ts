import type { Baseline, Recipe } from '../../tenants/recipes.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'

const CONSENT: Readonly<Record<Baseline, readonly string[]>> = {
  strong: [],
  typical: ['ManagePermissionGrantsForSelf.microsoft-user-default-recommended'],
  weak: ['ManagePermissionGrantsForSelf.microsoft-user-default-legacy'],
  unlicensed: ['ManagePermissionGrantsForSelf.microsoft-user-default-legacy'],
}

/** Restricted guests in the strong tenant, the defaults of a new tenant in the others. */
const GUEST_ROLES = {
  restricted: '2af84b1e-32c8-42b7-82bc-daa82404023b',
  limited: '10dae51f-b6af-4016-8d66-8c2a99b929b3',
} as const

export function authorizationPolicyRow({ baseline }: Recipe): Row {
  const isStrong = baseline === 'strong'
  return {
    id: 'authorizationPolicy',
    displayName: 'Authorization Policy',
    description: 'Settings of authorisation for the whole tenant.',
    allowInvitesFrom: isStrong ? 'adminsAndGuestInviters' : 'everyone',
    allowedToSignUpEmailBasedSubscriptions: !isStrong,
    allowedToUseSSPR: true,
    allowEmailVerifiedUsersToJoinOrganization: false,
    allowUserConsentForRiskyApps: null,
    blockMsolPowerShell: isStrong,
    guestUserRoleId: isStrong ? GUEST_ROLES.restricted : GUEST_ROLES.limited,
    defaultUserRolePermissions: {
      allowedToCreateApps: !isStrong,
      allowedToCreateSecurityGroups: !isStrong,
      allowedToCreateTenants: !isStrong,
      allowedToReadBitlockerKeysForOwnedDevice: true,
      allowedToReadOtherUsers: true,
      permissionGrantPoliciesAssigned: [
        ...CONSENT[baseline],
        'ManagePermissionGrantsForOwnedResource.microsoft-dynamically-managed-permissions-for-team',
        'ManagePermissionGrantsForOwnedResource.microsoft-dynamically-managed-permissions-for-chat',
      ],
    },
  }
}

/** The strong and the typical tenant let people request applications; the others have no reviewers either. */
export function adminConsentRequestPolicyRow(recipe: Recipe): Row {
  const isEnabled = recipe.baseline === 'strong' || recipe.baseline === 'typical'
  const reviewers = guidOf(recipe.seed, 'consentReviewers')
  return {
    isEnabled,
    notifyReviewers: isEnabled,
    remindersEnabled: isEnabled,
    requestDurationInDays: isEnabled ? 30 : 0,
    version: isEnabled ? 1 : 0,
    reviewers: isEnabled
      ? [
          {
            query: `/v1.0/groups/${reviewers}/transitiveMembers/microsoft.graph.user`,
            queryType: 'MicrosoftGraph',
            queryRoot: null,
          },
        ]
      : [],
  }
}

const restriction = (restrictionType: string, maxLifetime: string | null): Row => ({
  restrictionType,
  state: 'enabled',
  maxLifetime,
  restrictForAppsCreatedAfterDateTime: '0001-01-01T00:00:00Z',
})

const SECRETS_BLOCKED = [restriction('passwordAddition', null), restriction('symmetricKeyAddition', null)]
const SECRETS_SHORT = [restriction('passwordLifetime', 'P180D'), restriction('symmetricKeyLifetime', 'P180D')]
const CERTIFICATES_SHORT = [restriction('asymmetricKeyLifetime', 'P365D')]

/** The strong tenant allows no secrets, the typical one limits those of its own applications, the others have no limit. */
export function applicationManagementPolicyRow({ baseline }: Recipe): Row {
  const isStrong = baseline === 'strong'
  const isTypical = baseline === 'typical'
  return {
    id: '00000000-0000-0000-0000-000000000000',
    displayName: 'Default app management tenant policy',
    description: 'What the credentials of applications and service principals are held to.',
    isEnabled: isStrong || isTypical,
    applicationRestrictions: {
      passwordCredentials: isStrong ? [...SECRETS_BLOCKED, ...SECRETS_SHORT] : isTypical ? SECRETS_SHORT : [],
      keyCredentials: isStrong || isTypical ? CERTIFICATES_SHORT : [],
    },
    servicePrincipalRestrictions: {
      passwordCredentials: isStrong ? [...SECRETS_BLOCKED, ...SECRETS_SHORT] : [],
      keyCredentials: isStrong ? CERTIFICATES_SHORT : [],
    },
  }
}

/** Graph's value for passwords that never expire: the maximum 32-bit integer. */
const NEVER = 2_147_483_647

/** The domain of the mail addresses, and the initial domain of the tenant. */
export function domainRows({ domain, baseline }: Recipe): Row[] {
  const isModern = baseline === 'strong' || baseline === 'typical'
  return [`${domain}.example`, `${domain}.onmicrosoft.com`].map((id, position) => ({
    id,
    authenticationType: 'Managed',
    availabilityStatus: null,
    isAdminManaged: true,
    isDefault: position === 0,
    isInitial: position === 1,
    isRoot: true,
    isVerified: true,
    supportedServices: ['Email', 'OfficeCommunicationsOnline'],
    passwordValidityPeriodInDays: isModern ? NEVER : 90,
    passwordNotificationWindowInDays: 14,
    state: null,
  }))
}

export function deviceRegistrationPolicyRow({ baseline }: Recipe): Row {
  const isManaged = baseline === 'strong' || baseline === 'typical'
  const everybody = { '@odata.type': '#microsoft.graph.allDeviceRegistrationMembership' }
  const nobody = { '@odata.type': '#microsoft.graph.noDeviceRegistrationMembership' }
  return {
    id: 'deviceRegistrationPolicy',
    displayName: 'Device Registration Policy',
    description: 'Who may join and register devices.',
    userDeviceQuota: 50,
    multiFactorAuthConfiguration: 'notRequired',
    azureADRegistration: { isAdminConfigurable: false, allowedToRegister: everybody },
    azureADJoin: {
      isAdminConfigurable: true,
      allowedToJoin: everybody,
      localAdmins: {
        enableGlobalAdmins: baseline !== 'strong',
        registeringUsers: isManaged ? nobody : everybody,
      },
    },
    localAdminPassword: { isEnabled: isManaged },
  }
}

type Status = 'active' | 'activeWithErrors' | 'inactive'
type Service = 'exchange' | 'sharePoint' | 'oneDriveForBusiness'

/** Microsoft 365 Backup, if a tenant uses it. The weak tenant created a policy and never activated it. */
const BACKUPS: Readonly<Record<Baseline, readonly (readonly [Service, string, Status])[]>> = {
  strong: [
    ['exchange', 'All mailboxes', 'active'],
    ['sharePoint', 'All sites', 'active'],
    ['oneDriveForBusiness', 'All OneDrive accounts', 'active'],
  ],
  typical: [
    ['exchange', 'Mailboxes', 'active'],
    ['oneDriveForBusiness', 'OneDrive', 'activeWithErrors'],
  ],
  weak: [['exchange', 'Backup test', 'inactive']],
  unlicensed: [],
}

export function backupPolicyRows(recipe: Recipe, calendar: Calendar): Row[] {
  return BACKUPS[recipe.baseline].map(([service, displayName, status]) => ({
    '@odata.type': `#microsoft.graph.${service}ProtectionPolicy`,
    id: guidOf(recipe.seed, 'backup', service),
    displayName,
    status,
    createdDateTime: calendar.past(210, 490),
    lastModifiedDateTime: calendar.past(35, 505),
    billingPolicyId: null,
    retentionSettings: [
      { interval: 'R/PT10M/P14D', period: 'P14D' },
      { interval: 'R/P7D/P365D', period: 'P365D' },
    ],
    createdBy: { application: null, device: null, user: null },
    lastModifiedBy: { application: null, device: null, user: null },
  }))
}
