import type { Remedy } from '../../model/remedy.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'

const AUTHORIZATION =
  'Microsoft.Graph.Identity.SignIns, with Policy.Read.All, and Policy.ReadWrite.Authorization for the change'

export const APPLICATION_CONSENT: readonly Remedy[] = [
  {
    id: 'leave-consent-to-administrators',
    title: 'Let only administrators give applications access to your data',
    checks: ['user-consent-off', 'application-consent'],
    requirements: [],
    why: 'One click on “Accept” can give a criminal’s application lasting access to a mailbox, which a new password does not end.',
    steps: [
      {
        text: 'First give people a way to ask, so that they are not stuck: turn on admin consent requests with named reviewers.',
      },
      {
        text: 'Open Entra ID > Enterprise apps > Consent and permissions > User consent settings, select “Do not allow user consent” and save.',
        link: {
          title: 'User consent settings',
          url: 'https://entra.microsoft.com/#view/Microsoft_AAD_IAM/ConsentPoliciesMenuBlade/~/UserSettings',
        },
      },
      {
        text: 'Review what people accepted in the past: in each enterprise application, look at Permissions > User consent, and revoke what nobody can explain.',
        link: LEARN.applicationPermissions,
      },
    ],
    script: {
      language: 'PowerShell',
      needs: AUTHORIZATION,
      check: '(Get-MgPolicyAuthorizationPolicy).DefaultUserRolePermissions.PermissionGrantPoliciesAssigned',
      change: `$policy = Get-MgPolicyAuthorizationPolicy
$keep = @($policy.DefaultUserRolePermissions.PermissionGrantPoliciesAssigned |
  Where-Object { $_ -notlike 'ManagePermissionGrantsForSelf.*' })
Update-MgPolicyAuthorizationPolicy -WhatIf -BodyParameter @{
  defaultUserRolePermissions = @{ permissionGrantPoliciesAssigned = $keep }
}`,
    },
    licence: 'None: consent settings exist in every tenant',
    usersNotice: 'Applications that are in use continue to work. New ones show a form to ask for approval.',
    effort: 'hours',
    verified: 'The next run reads who may consent to applications, and expects that only administrators may.',
    documentation: [learn('Configure user consent', 'entra/identity/enterprise-apps/configure-user-consent')],
  },
  {
    id: 'let-people-request-applications',
    title: 'Give people a way to ask for applications, with reviewers who answer',
    checks: ['admin-consent-workflow'],
    requirements: [],
    why: 'People who cannot ask find a way around you, with private accounts and services that nobody has checked.',
    steps: [
      {
        text: 'Create a group with at least two reviewers who know which data an application may see. They also need a role that can grant consent, such as Cloud Application Administrator.',
      },
      {
        text: 'Open Entra ID > Enterprise apps > Consent and permissions > Admin consent settings and set “Users can request admin consent to apps they are unable to consent to” to Yes.',
        link: {
          title: 'Admin consent settings',
          url: 'https://entra.microsoft.com/#view/Microsoft_AAD_IAM/ConsentPoliciesMenuBlade/~/AdminConsentSettings',
        },
      },
      {
        text: 'Add the group under “Who can review admin consent requests”, and set “Selected users will receive email notifications for requests” to Yes.',
      },
      { text: 'Agree to answer within two working days, and check publisher, permissions and purpose each time.' },
    ],
    script: {
      language: 'Graph',
      needs: 'Policy.Read.All',
      check: 'GET https://graph.microsoft.com/v1.0/policies/adminConsentRequestPolicy',
    },
    licence: 'None: admin consent requests are available in every tenant',
    usersNotice: 'Where an application needs approval, people can write a reason and get the answer by email.',
    effort: 'minutes',
    verified: 'The next run expects requests to be on, reviewers to be named, and emails to them to be on.',
    documentation: [
      learn('Configure admin consent requests', 'entra/identity/enterprise-apps/configure-admin-consent-workflow'),
      learn('Review requests', 'entra/identity/enterprise-apps/manage-consent-requests'),
    ],
  },
  {
    id: 'leave-registration-to-administrators',
    title: 'Let only administrators register applications in Microsoft 365',
    checks: ['application-registration-restricted'],
    requirements: [],
    why: 'Otherwise an attacker with a stolen account could register an application as a back door, which stays open after the account’s password is changed.',
    steps: [
      {
        text: 'Ask who develops or connects applications, and give these people the role Application Developer.',
        link: ENTRA.roles,
      },
      {
        text: 'Open Entra ID > Users > User settings, set “Users can register applications” to No and save.',
        link: {
          title: 'User settings',
          url: 'https://entra.microsoft.com/#view/Microsoft_AAD_UsersAndTenants/UserManagementMenuBlade/~/UserSettings/menuId/UserSettings',
        },
      },
      { text: 'Look through App registrations once, and delete those without an owner who can say what they are for.' },
    ],
    script: {
      language: 'PowerShell',
      needs: AUTHORIZATION,
      check: '(Get-MgPolicyAuthorizationPolicy).DefaultUserRolePermissions.AllowedToCreateApps',
      change:
        'Update-MgPolicyAuthorizationPolicy -WhatIf -BodyParameter @{ defaultUserRolePermissions = @{ allowedToCreateApps = $false } }',
    },
    licence: 'None: this user setting is in every tenant',
    usersNotice: 'Only people who register applications themselves notice it.',
    effort: 'minutes',
    verified: 'The next run reads the default permissions of users and expects that they cannot create applications.',
    documentation: [
      learn('Default permissions of users', 'entra/fundamentals/users-default-permissions'),
      learn('Delegate application registration', 'entra/identity/role-based-access-control/delegate-app-roles'),
    ],
  },
]
