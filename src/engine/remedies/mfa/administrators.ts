import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'
import { ENTRA_P1 } from '../links/licences.ts'
import { policiesWhere } from '../scripts/conditional-access.ts'

export const MFA_FOR_ADMINISTRATORS: readonly Remedy[] = [
  {
    id: 'require-mfa-of-administrators',
    title: 'Require a second factor for every administrator, and check that it is set up',
    checks: ['mfa-privileged-users'],
    requirements: ['ISM-1173'],
    why: 'With one administrator’s password, a criminal can read all email, delete all files and lock the whole business out.',
    steps: [
      {
        text: 'Find administrators who have registered nothing: until they do, anybody with their password can register a method in their place.',
        link: ENTRA.roles,
      },
      {
        text: 'Let each of them register a passkey or the Authenticator app in your presence, or hand out a temporary access pass. Remove the role from accounts that nobody claims.',
      },
      {
        text: 'Create a Conditional Access policy from the template “Require multifactor authentication for admins”, add every role that is in use, and keep all resources. Exclude only the emergency access accounts. The template also excludes you: remove that.',
        link: ENTRA.conditionalAccess,
      },
      {
        text: 'Include custom roles and roles for a part of the directory by naming their holders as users, because policies by role do not reach them. A policy for all users avoids this.',
      },
      {
        text: 'Check in What If that each administrator is covered, then switch the policy from report-only to On on the same day.',
        link: learn('What If tool', 'entra/identity/conditional-access/what-if-tool'),
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Reports, with AuditLog.Read.All',
      check: `Get-MgReportAuthenticationMethodUserRegistrationDetail -All -Filter 'isAdmin eq true' |
  Where-Object { -not $_.IsMfaRegistered } |
  Select-Object UserPrincipalName, IsMfaCapable, IsMfaRegistered`,
    },
    licence: ENTRA_P1,
    requires: ['entra-p1'],
    usersNotice: 'People without an administrator’s role notice nothing.',
    effort: 'hours',
    verified:
      'The next run expects every holder of a role, active or eligible, to be covered for all resources and to have registered a method.',
    documentation: [
      learn(
        'Require multi-factor authentication for administrators',
        'entra/identity/conditional-access/howto-conditional-access-policy-admin-mfa',
      ),
    ],
  },
  {
    id: 'require-phishing-resistant-mfa-of-administrators',
    title: 'Allow administrators only passkeys or other methods that cannot be phished',
    checks: ['highly-privileged-phishing-resistant'],
    requirements: [],
    why: 'Administrators are the first target of forged sign-in pages, which pass on a code or an approval as soon as it is entered.',
    steps: [
      {
        text: 'Give every administrator two security keys, or one key and a passkey in Microsoft Authenticator, and let them register both. Do it before the policy, or you lock them out.',
      },
      {
        text: 'Create a policy from the template “Require phishing-resistant multifactor authentication for administrators”. Under Users > Directory roles, choose at least the roles Global, Privileged Role, User, SharePoint, Exchange, Hybrid Identity, Application and Cloud Application Administrator.',
        link: ENTRA.conditionalAccess,
      },
      {
        text: 'Keep all resources, set Grant > Require authentication strength to “Phishing-resistant MFA”, and remove your own account from the exclusions. Only emergency access accounts stay excluded; they use security keys anyway.',
      },
      {
        text: 'The policy applies to people who are only eligible for a role once they activate it. To apply it earlier, include them as users as well, or require an authentication context in the settings of the role.',
      },
      { text: 'Watch the report-only results for a week, then set the policy to On.' },
    ],
    script: policiesWhere('$_.Conditions.Users.IncludeRoles -and $_.GrantControls.AuthenticationStrength.Id'),
    licence: `${ENTRA_P1}; security keys cost extra`,
    requires: ['entra-p1'],
    usersNotice: 'Only administrators notice it: they sign in with a passkey instead of codes or approvals.',
    effort: 'hours',
    verified:
      'The next run expects every holder of one of these eight roles to be covered by a policy whose strength accepts no weaker method.',
    documentation: [
      learn(
        'Phishing-resistant sign-in for administrators',
        'entra/identity/conditional-access/policy-admin-phish-resistant-mfa',
      ),
    ],
  },
  {
    id: 'require-mfa-on-servers-and-network-devices',
    title: 'Require a second factor for administration outside Microsoft 365 too',
    checks: [],
    requirements: ['ISM-1173', 'PR.AA-03'],
    why: 'Servers, firewalls and backups are what criminals want after the first foothold, and a password alone often opens them.',
    steps: [
      {
        text: 'List where people administer something: domain controllers, servers, hypervisors, backup, firewalls, switches, Wi-Fi, storage, cloud subscriptions, domain registrar, business systems.',
      },
      {
        text: 'Where the product supports SAML, connect it to Entra and assign only the administration accounts. Most firewalls, backup and virtualisation products can do it.',
        link: ENTRA.enterpriseApps,
      },
      {
        text: 'For Windows servers, let administrators connect by Azure Bastion, a remote desktop gateway or Private Access that asks for a second factor, or use smart cards; refuse direct connections at the firewall.',
      },
      {
        text: 'Protect what is left with the product’s own second factor, and keep its emergency password sealed.',
      },
    ],
    licence: 'Depends on the products; most include it',
    usersNotice: 'Only people who administer systems notice it, with one more step at sign-in.',
    effort: 'days',
    verified: 'Show the list of systems, each with the setting that makes a second factor compulsory.',
    documentation: [ASD.secureAdministration, LEARN.bastion],
  },
]
