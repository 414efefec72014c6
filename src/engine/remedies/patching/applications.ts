import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { DEFENDER, INTUNE, OFFICE_UPDATES } from '../links/device-pages.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'
import { PATCH_LICENCES } from '../links/licences.ts'
import { PUBLICATIONS } from '../links/publications.ts'

const CLOUD_UPDATE = learn('Cloud update for Microsoft 365 Apps', 'deployoffice/admincenter/cloud-update')
const REMEDIATION = learn(
  'Request remediation from Defender to Intune',
  'defender-vulnerability-management/tvm-remediation',
)

/** The software with flaws that have a fix and were published before the given number of days. */
const flawsOlderThan = (days: number): string => `$query = @'
DeviceTvmSoftwareVulnerabilities
| where not(tostring(CveTags) has "NoSecurityUpdate")
| join kind=inner (DeviceTvmSoftwareVulnerabilitiesKB | project CveId, PublishedDate, IsExploitAvailable) on CveId
| where PublishedDate < ago(${days}d)
| summarize Devices = dcount(DeviceId), Exploitable = countif(IsExploitAvailable) by SoftwareName
| order by Devices desc
'@
(Start-MgSecurityHuntingQuery -BodyParameter @{ Query = $query }).Results | ForEach-Object {
  '{0}: {1} devices, {2} exploitable' -f $_.AdditionalProperties['SoftwareName'],
    $_.AdditionalProperties['Devices'], $_.AdditionalProperties['Exploitable'] }`

const HUNTING = 'Microsoft.Graph.Security, with ThreatHunting.Read.All'

