import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { DEFENDER, INTUNE } from '../links/device-pages.ts'
import { learn } from '../links/learn.ts'
import { PATCH_LICENCES } from '../links/licences.ts'

const END_OF_SUPPORT = learn(
  'Find software at the end of its support',
  'defender-vulnerability-management/tvm-end-of-support-software',
)

const SHOW_ENDED = `$query = @'
DeviceTvmSoftwareInventory
| where EndOfSupportStatus startswith "EOS"
| summarize Devices = dcount(DeviceId) by SoftwareVendor, SoftwareName, SoftwareVersion
| order by Devices desc
'@
(Start-MgSecurityHuntingQuery -BodyParameter @{ Query = $query }).Results | ForEach-Object {
  '{0} {1}: {2} devices' -f $_.AdditionalProperties['SoftwareName'],
    $_.AdditionalProperties['SoftwareVersion'], $_.AdditionalProperties['Devices'] }`

const HUNTING = 'Microsoft.Graph.Security, with ThreatHunting.Read.All'

export const UNSUPPORTED_SOFTWARE: readonly Remedy[] = [
  {
    id: 'remove-unsupported-office-browser-and-pdf-software',
    title: 'Remove unsupported Office, browser, email, PDF and security software',
    checks: ['unsupported-applications'],
    requirements: ['ISM-1704'],
    why: 'An old Office or PDF reader is attacked through ordinary documents, and no update will ever close its holes again.',
    steps: [
      {
        text: 'In the Defender portal, open Exposure management > Recommendations (in older menus Vulnerability management > Recommendations), and filter by the tags “EOS software” and “EOS versions”.',
        link: DEFENDER.start,
      },
      {
        text: 'Replace Office 2016, 2019 (ended October 2025) and 2021 (October 2026) with Microsoft 365 Apps or a supported release. Try add-ins and macros with a user from each team first.',
      },
      {
        text: 'Uninstall unsupported browsers, email programs, PDF readers and security products, and every copy of Flash Player: change the assignment of an app in Intune to “Uninstall”, or run the uninstaller with a script.',
        link: INTUNE.start,
      },
      {
        text: 'Remove browser extensions whose stores no longer offer them, or whose developers have stopped updating them.',
      },
      {
        text: 'Look at the tag “Upcoming EOS versions” every quarter and plan the replacement; Defender shows it up to six months ahead.',
      },
    ],
    script: { language: 'PowerShell', needs: HUNTING, check: SHOW_ENDED },
    licence: PATCH_LICENCES,
    usersNotice: 'Some people work with a newer Office or another PDF reader; old add-ins may no longer start.',
    effort: 'days',
    verified:
      'The next run expects that Defender lists no such software past its end of support on any device. For other computers and extensions, show an inventory with versions and end dates.',
    documentation: [END_OF_SUPPORT, ASD.legacy],
  },
  {
    id: 'remove-all-other-unsupported-software',
    title: 'Remove all other software that its vendor no longer supports',
    checks: ['other-unsupported-applications'],
    requirements: ['ISM-0304'],
    why: 'Abandoned programs collect known holes year after year, and each is a spare key to the computers and servers on which they still run.',
    steps: [
      {
        text: 'Filter the software inventory of Defender by the end-of-support tags. Add what it does not cover: business applications, database and runtime versions such as Java, .NET and SQL Server, and what servers run.',
        link: DEFENDER.start,
      },
      {
        text: 'Ask the owner of each program in the business whether it is still needed. If not, uninstall it; if in doubt, on a few computers first.',
      },
      {
        text: 'For each program that is needed, order the supported version, or plan its replacement with a date, a budget and a responsible person.',
      },
      {
        text: 'Until then, run it on one separate machine that has no internet access and that only the people who need it can reach.',
      },
      { text: 'Ask suppliers for the end-of-support date before you buy, and add it to the list.' },
    ],
    script: { language: 'PowerShell', needs: HUNTING, check: SHOW_ENDED },
    licence: PATCH_LICENCES,
    usersNotice:
      'Long-serving programs disappear or move to another machine; their users need notice and sometimes training.',
    effort: 'project',
    verified:
      'The next run expects no other software past its end of support in Defender’s inventory. For software that Defender does not cover, show the list with versions and end dates.',
    documentation: [END_OF_SUPPORT, ASD.legacy],
  },
  {
    id: 'retire-unsupported-online-services',
    title: 'Retire online services that their vendors no longer support',
    checks: [],
    requirements: ['ISM-1905'],
    why: 'Websites, plug-ins and portals can be attacked by anybody at any hour; an unsupported one will sooner or later be taken over and used against your customers.',
    steps: [
      {
        text: 'List the online services that you run or have run for you: website with its content management system and plug-ins, shop, portal, booking, file exchange, hosted applications.',
      },
      {
        text: 'For each, note the version and the vendor’s end-of-support date from its support page, or ask the provider for both in writing.',
      },
      {
        text: 'Switch off what nobody uses: remove the service, its DNS records, its accounts and its data.',
      },
      {
        text: 'Move everything else to a supported version or another service. Until the move, put it behind a web application firewall or take it off the internet.',
      },
      { text: 'Review the list twice a year, and before each renewal of a contract.' },
    ],
    licence: 'None: this is work with your website and application providers',
    usersNotice: 'People may have to use a new address or a new sign-in for a service that moves.',
    effort: 'project',
    verified:
      'Answer in the questionnaire that no service is past its date, and show the list with versions and end-of-support dates.',
    documentation: [ASD.legacy, ASD.maturityModel],
  },
]
