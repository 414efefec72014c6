import type { Remedy } from '../../model/remedy.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'
import { ENTRA_P1 } from '../links/licences.ts'
import { policiesWhere } from '../scripts/conditional-access.ts'

export const SIGN_IN_PROTOCOLS: readonly Remedy[] = [
  {
    id: 'block-legacy-authentication',
    title: 'Block old email programs and protocols that rely on a password alone',
    checks: ['legacy-authentication-blocked'],
    requirements: [],
    why: 'These protocols never ask for a second factor, so criminals try stolen passwords there first, and a single success opens a mailbox.',
    steps: [
      {
        text: 'In Entra ID > Monitoring & health > Sign-in logs, add the filter “Client app” and select everything under legacy authentication clients, in the tabs for interactive and non-interactive sign-ins. Note who uses what.',
      },
      {
        text: 'Give these people current programs. Have scanners and applications that send email use OAuth, direct send or a mail relay instead of a mailbox password.',
        link: learn(
          'Send mail from devices and applications',
          'exchange/mail-flow-best-practices/how-to-set-up-a-multifunction-device-or-application-to-send-email-using-microsoft-365-or-office-365',
        ),
      },
      {
        text: 'Create a Conditional Access policy: all users, all resources, Conditions > Client apps with both “Exchange ActiveSync clients” and “Other clients”, Grant > Block access. Exclude only the emergency access accounts.',
        link: ENTRA.conditionalAccess,
      },
      {
        text: 'After a week in report-only mode, set it to On. A service that still needs an old protocol gets a date and an entry among the exceptions, not a silent exclusion.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Identity.SignIns, with Policy.Read.All',
      check: `Get-MgIdentityConditionalAccessPolicy -All |
  Where-Object { $_.Conditions.ClientAppTypes -contains 'other' -or $_.Conditions.ClientAppTypes -contains 'exchangeActiveSync' } |
  Select-Object DisplayName, State,
    @{ n = 'Clients'; e = { $_.Conditions.ClientAppTypes -join ', ' } },
    @{ n = 'Grant'; e = { $_.GrantControls.BuiltInControls -join ', ' } },
    @{ n = 'Excluded groups'; e = { $_.Conditions.Users.ExcludeGroups -join ', ' } }`,
    },
    licence: `${ENTRA_P1}; free security defaults block them too`,
    usersNotice:
      'Very old email programs, and phones that were set up with an email password, stop working until they are set up again.',
    effort: 'hours',
    verified:
      'The next run expects policies, or security defaults, to block both kinds of old clients for everybody and all resources.',
    documentation: [
      learn('Block legacy authentication', 'entra/identity/conditional-access/policy-block-legacy-authentication'),
    ],
  },
  {
    id: 'block-device-code-flow',
    title: 'Block sign-in with a code shown on another device',
    checks: ['device-code-flow-blocked'],
    requirements: [],
    why: 'Criminals send such codes by email or chat, and the person who enters one on the real Microsoft page signs the criminal in.',
    steps: [
      {
        text: 'In the sign-in logs, filter “Authentication protocol” by device code. Expect meeting room devices and scripts of administrators; most tenants find nothing else.',
      },
      {
        text: 'Move scripts to interactive sign-in or a managed identity. Put the accounts of meeting room devices that need the code in a group of their own.',
      },
      {
        text: 'Create a policy: all users, all resources, Conditions > Authentication flows > Device code flow, Grant > Block access. Exclude the emergency access accounts, and that group only if it has members.',
        link: ENTRA.conditionalAccess,
      },
      {
        text: 'Set it to On after some days in report-only mode. Record each excluded room account as an exception with a reason, because otherwise the result counts it as excluded.',
      },
    ],
    script: policiesWhere("$_.Conditions.AuthenticationFlows.TransferMethods -match 'deviceCodeFlow'"),
    licence: ENTRA_P1,
    requires: ['entra-p1'],
    usersNotice:
      'Hardly anybody notices it. Signing in on a television or meeting room device by code no longer works.',
    effort: 'minutes',
    verified: 'The next run expects an enabled policy that blocks this flow for everybody and all resources.',
    documentation: [
      learn('Block authentication flows', 'entra/identity/conditional-access/policy-block-authentication-flows'),
    ],
  },
  {
    id: 'stop-password-expiry',
    title: 'Stop making people change their password at fixed intervals',
    checks: ['password-expiry-off'],
    requirements: [],
    why: 'People who must change passwords choose weaker ones with a number at the end, which criminals guess; a long password that never changes is safer.',
    steps: [
      {
        text: 'In the Microsoft 365 admin center, open Settings > Org settings > Security & privacy > Password expiration policy and select “Set passwords to never expire”.',
        link: {
          title: 'Password expiration policy',
          url: 'https://admin.microsoft.com/#/Settings/SecurityPrivacy/:/Settings/L1/PasswordPolicy',
        },
      },
      {
        text: 'Tenants from before 2021 can still apply 90 days even if this option is selected. Set the value of each domain that Entra signs in explicitly to 2147483647, which means never.',
        link: learn('Password policies in Entra', 'entra/identity/authentication/concept-sspr-policy'),
      },
      {
        text: 'Turn on Entra password protection with your business’s names as banned words, and change a password only when it may have become known.',
        link: {
          title: 'Password protection',
          url: 'https://entra.microsoft.com/#view/Microsoft_AAD_IAM/AuthenticationMethodsMenuBlade/~/PasswordProtection',
        },
      },
    ],
    script: {
      language: 'PowerShell',
      needs:
        'Microsoft.Graph.Identity.DirectoryManagement, with Domain.Read.All, and Domain.ReadWrite.All for the change',
      check: `Get-MgDomain -All |
  Select-Object Id, AuthenticationType, IsRoot, PasswordValidityPeriodInDays`,
      change: `Get-MgDomain -All |
  Where-Object { $_.IsVerified -and $_.IsRoot -and $_.AuthenticationType -eq 'Managed' } |
  ForEach-Object { Update-MgDomain -DomainId $_.Id -PasswordValidityPeriodInDays 2147483647 -WhatIf }`,
    },
    licence: 'None: every tenant has this setting; a custom list of banned words needs Microsoft Entra ID P1',
    usersNotice: 'People keep their password and are no longer asked to change it.',
    effort: 'minutes',
    verified: 'The next run expects that passwords expire in no domain whose passwords Entra manages.',
    documentation: [
      learn('Set the password expiration policy', 'microsoft-365/admin/manage/set-password-expiration-policy'),
      learn('Password recommendations', 'microsoft-365/admin/misc/password-policy-recommendations'),
    ],
  },
]
