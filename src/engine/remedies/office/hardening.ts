import type { Link, Remedy } from '../../model/remedy.ts'
import { INTUNE } from '../links/device-pages.ts'
import { ASD_HARDENING, ESSENTIAL_EIGHT, POLICY_FILES, RULES_REFERENCE } from '../links/hardening-guides.ts'
import { ENDPOINT_SECURITY } from '../links/intune-security.ts'
import { learn } from '../links/learn.ts'
import { INTUNE_LICENCE, OFFICE_POLICY_LICENCE } from '../links/licences.ts'
import { extendPolicy } from '../steps/extend.ts'

const CLOUD_POLICY: Link = learn(
  'Cloud Policy for Microsoft 365',
  'microsoft-365-apps/admin-center/overview-cloud-policy',
)

export const OFFICE_HARDENING: readonly Remedy[] = [
  {
    id: 'harden-office-by-policy',
    title: 'Secure Office with a policy that users cannot change',
    checks: ['office-hardening', 'office-settings-locked'],
    requirements: ['ISM-1859', 'ISM-1823'],
    why: 'Office opens old file types, add-ins and live links that hardly anybody but attackers uses; a policy that switches them off takes them away from attackers.',
    extend: extendPolicy('many of the Office settings'),
    steps: [
      {
        text: 'Download “ACSC Office Hardening Guidelines.json” from Microsoft’s repository and create the policy from it with the script. It has the settings of ASD’s guidance for Word, Excel, PowerPoint, Access, Visio and Project.',
        link: POLICY_FILES,
      },
      {
        text: 'In Intune, open Endpoint security > Security baselines > Microsoft 365 Apps for Enterprise Security Baseline and compare. Where Microsoft’s value is stricter, put it in the same policy; two policies with different values for one setting are a conflict.',
      },
      {
        text: 'Assign it to a pilot group from finance, sales and administration for two weeks. Typical complaints are ActiveX controls, unsigned add-ins, and Excel files in formats from before 2007.',
      },
      {
        text: 'Convert old files to .xlsx and .docx instead of making exceptions. Write down each setting that you deviate from, with reason and date.',
      },
      {
        text: 'Assign it to all users, and look in the Trust Center of each application as an ordinary user: what the policy sets is greyed out.',
      },
      {
        text: 'Cloud Policy at config.office.com can deliver the same settings to devices outside Intune. The report cannot read it: answer the question and attach the list.',
        link: {
          title: 'Microsoft 365 Apps admin center',
          url: 'https://config.office.com/',
        },
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Authentication, with DeviceManagementConfiguration.ReadWrite.All (Read.All to check)',
      check: `# Policies with “office” in their name, and whether each is assigned
$uri = 'https://graph.microsoft.com/beta/deviceManagement/configurationPolicies'
(Invoke-MgGraphRequest -Method GET -Uri $uri -OutputType PSObject).value |
  Where-Object { $_.name -like '*office*' } | Select-Object name, settingCount, isAssigned`,
      change: `# Creates the policy without an assignment; assign it to the pilot group afterwards
$body = Get-Content -Raw -Path '.\\ACSC Office Hardening Guidelines.json'
$uri = 'https://graph.microsoft.com/beta/deviceManagement/configurationPolicies'
Invoke-MgGraphRequest -Method POST -Uri $uri -Body $body -ContentType 'application/json'`,
    },
    licence: OFFICE_POLICY_LICENCE,
    requires: ['apps-for-enterprise'],
    usersNotice: 'Very old files open for reading only or not at all, and unsigned add-ins disappear.',
    effort: 'days',
    verified:
      'The next run reads the Office settings in Intune and expects each of ASD’s settings with its value, from policy, on 98% of the managed Windows devices. If another tool sets them, answer the questionnaire and show the policies.',
    documentation: [ASD_HARDENING.office, ESSENTIAL_EIGHT.applications, CLOUD_POLICY],
  },
  {
    id: 'block-office-attack-behaviour',
    title: 'Block what attacks do through Office documents',
    checks: ['office-child-processes', 'office-executable-content', 'office-code-injection', 'office-macros-win32-api'],
    requirements: ['ISM-1667', 'ISM-1668', 'ISM-1669', 'ISM-1673'],
    why: 'Whatever trick a malicious document uses, it must start a program, write one or inject code into another; a document that can do none of these does no harm.',
    extend: extendPolicy('some of these rules for Office'),
    steps: [
      {
        text: 'Make sure that Microsoft Defender Antivirus is the active antivirus of the computers: the rules work only with it. With another product, look for the same four rules in its console.',
      },
      {
        text: 'In Intune, open Endpoint security > Attack surface reduction and create a policy for Windows with the profile Attack Surface Reduction Rules.',
        link: ENDPOINT_SECURITY.attackSurfaceReduction,
      },
      {
        text: 'Set to Audit: “Block all Office applications from creating child processes”, “Block Office applications from creating executable content”, “Block Office applications from injecting code into other processes” and “Block Win32 API calls from Office macros”. Assign it to all Windows devices.',
      },
      {
        text: 'Read the events for two to four weeks in Defender’s report on these rules, and change the add-ins and scripts that appear there.',
        link: {
          title: 'Attack surface reduction rules report',
          url: 'https://learn.microsoft.com/defender-endpoint/attack-surface-reduction-rules-report',
        },
      },
      {
        text: 'Allow what must stay with “ASR Only Per Rule Exclusions”, program by program. An exclusion such as C:\\ or *.exe makes the rule useless.',
      },
      {
        text: 'Exclude a pilot group, give it a copy with the four rules set to Block, and after a week change the first policy to Block too. Audit and Warn do not count, and a baseline or older profile with another value cancels the rule.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Defender module of Windows, on a computer that receives the policy',
      check: `# 1 is block, 2 audit, 6 warn. The four rules of Office begin with d4f940ab, 3b576869, 75668c1f and 92e97fa1
$defender = Get-MpPreference
for ($i = 0; $i -lt $defender.AttackSurfaceReductionRules_Ids.Count; $i++) {
  [pscustomobject]@{
    Rule = $defender.AttackSurfaceReductionRules_Ids[$i]
    Mode = $defender.AttackSurfaceReductionRules_Actions[$i]
  }
}`,
    },
    licence: `${INTUNE_LICENCE}, with Defender Antivirus active`,
    requires: ['intune'],
    usersNotice: 'Most people notice nothing. Add-ins that start other programs, such as some for invoicing, may stop.',
    effort: 'days',
    verified:
      'The next run reads the rules in Intune, their exclusions and what computers report, and expects block on 98% of them. With Defender for Endpoint Plan 2 it also reads whether Defender Antivirus is active; otherwise, answer the questionnaire. If another product does it, name it there and show its rules.',
    documentation: [
      RULES_REFERENCE,
      {
        title: 'Attack surface reduction policies in Intune',
        url: 'https://learn.microsoft.com/intune/intune-service/protect/endpoint-security-asr-policy',
      },
    ],
  },
  {
    id: 'block-files-embedded-in-documents',
    title: 'Stop people from opening programs embedded in documents',
    checks: ['office-ole-packages'],
    requirements: ['ISM-1542'],
    why: 'An icon inside a Word file can be a program in disguise; one double-click on it starts the attack without any macro.',
    steps: [
      {
        text: 'Ask whether anybody sends files embedded in Word, Excel or PowerPoint (Insert > Object > Package), and agree on links or attachments instead.',
      },
      {
        text: 'In Intune, create a script package under Devices > Manage devices > Scripts and remediations, with the two scripts below, the second without -WhatIf. Detection ends with exit 1 if a value is missing or not 2. Choose “Run this script using the logged-on credentials”, because the value belongs to the user.',
        link: INTUNE.start,
      },
      {
        text: 'Assign it with its remediation script, daily, to a pilot group for a week, then to all users, so that new profiles get the value on their first day.',
      },
      {
        text: 'On computers outside Intune, deliver the same values by a Group Policy preference below HKCU\\Software\\Microsoft\\Office\\16.0 > application > Security.',
      },
      {
        text: 'Embed a text file in a test document and double-click it in each application. It must not open; save a screenshot.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Windows PowerShell as the user whose Office is examined',
      check: `'Word', 'Excel', 'PowerPoint' | ForEach-Object {
  $path = "HKCU:\\Software\\Microsoft\\Office\\16.0\\$_\\Security"
  [pscustomobject]@{ Application = $_; PackagerPrompt = (Get-ItemProperty $path -ErrorAction SilentlyContinue).PackagerPrompt }
}`,
      change: `'Word', 'Excel', 'PowerPoint' | ForEach-Object {
  $path = "HKCU:\\Software\\Microsoft\\Office\\16.0\\$_\\Security"
  if (-not (Test-Path $path)) { New-Item -Path $path -Force -WhatIf }
  New-ItemProperty -Path $path -Name PackagerPrompt -Value 2 -PropertyType DWord -Force -WhatIf
}`,
    },
    licence: 'Windows Enterprise E3 for remediations, which Microsoft 365 E3 includes; a Group Policy needs none',
    usersNotice: 'A double-click on a file embedded in a document no longer does anything.',
    effort: 'hours',
    verified:
      'The next run looks for a remediation script that sets PackagerPrompt and expects it on 98% of the managed Windows devices. If another tool sets it, answer the questionnaire and show the script and a screenshot of a refused file.',
    documentation: [ASD_HARDENING.ole, POLICY_FILES],
  },
]
