import type { Remedy } from '../../model/remedy.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const PROTECT_RESILIENCE: readonly Remedy[] = [
  {
    id: 'separate-networks',
    title: 'Separate networks, close the firewall, and admit only known devices remotely',
    checks: [],
    requirements: ['PR.IR-01'],
    hints: ['managed-device-sign-in'],
    why: 'In one flat network, an infected visitor’s laptop or camera can reach the server.',
    steps: [
      {
        text: 'Divide the network into zones: office, servers, guests, printers and cameras, machines, administration. Most switches and access points can do this with VLANs.',
        link: PUBLICATIONS.ncscLateralMovement,
      },
      {
        text: 'Let the firewall log the traffic between zones for two weeks. Then block everything between them and from the internet, outside working hours and with a rollback plan, and allow only what has a purpose, an owner and a date.',
        link: PUBLICATIONS.nistFirewalls,
      },
      {
        text: 'Remove remote desktop and administration pages from the internet. Remote access goes through a VPN or a zero trust service with a second factor and a managed device.',
      },
      {
        text: 'Switch on the firewall of each computer by policy: Intune > Endpoint security > Firewall.',
        link: {
          title: 'Firewall policies in Intune',
          url: 'https://learn.microsoft.com/intune/intune-service/protect/endpoint-security-firewall-policy',
        },
      },
      {
        text: 'Review all rules every six months, delete what nobody needs, and scan your public addresses from outside.',
      },
      {
        text: 'For level 4, count openings found and rules without an owner.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, search from inside and outside on set dates, and improve the rule behind each opening.',
        fromLevel: 5,
      },
    ],
    licence: 'None if your network devices support VLANs; otherwise expect to buy switches or a firewall',
    usersNotice: 'Guests use a network of their own; some devices must be connected again.',
    effort: 'project',
    verified: 'Show the network diagram with its zones, and the notes of the last rule review.',
    documentation: [PUBLICATIONS.nistFirewalls, PUBLICATIONS.ncscLateralMovement],
  },
  {
    id: 'protect-and-monitor-rooms',
    title: 'Protect rooms with equipment from fire, water and burglars, with alarms',
    checks: [],
    requirements: ['PR.IR-02', 'DE.CM-02'],
    why: 'A leaking pipe or a burglar can stop the business as thoroughly as ransomware.',
    steps: [
      {
        text: 'Walk through all places with servers, network devices and backups, and note heat, water pipes, dust, fire load, power, windows and doors. The insurer often helps free of charge.',
        link: PUBLICATIONS.cisaPremises,
      },
      {
        text: 'Move equipment out of danger, into a dry and cool place, or into a data centre or cloud service.',
      },
      {
        text: 'Install smoke detectors and a suitable extinguisher, sensors for heat and water, and backup power that lasts long enough for an orderly shutdown.',
      },
      {
        text: 'Connect door contacts, sensors or cameras to an alarm that reaches a named person and a deputy at any hour. Check what privacy law requires before you use cameras.',
      },
      {
        text: 'Test batteries, sensors and alarms every six months, with date and result in a log.',
        link: PUBLICATIONS.nistControls,
      },
      {
        text: 'For level 4, count alarms, false alarms and failed tests.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, improve locations and protection according to what sensors and incidents show, before something happens.',
        fromLevel: 5,
      },
    ],
    licence: 'None; the cost lies in sensors, backup power and perhaps an alarm service',
    usersNotice: 'Doors may be alarmed outside working hours, and cameras are announced by signs.',
    effort: 'project',
    verified: 'Show the rooms, the alarm plan, and the record of the last tests of power and alarms.',
    documentation: [PUBLICATIONS.cisaPremises, PUBLICATIONS.nistControls],
  },
  {
    id: 'remove-single-points-of-failure',
    title: 'Find single points of failure, and add a spare or a way to work without them',
    checks: [],
    requirements: ['PR.IR-03'],
    why: 'One cable, one switch or one absent person can send everybody home.',
    steps: [
      {
        text: 'For each main service go through the chain from the user to the data, and ask at each link: what if this fails now, and for how long? Include internet line, power, firewall, administrators and cloud providers.',
        link: PUBLICATIONS.nistContingency,
      },
      {
        text: 'Compare the answer with the longest outage that was agreed. Mark what exceeds it.',
      },
      {
        text: 'Choose a remedy for each: second line over mobile network, spare device on the shelf, mirrored storage, a contract with repair times, a second administrator, or a procedure on paper.',
      },
      {
        text: 'Try each out once, with the people concerned, and write down how to switch over and back.',
      },
      {
        text: 'For level 4, measure the length of outages against the limits.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, switch something off on purpose every year, announced, and remove the weakness that shows.',
        fromLevel: 5,
      },
    ],
    licence: 'None; a second internet line or a spare device is the usual expense',
    usersNotice: 'A short, announced test interrupts work now and then.',
    effort: 'project',
    verified: 'Show the list of single points of failure with the substitute for each, and when it was last tried.',
    documentation: [PUBLICATIONS.nistContingency, PUBLICATIONS.nistControls],
  },
  {
    id: 'watch-capacity',
    title: 'Set alarms for capacity, and plan growth every year',
    checks: [],
    requirements: ['PR.IR-04'],
    why: 'A full disk stops email, backups and cash registers without any attacker.',
    steps: [
      {
        text: 'List what can run out: server disks, SharePoint and mailbox storage, backup space, internet bandwidth, licences, certificates and domains, computing power.',
      },
      {
        text: 'Set a warning at 75% and an alarm at 90%, or at 60 days before something expires, in your monitoring tool. Alarms become tickets.',
      },
      {
        text: 'Check cloud storage and licences in the Microsoft 365 admin center every month, until a tool does so.',
        link: { title: 'Licences and storage', url: 'https://admin.microsoft.com/' },
      },
      {
        text: 'Once a year, project the growth of the past year forward, add the plans of the business, and order in time.',
        link: PUBLICATIONS.nistControls,
      },
      {
        text: 'For level 4, report how close each resource came to its limit.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, compare forecast and reality, and give back what is not needed.',
        fromLevel: 5,
      },
    ],
    licence: 'None: monitoring tools of IT providers include such alarms',
    usersNotice: 'Staff notice only that systems no longer fill up or slow down.',
    effort: 'hours',
    verified: 'Show the alarm limits in the tool and the plan for this year.',
    documentation: [PUBLICATIONS.nistControls, PUBLICATIONS.csf],
  },
]
