import type { Remedy } from '../../model/remedy.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'

export const ADMINISTRATOR_ROLES: readonly Remedy[] = [
  {
    id: 'reduce-global-administrators',
    title: 'Give unlimited rights to a few people, never just one, and others narrower roles',
    checks: ['global-administrator-count', 'fine-grained-administrator-roles', 'least-privilege'],
    requirements: [],
    why: 'Every Global Administrator is a key to the whole business: each one more can be stolen, and losing the only one locks you out.',
    steps: [
      {
        text: 'List everybody who holds or may activate Global Administrator, including through groups, and write down what each of them really does.',
        link: ENTRA.roles,
      },
      {
        text: 'Keep two emergency access accounts and as few people as possible, at most four; a small business often needs no others. The total must be at least two and at most eight.',
        link: LEARN.emergencyAccounts,
      },
      {
        text: 'Give the others the narrowest role for their task, such as User, Exchange, SharePoint or Application Administrator. At least as many accounts must hold only such roles as hold Global Administrator, emergency access accounts included.',
        link: LEARN.rolesByTask,
      },
      {
        text: 'Let the remaining people activate Global, Privileged Role and Privileged Authentication Administrator for a time in Privileged Identity Management. Only the emergency access accounts keep them.',
        link: ENTRA.privilegedRoles,
      },
      {
        text: 'Remove these three roles from applications; give each application only the permissions that it needs.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Identity.Governance, with RoleManagement.Read.Directory',
      check: `$global = "roleDefinitionId eq '62e90394-69f5-4237-9190-012177145e10'"
$holder = @{ n = 'Holder'; e = { $_.Principal.AdditionalProperties['displayName'] } }
Get-MgRoleManagementDirectoryRoleAssignment -All -Filter $global -ExpandProperty principal | Select-Object $holder
Get-MgRoleManagementDirectoryRoleEligibilityScheduleInstance -All -Filter $global -ExpandProperty principal |
  Select-Object $holder`,
    },
    licence:
      'None for fewer and narrower roles; time-limited activation needs Microsoft Entra ID P2, which Microsoft 365 E5 includes',
    usersNotice: 'Some administrators lose rights that they rarely used; nobody else notices it.',
    effort: 'hours',
    verified:
      'The next run counts who holds or may activate these roles, compares Global Administrators with holders of other highly privileged roles, and expects fewer than five people besides the emergency access accounts.',
    documentation: [
      learn('Best practices for roles', 'entra/identity/role-based-access-control/best-practices'),
      learn('Built-in roles', 'entra/identity/role-based-access-control/permissions-reference'),
    ],
  },
  {
    id: 'review-what-rights-are-needed',
    title: 'Review every year which administrative rights people and services really need',
    checks: [],
    requirements: ['ISM-1508'],
    why: 'Rights pile up over the years, and a forgotten service account with full rights is what turns a small break-in into a large one.',
    steps: [
      {
        text: 'List administrative rights on all systems: Entra roles, Active Directory groups, local administrators, cloud subscriptions, databases, business systems, backup.',
      },
      {
        text: 'Add service accounts and applications. In Entra, look at application permissions that can write to everything, such as Directory.ReadWrite.All, RoleManagement.ReadWrite.Directory or full access to mailboxes.',
        link: LEARN.applicationPermissions,
      },
      {
        text: 'Ask each person’s manager and the owner of each service what the work requires. Remove everything else, and replace broad rights with narrow ones.',
      },
      { text: 'Write down date, people, decisions and what was removed, and put the next review in the calendar.' },
    ],
    licence: 'None: a list and a meeting are enough',
    usersNotice: 'People notice nothing unless they lose rights that they did not need.',
    effort: 'days',
    verified: 'Show the record of a review within the last year, with what was removed.',
    documentation: [
      learn(
        'Least privilege in Active Directory',
        'windows-server/identity/ad-ds/plan/security-best-practices/implementing-least-privilege-administrative-models',
      ),
      LEARN.rolesByTask,
    ],
  },
]
