import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { DEFENDER, INTUNE } from '../links/device-pages.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'
import { DEFENDER_SEEN_LICENCE } from '../links/licences.ts'

const ONBOARDING = learn(
  'Onboard devices with Intune policies',
  'intune/intune-service/protect/endpoint-security-edr-policy',
)
const MACS = learn('Onboard Macs with Intune', 'defender-endpoint/mac-install-with-intune')
const DISCOVERY = learn('Configure device discovery', 'defender-endpoint/configure-device-discovery')

const SHOW_ONBOARDING = `$query = @'
DeviceInfo
| summarize arg_max(Timestamp, DeviceName, OnboardingStatus) by DeviceId
| where OnboardingStatus in ("Onboarded", "Can be onboarded")
| summarize Devices = count(), LastSeen = min(Timestamp) by OnboardingStatus
'@
(Start-MgSecurityHuntingQuery -BodyParameter @{ Query = $query }).Results | ForEach-Object {
  '{0}: {1} devices, earliest last contact {2}' -f $_.AdditionalProperties['OnboardingStatus'],
    $_.AdditionalProperties['Devices'], $_.AdditionalProperties['LastSeen'] }`

export const DEVICE_INVENTORY: readonly Remedy[] = [
  {
    id: 'onboard-every-computer-to-defender',
    title: 'Connect every computer to Microsoft Defender, which looks for flaws continuously',
    checks: [
      'vulnerability-scanner',
      'vulnerability-scan-weekly',
      'vulnerability-scan-fortnightly',
      'software-inventory',
      'application-control-events',
    ],
    requirements: ['ISM-1808', 'ISM-1699', 'ISM-1700', 'ISM-1702'],
    why: 'Nobody fixes what nobody sees: on a computer without a scanner, an outdated program stays unnoticed until somebody exploits it.',
    steps: [
      {
        text: 'In the Defender portal, turn on the Microsoft Intune connection under Settings > Endpoints > General > Advanced features; in Intune, turn on “Connect Windows devices” under Endpoint security > Microsoft Defender for Endpoint.',
        link: INTUNE.defenderConnector,
      },
      {
        text: 'In Intune, open Endpoint security > Endpoint detection and response > EDR Onboarding Status, and select “Deploy preconfigured policy” for Windows. It is assigned to all devices.',
        link: INTUNE.start,
      },
      {
        text: 'Onboard Macs with the Defender app and the onboarding profile for macOS, because the assessment counts Macs as well.',
        link: MACS,
      },
      {
        text: 'Onboard servers with Defender for Servers, the local script or group policy; each needs a server licence.',
        link: LEARN.onboardServers,
      },
      {
        text: 'Compare the device list of Intune with Assets > Devices in the Defender portal, filtered by onboarding status. Repair computers that are missing or were last seen more than a week ago, and delete those that no longer exist.',
        link: DEFENDER.start,
      },
      {
        text: 'Put two dates in the calendar: every week, somebody reads the recommendations for Office, browsers, email, PDF and security software; every second week, all others.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Security, with ThreatHunting.Read.All',
      check: SHOW_ONBOARDING,
    },
    licence: DEFENDER_SEEN_LICENCE,
    usersNotice: 'People notice nothing, even where another antivirus product is in use.',
    effort: 'hours',
    verified:
      'The next run compares the computers in Intune with those that Defender has onboarded, and expects that Defender has seen each of them within the time that the requirement asks for. If another scanner covers them, answer the questions and show its reports.',
    documentation: [ONBOARDING, LEARN.softwareInventory],
  },
  {
    id: 'discover-devices-on-the-network',
    title: 'Search the network for unknown devices at least every two weeks',
    checks: ['asset-discovery'],
    requirements: ['ISM-1807'],
    why: 'The forgotten server under the desk or the private router is never patched, and one such device is enough to get in.',
    steps: [
      {
        text: 'In the Defender portal, open Settings > Device discovery, choose Standard discovery for all devices, and check under Monitored networks that the networks of all sites are monitored.',
        link: DEFENDER.settings,
      },
      {
        text: 'For sites without onboarded Windows computers, schedule a network scan with your remote management tool or another scanner, at least every two weeks.',
      },
      {
        text: 'Every two weeks, open Assets > Devices and filter by “Can be onboarded” and “Insufficient info”. Find out what each new device is, onboard it, move it to a guest network or remove it.',
        link: DEFENDER.start,
      },
      {
        text: 'In Intune, sort Devices > All devices by last check-in. Ask the owners of devices that were silent for 14 days to bring them online; retire and delete those that are gone.',
        link: INTUNE.start,
      },
      {
        text: 'Under Device clean-up rules, let Intune remove devices automatically that have not checked in for a month or two.',
        link: INTUNE.cleanUp,
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.DeviceManagement, with DeviceManagementManagedDevices.Read.All',
      check: `$limit = (Get-Date).AddDays(-14)
Get-MgDeviceManagementManagedDevice -All | Where-Object LastSyncDateTime -lt $limit |
  Sort-Object LastSyncDateTime | Select-Object DeviceName, OperatingSystem, UserPrincipalName, LastSyncDateTime`,
    },
    licence: DEFENDER_SEEN_LICENCE,
    usersNotice: 'Only owners of old or unknown devices notice it, when they are asked about them.',
    effort: 'hours',
    verified:
      'The next run reads when devices last reported to Intune and what Defender found on the network. Whether a tool searches the network is for you to answer: show the schedule and the latest list with its date.',
    documentation: [DISCOVERY, LEARN.deviceDiscovery, ASD.assessment],
  },
  {
    id: 'inventory-browser-extensions',
    title: 'Know and limit the extensions that people add to their browsers',
    checks: [],
    requirements: ['ISM-1699', 'ISM-1704'],
    why: 'An extension reads and changes every page that its user sees, online banking included, and some are sold to criminals after years of honest use.',
    steps: [
      {
        text: 'With the Vulnerability Management add-on, open Inventories > Browser extensions in the Defender portal; without it, collect them with your management tool. Edge, Chrome and Firefox count.',
        link: DEFENDER.start,
      },
      {
        text: 'Decide which extensions the business needs, and remove those that ask for high-risk permissions without a reason, or that their stores no longer offer.',
      },
      {
        text: 'In an Intune settings catalog policy for Microsoft Edge, set “Control which extensions cannot be installed” to *, and list the chosen ones in “Allow specific extensions to be installed”. Try it with a pilot group for a week, because everything else disappears at once, then do the same for Chrome and Firefox.',
        link: INTUNE.start,
      },
      { text: 'Look at the list every week together with the other scan results.' },
    ],
    licence:
      'Policies: Microsoft Intune Plan 1. Inventory: the Defender Vulnerability Management add-on, or another tool',
    usersNotice: 'Extensions that were not chosen disappear, and people ask before they get a new one.',
    effort: 'days',
    verified: 'Answer the questionnaire for extensions, and show the weekly list and the allowed ones.',
    documentation: [
      learn('Browser extensions in Defender', 'defender-vulnerability-management/tvm-browser-extensions'),
      LEARN.edgePolicies,
    ],
  },
]
