import type { Remedy } from '../../model/remedy.ts'
import { ASD_HARDENING, ESSENTIAL_EIGHT, POLICY_FILES } from '../links/hardening-guides.ts'
import { OFFICE_POLICY_LICENCE } from '../links/licences.ts'
import { intuneSettings } from '../scripts/intune-settings.ts'
import { extendPolicy } from '../steps/extend.ts'

export const MACROS: readonly Remedy[] = [
  {
    id: 'turn-off-office-macros',
    title: 'Turn off Office macros for everybody who does not need them',
    checks: ['office-macros-disabled', 'office-macro-settings-locked'],
    requirements: ['ISM-1671', 'ISM-1489'],
    why: 'A macro in a mailed invoice is one of the oldest ways into a company, and most people have never needed a macro for their work.',
    extend: extendPolicy('the settings that turn macros off'),
    steps: [
      {
        text: 'Ask each team which files with macros it needs and why, and put the few people with a reason in a group such as “Office macros allowed”. Write down person, file, reason and end date.',
      },
      {
        text: 'Download “All Macros Disabled.json” from Microsoft’s repository and create the policy from it with the script. It disables macros without notification in Word, Excel, PowerPoint, Access, Outlook, Visio, Project and Publisher.',
        link: POLICY_FILES,
      },
      {
        text: 'Assign it to a pilot team for two weeks and listen for files that stopped working; then assign it to all users except that group.',
      },
      {
        text: 'Give that group the policy “Macros Enabled for Trusted Publishers” instead, assigned to the group alone. Never give the same people both: different values are a conflict.',
      },
      {
        text: 'On computers outside Intune, set “VBA Macro Notification Settings” to “Disable all without notification” for each Office application by Group Policy, and switch on “Disable VBA for Office applications”.',
      },
      {
        text: 'As an ordinary user, open File > Options > Trust Center > Macro Settings in each application: everything must be greyed out. Review the group’s members twice a year.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Authentication, with DeviceManagementConfiguration.ReadWrite.All (Read.All to check)',
      check: `# Policies with “macro” in their name, and whether each is assigned
$uri = 'https://graph.microsoft.com/beta/deviceManagement/configurationPolicies'
(Invoke-MgGraphRequest -Method GET -Uri $uri -OutputType PSObject).value |
  Where-Object { $_.name -like '*macro*' } | Select-Object name, settingCount, isAssigned`,
      change: `# Creates the policy without an assignment, so nothing changes for anybody yet
$body = Get-Content -Raw -Path '.\\All Macros Disabled.json'
$uri = 'https://graph.microsoft.com/beta/deviceManagement/configurationPolicies'
Invoke-MgGraphRequest -Method POST -Uri $uri -Body $body -ContentType 'application/json'`,
    },
    licence: OFFICE_POLICY_LICENCE,
    requires: ['apps-for-enterprise'],
    usersNotice:
      'Files with macros still open, but their buttons and calculations by macro do nothing, without any message.',
    effort: 'days',
    verified:
      'The next run reads the macro settings of all eight applications in Intune and expects them off on 98% of the managed Windows devices, apart from a group that may run signed macros only; more than a fifth of the devices in it makes the result partial. If another tool sets them, answer the questionnaire and show the policy.',
    documentation: [ESSENTIAL_EIGHT.macros, ASD_HARDENING.macros],
  },
  {
    id: 'block-macros-from-the-internet',
    title: 'Block macros in files from the internet',
    checks: ['office-macros-internet-blocked'],
    requirements: ['ISM-1488'],
    why: 'Criminals send their macros by email and link; people who need macros for their work need those of colleagues, not those of strangers.',
    extend: extendPolicy('the settings that block macros from the internet'),
    steps: [
      {
        text: 'In Intune, open Devices > Manage devices > Configuration. In a settings catalog policy, search for “Block macros from running in Office files from the Internet” and set it to Enabled for Word, Excel, PowerPoint, Access and Visio. Where all macros of an application are off, this is done already.',
      },
      {
        text: 'Find files that would be affected with the Readiness Toolkit and its option “-blockinternetscan”, and agree with suppliers on signed files.',
        link: {
          title: 'Macros from the internet are blocked in Office',
          url: 'https://learn.microsoft.com/deployoffice/security/internet-macros-blocked',
        },
      },
      {
        text: 'Assign the policy to a pilot group for a week, then to all users without any exception. Remove SharePoint and file servers from the trusted sites of Windows, unless only reviewed macros are stored there.',
      },
      {
        text: 'Mail yourself a harmless test file with a macro, save it and open it in each application. A red bar without a button must appear; save a screenshot.',
      },
    ],
    script: intuneSettings('blockmacroexecutionfrominternet'),
    licence: OFFICE_POLICY_LICENCE,
    requires: ['apps-for-enterprise'],
    usersNotice: 'A red bar says that macros were blocked, without a button to allow them.',
    effort: 'hours',
    verified:
      'The next run reads this setting of five applications in Intune and expects it, or macros off altogether, on 98% of the managed Windows devices. If another tool does it, answer the questionnaire and show the policy.',
    documentation: [ESSENTIAL_EIGHT.macros],
  },
  {
    id: 'scan-macros-while-they-run',
    title: 'Have antivirus software scan all macros while they run',
    checks: ['office-macro-antivirus'],
    requirements: ['ISM-1672'],
    why: 'Harmful macros are disguised until they run; only a scan at that moment sees what they really do.',
    extend: extendPolicy('the settings for scanning macros'),
    steps: [
      {
        text: 'Check that the antivirus product of each computer works with AMSI, the Windows interface for this. Microsoft Defender does; for another product, ask its vendor.',
        link: {
          title: 'How Office works with AMSI',
          url: 'https://learn.microsoft.com/microsoft-365-apps/security/integration-with-amsi',
        },
      },
      {
        text: 'In Intune, open Devices > Manage devices > Configuration. In a settings catalog policy, in Microsoft Office 2016 > Security Settings, set “Macro Runtime Scan Scope” to Enabled with “Enable for all documents”; the default examines only documents of low trust.',
      },
      {
        text: 'Assign the policy to all users, even those whose macros are off: the setting is a separate requirement. It is part of Microsoft’s policy for ASD’s Office guidance.',
      },
      {
        text: 'On computers outside Intune, set the same value by Group Policy or in the console of the antivirus product, if it has its own.',
      },
    ],
    script: intuneSettings('macroruntimescanscope|forceruntimeavscan'),
    licence: OFFICE_POLICY_LICENCE,
    requires: ['apps-for-enterprise'],
    usersNotice: 'People notice nothing; very large workbooks with many macros may start a little later.',
    effort: 'minutes',
    verified:
      'The next run expects the scan scope for all documents on 98% of the managed Windows devices. For other antivirus products, answer the questionnaire and show the setting.',
    documentation: [ASD_HARDENING.macros],
  },
]
