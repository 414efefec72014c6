import type { Remedy } from '../../model/remedy.ts'
import { LEARN } from '../links/learn-pages.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const DETECT_MONITORING: readonly Remedy[] = [
  {
    id: 'monitor-network-traffic',
    title: 'Have unusual network traffic raise alerts that somebody looks at',
    checks: [],
    requirements: ['DE.CM-01'],
    hints: ['network-protection'],
    why: 'Intruders spend days in a network before they strike; their traffic shows, if anybody looks.',
    steps: [
      {
        text: 'List all networks, branches and wireless networks included, and what watches each today: firewall, DNS filter, intrusion detection, Defender network protection.',
      },
      {
        text: 'Switch on intrusion detection and logging in the firewall, and a DNS service that blocks harmful addresses.',
        link: PUBLICATIONS.ncscMonitoring,
      },
      {
        text: 'Define ten alerts that matter: sign-in to the firewall, new rule, new remote access, port scans, large uploads at night, blocked malware addresses, unknown devices or access points.',
      },
      {
        text: 'Switch on network protection of Windows computers in block mode, so that connections from outside the office are covered.',
        link: {
          title: 'Network protection',
          url: 'https://learn.microsoft.com/defender-endpoint/network-protection',
        },
      },
      {
        text: 'Name the person or provider who looks at the alerts, and the time: serious ones within an hour, others within a working day. Write down what they do.',
      },
      {
        text: 'For level 4, count false and missed alerts.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, use those figures and test attacks to tune detection.',
        fromLevel: 5,
      },
    ],
    licence:
      'Often a subscription of the firewall; network protection comes with Defender for Business in Microsoft 365 Business Premium',
    usersNotice: 'Some harmful or doubtful websites are blocked.',
    effort: 'days',
    verified: 'Show a recent network alert with the time it was looked at and what was done.',
    documentation: [PUBLICATIONS.ncscMonitoring, PUBLICATIONS.ncscDetection],
  },
  {
    id: 'monitor-account-use',
    title: 'Detect unusual use of accounts, and follow a written rule when it occurs',
    checks: [],
    requirements: ['DE.CM-03'],
    why: 'A hijacked mailbox is used for days to read invoices and to send false ones before a customer complains.',
    steps: [
      {
        text: 'Switch on what detects unusual use: Entra ID Protection for sign-ins, alert policies for email, and sign-in alerts in business software and VPN.',
        link: LEARN.idProtection,
      },
      {
        text: 'Check the alert policies in the Defender portal under Email & collaboration > Policies & rules > Alert policy: forwarding to the outside, new inbox rules, mass downloads, rights granted.',
        link: { title: 'Alert policies', url: 'https://security.microsoft.com/alertpoliciesv2' },
      },
      {
        text: 'Write the rule on one page: who looks at risky sign-ins and users every working day, when the account is blocked at once, how the person is asked, what is recorded.',
        link: PUBLICATIONS.ncscMonitoring,
      },
      {
        text: 'Have two people notified: Entra admin center > ID Protection > Dashboard > Users at risk detected alerts.',
        link: LEARN.riskNotifications,
      },
      {
        text: 'Inform staff that use is monitored, what for, and who sees it.',
      },
      {
        text: 'For level 4, measure the time from alert to action.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, ask after each real case whether it could have been noticed sooner, and adjust the rules.',
        fromLevel: 5,
      },
    ],
    licence: 'Full risk detection needs Microsoft Entra ID P2, which Microsoft 365 E5 includes',
    usersNotice: 'People may be called about a sign-in, and are informed about monitoring.',
    effort: 'days',
    verified: 'Show the rule, and the alerts of the past month with what came of each.',
    documentation: [PUBLICATIONS.ncscMonitoring, LEARN.idProtection],
  },
  {
    id: 'monitor-providers',
    title: 'Record and review what providers do, and follow the health of their services',
    checks: [],
    requirements: ['DE.CM-06'],
    why: 'A provider’s account has wide rights, and an attacker who has it looks exactly like the provider.',
    steps: [
      {
        text: 'List every way in that providers have: delegated administration, guests, VPN, remote support tools, keys to the building. Close those without a current task.',
        link: PUBLICATIONS.cisaProviders,
      },
      {
        text: 'Let providers use named accounts with a second factor, and announce work with a ticket number.',
      },
      {
        text: 'Review their sign-ins and changes every month. In the Entra admin center, filter the sign-in logs by Cross tenant access type: Service provider to see those of partners.',
        link: LEARN.signInLogs,
      },
      {
        text: 'Subscribe to service notices: Microsoft 365 admin center > Health > Service health > Preferences > Email, for up to two addresses, and the status pages of other services.',
        link: LEARN.serviceHealth,
      },
      {
        text: 'Write down who reads the notices, and ask the main providers for a quarterly report.',
      },
      {
        text: 'For level 4, compare outages and unannounced accesses over time.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, raise oddities with the provider at once, and let the figures shape the next contract.',
        fromLevel: 5,
      },
    ],
    licence:
      'None for service health; 30 days of sign-in logs need Microsoft Entra ID P1, which Microsoft 365 Business Premium includes',
    usersNotice: 'Outages of cloud services are announced faster; otherwise people notice nothing.',
    effort: 'days',
    verified: 'Show the notes of the last monthly review, and the address that service notices go to.',
    documentation: [PUBLICATIONS.cisaProviders, LEARN.serviceHealth],
  },
  {
    id: 'run-sensor-on-every-computer',
    title: 'Run a sensor on every computer and server, and follow up silent ones',
    checks: [],
    requirements: ['DE.CM-09'],
    why: 'The one server without protection is the one from which everything else gets encrypted.',
    steps: [
      {
        text: 'Write the rule: no computer or server goes into use without a sensor for detection and response, of whichever vendor.',
      },
      {
        text: 'Compare the hardware list with the devices in the sensor’s console. In Defender use Assets > Devices and filter by Onboarding status.',
        link: LEARN.deviceInventory,
      },
      {
        text: 'Onboard what is missing, servers, Macs and old systems included. Isolate whatever cannot have a sensor in its own network zone.',
        link: LEARN.onboardServers,
      },
      {
        text: 'Repair sensors that are silent for seven days or out of date.',
        link: {
          title: 'Device health reports',
          url: 'https://learn.microsoft.com/defender-endpoint/device-health-reports',
        },
      },
      {
        text: 'Work through the alerts every day; for nights and weekends, consider a managed detection service.',
        link: PUBLICATIONS.ncscDetection,
      },
      {
        text: 'For level 4, report the share of devices with a working sensor.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, use harmless attacks to find what the sensors miss, and improve detection.',
        fromLevel: 5,
      },
    ],
    licence:
      'Defender for Business, which Microsoft 365 Business Premium includes; servers need a licence of their own; other vendors’ products will do',
    usersNotice: 'People notice nothing unless a harmful program is stopped.',
    effort: 'days',
    verified: 'Show the number of computers and servers beside the number with a working sensor.',
    documentation: [PUBLICATIONS.ncscDetection, LEARN.onboardServers],
  },
]
