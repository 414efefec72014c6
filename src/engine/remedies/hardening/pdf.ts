import type { Remedy } from '../../model/remedy.ts'
import { ESSENTIAL_EIGHT, RULES_REFERENCE } from '../links/hardening-guides.ts'
import { ENDPOINT_SECURITY } from '../links/intune-security.ts'
import { INTUNE_LICENCE } from '../links/licences.ts'
import { extendPolicy } from '../steps/extend.ts'

export const PDF: readonly Remedy[] = [
  {
    id: 'stop-pdf-software-from-starting-programs',
    title: 'Stop PDF software from starting other programs',
    checks: ['pdf-child-processes'],
    requirements: ['ISM-1670'],
    why: 'A malicious PDF file tries to start a second program that downloads the attack; if it cannot, opening the wrong invoice does no damage.',
    extend: extendPolicy('the rules for PDF software'),
    steps: [
      {
        text: 'List the PDF programs in use with Apps > Monitor > Discovered apps in Intune. Choose one, and uninstall the others; Microsoft Edge may be enough.',
      },
      {
        text: 'Open Endpoint security > Attack surface reduction, create a policy for Windows with the profile Attack Surface Reduction Rules, and set “Block Adobe Reader from creating child processes” to Audit for all devices.',
        link: ENDPOINT_SECURITY.attackSurfaceReduction,
      },
      {
        text: 'After two weeks, read the events of the rule in Defender’s report, then set it to Block. Leave out single programs with “ASR Only Per Rule Exclusions”, never whole folders or disks.',
      },
      {
        text: 'The rule covers only Adobe Reader. For other PDF software, use the sandbox of the product or a rule of your endpoint protection against child processes, and try it with a test document.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Defender module of Windows, on a computer that receives the policy',
      check: `# The rule is 7674ba52-37eb-4a4f-a9a1-f0f9a1619a2c; 1 is block, 2 audit, 6 warn
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
    usersNotice:
      'Links to attached programs inside a PDF file no longer open; reading, printing and signing still work.',
    effort: 'hours',
    verified:
      'The next run reads the rule in Intune and what computers report, and expects block on 98% of them. With Defender for Endpoint Plan 2 it also reads whether Defender Antivirus is active; otherwise, and for other PDF software, answer the questionnaire.',
    documentation: [RULES_REFERENCE],
  },
  {
    id: 'harden-pdf-software',
    title: 'Secure PDF software with a policy that users cannot change',
    checks: ['pdf-hardening'],
    requirements: ['ISM-1860', 'ISM-1824'],
    why: 'PDF files may contain scripts, and everybody opens PDF files from strangers; with scripts off and the protected view on, a file can only be read.',
    steps: [
      {
        text: 'Decide on one PDF program, update it, and uninstall all others. If Microsoft Edge shows PDF files and nothing else is installed, its own policies are all you need.',
      },
      {
        text: 'For Adobe’s Reader and Acrobat, set these values below HKLM\\SOFTWARE\\Policies\\Adobe\\Acrobat Reader\\DC\\FeatureLockDown and …\\Adobe Acrobat\\DC\\FeatureLockDown: bDisableJavaScript 1, bEnableFlash 0, bProtectedMode 1, iProtectedView 2 (all files), bEnhancedSecurityStandalone 1 and bEnhancedSecurityInBrowser 1.',
        link: {
          title: 'Adobe: lockable preferences',
          url: 'https://www.adobe.com/devnet-docs/acrobatetk/tools/PrefRef/Windows/lockable.html',
        },
      },
      {
        text: 'Deliver the values with an Intune script, a Group Policy preference or the installer that Adobe’s Customization Wizard makes. Users see settings under FeatureLockDown greyed out.',
      },
      {
        text: 'Try the forms that you exchange with authorities and customers on a pilot group first: some need JavaScript. Allow those by certificate or for those people only, with a reason.',
        link: {
          title: 'Adobe: JavaScript controls',
          url: 'https://www.adobe.com/devnet-docs/acrobatetk/tools/AppSec/javascript.html',
        },
      },
      {
        text: 'For other PDF software, follow the vendor’s security guide in the same way: scripts off, starting of files off, settings set by machine policy.',
      },
      {
        text: 'As an ordinary user, open Preferences > JavaScript and Preferences > Security (Enhanced), and save screenshots of the locked settings.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Windows PowerShell, on a computer with Adobe’s software',
      check: `'Acrobat Reader', 'Adobe Acrobat' | ForEach-Object {
  Get-ItemProperty "HKLM:\\SOFTWARE\\Policies\\Adobe\\$_\\DC\\FeatureLockDown" -ErrorAction SilentlyContinue
} | Select-Object PSPath, bDisableJavaScript, bEnableFlash, bProtectedMode, iProtectedView`,
    },
    licence: 'None: the settings are part of the PDF software, and any management tool can deliver them',
    usersNotice:
      'Files open in a protected view that asks before printing or editing, and forms that calculate need an exception.',
    effort: 'days',
    verified:
      'The next run reads what computers report to Secure Score about JavaScript and Flash in Adobe’s software, and expects both off on 98% of them. For the rest, answer the questionnaire and show the policy and the locked preferences.',
    documentation: [
      {
        title: 'Adobe: preferences in the administration guide',
        url: 'https://www.adobe.com/devnet-docs/acrobatetk/tools/PrefRef/Windows/FeatureLockDown.html',
      },
      ESSENTIAL_EIGHT.applications,
    ],
  },
]
