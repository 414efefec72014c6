import type { Remedy } from '../../model/remedy.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'

export const AUTHENTICATION_METHODS: readonly Remedy[] = [
  {
    id: 'accept-only-two-real-factors',
    title: 'Require something people have as well as something they know',
    checks: ['mfa-factors'],
    requirements: ['ISM-1401'],
    why: 'A PIN with a printed code, or a text message instead of a password, is still a single factor: one theft is enough to get in.',
    steps: [
      {
        text: 'Under Entra ID > Authentication methods > Policies, open “SMS” and clear “Use for sign-in” for every target, or disable the method altogether.',
        link: ENTRA.methods,
      },
      {
        text: 'On the same page, set “QR code” to disabled. Shared devices of shift workers can use passkeys on security keys instead.',
      },
      {
        text: 'Under Authentication strengths, open each custom strength that a policy uses and remove what is a single factor, for example “Password”, “SMS sign-in” or “Federated single-factor”.',
        link: ENTRA.strengths,
      },
      {
        text: 'List the methods that VPN, remote desktop, business applications and any federated identity provider accept. Replace security questions, codes by email and grid cards with an authenticator app, passkey or token.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Identity.SignIns, with Policy.Read.All',
      check: `# The methods that people may use, then what each authentication strength accepts
(Get-MgPolicyAuthenticationMethodPolicy).AuthenticationMethodConfigurations | Select-Object Id, State
Get-MgPolicyAuthenticationStrengthPolicy -All |
  Select-Object DisplayName, PolicyType, @{ n = 'Accepts'; e = { $_.AllowedCombinations -join '; ' } }`,
    },
    licence: 'None: every tenant has these settings; custom authentication strengths come with Microsoft Entra ID P1',
    usersNotice:
      'Only people who signed in by text message alone, with a QR code or with a security question notice it: they register another method.',
    effort: 'hours',
    verified:
      'The next run reads the enabled methods and the strengths that policies require, and expects two factors from each. For other systems, show a list of them with the methods that each accepts.',
    documentation: [
      learn('Authentication methods', 'entra/identity/authentication/concept-authentication-methods'),
      learn(
        'Custom authentication strengths',
        'entra/identity/authentication/concept-authentication-strength-advanced-options',
      ),
      learn('Sign-in by text message', 'entra/identity/authentication/howto-authentication-sms-signin'),
    ],
  },
  {
    id: 'turn-off-codes-by-phone-and-mail',
    title: 'Stop using codes by text message, phone call and email as proof of identity',
    checks: ['weak-authentication-methods-disabled'],
    requirements: [],
    why: 'Text messages and calls can be redirected by a fraudulent SIM swap, and a code by email is worthless once the mailbox is taken over.',
    steps: [
      {
        text: 'Find out who depends on these methods: Entra ID > Authentication methods > User registration details lists the registered methods of each person.',
        link: ENTRA.methods,
      },
      {
        text: 'Move these people to passkeys or Microsoft Authenticator with a registration campaign. Microsoft itself stops delivering codes by text message and call on 1 February 2027.',
        link: learn(
          'Retirement of codes by text message and call',
          'entra/identity/authentication/concept-sms-voice-retirement',
        ),
      },
      {
        text: 'Open “SMS”, “Voice call” and “Email OTP” one after the other and set “Enable” to off. For “Email OTP”, first set “Allow external users to use email OTP” to No; guests who have no work, school or Microsoft account must then create a Microsoft account.',
      },
      {
        text: 'Check that the migration of the older settings is complete, because they can still allow the same methods.',
      },
    ],
    script: {
      language: 'Graph',
      needs: 'Policy.Read.All',
      check:
        'GET https://graph.microsoft.com/v1.0/policies/authenticationMethodsPolicy?$select=policyMigrationState,authenticationMethodConfigurations',
    },
    licence: 'None: every tenant has this setting',
    usersNotice:
      'People who received codes by text message, call or email set up the app or a passkey first. Guests may have to sign in differently.',
    effort: 'days',
    verified:
      'The next run expects SMS, voice call and email one-time passcode to be disabled for everybody, and the migration to be complete.',
    documentation: [
      learn('Manage authentication methods', 'entra/identity/authentication/concept-authentication-methods-manage'),
      learn('Registration campaign', 'entra/identity/authentication/how-to-registration-campaign'),
    ],
  },
  {
    id: 'show-context-in-authenticator',
    title: 'Show people in the Authenticator app what they are about to approve',
    checks: ['authenticator-shows-context'],
    requirements: [],
    why: 'People approve a stranger’s sign-in less often when the app names the application and the place, so fewer attackers get in because somebody taps “Approve” without thinking.',
    steps: [
      {
        text: 'Under Entra ID > Authentication methods > Policies > Microsoft Authenticator > Configure, set “Allow use of Microsoft Authenticator OTP” to No.',
        link: ENTRA.methods,
      },
      {
        text: 'Set “Show application name in push and passwordless notifications” to Enabled, include all users, and exclude no group. The value “Microsoft managed” is not enough.',
      },
      {
        text: 'Do the same for “Show geographic location in push and passwordless notifications”, then select Save.',
      },
    ],
    script: {
      language: 'Graph',
      needs: 'Policy.Read.All',
      check:
        'GET https://graph.microsoft.com/v1.0/policies/authenticationMethodsPolicy/authenticationMethodConfigurations/MicrosoftAuthenticator',
    },
    licence: 'None: every tenant with Microsoft Authenticator has this setting',
    usersNotice:
      'The app shows the application and a map with each request. People who typed the six digits from the app get a request to approve instead.',
    effort: 'minutes',
    verified:
      'The next run expects both settings to be enabled for all users without an excluded group, and the app’s one-time codes to be off.',
    documentation: [
      learn('Additional context in Authenticator', 'entra/identity/authentication/how-to-mfa-additional-context'),
    ],
  },
  {
    id: 'complete-methods-migration',
    title: 'Replace the outdated settings for sign-in methods with the current ones',
    checks: ['authentication-methods-migrated'],
    requirements: [],
    why: 'While two places decide how people may sign in, a weak method that was switched off in one of them can still be open in the other.',
    steps: [
      {
        text: 'Write down the verification options under Users > Per-user MFA > Service settings, and the methods under Users > Password reset > Authentication methods.',
      },
      {
        text: 'Under Entra ID > Authentication methods > Policies, start the automated migration guide. It proposes a policy from both; remove the weak methods before you accept.',
        link: ENTRA.methods,
      },
      {
        text: 'Test sign-in and password reset with a few people, then clear every method in both older places.',
      },
      {
        text: 'Open “Manage migration” and select “Migration Complete”. You can undo this step if somebody is locked out.',
      },
    ],
    script: {
      language: 'Graph',
      needs: 'Policy.Read.All',
      check: 'GET https://graph.microsoft.com/v1.0/policies/authenticationMethodsPolicy?$select=policyMigrationState',
    },
    licence: 'None: the migration is open to every tenant',
    usersNotice: 'People who keep a method that stays allowed notice nothing; the others register a new one.',
    effort: 'hours',
    verified: 'The next run expects the state of the migration to be complete, or that there was nothing to migrate.',
    documentation: [
      learn(
        'Migrate to the authentication methods policy',
        'entra/identity/authentication/how-to-authentication-methods-manage',
      ),
    ],
  },
]
