import type { Remedy } from '../../model/remedy.ts'
import { LEARN } from '../links/learn-pages.ts'
import { ENTRA_P1 } from '../links/licences.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const PROTECT_ACCESS: readonly Remedy[] = [
  {
    id: 'set-rules-for-single-sign-on',
    title: 'Limit how long sign-ins last, and guard the keys that applications rely on',
    checks: [],
    requirements: ['PR.AA-04'],
    why: 'A stolen session opens the same doors as a password and a second factor together.',
    steps: [
      {
        text: 'List the applications connected to your sign-in, and write one page: longest session for administrators, for confidential applications and for unmanaged devices; who may connect an application; who holds its keys.',
      },
      {
        text: 'Set the sessions: Conditional Access > a policy > Session > Sign-in frequency, for example four hours for administrators and eight hours on unmanaged devices.',
        link: LEARN.sessionLifetime,
      },
      {
        text: 'Pilot token protection in report-only mode for Exchange Online, SharePoint Online and Teams on Windows, with Mobile apps and desktop clients as the only client apps. Then switch it on for the people most at risk.',
        link: LEARN.tokenProtection,
      },
      {
        text: 'For each SAML application note when the signing certificate expires (Entra ID > Enterprise apps > the application > Single sign-on), have the reminder sent to two addresses, and renew it in time.',
        link: {
          title: 'Certificates for federated single sign-on',
          url: 'https://learn.microsoft.com/entra/identity/enterprise-apps/tutorial-manage-certificates-for-federated-single-sign-on',
        },
      },
      {
        text: 'If you run AD FS, renew its token-signing certificate by a written schedule or, better, move the domain to managed sign-in.',
      },
      {
        text: 'For level 4, count sessions and certificates outside the rules.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, watch for stolen tokens in Entra ID Protection, and tighten the rules according to what you see.',
        fromLevel: 5,
      },
    ],
    licence: `${ENTRA_P1}; ID Protection needs P2`,
    requires: ['entra-p1'],
    usersNotice: 'People sign in again more often on private devices and in confidential applications.',
    effort: 'days',
    verified: 'Show the page of rules, and the date on which each signing key was last renewed.',
    documentation: [LEARN.sessionLifetime, LEARN.tokenProtection],
  },
  {
    id: 'review-rights-by-role',
    title: 'Grant rights by role, separate conflicting duties, review rights every quarter',
    checks: [],
    requirements: ['PR.AA-05'],
    why: 'Whatever one account may do, its thief may do; and a person who can order, approve and pay can empty the account unseen.',
    steps: [
      {
        text: 'Draw up a table of roles such as sales, accounting, management and IT, with the systems and rights that each needs. Heads of teams approve it.',
        link: PUBLICATIONS.ncscAccess,
      },
      {
        text: 'Mark duties that one person must not combine: create and approve a payment, change and approve bank details, administer systems and their logs. In a small team, use a second signature instead.',
      },
      {
        text: 'Grant rights through groups named after the roles, in Entra and in business software, and remove rights granted to individuals.',
      },
      {
        text: 'Each quarter, the owners of systems and groups confirm who needs access, administrators and guests first. Recurring access reviews in Entra can ask them.',
        link: LEARN.accessReviews,
      },
      {
        text: 'For level 4, count how many rights each review removes.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, change the roles until reviews find almost nothing.',
        fromLevel: 5,
      },
    ],
    licence:
      'Reviews by hand need none; recurring access reviews come with Microsoft Entra ID P2, included in Microsoft 365 E5',
    usersNotice: 'Some people lose rights that they no longer use; payments need a second person.',
    effort: 'days',
    verified: 'Show the table of roles, and the last review with the rights that were removed.',
    documentation: [PUBLICATIONS.ncscAccess, PUBLICATIONS.nistControls],
  },
  {
    id: 'control-physical-access',
    title: 'Lock equipment away and know who holds keys',
    checks: [],
    requirements: ['PR.AA-06'],
    why: 'Five minutes beside an open server or network socket can undo every technical protection.',
    steps: [
      {
        text: 'Walk through all rooms, home offices and vehicles with equipment, and note where a stranger could reach a server, network device, backup medium or unlocked screen.',
        link: PUBLICATIONS.cisaPremises,
      },
      {
        text: 'Put servers, network devices and backups into a locked room or cabinet, close unused network sockets in public areas, and bolt down equipment that cannot be locked away.',
      },
      {
        text: 'Keep a list of keys, badges and alarm codes with holder and date. Check it every six months, and change codes when somebody leaves.',
      },
      {
        text: 'Keep a visitors’ book, accompany visitors and technicians, and announce suppliers beforehand.',
      },
      {
        text: 'Put the return of keys and badges on the leaver’s checklist.',
      },
      {
        text: 'For level 4, review entry records and count lapses such as doors left open.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, improve doors, lists and rules after each lapse.',
        fromLevel: 5,
      },
    ],
    licence: 'None: locks, lists and habits',
    usersNotice: 'Doors are locked, and guests sign in and are accompanied.',
    effort: 'days',
    verified: 'Show the list of key holders and the visitors’ book.',
    documentation: [PUBLICATIONS.cisaPremises, PUBLICATIONS.nistControls],
  },
]
