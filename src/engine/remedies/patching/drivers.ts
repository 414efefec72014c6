import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { INTUNE } from '../links/device-pages.ts'
import { LEARN } from '../links/learn-pages.ts'
import { AUTOPATCH_LICENCE } from '../links/licences.ts'
import { PUBLICATIONS } from '../links/publications.ts'

const SHOW_DRIVER_POLICIES = `$uri = 'https://graph.microsoft.com/beta/deviceManagement/windowsDriverUpdateProfiles'
(Invoke-MgGraphRequest -Method GET -Uri $uri).value | ForEach-Object { [pscustomobject]@{
  Policy = $_.displayName
  Approval = $_.approvalType
  Deferral = $_.deploymentDeferralInDays
} }`

export const DRIVER_UPDATES: readonly Remedy[] = [
  {
    id: 'deliver-driver-and-firmware-updates-every-month',
    title: 'Deliver driver and firmware updates to Windows computers within a month',
    checks: ['driver-updates'],
    requirements: ['ISM-1697', 'ISM-1904'],
    why: 'Drivers and firmware run below Windows and its protections, so a hole in them can give an attacker the whole computer, unseen by antivirus software.',
    steps: [
      {
        text: 'In each ring under Devices > Windows updates > Update rings, set Windows drivers to “Allow” and Deadline for quality updates to 14 days or less. The deadline applies to drivers too.',
        link: INTUNE.updates,
      },
      {
        text: 'On the Driver updates tab, select Create profile. Choose “Automatically approve all recommended driver updates”, set “Make updates available after (days)” to 0, and assign it to a pilot group with each model of computer. Computers must be joined to Entra and send at least the required diagnostic data.',
      },
      {
        text: 'Create a second such policy with 7 days for all other Windows computers. Each computer should be in one driver policy only.',
      },
      {
        text: 'Delete or unassign policies that approve by hand or wait longer than 30 days; you cannot change the approval method of an existing policy.',
      },
      {
        text: 'Every month, open the policies that show a number under “Drivers to review”, and approve or decline each driver in their list “Other drivers”.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Authentication, with DeviceManagementConfiguration.Read.All',
      check: SHOW_DRIVER_POLICIES,
    },
    licence: AUTOPATCH_LICENCE,
    requires: ['intune'],
    usersNotice: 'A screen may flicker or a device reconnect during an update; firmware asks for a restart.',
    effort: 'hours',
    verified:
      'The next run reads driver policies and update rings, and expects automatic delivery within 30 days on every Windows device in Intune.',
    documentation: [LEARN.driverUpdates, ASD.patching],
  },
  {
    id: 'deliver-urgent-driver-updates-within-two-days',
    title: 'Deliver urgent driver and firmware fixes to Windows computers within two days',
    checks: ['driver-updates-urgent'],
    requirements: ['ISM-1879', 'ISM-1903'],
    why: 'Attackers use faulty drivers to switch off protection software, so an urgent driver fix that waits for weeks leaves a proven way in.',
    steps: [
      {
        text: 'Open Devices > Windows updates > Driver updates, and set “Make updates available after (days)” to 0 in every policy with automatic approval.',
        link: INTUNE.updates,
      },
      {
        text: 'In the update rings of the same computers, set Windows drivers to “Allow”, the Quality update deferral period to 0, the Deadline for quality updates to 2 and the Grace period to 0.',
      },
      {
        text: 'Move computers whose policy approves by hand into an automatic one, because a person may not be there in time.',
      },
      {
        text: 'Subscribe to the security notices of your computer vendors. If an urgent fix is not a recommended driver, approve it in the policy’s list “Other drivers” on the same day.',
      },
      {
        text: 'If a driver causes trouble, pause it in the policy; this stops it for other computers without stopping everything else.',
      },
    ],
    script: {
      language: 'Graph',
      needs: 'DeviceManagementConfiguration.Read.All',
      check: 'GET https://graph.microsoft.com/beta/deviceManagement/windowsDriverUpdateProfiles?$expand=assignments',
    },
    licence: AUTOPATCH_LICENCE,
    requires: ['intune'],
    usersNotice:
      'Driver updates arrive without a trial period, so now and then a device such as a dock or printer may misbehave.',
    effort: 'hours',
    verified:
      'The next run expects each Windows device in Intune to get drivers automatically within two days. Keep the dates of the last urgent driver fix as evidence.',
    documentation: [LEARN.driverUpdates],
  },
  {
    id: 'update-drivers-and-firmware-by-the-makers-tools',
    title: 'Update drivers and firmware that Windows Update does not deliver',
    checks: [],
    requirements: ['ISM-1697', 'ISM-1879', 'ISM-1903', 'ISM-1904'],
    why: 'Nobody updates firewalls, storage and servers unless it is planned, although attackers on the internet reach them first.',
    steps: [
      {
        text: 'List servers, firewalls, switches, wireless equipment, storage, printers and special computers, each with its vendor, model and the versions of its drivers and firmware.',
      },
      {
        text: 'For each vendor, choose the tool that updates its equipment, for example its management software or cloud console, and switch on automatic security updates where the equipment can restart at night.',
      },
      {
        text: 'For everything else, put a maintenance window in the calendar at least once a month, with the name of the person who does it. Back up the configuration first.',
      },
      {
        text: 'Subscribe a shared mailbox to the security notices of these vendors. When a flaw is critical or already exploited, start the emergency change, so that the fix is in place within 48 hours.',
        link: PUBLICATIONS.cisaExploited,
      },
      {
        text: 'After each window, record date, equipment and new version. Replace equipment for which the vendor no longer publishes fixes.',
      },
    ],
    licence: 'None from Microsoft; some vendors provide firmware only with a support contract',
    usersNotice:
      'Internet, telephones or shared drives may be down for a few minutes, outside working hours and announced in advance.',
    effort: 'days',
    verified:
      'Answer the questionnaire for servers and network devices, and show firmware versions of the last month and the dates of the last urgent fix for each kind of device.',
    documentation: [ASD.patching, PUBLICATIONS.cisaExploited],
  },
]
