import type { Remedy } from '../../model/remedy.ts'
import { LEARN } from '../links/learn-pages.ts'
import { DEFENDER_LICENCE } from '../links/licences.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const IDENTIFY_ASSETS: readonly Remedy[] = [
  {
    id: 'keep-hardware-list',
    title: 'Keep one list of all hardware, with an owner for each device',
    checks: [],
    requirements: ['ID.AM-01'],
    why: 'A device that nobody knows about gets no updates, and nobody misses it when it is stolen.',
    steps: [
      {
        text: 'Export what tools already know: Intune under Devices > All devices, Defender under Assets > Devices, and the lists of your remote management tool.',
        link: LEARN.deviceInventory,
      },
      {
        text: 'Walk through the rooms once, and add what no tool shows: servers, switches, firewalls, access points, printers, cameras, storage, machines.',
      },
      {
        text: 'Bring everything into one list with serial number, type, place, owner, date of purchase and state. Put a label with a number on each device.',
        link: PUBLICATIONS.ncscAssets,
      },
      {
        text: 'Write the rule: nothing goes into use, to another person or to disposal without an entry, and the IT provider corrects the list within a week.',
      },
      {
        text: 'Each month compare the list with Intune and the network, and follow up devices that have been silent for 30 days.',
      },
      {
        text: 'For level 4, report the share of known and reporting devices.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, search the networks automatically for unknown devices, and find out how each one got in.',
        fromLevel: 5,
      },
    ],
    licence: `None for a list; for device discovery ${DEFENDER_LICENCE}`,
    usersNotice: 'Devices get a label, and people confirm once which ones they use.',
    effort: 'days',
    verified:
      'Show the list with the date of its last change; servers and network devices are on it, not only what Intune reports.',
    documentation: [PUBLICATIONS.ncscAssets, LEARN.deviceDiscovery],
  },
  {
    id: 'keep-software-and-service-list',
    title: 'Keep one list of the software and systems in use, each with an owner',
    checks: [],
    requirements: ['ID.AM-02'],
    why: 'When a flaw in a program makes the news, the first question is whether you use it, and where.',
    steps: [
      {
        text: 'Collect from tools: Intune under Apps > Monitor > Discovered apps, Defender’s software inventory, and the enterprise applications in the Entra admin center. Another inventory tool works as well.',
      },
      {
        text: 'Add what tools miss: programs on servers, appliances and machines, add-ins and scripts. Online services belong in the list of suppliers; refer to it instead of copying it.',
      },
      {
        text: 'Reduce the list to products that matter, and record for each: version, purpose, owner, kind of data, end of support.',
        link: PUBLICATIONS.ncscAssets,
      },
      {
        text: 'Ask the owners to confirm their entries every six months, and remove what nobody claims.',
      },
      { text: 'Write down how a new program or service gets approved, and let the approval create the entry.' },
      {
        text: 'For level 4, count what turns up without an entry.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, trace each of them to its cause until they are rare.',
        fromLevel: 5,
      },
    ],
    licence:
      'None for a list of your own; discovered apps come with Intune, which Microsoft 365 Business Premium includes',
    usersNotice: 'Unclaimed programs and subscriptions disappear after a warning.',
    effort: 'days',
    verified: 'Show the inventory with its date and owners, and the description of how a new service gets into it.',
    documentation: [PUBLICATIONS.ncscAssets, PUBLICATIONS.csfSmallBusiness],
  },
  {
    id: 'draw-networks-and-data-flows',
    title: 'Draw your networks and the main flows of data',
    checks: [],
    requirements: ['ID.AM-03'],
    why: 'In an incident, a diagram shows which connection to cut; without one, the whole business is cut off.',
    steps: [
      {
        text: 'The IT provider draws one page of networks: internet lines, firewall, wireless networks, servers, guests, machines, remote access, other sites and cloud.',
      },
      {
        text: 'Add a second page with the five to ten main flows of data: where customer, payment and personnel data enters, is stored, and leaves to suppliers and authorities.',
        link: PUBLICATIONS.ncscArchitecture,
      },
      {
        text: 'List for each connection to the outside its purpose, its ports or service, and who asked for it. Close those that nobody can explain.',
      },
      {
        text: 'Update both pages with every larger change, date them, and keep a printed copy with the incident response plan.',
      },
      {
        text: 'For level 4, compare firewall rules and traffic with the diagram every quarter and count differences.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, let a tool report new connections, and explain or stop each.',
        fromLevel: 5,
      },
    ],
    licence: 'None: any drawing tool will do',
    usersNotice: 'Nothing changes for staff, unless an unexplained connection is closed.',
    effort: 'days',
    verified: 'Show a dated diagram that includes cloud services and agrees with the firewall rules.',
    documentation: [PUBLICATIONS.ncscArchitecture, PUBLICATIONS.nistControls],
  },
  {
    id: 'record-and-rank-data',
    title: 'Record which data you hold, and rank data and systems by importance',
    checks: [],
    requirements: ['ID.AM-05', 'ID.AM-07'],
    why: 'If everything is protected alike, the most valuable gets too little, and nobody can report a leak of data that was never recorded.',
    steps: [
      {
        text: 'Ask each team which kinds of data it works with: customers, personnel, health, payments, designs, contracts. If privacy law requires a record of processing, start from it.',
      },
      {
        text: 'Record for each kind: where it is kept, including mailboxes and laptops, who owns it, who may see it, how long it is retained, and which law applies.',
        link: PUBLICATIONS.ncscData,
      },
      {
        text: 'Define three ranks, such as public, internal and confidential for data, and normal, important and vital for systems, with half a page about how each rank is protected.',
      },
      {
        text: 'Give each kind of data and each system a rank. Owners confirm it, and the IT provider adapts backup, access and monitoring to it.',
      },
      {
        text: 'Where licences allow, publish sensitivity labels with the same names: Microsoft Purview portal > Information Protection > Sensitivity labels.',
        link: LEARN.sensitivityLabels,
      },
      {
        text: 'For level 4, search for confidential data in wrong places and count what you find.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, let the results change where people store data, and review ranks after outages and changes.',
        fromLevel: 5,
      },
    ],
    licence: 'None for the record; sensitivity labels need Microsoft 365 Business Premium, E3 or E5',
    usersNotice: 'People choose a label for confidential files, and some data moves to a safer place.',
    effort: 'days',
    verified: 'Show the record of kinds of data with owners and retention, and the list of systems with their ranks.',
    documentation: [
      PUBLICATIONS.ncscData,
      {
        title: 'Create and publish sensitivity labels',
        url: 'https://learn.microsoft.com/purview/create-sensitivity-labels',
      },
    ],
  },
  {
    id: 'manage-life-of-hardware-and-accounts',
    title: 'Look after hardware, programs and data from purchase to safe disposal',
    checks: [],
    requirements: ['ID.AM-08', 'PR.PS-03'],
    why: 'Old hardware fails at the worst moment, and a discarded disk can give away everything that was ever on it.',
    steps: [
      {
        text: 'Write two pages of rules: commissioning with secure settings, maintenance and firmware updates, handover between people, repair, and disposal, for devices, programs, accounts and data.',
        link: PUBLICATIONS.ncscAssets,
      },
      {
        text: 'Set a life for each kind of hardware, such as four years for laptops and five for network devices, never longer than its vendor supplies firmware. Draw up a replacement plan with dates and costs.',
      },
      {
        text: 'Replace computers without TPM 2.0 and secure boot, or without a supported system, first.',
      },
      {
        text: 'Before a device leaves, is repaired or changes hands, erase it. For enrolled devices use Intune > Devices > the device > Wipe; for other storage, a method from the guidelines, or destruction by a certified company.',
        link: {
          title: 'Wipe a device with Intune',
          url: 'https://learn.microsoft.com/intune/intune-service/remote-actions/devices-wipe',
        },
      },
      {
        text: 'Keep a disposal log: device, serial number, method, date, name, certificate. Remove unused accounts and stale devices from the tenant every month.',
        link: {
          title: 'Manage stale devices in Microsoft Entra ID',
          url: 'https://learn.microsoft.com/entra/identity/devices/manage-stale-devices',
        },
      },
      {
        text: 'For level 4, report age, failures and overdue steps.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, plan replacement and purchases from these figures, before trouble starts.',
        fromLevel: 5,
      },
    ],
    licence: 'None for rules and log; remote wipe needs Intune, which Microsoft 365 Business Premium includes',
    usersNotice: 'People get new devices on a schedule and hand back the old ones.',
    effort: 'days',
    verified: 'Show the rules, the replacement plan, and the log entries of the last devices that were wiped.',
    documentation: [PUBLICATIONS.nistSanitization, PUBLICATIONS.ncscSanitisation],
  },
]
