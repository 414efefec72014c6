import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { INTUNE } from '../links/device-pages.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'
import { AUTOPATCH_LICENCE, INTUNE_LICENCE } from '../links/licences.ts'
import { PUBLICATIONS } from '../links/publications.ts'

const RINGS = learn('Update rings for Windows', 'intune/intune-service/protect/windows-10-update-rings')
const FEATURE_UPDATES = learn(
  'Feature updates for Windows in Intune',
  'intune/intune-service/protect/windows-10-feature-updates',
)
const APPLE_UPDATES = learn('Updates of Macs in Intune', 'intune/intune-service/protect/software-updates-macos')

const SHOW_RINGS = `$uri = 'https://graph.microsoft.com/beta/deviceManagement/deviceConfigurations'
(Invoke-MgGraphRequest -Method GET -Uri $uri).value |
  Where-Object { $_.'@odata.type' -eq '#microsoft.graph.windowsUpdateForBusinessConfiguration' } |
  ForEach-Object { [pscustomobject]@{
    Ring = $_.displayName
    Deferral = $_.qualityUpdatesDeferralPeriodInDays
    Deadline = $_.deadlineForQualityUpdatesInDays
    Paused = $_.qualityUpdatesPaused
  } }`

export const WINDOWS_UPDATES: readonly Remedy[] = [
  {
    id: 'install-windows-updates-within-a-month',
    title: 'Install Windows security updates on every computer within a month',
    checks: ['windows-patches'],
    requirements: ['ISM-1695', 'ISM-1902'],
    why: 'Criminals study each monthly update to learn which flaw it fixes, and then attack the computers that do not have it yet.',
    steps: [
      {
        text: 'In the Intune admin center, open Devices > Windows updates > Update rings. Resume quality updates in every ring that is paused, and note the rings whose deferral and deadline add up to more than 30 days.',
        link: INTUNE.updates,
      },
      {
        text: 'Edit or create a ring for a few pilot computers: Quality update deferral period 0 days, Use deadline settings “Allow”, Deadline for quality updates 2 days, Grace period 1 day.',
      },
      {
        text: 'Edit or create the ring for all other computers: Quality update deferral period 7 days, Deadline for quality updates 5 days, Grace period 2 days.',
      },
      {
        text: 'Assign the rings to device groups that together contain every Windows computer and do not overlap. Remove update deferrals that group policy or another Intune policy sets on the same computers.',
      },
      {
        text: 'A week after each second Tuesday of a month, sort Devices > All devices by OS version, and restart, fix or replace computers with an old build.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Authentication, with DeviceManagementConfiguration.Read.All',
      check: SHOW_RINGS,
    },
    licence: INTUNE_LICENCE,
    requires: ['intune'],
    usersNotice: 'People are asked to restart about once a month; after a few days the computer restarts on its own.',
    effort: 'hours',
    verified:
      'The next run reads the build of each Windows device in Intune and every update ring. It expects each device to have the updates that are more than 30 days old, and no ring to be paused or to wait longer than 30 days.',
    documentation: [RINGS, ASD.patching],
  },
  {
    id: 'install-urgent-windows-fixes-within-two-days',
    title: 'Install urgent Windows fixes on every computer within two days',
    checks: ['windows-patches-urgent'],
    requirements: ['ISM-1696'],
    why: 'Some flaws are attacked within hours of becoming known; a computer that waits for the monthly cycle stays open to such attacks for weeks.',
    steps: [
      {
        text: 'Choose one of two ways: fast rings bring every update to everybody within two days; expedited updates leave slower rings as they are and push a single urgent update at once.',
      },
      {
        text: 'For fast rings, set in each ring under Devices > Windows updates > Update rings: Quality update deferral period 0, Deadline for quality updates 2, Grace period 0.',
        link: INTUNE.updates,
      },
      {
        text: 'For expedited updates, open Devices > Windows updates > Quality updates and select Create > Expedite policy. Choose the newest update, enforce the restart after 0 or 1 days, and assign the policy to all Windows computers.',
        link: LEARN.expediteUpdates,
      },
      {
        text: 'Name one person and a deputy who read the alerts of ASD and Microsoft daily, and who choose the new update in the expedite policy on the day of an urgent fix.',
        link: ASD.alerts,
      },
      {
        text: 'Two days after an urgent fix, list the computers that lack it, bring them online, and cut off company data for those that remain out of date.',
      },
      {
        text: 'Where computers run Windows 11 24H2 or later, allow hotpatch in a Windows quality update policy: in eight months of the year, updates then need no restart.',
        link: learn('Windows quality update policies', 'intune/intune-service/protect/windows-quality-update-policy'),
      },
    ],
    script: {
      language: 'Graph',
      needs: 'DeviceManagementConfiguration.Read.All',
      check: 'GET https://graph.microsoft.com/beta/deviceManagement/windowsQualityUpdateProfiles?$expand=assignments',
    },
    licence:
      'Fast rings: Microsoft Intune Plan 1. Expedited updates: Windows Enterprise E3 too. Microsoft 365 Business Premium, E3 and E5 cover both',
    requires: ['intune'],
    usersNotice: 'After an urgent fix, computers may restart within a day, even during work.',
    effort: 'hours',
    verified:
      'The next run reads builds, update rings, expedite policies and Microsoft’s catalogue of updates, which says what is urgent. For Macs, servers and network devices, show the day of release of the last urgent fixes and the day on which the last one had them.',
    documentation: [LEARN.expediteUpdates, PUBLICATIONS.cisaExploited],
  },
  {
    id: 'run-a-recent-operating-system-release',
    title: 'Run the latest release of Windows and macOS, or the one before it',
    checks: ['operating-system-release'],
    requirements: ['ISM-1407'],
    why: 'New releases bring protections that older ones never get, and an old release is the first to lose support.',
    steps: [
      {
        text: 'Compare the OS version of each computer in Devices > All devices with the two newest releases of its system.',
        link: learn('Windows 11 release information', 'windows/release-health/windows11-release-information'),
      },
      {
        text: 'Open Devices > Windows updates > Feature updates > Create profile. Choose the newest release or the one before it, and “Make available to users as a required update”.',
        link: INTUNE.updates,
      },
      {
        text: 'Assign the profile to a pilot group; after two weeks without trouble, assign it to all Windows computers, in stages under Rollout options.',
      },
      {
        text: 'When the profile’s report shows the computers as “OfferReady”, set the Feature update deferral period of their update rings to 0.',
      },
      {
        text: 'For Macs, create a settings catalog policy with Declarative Device Management > Software Update Enforce Latest: Delay in Days 14, and an Install Time outside working hours.',
        link: APPLE_UPDATES,
      },
      {
        text: 'Replace computers whose hardware cannot run a recent release. Plan the same for servers: one of the two newest releases of Windows Server or of the Linux distribution.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.DeviceManagement, with DeviceManagementManagedDevices.Read.All',
      check: `# How many computers run each release
Get-MgDeviceManagementManagedDevice -All |
  Where-Object OperatingSystem -in 'Windows', 'macOS' |
  Group-Object OperatingSystem, OSVersion | Sort-Object Name | Select-Object Name, Count`,
    },
    licence: AUTOPATCH_LICENCE,
    requires: ['intune'],
    usersNotice:
      'Once a year the computer installs a longer update with a restart, and some menus look different afterwards.',
    effort: 'days',
    verified:
      'The next run compares the release of each computer in Intune with the two newest ones. For servers, show a list of machines with their releases.',
    documentation: [FEATURE_UPDATES, APPLE_UPDATES],
  },
  {
    id: 'replace-unsupported-operating-systems',
    title: 'Replace operating systems that no longer get security updates',
    checks: ['unsupported-operating-systems'],
    requirements: ['ISM-1501'],
    why: 'Nobody fixes new flaws in such a system: each of them stays open, and insurers may refuse to pay.',
    steps: [
      {
        text: 'List every computer, server, phone, firewall, switch and storage system with the version of its operating system and the date on which its vendor stops supporting it. Export what Intune knows from Devices > All devices.',
        link: INTUNE.start,
      },
      {
        text: 'Upgrade Windows 10 computers that can run Windows 11 with a feature update profile under Devices > Windows updates > Feature updates.',
        link: INTUNE.updates,
      },
      {
        text: 'Replace Windows 10 computers that cannot. Until then, buy extended security updates for version 22H2, which end in October 2028 at the latest, and check that each month’s update is really installed.',
        link: learn('Extended security updates for Windows 10', 'windows/whats-new/extended-security-updates'),
      },
      {
        text: 'Update phones, tablets and Macs to a version that Apple or Google still supports, and replace devices that cannot run one.',
      },
      {
        text: 'Move servers and network equipment to supported versions. Isolate what has to wait from the internet and from all other systems, and write down until when.',
      },
      {
        text: 'In Devices > Compliance, create a policy for each platform with a minimum OS version. A Conditional Access policy that requires compliant devices then locks older ones out.',
        link: INTUNE.compliance,
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.DeviceManagement, with DeviceManagementManagedDevices.Read.All',
      check: `# Every device with its version, to compare with the dates on which support ends
Get-MgDeviceManagementManagedDevice -All | Sort-Object OperatingSystem, OSVersion |
  Select-Object DeviceName, OperatingSystem, OSVersion, UserPrincipalName, LastSyncDateTime`,
    },
    licence:
      'Microsoft Intune Plan 1 to find and lock out old devices; extended updates for Windows 10 are billed per device',
    usersNotice: 'Some people get a new computer or phone, or a new version of Windows on the one they have.',
    effort: 'project',
    verified:
      'The next run compares the version of each device in Intune with the dates on which support ends. For everything else, show the list with versions and dates.',
    documentation: [
      ASD.legacy,
      FEATURE_UPDATES,
      learn('Create a compliance policy', 'intune/intune-service/protect/create-compliance-policy'),
    ],
  },
]
