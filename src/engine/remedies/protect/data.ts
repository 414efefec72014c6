import type { Remedy } from '../../model/remedy.ts'
import { LEARN } from '../links/learn-pages.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const PROTECT_DATA: readonly Remedy[] = [
  {
    id: 'protect-stored-data-everywhere',
    title: 'Encrypt all media, and limit who can open stored data',
    checks: [],
    requirements: ['PR.DS-01'],
    why: 'A lost device or a folder shared with everyone becomes a reportable leak within a day.',
    steps: [
      {
        text: 'Write the rule: all laptops, phones, servers, backup media and sticks are encrypted; unencrypted media are not used; confidential files carry a label.',
        link: PUBLICATIONS.ncscData,
      },
      {
        text: 'Check what the tenant does not report: servers, network storage, backup drives, old computers. Encrypt them, and keep the recovery keys apart from the devices.',
      },
      {
        text: 'Block USB storage, or allow only encrypted media, through Intune or your device management.',
      },
      {
        text: 'In the SharePoint admin center, open Policies > Sharing and limit links to people in your organisation or to named guests. Let owners review members of the most sensitive sites and folders every quarter.',
        link: {
          title: 'Manage sharing in SharePoint and OneDrive',
          url: 'https://learn.microsoft.com/sharepoint/turn-external-sharing-on-or-off',
        },
      },
      {
        text: 'Publish a confidential label with encryption for the kinds of data that need it, and show people how to use it.',
        link: LEARN.sensitivityLabels,
      },
      {
        text: 'For level 4, report the share of encrypted devices and of open links.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, search regularly for unprotected places, and remove the cause of each.',
        fromLevel: 5,
      },
    ],
    licence:
      'None for encryption of Windows Pro and macOS; sensitivity labels come with Microsoft 365 Business Premium, E3 and E5',
    usersNotice: 'Private sticks no longer work, and sharing with “anyone” ends.',
    effort: 'days',
    verified:
      'Show the encryption state of all devices, servers included, and who may open the most sensitive folders.',
    documentation: [PUBLICATIONS.ncscData, LEARN.encryptWindows],
  },
  {
    id: 'protect-data-in-transit',
    title: 'Protect email domains against forgery, and encrypt what you send',
    checks: [],
    requirements: ['PR.DS-02'],
    why: 'Anyone can send an invoice in your name if your domain does not forbid it.',
    steps: [
      {
        text: 'List all your domains, including those that send no email, and every service that sends in your name: newsletter, invoicing, website, scanners.',
      },
      {
        text: 'Publish SPF for each, switch on DKIM in the Defender portal under Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM, and do the same in the other services.',
        link: {
          title: 'Set up DKIM',
          url: 'https://learn.microsoft.com/defender-office-365/email-authentication-dkim-configure',
        },
      },
      {
        text: 'Publish DMARC with p=none and an address for reports. Read them for some weeks, correct the settings of legitimate senders, then move to p=quarantine and p=reject.',
        link: {
          title: 'Set up DMARC',
          url: 'https://learn.microsoft.com/defender-office-365/email-authentication-dmarc-configure',
        },
      },
      {
        text: 'Write how confidential files are sent: a link for a named person, or message encryption in Outlook with Options > Encrypt; never as an ordinary attachment.',
        link: {
          title: 'Set up message encryption',
          url: 'https://learn.microsoft.com/purview/set-up-new-message-encryption-capabilities',
        },
      },
      {
        text: 'Require TLS 1.2 or newer on websites, remote access and file transfer, and encrypted connections with the main partners.',
      },
      {
        text: 'For level 4, track the share of email that passes DMARC.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, read the reports regularly, and act on each new forgery or unencrypted transfer.',
        fromLevel: 5,
      },
    ],
    licence: 'None for SPF, DKIM and DMARC; message encryption comes with Microsoft 365 Business Premium, E3 and E5',
    usersNotice: 'Some newsletters or scanners must be set up again; confidential files are sent as links.',
    effort: 'days',
    verified:
      'Show the DNS records of all domains with DMARC at quarantine or reject, and the rule for confidential files.',
    documentation: [
      {
        title: 'Email authentication in Microsoft 365',
        url: 'https://learn.microsoft.com/defender-office-365/email-authentication-about',
      },
      PUBLICATIONS.ncscData,
    ],
  },
  {
    id: 'limit-copying-and-open-screens',
    title: 'Limit copying out of applications, and lock unattended screens',
    checks: [],
    requirements: ['PR.DS-10'],
    why: 'A whole customer list can leave with one export, and an open screen needs no hacker.',
    steps: [
      {
        text: 'Write half a page: who may export lists from business software, where exports may be stored, what may be pasted into private or AI services, when screens lock.',
      },
      {
        text: 'In each business application, remove the right to export from everybody who does not need it.',
      },
      {
        text: 'Lock computer screens after at most 15 minutes, through Intune or group policy, and phones after five.',
      },
      {
        text: 'Sign people out of idle Microsoft 365 web sessions: Microsoft 365 admin center > Settings > Org settings > Security & privacy > Idle session timeout.',
        link: {
          title: 'Idle session timeout',
          url: 'https://learn.microsoft.com/microsoft-365/admin/manage/idle-session-timeout-web-apps',
        },
      },
      {
        text: 'Keep files off unmanaged devices: SharePoint admin center > Policies > Access control > Unmanaged devices > Allow limited, web-only access. Check the Conditional Access policies that this creates in the Entra admin center.',
        link: {
          title: 'Control access from unmanaged devices',
          url: 'https://learn.microsoft.com/sharepoint/control-access-from-unmanaged-devices',
        },
      },
      {
        text: 'For level 4, count exports and blocked copies.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, have unusual exports raise an alert, for example with data loss prevention, and adjust the limits to what you learn.',
        fromLevel: 5,
      },
    ],
    licence:
      'None for idle timeout and rights; unmanaged devices need Microsoft Entra ID P1, which Business Premium includes',
    usersNotice: 'Screens lock sooner, and private devices open files only in the browser, without download or print.',
    effort: 'days',
    verified:
      'Show the rule, and the settings for export, clipboard and screen lock on one computer and in one application.',
    documentation: [
      {
        title: 'Learn about data loss prevention',
        url: 'https://learn.microsoft.com/purview/dlp-learn-about-dlp',
      },
      PUBLICATIONS.ncscData,
    ],
  },
]