export const APPLICATION_UPDATES: readonly Remedy[] = [
  {
    id: 'update-office-browsers-and-pdf-software-within-two-weeks',
    title: 'Update Office, browsers, PDF and security software within two weeks',
    checks: ['application-patches', 'application-patches-ordinary'],
    requirements: ['ISM-1691', 'ISM-1901'],
    why: 'These programs open what strangers send, so an attached document or a visited website is enough to exploit an old version.',
    steps: [
      {
        text: 'In the Microsoft 365 Apps admin center, activate Cloud Update for the channels in use, move computers of other channels to the Current or Monthly Enterprise Channel, and set Settings > Deadline to 3 days in each profile.',
        link: OFFICE_UPDATES,
      },
      {
        text: 'In an Intune settings catalog policy for Microsoft Edge, set “Notify a user that a browser restart is recommended or required for pending updates” to Required, and “Set the time period for update notifications” to 259200000, which is three days in milliseconds. Remove policies that disable updates.',
        link: INTUNE.start,
      },
      {
        text: 'Give Chrome and Firefox the same restart rule with their own policies, or uninstall them where nobody needs them.',
      },
      {
        text: 'Leave automatic updates of PDF readers, email programs and security products on. Deliver new versions of what cannot update itself through Intune or your patch tool within a week of release.',
      },
      {
        text: 'Uninstall what updates never reach: second Office versions, browsers installed in a single user’s profile, forgotten PDF readers.',
      },
      {
        text: 'Allow only browser extensions from the official stores, because those update automatically.',
      },
      {
        text: 'Every week, open Weaknesses (or Vulnerabilities) in the Defender portal, sort by date, and deal with devices on which one of these programs has a flaw older than a week.',
        link: DEFENDER.vulnerabilities,
      },
    ],
    script: { language: 'PowerShell', needs: HUNTING, check: flawsOlderThan(14) },
    licence: PATCH_LICENCES,
    usersNotice:
      'Office and the browser ask to be restarted, and restart on their own after three days; open documents and tabs come back.',
    effort: 'hours',
    verified:
      'The next run reads from Defender when the oldest open flaw of each device was published, and expects none older than two weeks in this software. For extensions and other computers, show the report of your patch tool.',
    documentation: [CLOUD_UPDATE, LEARN.edgePolicies, ASD.patching],
  },
  {
    id: 'install-urgent-application-fixes-within-two-days',
    title: 'Install urgent fixes of Office, browsers and PDF software within two days',
    checks: ['application-patches-urgent'],
    requirements: ['ISM-1692'],
    why: 'Once a working attack on a browser or on Office circulates, everybody who has not updated within days becomes an easy victim.',
    steps: [
      {
        text: 'In the Defender portal, open Settings > Endpoints > General > Email notifications > Vulnerabilities and add a rule for all devices: new critical vulnerability, new public exploit, exploit verified, exploit added to a kit. Send it to the people who patch.',
        link: DEFENDER.settings,
      },
      {
        text: 'Set the deadline of each Cloud Update profile to 1 day. Because Cloud Update spreads an update over several days, start it for an urgent fix on computers that still lack it, with your management tool: OfficeC2RClient.exe /update user.',
        link: OFFICE_UPDATES,
      },
      {
        text: 'Shorten “Set the time period for update notifications” of Edge and Chrome to one day: 86400000 milliseconds.',
      },
      {
        text: 'For each other program of this kind, prepare a package in Intune or your patch tool that is required on all devices without delay, so that in an emergency you only replace its version.',
        link: INTUNE.start,
      },
      {
        text: 'Agree who decides and who deploys, at weekends too. When no fix exists yet, apply the vendor’s workaround or remove the program until there is one.',
      },
      {
        text: 'The day after, look up the flaw in Defender and work through the exposed devices that are left.',
        link: DEFENDER.vulnerabilities,
      },
    ],
    script: { language: 'PowerShell', needs: HUNTING, check: flawsOlderThan(2) },
    licence: PATCH_LICENCES,
    usersNotice: 'A few times a year, Office or the browser has to be restarted on the same day.',
    effort: 'days',
    verified:
      'The next run expects no device with a critical or exploitable flaw in this software that was published more than 48 hours ago. Note the day of release and the day of the last installation for recent urgent fixes.',
    documentation: [
      learn(
        'Email notifications about vulnerabilities from Defender',
        'defender-endpoint/configure-vulnerability-email-notifications',
      ),
      CLOUD_UPDATE,
      PUBLICATIONS.cisaExploited,
    ],
  },
  {
    id: 'update-all-other-applications-within-a-month',
    title: 'Update all other applications within a month',
    checks: ['other-application-patches'],
    requirements: ['ISM-1693'],
    why: 'The program that nobody thinks of, such as an archiver or an accounting client, is as good a way in for attackers as the well-known ones.',
    steps: [
      {
        text: 'In the Defender portal, open Exposure management > Vulnerability management > Inventories > Software (in older menus, Vulnerability management stands by itself), and sort by weaknesses. It is the list of what has to be patched.',
        link: DEFENDER.start,
      },
      {
        text: 'Uninstall programs that nobody needs. For apps in Intune, add an assignment of the type “Uninstall” under Apps > All apps > the app > Properties > Assignments; for others, use a script or your management tool.',
        link: INTUNE.start,
      },
      {
        text: 'For each remaining program, write down how it is updated: automatically, by a package in Intune, by your patch or remote management tool, or by its supplier.',
      },
      {
        text: 'Set one day a month on which packages in Intune or the patch tool get their new versions. For business applications, ask the supplier how security fixes are announced, and plan them on the same day.',
      },
      {
        text: 'From Recommendations in Defender, request remediation with a due date for what is left over; it becomes a security task in Intune that shows progress.',
        link: REMEDIATION,
      },
      { text: 'Do the same on servers, with their maintenance window, and record what was updated on which day.' },
    ],
    script: { language: 'PowerShell', needs: HUNTING, check: flawsOlderThan(30) },
    licence: PATCH_LICENCES,
    usersNotice: 'Programs show new versions, and now and then one has to be closed for its update.',
    effort: 'days',
    verified:
      'The next run expects no device with an open flaw older than one month in other applications. For programs and servers that Defender does not cover, answer the questionnaire.',
    documentation: [REMEDIATION, LEARN.softwareInventory, ASD.patching],
  },
]
