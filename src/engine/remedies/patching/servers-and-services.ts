import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { learn } from '../links/learn.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const SERVER_AND_SERVICE_UPDATES: readonly Remedy[] = [
  {
    id: 'agree-on-emergency-patching',
    title: 'Agree on how urgent fixes are installed within 48 hours, weekends included',
    checks: [],
    requirements: ['ISM-1876', 'ISM-1877', 'ISM-1696'],
    why: 'Attacks on firewalls, servers and online services begin within a day or two of an alert, often at a weekend, when nobody with the authority to act is there.',
    steps: [
      {
        text: 'Write one page: which notices count as urgent (the vendor calls the flaw critical, or it is already exploited), who decides, who carries out the fix, and that it is in place within 48 hours of its release.',
      },
      {
        text: 'List what it covers, each with an owner: online services, servers and network devices that face the internet, then internal servers and network devices.',
      },
      {
        text: 'Subscribe a shared mailbox to the alerts of ASD, to CISA’s list of exploited flaws and to the security notices of each vendor on the list. Somebody reads it every day.',
        link: ASD.alerts,
      },
      {
        text: 'Put the 48 hours, weekends and public holidays included, in the contracts with your IT provider and with the providers of online services, with a telephone number that is always answered.',
      },
      {
        text: 'Allow the change without the usual approval: back up the configuration, apply the fix, test, inform users. If there is no fix yet, apply the workaround or take the system off the internet.',
      },
      {
        text: 'Log each case: day of release, day of the fix, systems. Rehearse with an ordinary update once a year.',
      },
    ],
    licence: 'None: this is an agreement with the people who look after your systems',
    usersNotice: 'A service may be interrupted at short notice for an urgent fix, with a message beforehand.',
    effort: 'days',
    verified:
      'Answer the questionnaire for all services and systems, and show for the last two or three urgent flaws when the fix came out and when it was in place.',
    documentation: [ASD.patching, PUBLICATIONS.cisaExploited],
  },
  {
    id: 'patch-online-services-every-two-weeks',
    title: 'Patch online services at least every two weeks',
    checks: [],
    requirements: ['ISM-1690'],
    why: 'A website or portal with an old plug-in is found by automatic scans within days, and then serves malware or leaks customer data.',
    steps: [
      {
        text: 'List each online service with the components that need fixes: operating system, web server, content management system, plug-ins, libraries, database.',
      },
      { text: 'Switch on automatic security updates for every component that offers them.' },
      {
        text: 'For the rest, set a day every second week on which the person or provider in charge installs all open security fixes, on a test copy first where one exists.',
      },
      {
        text: 'For services that others run, ask for a written statement that ordinary fixes arrive within two weeks, and keep it with the contract.',
      },
      { text: 'Record date, service and versions after each round, and follow up rounds that were skipped.' },
    ],
    licence: 'None: the vendors of the services provide the fixes',
    usersNotice: 'Short maintenance pauses in the evening, which are announced on the service.',
    effort: 'days',
    verified:
      'Answer the questionnaire for all services, and show the patch record of the last three months and the statements of providers.',
    documentation: [ASD.patching, ASD.assessment],
  },
  {
    id: 'patch-internet-facing-systems-every-two-weeks',
    title: 'Patch firewalls and other systems that face the internet every two weeks',
    checks: [],
    requirements: ['ISM-1694'],
    why: 'The firewall or remote access gateway is the front door: an intruder there is inside the network and sees everybody sign in.',
    steps: [
      {
        text: 'List the firewalls, routers, gateways and servers behind the public addresses of your internet connections and cloud subscriptions. Each gets an owner; what nobody needs is switched off.',
      },
      {
        text: 'Close what does not need to be reachable: administration pages, remote desktop, file sharing. Fewer systems mean fewer patches.',
      },
      {
        text: 'In the vendor’s console, switch on automatic operating system updates with a nightly window, or put a window every second week in the calendar.',
      },
      {
        text: 'For Windows servers, use Azure Update Manager, Windows Server Update Services or your management tool with a schedule of at most two weeks; for Linux, unattended security updates with a planned restart.',
        link: learn('Azure Update Manager', 'azure/update-manager/overview'),
      },
      {
        text: 'After each window, compare the running version with the newest one that the vendor offers, and record both.',
      },
    ],
    licence: 'None from Microsoft for network devices; Azure Update Manager charges for servers outside Azure',
    usersNotice: 'The internet connection or remote access may pause for a few minutes at night.',
    effort: 'days',
    verified:
      'Answer the questionnaire for every system that faces the internet, and show its update history of the last three months.',
    documentation: [ASD.patching],
  },
  {
    id: 'patch-internal-servers-and-network-devices-every-month',
    title: 'Patch internal servers, switches and wireless equipment every month',
    checks: [],
    requirements: ['ISM-1695', 'ISM-1902'],
    why: 'An intruder on one computer looks for the server or switch that was never updated, and from there reaches everything else.',
    steps: [
      {
        text: 'List internal servers, hypervisors, switches, wireless equipment, storage and telephone systems with their operating systems and versions.',
      },
      {
        text: 'Group servers so that partners of a pair never restart together, and give each group a maintenance window in the week after the second Tuesday of the month.',
      },
      {
        text: 'Install all operating system fixes in that window with your update tool; take a snapshot or backup of important servers first.',
      },
      {
        text: 'Update network equipment at least monthly if fixes are out, from the vendor’s console or by hand.',
      },
      {
        text: 'Report to the owner of the business every month: how many systems, how many are current, which are late and why.',
      },
    ],
    licence: 'None: the update tools of the operating systems and vendors suffice',
    usersNotice:
      'Announced maintenance in one evening of the month, during which shared drives and applications pause.',
    effort: 'days',
    verified:
      'Answer the questionnaire for servers and network devices, and show a patch report of three months by kind of device.',
    documentation: [ASD.patching, ASD.assessment],
  },
]
