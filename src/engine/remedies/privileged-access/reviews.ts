import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'
import { ENTRA_P2 } from '../links/licences.ts'

export const PRIVILEGE_REVIEWS: readonly Remedy[] = [
  {
    id: 'approve-requests-for-rights',
    title: 'Give administrative rights only on a written and approved request',
    checks: [],
    requirements: ['ISM-1507'],
    why: 'Rights that are given on a telephone call are rights that a clever caller can obtain.',
    steps: [
      {
        text: 'Make a short form or ticket type: who, which system, which right, why, until when, who approves. The approver is the owner of the system, and never the person who asks.',
      },
      {
        text: 'Agree with everybody who can grant rights, the IT provider included, that nothing is granted without such a ticket. Verify requests by telephone on a known number.',
      },
      {
        text: 'Enter the number of the ticket where the system allows it, for example as justification in Privileged Identity Management.',
      },
      {
        text: 'Review the administrators of the last twelve months; add the missing record, or withdraw the rights.',
        link: ENTRA.roles,
      },
    ],
    licence: 'None: a ticket system or form is enough',
    usersNotice: 'People who ask for rights fill in a form and wait for an answer.',
    effort: 'hours',
    verified: 'Show the requests behind the newest administrators of each system.',
    documentation: [ASD.systemManagement],
  },
  {
    id: 'end-rights-after-a-year',
    title: 'Let administrative rights end after a year unless somebody confirms them',
    checks: ['privileged-access-expiry'],
    requirements: ['ISM-1647'],
    why: 'People change tasks and suppliers leave; rights that end by themselves cannot be forgotten.',
    steps: [
      {
        text: 'In Privileged Identity Management, open the settings of every role in use, clear “Allow permanent eligible assignment” and set “Expire eligible assignment after” to one year. Do the same for active assignments, except for Global Administrator, which the emergency access accounts keep.',
        link: ENTRA.privilegedRoles,
      },
      {
        text: 'Give each existing assignment an end within a year, apart from those of the emergency access accounts. Groups that hold roles need the same in their “Member” settings.',
      },
      {
        text: 'Or create access reviews instead, under Privileged Identity Management > Microsoft Entra roles > Access reviews: for all roles, users and groups, all active and eligible assignments, every year or more often, without an end.',
        link: learn(
          'Access reviews of roles',
          'entra/id-governance/privileged-identity-management/pim-create-roles-and-resource-roles-review',
        ),
      },
      {
        text: 'In these reviews, set “Auto apply results to resource” to Enable and “If reviewers don’t respond” to “Remove access”. Any other choice removes nothing and does not count. Name two reviewers, who must confirm the emergency access accounts each time; otherwise the review removes those too.',
      },
      {
        text: 'Do the same by hand for servers and business systems: a yearly meeting with the list of administrators, its decisions, and the removal on the same day.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs:
        'Microsoft.Graph.Identity.Governance, with RoleEligibilitySchedule.Read.Directory and RoleAssignmentSchedule.Read.Directory',
      check: `# Assignments without an end, or that last more than a year from today
$limit = (Get-Date).AddYears(1)
@(Get-MgRoleManagementDirectoryRoleEligibilityScheduleInstance -All -ExpandProperty principal, roleDefinition) +
  @(Get-MgRoleManagementDirectoryRoleAssignmentScheduleInstance -All -ExpandProperty principal, roleDefinition) |
  Where-Object { -not $_.EndDateTime -or $_.EndDateTime -gt $limit } |
  Select-Object @{ n = 'Role'; e = { $_.RoleDefinition.DisplayName } },
    @{ n = 'Holder'; e = { $_.Principal.AdditionalProperties['displayName'] } }, AssignmentType, EndDateTime`,
    },
    licence: `${ENTRA_P2}; reviews by hand need none`,
    usersNotice: 'Administrators receive an email before their rights end; other users notice nothing.',
    effort: 'hours',
    verified:
      'The next run expects each assignment to end within a year under rules that allow no more, or a yearly review that removes what nobody confirms. If you review by hand, describe the last review in the answer.',
    documentation: [
      learn(
        'Settings of roles in Privileged Identity Management',
        'entra/id-governance/privileged-identity-management/pim-how-to-change-default-settings',
      ),
    ],
  },
  {
    id: 'remove-unused-administrators',
    title: 'Switch off administrator accounts that nobody has used for 45 days',
    checks: ['privileged-inactivity'],
    requirements: ['ISM-1648'],
    why: 'Nobody notices when an account that nobody uses is stolen, so it is the easiest way in.',
    steps: [
      {
        text: 'On the first working day of each month, list the last sign-in of every administrator in Entra, Active Directory, servers and business systems.',
        link: ENTRA.users,
      },
      {
        text: 'Remove the role, or disable the account, if the last successful sign-in is more than 45 days ago. Emergency access accounts are exempt; declare them among the exceptions.',
      },
      {
        text: 'Let tools do it where they can: Search-ADAccount -AccountInactive finds idle accounts in Active Directory, and an access review limited to inactive users can do so in Entra.',
      },
      { text: 'Save each list with what was done about every account, and who did it.' },
    ],
    script: {
      language: 'PowerShell',
      needs:
        'Microsoft.Graph.Identity.Governance and Microsoft.Graph.Users, with RoleManagement.Read.Directory, User.Read.All and AuditLog.Read.All',
      check: `$ids = @(Get-MgRoleManagementDirectoryRoleAssignment -All) +
  @(Get-MgRoleManagementDirectoryRoleEligibilityScheduleInstance -All) | ForEach-Object PrincipalId | Sort-Object -Unique
foreach ($id in $ids) {
  Get-MgUser -UserId $id -Property UserPrincipalName, AccountEnabled, SignInActivity -ErrorAction SilentlyContinue |
    Where-Object AccountEnabled |
    Select-Object UserPrincipalName, @{ n = 'Last'; e = { $_.SignInActivity.LastSuccessfulSignInDateTime } }
}`,
    },
    licence: 'Microsoft Entra ID P1 for the last sign-in, which Microsoft 365 Business Premium and E3 include',
    usersNotice: 'Nobody notices it, apart from administrators who had not signed in for weeks.',
    effort: 'hours',
    verified:
      'The next run expects each enabled holder of a role to have signed in successfully within 45 days, or to have been created within that time. For other systems, show the last list.',
    documentation: [
      learn(
        'Access reviews limited to inactive users',
        'entra/id-governance/privileged-identity-management/pim-create-roles-and-resource-roles-review',
      ),
      ASD.maturityModel,
    ],
  },
]
