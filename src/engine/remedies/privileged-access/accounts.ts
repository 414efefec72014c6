import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'

export const ADMINISTRATOR_ACCOUNTS: readonly Remedy[] = [
  {
    id: 'separate-administrator-accounts',
    title: 'Give administrators separate accounts in the cloud, used for nothing else',
    checks: ['dedicated-privileged-accounts', 'highly-privileged-cloud-only', 'privileged-accounts-without-mailbox'],
    requirements: ['ISM-0445'],
    why: 'A dangerous attachment that is opened with an everyday account then costs you that account, not the keys to the business.',
    steps: [
      {
        text: 'Create a new account in the onmicrosoft.com domain for each administrator, for example adm-anna. It must not come from Active Directory, from a federated domain or from another organisation.',
        link: ENTRA.users,
      },
      {
        text: 'Give it no licence with Exchange or Teams. If a licence is needed, for example for Privileged Identity Management, assign one without these services or switch them off in it.',
      },
      {
        text: 'Let the administrator register a passkey, give the new account the roles, test it, and remove all roles from the everyday account.',
        link: ENTRA.roles,
      },
      {
        text: 'Have notifications about the roles sent to a mailbox that somebody reads, by adding it as an additional recipient in the settings of each role. The account itself then needs no mailbox.',
      },
      {
        text: 'Do the same for servers, Active Directory and business systems, and write a short rule: no email, no web, no documents with these accounts.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs:
        'Microsoft.Graph.Identity.Governance and Microsoft.Graph.Users, with RoleManagement.Read.Directory and User.Read.All',
      check: `$ids = Get-MgRoleManagementDirectoryRoleAssignment -All | ForEach-Object PrincipalId | Sort-Object -Unique
foreach ($id in $ids) {
  Get-MgUser -UserId $id -Property UserPrincipalName, OnPremisesSyncEnabled, AssignedPlans -ErrorAction SilentlyContinue |
    Select-Object UserPrincipalName, OnPremisesSyncEnabled,
      @{ n = 'Services'; e = { ($_.AssignedPlans | Where-Object CapabilityStatus -eq 'Enabled').Service | Sort-Object -Unique } }
}`,
    },
    licence: 'None: a second account without a mailbox needs no licence of its own',
    usersNotice: 'Only administrators notice it: they sign in with a second account for administration.',
    effort: 'hours',
    verified:
      'The next run expects highly privileged accounts to be cloud-only, and shows which accounts with a role have a mailbox or Teams. Answer in the questionnaire what each account is used for: that decides.',
    documentation: [
      learn('Secure access for administrators', 'entra/identity/role-based-access-control/security-planning'),
      learn(
        'Protect Microsoft 365 from attacks on your network',
        'entra/architecture/protect-m365-from-on-premises-attacks',
      ),
    ],
  },
  {
    id: 'keep-administrators-off-the-web',
    title: 'Block web and email for administrator accounts, except for what they manage',
    checks: [],
    requirements: ['ISM-1175'],
    hints: ['privileged-accounts-without-mailbox'],
    why: 'A dangerous page or email does the most damage when an administrator opens it.',
    steps: [
      {
        text: 'Decide which administrator accounts are cleared to manage online services, and list the addresses that they need: admin centers, Azure, the portals of your suppliers.',
      },
      {
        text: 'For accounts that manage only servers and computers, block the internet altogether: by user group at the proxy or firewall, or by giving the machines where they work no route to the internet.',
      },
      {
        text: 'For cleared accounts, block everything but that list on their administration workstations. In Edge, set “Block access to a list of URLs” to * and “Define a list of allowed URLs” to the addresses, and remove other browsers.',
        link: learn('Filter format for lists of URLs in Edge', 'deployedge/edge-learnmmore-url-list-filter%20format'),
      },
      {
        text: 'Check that no such account has a mailbox, an email program or a chat program, and try a page outside the list.',
      },
    ],
    licence: 'None for Edge policies; proxy and firewall as you have them',
    usersNotice: 'Only administrators notice it: they use the everyday account and computer for the web and mail.',
    effort: 'days',
    verified: 'Show the blocking rule, a screenshot of a blocked page, and the list of cleared accounts.',
    documentation: [ASD.secureAdministration],
  },
  {
    id: 'limit-cleared-administrator-accounts',
    title: 'Limit accounts that manage online services to what that work needs',
    checks: [],
    requirements: ['ISM-1883'],
    why: 'An account that may use the web is the easiest of all administrator accounts to attack, so it should be able to do the least damage.',
    steps: [
      {
        text: 'Make a list: account, person, service that it manages, roles, addresses that it reaches. Have the owner of the business or of the system sign it.',
      },
      {
        text: 'Use one account for each service where the rights are large, for example one for Microsoft 365 and another one for the website, and never an account that also administers servers.',
      },
      {
        text: 'Replace broad roles with roles for the service, and roles for the whole directory with administrative units where that is enough.',
        link: ENTRA.roles,
      },
      { text: 'Compare the list with the roles and with the addresses allowed at the proxy every quarter.' },
    ],
    licence: 'None for the list and for narrower roles; administrative units need Microsoft Entra ID P1',
    usersNotice: 'Nobody but the administrators concerned notices it.',
    effort: 'hours',
    verified: 'Show the signed list with the roles and addresses of each account.',
    documentation: [LEARN.rolesByTask, ASD.systemManagement],
  },
]
