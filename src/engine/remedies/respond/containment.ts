import type { Remedy } from '../../model/remedy.ts'
import { LEARN } from '../links/learn-pages.ts'
import { PUBLICATIONS } from '../links/publications.ts'

const REVOKE_ACCESS = {
  title: 'Revoke user access in Microsoft Entra ID',
  url: 'https://learn.microsoft.com/entra/identity/users/users-revoke-access',
}

export const RESPOND_CONTAINMENT: readonly Remedy[] = [
  {
    id: 'practise-containment',
    title: 'Define who may cut off accounts and systems at any hour, and practise it',
    checks: [],
    requirements: ['RS.MI-01'],
    why: 'Ransomware spreads in minutes; waiting for permission until morning can cost the whole network.',
    steps: [
      {
        text: 'Write on one page who may lock an account, isolate a device, disconnect a server, a site or the internet, and what needs a call to management first. Give the IT provider the same permission in writing.',
        link: PUBLICATIONS.cisaRansomware,
      },
      {
        text: 'Write the steps for an account: Entra admin center > Users > the person > Edit properties > Settings, clear Account enabled; then Revoke sessions, reset the password, and disable the person’s devices.',
        link: REVOKE_ACCESS,
      },
      {
        text: 'Write the steps for a device: Defender portal > Assets > Devices > the device > Isolate device, or the same in your own tool; for servers and network, which cable or switch port.',
        link: LEARN.deviceResponse,
      },
      {
        text: 'Let tools stop clear cases: automatic attack disruption, which is built into Defender XDR and Defender for Business, risk policies in Conditional Access, or blocking in your endpoint product.',
        link: {
          title: 'Automatic attack disruption',
          url: 'https://learn.microsoft.com/defender-xdr/automatic-attack-disruption',
        },
      },
      {
        text: 'Practise with a test account and a test device every six months, including the deputy, and note the minutes from alarm to isolation.',
      },
      {
        text: 'For level 4, track these minutes over time.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, bring them down from case to case and from exercise to exercise.',
        fromLevel: 5,
      },
    ],
    licence:
      'None to lock accounts; isolating devices needs Defender for Business, which Microsoft 365 Business Premium includes, or another product',
    usersNotice: 'In an emergency an account or a computer may be cut off without warning.',
    effort: 'days',
    verified: 'Show the page with permissions and steps, and the note of the last practice with its minutes.',
    documentation: [REVOKE_ACCESS, LEARN.deviceResponse],
  },
  {
    id: 'use-eradication-checklist',
    title: 'Use a checklist to remove everything an attacker left',
    checks: [],
    requirements: ['RS.MI-02'],
    why: 'Attackers leave a second way in on purpose; a new password alone does not close it.',
    steps: [
      {
        text: 'Write the checklist for an account: password, sessions, sign-in methods and devices that the attacker registered, app passwords, inbox rules, forwarding, delegates, roles, sent items.',
        link: LEARN.compromisedMailbox,
      },
      {
        text: 'Add the tenant: new administrators, guests and partners, applications and their consents, changed Conditional Access policies and mail connectors.',
        link: {
          title: 'Detect and remediate illicit consent grants',
          url: 'https://learn.microsoft.com/defender-office-365/detect-and-remediate-illicit-consent-grants',
        },
      },
      {
        text: 'Add devices and servers: rebuild from a clean image rather than clean up, replace all secrets that were on them, and check scheduled tasks, services and remote tools elsewhere.',
        link: PUBLICATIONS.cisaRansomware,
      },
      {
        text: 'Close the way in: install the fix, remove the right, change the rule. Only then is the case ready for recovery.',
      },
      {
        text: 'Two people sign the completed checklist, and it is filed with the incident.',
      },
      {
        text: 'For level 4, look for traces again after two and six weeks, and count returns.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, add to the checklist whatever was missed, here or elsewhere.',
        fromLevel: 5,
      },
    ],
    licence: 'None: the checklist uses the admin centers that every tenant has',
    usersNotice: 'Affected people register their sign-in methods again and may get a rebuilt computer.',
    effort: 'days',
    verified: 'Show a checklist completed for an incident or an exercise, with two names.',
    documentation: [LEARN.compromisedMailbox, PUBLICATIONS.cisaRansomware],
  },
]
