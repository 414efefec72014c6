import type { Remedy } from '../../model/remedy.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'
import { ENTRA_P1 } from '../links/licences.ts'

export const MFA_FOR_EVERYONE: readonly Remedy[] = [
  {
    id: 'require-mfa-of-everyone',
    title: 'Require multi-factor authentication for everyone, everywhere',
    checks: ['mfa-all-users', 'mfa-enforced', 'mfa-data-repositories'],
    requirements: ['ISM-1504'],
    why: 'A stolen or guessed password then no longer opens an account; without a second factor, one phishing email can be enough to read a mailbox.',
    steps: [
      {
        text: 'Create two emergency access accounts in the onmicrosoft.com domain unless there are two already, protect each with a passkey on a security key, and lock the keys away. Declare both as emergency access accounts among this customer’s exceptions.',
        link: LEARN.emergencyAccounts,
      },
      {
        text: 'In the Entra admin center, open Entra ID > Conditional Access > Policies and create a policy from the template “Require multifactor authentication for all users”. It includes all users and all resources. The template excludes the person who creates the policy: remove that exclusion, and exclude only the emergency access accounts.',
        link: ENTRA.conditionalAccess,
      },
      {
        text: 'Leave every condition of the policy empty: an excluded office network, a single platform or a list of client apps leaves a way in with a password alone. Do not exclude guests or service provider users either.',
      },
      {
        text: 'Leave the policy in report-only mode for a week. In Sign-in logs, filter by that policy to find people and applications that would fail, and help them register a method.',
      },
      {
        text: 'Switch the policy on. Then delete older policies that it replaces, and turn off per-user multi-factor authentication.',
        link: learn(
          'From per-user settings to Conditional Access',
          'entra/identity/authentication/howto-mfa-getstarted',
        ),
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Identity.SignIns, with Policy.Read.All',
      check: `Get-MgIdentityConditionalAccessPolicy -All |
  Where-Object { $_.GrantControls.BuiltInControls -contains 'mfa' -or $_.GrantControls.AuthenticationStrength.Id } |
  Select-Object DisplayName, State,
    @{ n = 'Users'; e = { $_.Conditions.Users.IncludeUsers -join ', ' } },
    @{ n = 'Excluded users'; e = { $_.Conditions.Users.ExcludeUsers -join ', ' } },
    @{ n = 'Excluded groups'; e = { $_.Conditions.Users.ExcludeGroups -join ', ' } },
    @{ n = 'Resources'; e = { $_.Conditions.Applications.IncludeApplications -join ', ' } },
    @{ n = 'Excluded resources'; e = { $_.Conditions.Applications.ExcludeApplications -join ', ' } }`,
    },
    licence: ENTRA_P1,
    requires: ['entra-p1'],
    usersNotice:
      'People register a second method at their next sign-in, and confirm new devices and new places with it.',
    effort: 'days',
    verified:
      'The next run reads every Conditional Access policy and expects every enabled account to need a second factor for all resources, in old clients as well as new ones.',
    documentation: [
      learn(
        'Require multifactor authentication for all users',
        'entra/identity/conditional-access/policy-all-users-mfa-strength',
      ),
      learn('Plan a Conditional Access deployment', 'entra/identity/conditional-access/plan-conditional-access'),
    ],
  },
  {
    id: 'require-phishing-resistant-mfa-of-everyone',
    title: 'Let everyone sign in only with methods that cannot be phished',
    checks: ['mfa-phishing-resistant', 'mfa-phishing-resistant-data-repositories'],
    requirements: ['ISM-1872'],
    why: 'Criminals now copy sign-in pages that also steal codes and app approvals; a passkey works only on the real page, so nothing can be stolen.',
    steps: [
      {
        text: 'Under Entra ID > Authentication methods > Policies, enable “Passkey (FIDO2)” for all users and set “Allow self-service set up” to Yes. Enable “Temporary Access Pass” too, so that new people can register their first passkey.',
        link: ENTRA.methods,
      },
      {
        text: 'Get everybody to register: Windows Hello for Business on managed computers, a passkey in Microsoft Authenticator on phones, a security key for people with neither. Start with administrators and finance.',
      },
      {
        text: 'Find applications that cannot show a passkey prompt, such as old Office versions, scanners and scripts, and replace or update them. Sign-in logs show which method each sign-in used.',
      },
      {
        text: 'Create a policy for all users and all resources, excluding only the emergency access accounts, with Grant > Require authentication strength > “Phishing-resistant MFA”. Use this built-in strength: one that also accepts temporary access passes does not count. Run it in report-only mode for two weeks.',
        link: ENTRA.conditionalAccess,
      },
      {
        text: 'Under External Identities > Cross-tenant access settings > Default settings > Inbound access > Trust settings, trust multifactor authentication from other Entra tenants, so that guests can use the passkey of their home tenant.',
        link: ENTRA.inboundAccess,
      },
      {
        text: 'Test how a new person with a temporary access pass registers the first passkey. When the report shows no failures that would stop work, switch that policy to On.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Reports, with AuditLog.Read.All',
      check: `$resistant = 'passKey|fido2|windowsHelloForBusiness|macOsSecureEnclaveKey'
Get-MgReportAuthenticationMethodUserRegistrationDetail -All |
  Where-Object { -not ($_.MethodsRegistered -match $resistant) } |
  Select-Object UserPrincipalName, IsAdmin, @{ n = 'Methods'; e = { $_.MethodsRegistered -join ', ' } }`,
    },
    licence: `${ENTRA_P1}; passkeys need no licence`,
    requires: ['entra-p1'],
    usersNotice:
      'People sign in with a fingerprint, face or PIN on their own device instead of a password and a code. Those without a suitable phone or computer get a security key.',
    effort: 'project',
    verified:
      'The next run expects an enabled policy whose authentication strength accepts only passkeys, Windows Hello or certificates, for everybody and all resources.',
    documentation: [
      learn(
        'Deploy phishing-resistant sign-in',
        'entra/identity/authentication/how-to-deploy-phishing-resistant-passwordless-authentication',
      ),
      learn('Enable passkeys', 'entra/identity/authentication/how-to-authentication-passkeys-fido2'),
      learn('Authentication strengths', 'entra/identity/authentication/concept-authentication-strengths'),
    ],
  },
]
