import type { Remedy } from '../remedy.ts'

export const MFA_FOR_EVERYONE: readonly Remedy[] = [
  {
    id: 'require-mfa-of-everyone',
    title: 'Require multi-factor authentication of everyone, everywhere',
    checks: ['mfa-all-users'],
    requirements: [],
    why: 'A stolen or guessed password alone then opens no account; without it, one phishing mail can be enough to read a mailbox.',
    steps: [
      {
        text: 'Create two emergency access accounts, protect each with a passkey, and keep them out of every Conditional Access policy, so that a mistake cannot lock you out.',
        link: {
          title: 'Emergency access accounts',
          url: 'https://learn.microsoft.com/entra/identity/role-based-access-control/security-emergency-access',
        },
      },
      {
        text: 'In the Entra admin center, open Conditional Access > Policies and create a policy from the template “Require multifactor authentication for all users”. It includes all users and all resources; exclude only the emergency access accounts.',
        link: {
          title: 'Conditional Access policies',
          url: 'https://entra.microsoft.com/#view/Microsoft_AAD_ConditionalAccess/ConditionalAccessBlade/~/Policies',
        },
      },
      {
        text: 'Leave the policy in report-only mode for a week. In Sign-in logs, filter by that policy to find people and applications that would fail, and help them register a method.',
      },
      { text: 'Switch the policy on, and remove exclusions that older policies still have.' },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Identity.SignIns, with Policy.Read.All',
      check: `Get-MgIdentityConditionalAccessPolicy -All |
  Where-Object { $_.GrantControls.BuiltInControls -contains 'mfa' -or $_.GrantControls.AuthenticationStrength.Id } |
  Select-Object DisplayName, State,
    @{ n = 'Users'; e = { $_.Conditions.Users.IncludeUsers -join ', ' } },
    @{ n = 'Excluded groups'; e = { $_.Conditions.Users.ExcludeGroups -join ', ' } }`,
    },
    licence: 'Microsoft Entra ID P1, which Microsoft 365 Business Premium and E3 include',
    usersNotice:
      'People register a second method at their next sign-in, and confirm new devices and new places with it.',
    effort: 'days',
    verified:
      'The next run reads every Conditional Access policy and expects that one requires a second factor of every enabled account for all resources.',
    documentation: [
      {
        title: 'Require multifactor authentication for all users',
        url: 'https://learn.microsoft.com/entra/identity/conditional-access/policy-all-users-mfa-strength',
      },
    ],
  },
]
