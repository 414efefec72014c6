import type { Link, Remedy } from '../../model/remedy.ts'
import { INTUNE } from '../links/device-pages.ts'
import { ESSENTIAL_EIGHT } from '../links/hardening-guides.ts'
import { LEARN } from '../links/learn-pages.ts'
import { REMEDIATIONS_LICENCE } from '../links/licences.ts'

const REMEDIATIONS: Link = {
  title: 'Remediations in Intune',
  url: 'https://learn.microsoft.com/intune/intune-service/fundamentals/remediations',
}

export const WINDOWS: readonly Remedy[] = [
  {
    id: 'remove-dotnet-35',
    title: 'Remove .NET Framework 3.5 from computers and servers',
    checks: ['dotnet-35-removed'],
    requirements: ['ISM-1655'],
    why: 'This old part of Windows lacks the checks against malicious code that newer versions have, so attackers use it to hide from antivirus software.',
    steps: [
      {
        text: 'Use the script to find out where it is installed, and ask which application needs it. Ask the vendors for versions on .NET Framework 4.8 or .NET.',
      },
      {
        text: 'Try those applications on one computer without the feature; many run on 4.8 although they ask for 3.5.',
      },
      {
        text: 'In Intune, open Devices > Manage devices > Scripts and remediations and create a script package: detection ends with exit 1 if the feature is enabled, and the remediation script contains the command below. Choose 64-bit PowerShell, and not the logged-on credentials.',
        link: INTUNE.start,
      },
      {
        text: 'Assign it with the remediation script, daily, to a pilot group and then to all Windows devices. Isolate the few that must keep the feature, with an end date.',
      },
      {
        text: 'On servers, run Uninstall-WindowsFeature -Name NET-Framework-Core, first with -WhatIf, and restart them in a maintenance window.',
      },
      { text: 'Leave the feature out of the image and the setup of new computers.' },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Windows PowerShell as an administrator',
      check: 'Get-WindowsOptionalFeature -Online -FeatureName NetFx3 | Select-Object FeatureName, State',
      change: `# The command cannot run as a test: try it on one computer first. It does nothing where the feature is off already.
if ((Get-WindowsOptionalFeature -Online -FeatureName NetFx3).State -eq 'Enabled') {
  Disable-WindowsOptionalFeature -Online -FeatureName NetFx3 -NoRestart
}`,
    },
    licence: REMEDIATIONS_LICENCE,
    usersNotice: 'Only people with a very old application notice it, and they should be asked first.',
    effort: 'days',
    verified:
      'The next run reads the remediation scripts in Intune and expects one that removes the feature on 98% of the managed Windows devices. If an image or another tool does it, and for servers, answer the questionnaire and show an inventory.',
    documentation: [
      ESSENTIAL_EIGHT.applications,
      REMEDIATIONS,
      {
        title: '.NET Framework 3.5 deployment considerations',
        url: 'https://learn.microsoft.com/windows-hardware/manufacture/desktop/microsoft-net-framework-35-deployment-considerations',
      },
    ],
  },
  {
    id: 'remove-powershell-2',
    title: 'Remove Windows PowerShell 2.0 from computers and servers',
    checks: ['powershell-2-removed'],
    requirements: ['ISM-1621'],
    why: 'Attackers start the old version on purpose, because it records nothing and ignores the limits that the current PowerShell obeys.',
    steps: [
      {
        text: 'Update computers to Windows 11 24H2 or later with the updates of August 2025 or newer: they no longer contain the old engine.',
      },
      {
        text: 'Search scheduled tasks, logon scripts and the tools of your service provider for powershell -version 2, and change them.',
      },
      {
        text: 'For the remaining computers, create a script package under Devices > Manage devices > Scripts and remediations in Intune that detects the feature MicrosoftWindowsPowerShellV2Root and removes it with the command below. Run it in 64-bit PowerShell, not as the user.',
        link: INTUNE.start,
      },
      {
        text: 'Assign the package with its remediation script to a pilot group for a week, then to all Windows devices that are left.',
      },
      {
        text: 'Windows Server 2025 loses the engine with the updates of September 2025. On older servers, check with Get-WindowsFeature PowerShell-V2 and remove it with Uninstall-WindowsFeature PowerShell-V2.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Windows PowerShell 5.1 as an administrator, on Windows before 11 24H2',
      check: `Get-WindowsOptionalFeature -Online -FeatureName MicrosoftWindowsPowerShellV2Root |
  Select-Object FeatureName, State`,
      change: `# The command cannot run as a test: try it on one computer first. It does nothing where the feature is off already.
if ((Get-WindowsOptionalFeature -Online -FeatureName MicrosoftWindowsPowerShellV2Root).State -eq 'Enabled') {
  Disable-WindowsOptionalFeature -Online -FeatureName MicrosoftWindowsPowerShellV2Root -NoRestart
}`,
    },
    licence: 'None with Windows 11 24H2; remediations need Windows Enterprise E3, which Microsoft 365 E3 includes',
    usersNotice: 'People notice nothing; only very old scripts of administrators stop working.',
    effort: 'hours',
    verified:
      'The next run reads the Windows version of each device and the remediation scripts in Intune, and expects one or the other on 98% of the managed Windows devices. For servers, answer the questionnaire and show the result of a script.',
    documentation: [
      { title: 'PowerShell 2.0 removal from Windows', url: 'https://support.microsoft.com/help/5065506' },
      ESSENTIAL_EIGHT.applications,
    ],
  },
  {
    id: 'collect-powershell-and-process-events',
    title: 'Collect the records of commands and programs of all machines in one place',
    checks: [],
    requirements: ['ISM-1623', 'ISM-1889'],
    why: 'These events show which commands an intruder typed; if they are stored only on the attacked machine, the intruder deletes them first, and nobody can say what was taken.',
    steps: [
      {
        text: 'Have servers and computers outside Intune write these records too. In Group Policy they are “Turn on Module Logging” with the module name *, “Turn on PowerShell Script Block Logging”, “Turn on PowerShell Transcription”, “Audit Process Creation” and “Include command line in process creation events”.',
        link: {
          title: 'Command line process auditing',
          url: 'https://learn.microsoft.com/windows-server/identity/ad-ds/manage/component-updates/command-line-process-auditing',
        },
      },
      {
        text: 'Enlarge the event logs Security and Microsoft-Windows-PowerShell/Operational, so that they last at least a week on a machine that is offline.',
      },
      {
        text: 'Forward events 4103 and 4104 of PowerShell and 4688 of Security from all computers and servers with the agent of your central log or with Windows Event Forwarding. Process events of Defender for Endpoint can replace event 4688.',
        link: LEARN.eventForwarding,
      },
      {
        text: 'Write transcripts to a share that everybody can write to and only its owners can read, and have the central log collect them there.',
      },
      {
        text: 'Remind administrators that passwords typed into commands are now recorded, and remove such passwords from scripts.',
      },
      {
        text: 'Run one harmless command on a computer, a server and a laptop at home, and find its script block, transcript and command line in the central log.',
      },
    ],
    licence: 'None with Event Forwarding; Microsoft Sentinel and other central logs are billed by volume',
    usersNotice: 'People notice nothing, but should learn in your policy that commands and programs are recorded.',
    effort: 'days',
    verified:
      'Answer the questionnaire for all machines, and show searches in the central log with a script block and a command line of a recent day. Another check reads in Intune whether these records are turned on.',
    documentation: [
      {
        title: 'Logging in PowerShell on Windows',
        url: 'https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_logging_windows',
      },
    ],
  },
]
