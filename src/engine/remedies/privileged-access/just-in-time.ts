import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'
import { ENTRA_P2 } from '../links/licences.ts'
import { roleSettings } from '../scripts/role-settings.ts'

export const JUST_IN_TIME: readonly Remedy[] = [
  {
    id: 'activate-roles-when-needed',
    title: 'Let administrators activate their rights only for the time of a task',
    checks: ['just-in-time-administration', 'highly-privileged-not-permanent', 'highly-privileged-through-pim'],
    requirements: ['ISM-1649', 'MS.AAD.7.5v1'],
    why: 'An account that has no rights most of the day is of little use to the criminal who steals it.',
    steps: [
      {
        text: 'Make sure that both emergency access accounts hold Global Administrator as a permanent active assignment, and that you have tried to sign in with them.',
      },
      {
        text: 'In ID Governance > Privileged Identity Management > Microsoft Entra roles > Roles, open the settings of each role: at most eight hours of activation, with multi-factor authentication and justification.',
        link: ENTRA.privilegedRoles,
      },
      {
        text: 'In the same place, add an assignment of the type Eligible for each administrator, and let the person activate it once as a test.',
        link: learn(
          'Assign roles in Privileged Identity Management',
          'entra/id-governance/privileged-identity-management/pim-how-to-add-role-to-user',
        ),
      },
      {
        text: 'Remove the permanent active assignments of these people, including those through groups. Assignments with “-” as start time were made outside Privileged Identity Management: delete them and create them again inside it.',
      },
      {
        text: 'Applications and service accounts cannot activate a role: replace their roles with individual permissions, or give the assignment an end and renew it in Privileged Identity Management.',
      },
      {
        text: 'Assign new roles only there from now on, and let the alert “Roles are being assigned outside of Privileged Identity Management” remind you.',
        link: learn(
          'Security alerts for roles',
          'entra/id-governance/privileged-identity-management/pim-how-to-configure-security-alerts',
        ),
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Identity.Governance, with RoleAssignmentSchedule.Read.Directory',
      check: `Get-MgRoleManagementDirectoryRoleAssignmentScheduleInstance -All -ExpandProperty principal, roleDefinition |
  Where-Object { $_.AssignmentType -eq 'Assigned' -and -not $_.EndDateTime } |
  Select-Object @{ n = 'Role'; e = { $_.RoleDefinition.DisplayName } },
    @{ n = 'Holder'; e = { $_.Principal.AdditionalProperties['displayName'] } }, MemberType, StartDateTime`,
    },
    licence: `${ENTRA_P2}, for each administrator`,
    requires: ['entra-p2'],
    usersNotice: 'Only administrators notice it: they activate a role before they can use it.',
    effort: 'days',
    verified:
      'The next run expects nobody but the emergency access accounts to hold a role permanently, and every highly privileged role to have been given in Privileged Identity Management.',
    documentation: [
      learn(
        'What Privileged Identity Management does',
        'entra/id-governance/privileged-identity-management/pim-configure',
      ),
      learn(
        'Start to use Privileged Identity Management',
        'entra/id-governance/privileged-identity-management/pim-getting-started',
      ),
    ],
  },
  {
    id: 'hand-out-server-rights-for-a-time',
    title: 'Grant rights on servers and other systems only for the duration of a task',
    checks: [],
    requirements: ['ISM-1649'],
    why: 'The accounts of permanent server administrators are worth stealing at any hour; rights that expire leave only a short window.',
    steps: [
      {
        text: 'List the groups and accounts that give administrative rights on servers, hypervisors, backup, network and business systems, with their permanent members.',
      },
      {
        text: 'For what is managed by Entra groups or Azure, use Privileged Identity Management for groups and for Azure resources, with eligible members.',
        link: learn(
          'Privileged Identity Management for groups',
          'entra/id-governance/privileged-identity-management/concept-pim-for-groups',
        ),
      },
      {
        text: 'For Active Directory and other systems, use a product for privileged access, or memberships with an end time, which Active Directory has offered since Windows Server 2016.',
      },
      {
        text: 'Remove the permanent members. Keep one sealed emergency account for each system, and check the record of activations once a month.',
      },
    ],
    licence: `${ENTRA_P2}, or another product for privileged access`,
    usersNotice: 'Ordinary users notice nothing; administrators request rights before they work on a server.',
    effort: 'project',
    verified: 'Show the settings and a record of recent activations for servers and other systems.',
    documentation: [ASD.secureAdministration],
  },
  {
    id: 'approve-activation-of-roles',
    title: 'Have a second person approve before somebody becomes an administrator',
    checks: ['global-administrator-approval', 'privileged-access-approval'],
    requirements: ['MS.AAD.7.6v1'],
    why: 'A criminal who has stolen an administrator’s account and device still needs a colleague of yours to say yes.',
    steps: [
      {
        text: 'Name at least two approvers for each role who can be reached during working hours; they need no role themselves. If no approver is named and no administrator is active, nobody can approve.',
      },
      {
        text: 'In Privileged Identity Management > Microsoft Entra roles > Roles > Global Administrator > Role settings > Edit, tick “Require approval to activate”, select the approvers and update.',
        link: ENTRA.privilegedRoles,
      },
      {
        text: 'If groups hold the role, set the same for “Member” in the settings of each group.',
      },
      {
        text: 'Then do it for every other role that somebody holds or may activate. Agree on a procedure for emergencies that uses the emergency access accounts.',
        link: learn(
          'Approve or deny requests',
          'entra/id-governance/privileged-identity-management/pim-approval-workflow',
        ),
      },
    ],
    script: roleSettings('Approval = $rules.Approval_EndUser_Assignment.setting.isApprovalRequired'),
    licence: ENTRA_P2,
    requires: ['entra-p2'],
    usersNotice: 'People without such a role notice nothing; administrators wait some minutes for a colleague.',
    effort: 'hours',
    verified:
      'The next run reads the settings of Global Administrator and of every role and group in use, and expects approval to be required. If another product asks for it, people answer and name the product.',
    documentation: [
      learn('Role settings', 'entra/id-governance/privileged-identity-management/pim-how-to-change-default-settings'),
    ],
  },
  {
    id: 'alert-on-privileged-roles',
    title: 'Send an email whenever somebody gets or activates a powerful role',
    checks: ['role-assignment-alerts', 'global-administrator-activation-alert', 'role-activation-alerts'],
    requirements: ['MS.AAD.7.7v1', 'MS.AAD.7.8v1', 'MS.AAD.7.9v1'],
    why: 'A criminal’s first goal is a powerful role; an email at that moment is often the first sign, and early enough to act on.',
    steps: [
      {
        text: 'Choose an address that is watched, such as the security mailbox of your IT provider. The default recipients, who hold certain roles, are not enough.',
      },
      {
        text: 'In Privileged Identity Management > Microsoft Entra roles > Roles > Global Administrator > Role settings > Edit > Notification, enter it as an additional recipient of “Role assignment alert”, both for eligible and for active assignments.',
        link: ENTRA.privilegedRoles,
      },
      {
        text: 'On the same tab, enter it for “Role activation alert” under the notifications for eligible members who activate the role.',
      },
      {
        text: 'Repeat both for Privileged Role, User, SharePoint, Exchange, Hybrid Identity, Application and Cloud Application Administrator, and for the “Member” settings of groups that hold one of these roles.',
      },
      { text: 'Activate a role as a test, and see whether the email arrives and somebody asks about it.' },
    ],
    script: roleSettings(`Assigned = $rules.Notification_Admin_Admin_Assignment.notificationRecipients -join ', '
Eligible = $rules.Notification_Admin_Admin_Eligibility.notificationRecipients -join ', '
Activated = $rules.Notification_Admin_EndUser_Assignment.notificationRecipients -join ', '`),
    licence: ENTRA_P2,
    requires: ['entra-p2'],
    usersNotice: 'Only the readers of that mailbox notice it, with a few emails a week.',
    effort: 'hours',
    verified:
      'The next run reads the notifications of these eight roles and of their groups, and expects a named address for each. If another product sends the alerts, people answer and name it.',
    documentation: [
      learn(
        'Notifications of role settings',
        'entra/id-governance/privileged-identity-management/pim-how-to-change-default-settings',
      ),
      learn(
        'Email notifications about roles',
        'entra/id-governance/privileged-identity-management/pim-email-notifications',
      ),
    ],
  },
]
