import type { Link, Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'

const USER_RIGHTS: Link = learn('User rights in Windows', 'windows/client-management/mdm/policy-csp-userrights')
const DOMAIN_ADMINISTRATORS: Link = learn(
  'Secure the group Domain Admins',
  'windows-server/identity/ad-ds/plan/security-best-practices/appendix-f--securing-domain-admins-groups-in-active-directory',
)

export const SIGN_IN_RIGHTS: readonly Remedy[] = [
  {
    id: 'keep-everyday-accounts-out-of-administration',
    title: 'Prevent everyday accounts from signing in where administration is done',
    checks: [],
    requirements: ['ISM-1688'],
    why: 'An everyday account that may sign in to a server or an administration computer brings its malware with it.',
    steps: [
      {
        text: 'List the computers where administration is done: administration workstations, jump servers, domain controllers, servers, management consoles.',
      },
      {
        text: 'For machines in a domain, set “Allow log on locally” and “Allow log on through Remote Desktop Services” in group policy under Windows Settings > Security Settings > Local Policies > User Rights Assignment to only the administrator groups.',
      },
      {
        text: 'For machines in Intune, first make the administrator accounts members of Administrators through Account protection > Local user group membership. Then set “Allow Local Log On” in the settings catalog, category User Rights, to Administrators. Begin with one test machine: a mistake locks everybody out, and deleting the policy may leave the setting as it is.',
        link: USER_RIGHTS,
      },
      { text: 'Remove everyday accounts from Remote Desktop Users, and have somebody without rights try to sign in.' },
    ],
    licence: 'None for group policy; Intune Plan 1, which Microsoft 365 Business Premium and E3 include, for the rest',
    usersNotice: 'People who signed in to servers with their everyday account need another way to do that work.',
    effort: 'hours',
    verified: 'Show the policy, or a screenshot of a refused attempt.',
    documentation: [USER_RIGHTS],
  },
  {
    id: 'keep-administrators-off-everyday-computers',
    title: 'Prevent administrator accounts from signing in to everyday computers',
    checks: [],
    requirements: ['ISM-1689'],
    why: 'Wherever an administrator signs in, traces of the credentials remain, and malware on that computer collects them.',
    steps: [
      {
        text: 'First give support staff another way in: local accounts whose passwords Windows LAPS changes, or remote help that needs no administrator’s sign-in.',
        link: LEARN.laps,
      },
      {
        text: 'Put domain administrators, server administrators and service administrators in groups, if they are not in any yet.',
      },
      {
        text: 'In a group policy for ordinary computers, add these groups to “Deny log on locally”, “Deny log on through Remote Desktop Services” and “Deny access to this computer from the network”. Link it to a few computers first, and never to administration workstations, jump servers and domain controllers.',
        link: DOMAIN_ADMINISTRATORS,
      },
      {
        text: 'For computers joined to Entra, add the SID of each cloud administrator account, with an asterisk in front, to “Deny Local Log On” in the Intune settings catalog, category User Rights. The command whoami /user shows the SID of the account that is signed in. Assign it to one computer, try both kinds of account there, then assign it to all.',
        link: USER_RIGHTS,
      },
      {
        text: 'Under Entra ID > Devices > Device settings, set “Global administrator role is added as local administrator on the device during Microsoft Entra join” to No. It applies to devices that join from then on; remove the role from Administrators on the others.',
        link: {
          title: 'Device settings',
          url: 'https://entra.microsoft.com/#view/Microsoft_AAD_Devices/DevicesMenuBlade/~/DeviceSettings/menuId/Overview',
        },
      },
    ],
    licence: 'None for group policy; Intune Plan 1 for computers joined to Entra, part of Business Premium and E3',
    usersNotice: 'Support staff use other accounts on people’s computers; everybody else notices nothing.',
    effort: 'days',
    verified: 'Show the policies, or a screenshot of an administrator account that is refused.',
    documentation: [
      DOMAIN_ADMINISTRATORS,
      learn('Local administrators on Entra joined devices', 'entra/identity/devices/assign-local-admin'),
    ],
  },
  {
    id: 'administer-through-jump-servers',
    title: 'Let servers be administered only through one guarded computer',
    checks: [],
    requirements: ['ISM-1387'],
    why: 'With a single guarded way in, a break-in on any computer does not lead straight to the servers, and every visit is recorded.',
    steps: [
      {
        text: 'Set up a hardened jump server in a network segment of its own, or Azure Bastion for servers in Azure, that nobody uses for anything else.',
        link: LEARN.bastion,
      },
      {
        text: 'Require a second factor to reach it, let only administrator accounts sign in, and record their sessions or at least their sign-ins.',
      },
      {
        text: 'Prepare for the day on which the jump server fails: have a second jump server, or the console of each server with a sealed password, and try it once.',
      },
      {
        text: 'Allow remote desktop, SSH, WinRM and management pages of servers, hypervisors, firewalls and switches only from its address, at the network firewall and at the firewall of each system.',
      },
      {
        text: 'Close the other ways: remote support tools with permanent access, VPN into the server network, consoles that are open to all.',
      },
    ],
    licence: 'None for a server of your own; Azure Bastion is charged by the hour',
    usersNotice: 'Administrators and suppliers connect in two steps; people’s everyday work does not change.',
    effort: 'project',
    verified: 'Show the firewall rule that lets in only the jump server, and a refused direct connection.',
    documentation: [ASD.systemManagement, LEARN.administrativeHosts],
  },
]
