import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'
import { ENTRA_P1_AND_INTUNE } from '../links/licences.ts'
import { policiesWhere } from '../scripts/conditional-access.ts'

export const ADMINISTRATION_WORKSTATIONS: readonly Remedy[] = [
  {
    id: 'separate-administration-from-everyday-work',
    title: 'Give administrators a second environment that is used only for administration',
    checks: ['separate-admin-environments'],
    requirements: ['ISM-1380'],
    why: 'Malware from a web page or email on the everyday computer can otherwise watch the administrator at work and use the administrator’s rights.',
    steps: [
      {
        text: 'Give each administrator a second computer, or a hosted desktop such as Windows 365 or Azure Virtual Desktop, used only for administration. The IT provider needs the same for its staff.',
      },
      {
        text: 'Enrol it in Intune with a strict compliance policy, and install no email, chat or Office programs on it.',
        link: LEARN.compliancePolicies,
      },
      {
        text: 'Create a Conditional Access policy: Users > Directory roles with every role in use, holders of custom roles or of roles for part of the directory by name, Target resources “Microsoft Admin Portals” and “Windows Azure Service Management API”, Grant > “Require device to be marked as compliant” or “Require Microsoft Entra hybrid joined device”.',
        link: ENTRA.conditionalAccess,
      },
      {
        text: 'Exclude only the emergency access accounts, allow no alternative such as a second factor, leave the policy in report-only mode for a week, then switch it to On.',
      },
      {
        text: 'List the administrators with their environment, and agree that servers and business systems are administered from there as well.',
      },
    ],
    script: policiesWhere('$_.Conditions.Users.IncludeRoles'),
    licence: `${ENTRA_P1_AND_INTUNE}; hosted desktops extra`,
    requires: ['entra-p1', 'intune'],
    usersNotice: 'Administrators work with two computers or desktops; everybody else continues as before.',
    effort: 'project',
    verified:
      'Answer in the questionnaire whether administration is done on a different device from everyday work: that decides. The next run shows beside it who can reach the admin portals and the Azure management API only from a managed device.',
    documentation: [
      learn(
        'Managed devices for administrators',
        'entra/identity/conditional-access/howto-conditional-access-policy-compliant-device',
      ),
      ASD.secureAdministration,
    ],
  },
  {
    id: 'set-up-privileged-access-workstations',
    title: 'Administer only from specially secured computers reserved for that work',
    checks: ['secure-admin-workstations'],
    requirements: ['ISM-1898'],
    why: 'When administration is possible only from a few hardened computers, stolen administrator credentials are useless everywhere else.',
    steps: [
      {
        text: 'Provide a few computers with TPM and Secure Boot, reinstall Windows, and enrol them with an Autopilot profile of their own.',
        link: learn(
          'Deploy privileged access workstations',
          'security/privileged-access-workstations/privileged-access-deployment',
        ),
      },
      {
        text: 'Harden them with Intune: application control, attack surface reduction, no local administrators, firewall that blocks all incoming traffic, web only for the admin portals.',
      },
      {
        text: 'Mark each device object in Entra with an extension attribute that only administrators can write, for example extensionAttribute1 = PAW.',
      },
      {
        text: 'Create a policy: all directory roles in use, and by name everyone who holds a custom role or a role for part of the directory, “Microsoft Admin Portals” and “Windows Azure Service Management API”, Conditions > Filter for devices > Exclude filtered devices, rule device.extensionAttribute1 -eq "PAW", Grant > Block access.',
        link: ENTRA.conditionalAccess,
      },
      {
        text: 'Exclude only the emergency access accounts, test with one administrator in report-only mode, then set it to On. Add rules at firewalls and servers so that these accept administration only from the workstations.',
      },
    ],
    script: {
      language: 'Graph',
      needs: 'Device.Read.All, and Device.ReadWrite.All for the change',
      check:
        'GET https://graph.microsoft.com/v1.0/devices?$select=id,displayName,isCompliant,trustType,extensionAttributes',
      change: `PATCH https://graph.microsoft.com/v1.0/devices/{id of the device object}
{ "extensionAttributes": { "extensionAttribute1": "PAW" } }`,
    },
    licence: ENTRA_P1_AND_INTUNE,
    requires: ['entra-p1', 'intune'],
    usersNotice: 'Only administrators notice it: their rights work on these workstations and nowhere else.',
    effort: 'project',
    verified:
      'Answer in the questionnaire how the workstations are secured, also for servers and other systems: that decides. The next run shows beside it who is blocked on all devices except those that the filter excludes.',
    documentation: [
      learn('Filter for devices', 'entra/identity/conditional-access/concept-condition-filters-for-devices'),
      learn(
        'Levels of access in the enterprise',
        'security/privileged-access-workstations/privileged-access-access-model',
      ),
    ],
  },
  {
    id: 'end-virtual-administration-on-everyday-computers',
    title: 'Do not run the administration environment inside an everyday computer',
    checks: [],
    requirements: ['ISM-1687'],
    why: 'A virtual machine is only as safe as the computer that it runs on: malware there sees every key and every screen.',
    steps: [
      {
        text: 'Ask each administrator, including those of the IT provider, where they open admin portals and servers, and which virtual machines they use for it.',
      },
      {
        text: 'Reverse the roles: the hardened computer is for administration, and everyday work runs in a virtual machine on it or in a hosted desktop.',
      },
      {
        text: 'Or use a separate computer, server or hosted desktop for administration, and connect to it only from a computer that is also hardened.',
      },
      {
        text: 'Delete the old virtual machines with their saved passwords, and forbid new ones in the rule for administrators.',
      },
    ],
    licence: 'None, apart from any computers or hosted desktops that you still need',
    usersNotice: 'Some administrators get another computer or desktop; nobody else is affected.',
    effort: 'days',
    verified: 'Show a diagram or description of each administrator’s setup.',
    documentation: [ASD.secureAdministration, LEARN.administrativeHosts],
  },
]
