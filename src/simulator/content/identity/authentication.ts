import type { Baseline, Recipe } from '../../tenants/recipes.ts'
import { groupId } from '../inventory/groups.ts'
import type { Person } from '../inventory/people.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { randomOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'

export function securityDefaultsRow(recipe: Recipe): Row {
  return {
    id: '00000000-0000-0000-0000-000000000005',
    displayName: 'Security Defaults',
    description: 'Basic identity protection that is switched on or off as a whole.',
    isEnabled: recipe.baseline === 'unlicensed',
  }
}

type MethodState = 'enabled' | 'disabled'
type Method = 'Fido2' | 'MicrosoftAuthenticator' | 'TemporaryAccessPass' | 'SoftwareOath' | 'Sms' | 'Voice' | 'Email'

const ENABLED_METHODS: Readonly<Record<Baseline, readonly Method[]>> = {
  strong: ['Fido2', 'TemporaryAccessPass'],
  typical: ['Fido2', 'MicrosoftAuthenticator', 'TemporaryAccessPass', 'SoftwareOath', 'Sms'],
  weak: ['MicrosoftAuthenticator', 'SoftwareOath', 'Sms', 'Voice', 'Email'],
  unlicensed: ['MicrosoftAuthenticator', 'SoftwareOath'],
}

const MIGRATION: Readonly<Record<Baseline, string>> = {
  strong: 'migrationComplete',
  typical: 'migrationInProgress',
  weak: 'preMigration',
  unlicensed: 'migrationComplete',
}

export function authenticationMethodsPolicyRow(recipe: Recipe, calendar: Calendar): Row {
  const allUsers = { id: 'all_users', targetType: 'group' }
  const isCareful = recipe.baseline === 'strong' || recipe.baseline === 'typical'
  const shownToAll = {
    state: isCareful ? 'enabled' : 'default',
    includeTarget: allUsers,
    excludeTarget: { id: '00000000-0000-0000-0000-000000000000', targetType: 'group' },
  }
  const passkeyTarget =
    recipe.baseline === 'typical' ? { id: groupId(recipe, 'passkeyPilot'), targetType: 'group' } : allUsers
  const stateOf = (method: Method): MethodState =>
    ENABLED_METHODS[recipe.baseline].includes(method) ? 'enabled' : 'disabled'
  const configuration = (id: Method, type: string, more: Row, target: Row = allUsers): Row => ({
    '@odata.type': `#microsoft.graph.${type}AuthenticationMethodConfiguration`,
    id,
    state: stateOf(id),
    excludeTargets: [],
    ...more,
    includeTargets: [{ ...target, isRegistrationRequired: false }],
  })
  return {
    id: 'authenticationMethodsPolicy',
    displayName: 'Authentication Methods Policy',
    description: 'Which authentication methods may be used and must be registered.',
    lastModifiedDateTime: calendar.past(45, 610),
    policyVersion: '1.5',
    policyMigrationState: MIGRATION[recipe.baseline],
    registrationEnforcement: {
      authenticationMethodsRegistrationCampaign: {
        snoozeDurationInDays: 1,
        enforceRegistrationAfterAllowedSnoozes: true,
        state: recipe.baseline === 'weak' ? 'disabled' : 'default',
        excludeTargets: [],
        includeTargets: [{ ...allUsers, targetedAuthenticationMethod: 'microsoftAuthenticator' }],
      },
    },
    authenticationMethodConfigurations: [
      configuration(
        'Fido2',
        'fido2',
        {
          isSelfServiceRegistrationAllowed: true,
          isAttestationEnforced: recipe.baseline === 'strong',
          keyRestrictions: { isEnforced: false, enforcementType: 'block', aaGuids: [] },
        },
        passkeyTarget,
      ),
      configuration('MicrosoftAuthenticator', 'microsoftAuthenticator', {
        isSoftwareOathEnabled: !isCareful,
        featureSettings: {
          displayAppInformationRequiredState: shownToAll,
          displayLocationInformationRequiredState: shownToAll,
        },
      }),
      configuration('Sms', 'sms', {}, { ...allUsers, isUsableForSignIn: recipe.baseline === 'weak' }),
      configuration('TemporaryAccessPass', 'temporaryAccessPass', {
        defaultLifetimeInMinutes: 60,
        defaultLength: 8,
        minimumLifetimeInMinutes: 60,
        maximumLifetimeInMinutes: 480,
        isUsableOnce: true,
      }),
      configuration('SoftwareOath', 'softwareOath', {}),
      configuration('Voice', 'voice', { isOfficePhoneAllowed: false }),
      configuration('Email', 'email', { allowExternalIdToUseEmailOtp: 'default' }),
    ],
  }
}

const AUTHENTICATOR = ['microsoftAuthenticatorPush', 'softwareOneTimePasscode']
const PASSKEYS = ['passKeyDeviceBound', 'windowsHelloForBusiness']

/** Registered methods of each account; the report includes disabled accounts. */
export function registrationRows(
  recipe: Recipe,
  people: readonly Person[],
  administratorIds: ReadonlySet<string>,
  calendar: Calendar,
): Row[] {
  const random = randomOf(`${recipe.seed}/registration`)
  return people.map((person) => {
    const methods = methodsOf(recipe.baseline, person, random.share())
    const isRegistered = methods.some((method) => method !== 'email')
    const isPasswordless = methods.some((method) => PASSKEYS.includes(method))
    return {
      id: person.id,
      userPrincipalName: person.userPrincipalName,
      userDisplayName: person.displayName,
      userType: person.kind === 'guest' ? 'guest' : 'member',
      isAdmin: administratorIds.has(person.id),
      isSsprRegistered: isRegistered && person.kind === 'member',
      isSsprEnabled: recipe.baseline !== 'weak',
      isSsprCapable: isRegistered && person.kind === 'member' && recipe.baseline !== 'weak',
      isMfaRegistered: isRegistered,
      isMfaCapable: isRegistered,
      isPasswordlessCapable: isPasswordless,
      methodsRegistered: methods,
      isSystemPreferredAuthenticationMethodEnabled: true,
      systemPreferredAuthenticationMethods: isPasswordless ? ['fido2'] : isRegistered ? ['push'] : [],
      userPreferredMethodForSecondaryAuthentication: isRegistered && !isPasswordless ? 'push' : 'none',
      lastUpdatedDateTime: calendar.recent(1, 185),
    }
  })
}

function methodsOf(baseline: Baseline, person: Person, luck: number): string[] {
  if (baseline === 'strong') return PASSKEYS
  if (baseline === 'weak') return luck < 0.25 ? ['mobilePhone'] : luck < 0.35 ? ['email'] : []
  if (person.kind === 'break-glass') return ['passKeyDeviceBound']
  if (person.kind === 'administrator') return [...AUTHENTICATOR, 'passKeyDeviceBound']
  if (!person.enabled) return []
  if (luck < 0.1) return person.kind === 'guest' ? [] : ['mobilePhone', 'email']
  if (luck < 0.16) return []
  return luck > 0.85 && person.kind === 'member' ? [...AUTHENTICATOR, 'windowsHelloForBusiness'] : AUTHENTICATOR
}
