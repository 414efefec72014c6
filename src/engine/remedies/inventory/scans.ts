import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { DEFENDER } from '../links/device-pages.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'

export const SCANS: readonly Remedy[] = [
  {
    id: 'update-the-flaw-lists-of-your-own-scanners',
    title: 'Have your own scanners update their lists of flaws before each scan',
    checks: [],
    requirements: ['ISM-1808'],
    why: 'A scanner with an old list reports that all is well, while the flaws that attackers use this month are missing from it.',
    steps: [
      {
        text: 'List every tool that looks for flaws, including your IT provider’s: scanners of computers, networks, websites and clouds.',
      },
      {
        text: 'In each, switch on automatic updates of its list (feed, plug-ins or signatures), daily or before each scan, and let its machine reach the vendor’s update server.',
      },
      {
        text: 'Have the tool send an email when an update fails or the list is older than two days, and renew subscriptions before they end.',
      },
      { text: 'Stop using scanners whose vendor no longer updates the list.' },
    ],
    licence: 'A valid subscription for each scanner; Defender Vulnerability Management updates its list itself',
    usersNotice: 'People notice nothing, because only the scanners change.',
    effort: 'hours',
    verified: 'Answer the questionnaire for each scanner, and show the page with the date of its last update.',
    documentation: [ASD.patching],
  },
  {
    id: 'scan-servers-and-network-devices-every-two-weeks',
    title: 'Scan internal servers and network devices for missing fixes every two weeks',
    checks: [],
    requirements: ['ISM-1700', 'ISM-1702'],
    why: 'Switches, printers and servers are rarely replaced and looked at even less often, so known holes stay open for years.',
    steps: [
      {
        text: 'Onboard servers to Defender for Servers or your scanner, so that their programs and operating systems are checked like those of computers.',
        link: LEARN.onboardServers,
      },
      {
        text: 'On switches, routers, firewalls and wireless controllers, create a read-only SNMP account, and allow SNMP from one onboarded Windows computer in each network.',
      },
      {
        text: 'In the Defender portal, open Settings > Device discovery > Authenticated scans, install the scanner on that computer, and add a “Network device authenticated scan” that repeats.',
        link: DEFENDER.settings,
      },
      {
        text: 'Scan what Defender does not cover, such as printers, storage and products of other vendors, with another scanner, or compare versions in the vendors’ consoles every two weeks.',
      },
      {
        text: 'Put the review in the calendar, and give each result to the person who patches that kind of device.',
      },
    ],
    licence:
      'Servers: Defender for Servers or Defender for Business servers, per server. Network scans: Defender for Endpoint Plan 2',
    usersNotice: 'People notice nothing; the scans only read.',
    effort: 'days',
    verified:
      'Answer the questionnaire for servers and network devices, and show the latest scan report by kind of device, with dates.',
    documentation: [learn('Scan network devices with Defender', 'defender-endpoint/network-devices'), ASD.patching],
  },
  {
    id: 'scan-online-services-every-day',
    title: 'Check every online service each day for missing security fixes',
    checks: [],
    requirements: ['ISM-1698'],
    why: 'Attackers scan the whole internet for a new flaw within hours; if you learn of it a week later, they have already been there.',
    steps: [
      {
        text: 'List the online services that you run, or that somebody runs for you, each with its owner and provider.',
      },
      {
        text: 'For your own, set up a daily authenticated scan: a website or cloud vulnerability scanner, Defender for Cloud for what runs in Azure, or a service of your IT provider.',
      },
      {
        text: 'For services that others run, ask the provider in writing whether they scan every day and how soon they patch; file the answer or the page on which they say so.',
      },
      {
        text: 'Send new findings the same day to the person who patches that service, with the emergency procedure for what is already exploited.',
      },
      { text: 'Check once a month that each scan still runs and still signs in.' },
    ],
    licence: 'None from Microsoft, unless Defender for Cloud is the scanner; scanners are billed per service',
    usersNotice: 'People notice nothing; daily scans cause little load.',
    effort: 'days',
    verified:
      'Answer the questionnaire for all services, and show the schedule with recent results and the statements of providers.',
    documentation: [ASD.patching, ASD.assessment],
  },
  {
    id: 'scan-internet-facing-systems-every-day',
    title: 'Scan firewalls and servers that face the internet every day',
    checks: [],
    requirements: ['ISM-1701'],
    why: 'For a flaw in a firewall or gateway there is often only a day between the alert and the first break-ins.',
    steps: [
      {
        text: 'Collect the public addresses and names of all sites and cloud subscriptions, and the systems behind them.',
      },
      {
        text: 'Set up a daily scan of these addresses from outside, with the scanner of your IT provider or an attack surface service.',
      },
      {
        text: 'Add a daily look from inside, because a scan from outside does not see every version: onboarded servers in Defender, the firewall vendor’s cloud console, or an authenticated scan.',
        link: DEFENDER.start,
      },
      {
        text: 'Send results to the people who patch these systems, and open a ticket at once for a missing fix that is critical or exploited.',
      },
      {
        text: 'Compare the list with the firewall’s published ports every quarter, so that no new system is left out.',
      },
    ],
    licence: 'Depends on the scanner; servers in Defender need Defender for Servers or Defender for Business servers',
    usersNotice: 'People notice nothing; scans run in the background.',
    effort: 'days',
    verified:
      'Answer the questionnaire, and show the list of systems that face the internet beside the scan results of the last days.',
    documentation: [ASD.patching, ASD.assessment],
  },
  {
    id: 'compare-drivers-and-firmware-every-two-weeks',
    title: 'Look for missing driver and firmware fixes every two weeks',
    checks: [],
    requirements: ['ISM-1703', 'ISM-1900'],
    why: 'Flaws in firewalls and in the built-in software of computers are missing from the usual update lists, so they stay open unless somebody compares versions.',
    steps: [
      {
        text: 'For computers, choose a tool that compares what is installed with what vendors publish: the management tool of Dell, HP, Lenovo or another vendor, or your remote management tool.',
      },
      {
        text: 'In Intune, create a driver update policy for all computers: its list shows which newer drivers and firmware Windows Update has for them.',
        link: LEARN.driverUpdates,
      },
      {
        text: 'With the Vulnerability Management add-on, open Inventories > Hardware and Firmware in the Defender portal; it knows flaws in BIOS and processors of Dell, HP and Lenovo.',
        link: DEFENDER.firmware,
      },
      {
        text: 'For servers, firewalls, switches and storage, switch on version alerts in the vendor’s console, or compare with the support page by hand.',
      },
      {
        text: 'Schedule the comparison at least every two weeks, file the report, and give the list of what is missing to the people who install updates.',
      },
    ],
    licence:
      'Vendors’ tools are mostly free. In Defender: the Vulnerability Management add-on to Defender for Endpoint Plan 2',
    usersNotice: 'People notice nothing until updates follow.',
    effort: 'days',
    verified:
      'Answer the questionnaire, and show a report of the last two weeks that names driver and firmware versions with dates.',
    documentation: [
      learn('Hardware and firmware in Defender', 'defender-vulnerability-management/tvm-hardware-and-firmware'),
      ASD.patching,
    ],
  },
]
