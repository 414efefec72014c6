import type { Link, Remedy } from '../../model/remedy.ts'
import { ASD_HARDENING, appControl } from '../links/hardening-guides.ts'
import { ENDPOINT_SECURITY } from '../links/intune-security.ts'
import { LEARN } from '../links/learn-pages.ts'
import { INTUNE_LICENCE } from '../links/licences.ts'

const WIZARD: Link = appControl('App Control for Business Wizard', 'design/appcontrol-wizard')
const RULES: Link = appControl(
  'Policy rules and file rules of App Control for Business',
  'design/select-types-of-rules-to-create',
)

export const COMPUTERS: readonly Remedy[] = [
  {
    id: 'enforce-application-control-on-computers',
    title: 'Let computers run approved software only',
    checks: ['application-control', 'application-control-file-types', 'powershell-constrained-language'],
    requirements: ['ISM-0843', 'ISM-1657', 'ISM-1622', 'PR.PS-05'],
    why: 'Attackers must start a program or script of their own to encrypt or steal files; where only approved software starts, one careless click is not enough.',
    steps: [
      {
        text: 'List the software that each team needs, starting from Apps > Monitor > Discovered apps in Intune, and decide what you approve. Deliver the approved applications through Intune where possible.',
      },
      {
        text: 'In Intune, open Endpoint security > App Control for Business > Managed installer, and create a policy for all devices with “Enable Intune Managed Extension as Managed Installer” set to Enabled. What Intune installs from then on is trusted; what it installed before must be allowed by a rule or installed again.',
        link: ENDPOINT_SECURITY.applicationControl,
      },
      {
        text: 'On the tab App Control for Business, create a policy with the format “Built-in controls”: set “Enable trust of Windows components and store apps” to “Audit only”, and select “Trust apps from managed installers”. Assign it to all Windows devices.',
        link: ENDPOINT_SECURITY.applicationControl,
      },
      {
        text: 'For several weeks, read what would be blocked: event 3076 in the log CodeIntegrity/Operational and event 8028 in AppLocker/MSI and Script, or in Defender’s advanced hunting the action types that start with AppControl.',
      },
      {
        text: 'Allow what is missing in a supplemental policy made with the App Control Wizard, by publisher or hash, and upload it with the format “Enter xml data”.',
        link: WIZARD,
      },
      {
        text: 'Exclude a pilot group from the policy and give that group a copy with the value “Enabled”; after two quiet weeks, change the first policy to “Enabled” too. If you write a policy of your own in XML, it needs the option Enabled:UMCI, and neither Enabled:Audit Mode nor Disabled:Script Enforcement.',
      },
      {
        text: 'As an ordinary user, try an unapproved program, library, script, installer, compiled help file (.chm), HTML application (.hta) and control panel item (.cpl), and save the record of this test. In PowerShell, $ExecutionContext.SessionState.LanguageMode must answer ConstrainedLanguage.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'CiTool, on a computer with Windows 11 22H2 or later, as an administrator',
      check: `# The App Control policies that this computer enforces
(CiTool -lp -json | ConvertFrom-Json).Policies |
  Where-Object { $_.IsEnforced -eq 'True' } |
  Select-Object PolicyID, FriendlyName`,
    },
    licence: `${INTUNE_LICENCE}; Windows Pro suffices`,
    requires: ['intune'],
    usersNotice:
      'Software that nobody approved no longer starts, and Windows shows a message instead. New software must be requested.',
    effort: 'project',
    verified:
      'The next run reads the App Control and AppLocker policies in Intune and expects that one is enforced, for programs, libraries, scripts and installers, on 98% of the managed Windows devices. For other products, servers and Macs, answer the questionnaire and show the test record.',
    documentation: [
      LEARN.appControlInIntune,
      ASD_HARDENING.applicationControl,
      appControl('Script enforcement with App Control for Business', 'design/script-enforcement'),
      {
        title: 'Language modes of PowerShell',
        url: 'https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_language_modes',
      },
    ],
  },
  {
    id: 'approve-software-by-publisher',
    title: 'Approve software by its publisher, not by its folder',
    checks: ['application-control-user-folders', 'application-control-all-folders'],
    requirements: ['ISM-1870', 'ISM-1871'],
    why: 'A rule that trusts a folder trusts everything that anybody saves there, so a malicious download starts as if you had approved it.',
    steps: [
      {
        text: 'Collect the rules of every policy: the XML files of App Control, and the file that “Export Policy” writes in AppLocker. Intune’s built-in policy has no rules for folders; if you use nothing else, only the tests of the last step remain.',
      },
      {
        text: 'Remove each rule that allows a whole disk, such as *, C:\\* or %OSDRIVE%\\*, and each one for C:\\Users, AppData or a Temp folder. AppLocker rules that apply only to administrators can stay.',
      },
      {
        text: 'Allow the affected programs by publisher, or by hash if they are not signed, in the App Control Wizard or with New-CIPolicyRule -Level FilePublisher -Fallback Hash. If nothing but a folder will do, choose one that only administrators can write to.',
        link: WIZARD,
      },
      {
        text: 'Do not set the rule option Disabled:Runtime FilePath Rule Protection: it makes App Control accept rules for folders that users can write to.',
      },
      { text: 'Test the new rules in audit mode for two weeks, then enforce them.' },
      {
        text: 'As an ordinary user, start an unapproved program from Downloads, AppData, the Temp folders and every other folder you can write to, on each disk. Each attempt must fail; save a screenshot of it.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'AppLocker module of Windows, on a computer that receives the policy',
      check: `# The AppLocker rules in force that allow something because of its folder
[xml]$policy = Get-AppLockerPolicy -Effective -Xml
$policy.AppLockerPolicy.RuleCollection.FilePathRule |
  Where-Object { $_.Action -eq 'Allow' } |
  Select-Object Name, UserOrGroupSid, @{ n = 'Path'; e = { $_.Conditions.FilePathCondition.Path } }`,
    },
    licence: 'None: these are rules of the application control that you already have',
    usersNotice: 'Programs that people installed in their own folders no longer start until they are approved.',
    effort: 'days',
    verified:
      'The next run reads the rules in Intune and expects that none allows a user folder, a temporary folder or a whole disk. For other products and for servers, answer the questionnaire and show screenshots of blocked programs.',
    documentation: [
      RULES,
      appControl('Path rules in AppLocker', 'applocker/understanding-the-path-rule-condition-in-applocker'),
    ],
  },
  {
    id: 'block-tools-that-bypass-application-control',
    title: 'Block the tools that attackers use to bypass application control',
    checks: ['application-blocklist'],
    requirements: ['ISM-1544'],
    why: 'Some trusted tools of Windows can start any other code, and attackers use them to get around application control.',
    steps: [
      {
        text: 'Copy the policy from Microsoft’s page of recommended block rules into a file, and give it its own id with Set-CIPolicyIdInfo -ResetPolicyID. It is published in audit mode, which you leave on for the test.',
      },
      {
        text: 'Open Endpoint security > App Control for Business, create a policy with the format “Enter xml data”, upload the file and assign it to all Windows devices. It allows everything that it does not name, so you can use it together with your own base policy.',
        link: ENDPOINT_SECURITY.applicationControl,
      },
      {
        text: 'Read event 3076 for two weeks. Give developers who need msbuild.exe or dotnet.exe a copy of the policy without these names, and write down the reason. Their computers then count as not covered.',
      },
      {
        text: 'Remove the audit option with Set-RuleOption -Option 3 -Delete and replace the file in Intune.',
      },
      {
        text: 'Compare the file with Microsoft’s page twice a year, because names are added; raise the version number when you replace it.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'ConfigCI module of Windows; nothing in the tenant',
      check: `# The id of the policy in the file, and whether it is still in audit mode
[xml]$policy = Get-Content -Path .\\BlockRules.xml
$policy.SiPolicy.PolicyID
$policy.SiPolicy.Rules.Rule.Option`,
      change: `# A new id, and audit mode for the test
Set-CIPolicyIdInfo -FilePath .\\BlockRules.xml -PolicyName 'Recommended block rules' -ResetPolicyID
Set-RuleOption -FilePath .\\BlockRules.xml -Option 3`,
    },
    licence: INTUNE_LICENCE,
    requires: ['intune'],
    usersNotice: 'Hardly anybody notices it: only developers and administrators use these tools.',
    effort: 'days',
    verified:
      'The next run looks for the recommended block rules in the enforced App Control policies of Intune, and expects them on 98% of the managed Windows devices. It cannot see what Intune’s built-in policy blocks.',
    documentation: [
      appControl(
        'Applications that can bypass App Control and how to block them',
        'design/applications-that-can-bypass-appcontrol',
      ),
      appControl('App Control deny policies', 'design/create-appcontrol-deny-policy'),
    ],
  },
]
