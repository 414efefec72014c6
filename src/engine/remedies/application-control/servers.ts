import type { Link, Remedy } from '../../model/remedy.ts'
import { ASD_HARDENING, appControl } from '../links/hardening-guides.ts'

const BY_SCRIPT: Link = appControl(
  'Deploy App Control policies by script',
  'deployment/deploy-appcontrol-policies-with-script',
)
const BY_GROUP_POLICY: Link = appControl(
  'Deploy App Control policies by Group Policy',
  'deployment/deploy-appcontrol-policies-using-group-policy',
)

export const SERVERS: readonly Remedy[] = [
  {
    id: 'enforce-application-control-on-internet-servers',
    title: 'Let servers that face the internet run approved software only',
    checks: [],
    requirements: ['ISM-1490'],
    why: 'A server that everybody on the internet can reach is attacked every day; where only approved software runs, a flaw in it does not become a foothold in your network.',
    steps: [
      {
        text: 'List every server with a port open to the internet, with its system and its role, from the rules of the firewall and the public addresses of your clouds. Close what nobody needs.',
      },
      {
        text: 'On a reference server of each role, remove the tools that the role does not need. Then make a policy of what is installed with New-CIPolicy -FilePath Policy.xml -ScanPath C:\\ -Level Publisher -Fallback Hash -UserPEs.',
      },
      {
        text: 'Convert it with ConvertFrom-CIPolicy and deliver it in audit mode: by CiTool on Windows Server 2025, by script on 2022, and by Group Policy under System > Device Guard > “Deploy App Control for Business” on 2016 and 2019.',
        link: BY_SCRIPT,
      },
      {
        text: 'Run at least one month’s updates and one backup, read event 3076 in the log CodeIntegrity/Operational, and merge what is missing with Merge-CIPolicy.',
      },
      {
        text: 'Remove audit mode with Set-RuleOption -Option 3 -Delete in a maintenance window, one server after the other, with a rollback that you have tested.',
      },
      {
        text: 'Use an equivalent on Linux and appliances, such as fapolicyd, a read-only system or your endpoint protection product, or have the vendor confirm that no other code can be installed.',
      },
      {
        text: 'As an ordinary account and as the account of the service, try to start an unapproved program, and save the event that shows it was blocked.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Windows PowerShell on the server, as an administrator',
      check: `# What would be blocked (3076) or was blocked (3077) in the last 30 days
Get-WinEvent -FilterHashtable @{
  LogName = 'Microsoft-Windows-CodeIntegrity/Operational'; Id = 3076, 3077; StartTime = (Get-Date).AddDays(-30)
} -ErrorAction SilentlyContinue | Select-Object TimeCreated, Id, Message`,
    },
    licence: 'None: App Control for Business is part of Windows Server 2016 and later',
    usersNotice: 'People notice nothing, except a short interruption when the server is changed over.',
    effort: 'project',
    verified:
      'Answer the questionnaire for each server that faces the internet, and show the enforced policy or the event of a blocked program.',
    documentation: [BY_SCRIPT, BY_GROUP_POLICY],
  },
  {
    id: 'enforce-application-control-on-internal-servers',
    title: 'Let internal servers run approved software only',
    checks: [],
    requirements: ['ISM-1656', 'PR.PS-05'],
    why: 'File servers and domain controllers hold what attackers want to encrypt; with this in place, the tools that they bring into the network do not start there.',
    steps: [
      {
        text: 'Group the internal servers by role: domain controllers, file and print, applications, virtualisation hosts, backup. Begin with domain controllers and backup, whose loss would hurt you most.',
      },
      {
        text: 'Where the role is the same, reuse the policies of the servers that face the internet. Build the others from a reference server in the same way.',
        link: appControl(
          'Create an App Control policy from a reference computer',
          'design/create-appcontrol-policy-using-reference-computer',
        ),
      },
      {
        text: 'Allow your management, monitoring and backup agents by publisher, because they update themselves. Sign your administrators’ scripts yourself, and allow them by that signature.',
      },
      {
        text: 'Leave each role in audit mode over a month’s end, when rare programs run, then enforce it server by server.',
        link: BY_GROUP_POLICY,
      },
      {
        text: 'Make the policy part of how a server is set up, so that a new one starts with it, and write down who may change it.',
      },
    ],
    licence: 'None: every supported Windows Server includes App Control and AppLocker',
    usersNotice: 'People notice nothing. Administrators need an approval before they run a new tool on a server.',
    effort: 'project',
    verified:
      'Answer the questionnaire for all internal servers, and show the policy of each role with the list of servers that it reaches.',
    documentation: [
      appControl('Deploying App Control for Business policies', 'deployment/appcontrol-deployment-guide'),
      ASD_HARDENING.applicationControl,
    ],
  },
]
