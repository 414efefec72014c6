import type { Remedy } from '../../model/remedy.ts'
import { ENTRA } from '../links/entra.ts'
import { LEARN } from '../links/learn-pages.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const PROTECT_ACCOUNTS: readonly Remedy[] = [
  {
    id: 'govern-accounts-and-keys',
    title: 'Give every account and key an owner, and disable what is unused',
    checks: [],
    requirements: ['PR.AA-01'],
    why: 'Accounts that nobody uses are the quietest way in, because nobody notices when an intruder does.',
    steps: [
      {
        text: 'List all kinds of accounts: staff, guests, shared mailboxes, administrators, services and scripts, applications with secrets, devices, and accounts in systems outside Microsoft 365.',
        link: PUBLICATIONS.ncscAccess,
      },
      {
        text: 'Write the rule: who may request an account, who approves, who creates it, when it is disabled (on departure at once, otherwise after 45 days without use), and when it is deleted.',
      },
      {
        text: 'Give each account that belongs to no person an owner and a purpose. Replace shared passwords with personal accounts, or keep them in a password manager with a log.',
      },
      {
        text: 'Review unused accounts, guests and application keys every quarter. In the Entra admin center, add the column Last interactive sign-in time under Users > All users > Manage view > Edit columns, and see when keys expire under App registrations > the application > Certificates & secrets.',
        link: ENTRA.start,
      },
      {
        text: 'Do the same review in business software, VPN, telephone system, websites and domain registrars, which the tenant does not show.',
      },
      {
        text: 'For level 4, count leftover accounts in each review.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, have the HR system update accounts automatically, and keep that number near zero.',
        fromLevel: 5,
      },
    ],
    licence:
      'None for the rule; last sign-in times are shown with Microsoft Entra ID P1, which Microsoft 365 Business Premium includes',
    usersNotice: 'Shared passwords disappear; unused accounts are closed after a warning.',
    effort: 'days',
    verified: 'Show the written rule, and the last quarterly review of unused accounts, guests and keys.',
    documentation: [PUBLICATIONS.ncscAccess, PUBLICATIONS.cisaGoals],
  },
  {
    id: 'verify-identity-before-resets',
    title: 'Verify who somebody is before you reset a password or sign-in method',
    checks: [],
    requirements: ['PR.AA-02'],
    why: 'A friendly telephone call to the help desk has opened some of the best-protected companies.',
    steps: [
      {
        text: 'Write the rule with the help desk on one page: which requests need proof (password, new phone, new method, new bank details) and which proofs count.',
        link: PUBLICATIONS.nistIdentityProofing,
      },
      {
        text: 'Accept as proof: in person with an identity document, a call back to the number in the personnel file, or a video call that the person’s manager joins. Birthdays and staff numbers do not count.',
      },
      {
        text: 'For administrators and management require two proofs, and let a second person at the help desk confirm.',
      },
      {
        text: 'For a first sign-in or a lost phone hand out a Temporary Access Pass instead of a password: enable it under Authentication methods > Policies, then Users > the person > Authentication methods > Add authentication method.',
        link: LEARN.temporaryAccessPass,
      },
      {
        text: 'Have each ticket say which proof was used, and assure the help desk that management supports a refusal, even to a manager in a hurry.',
      },
      {
        text: 'For level 4, sample tickets every month and count those without proof.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, make unannounced test calls, and add each new trick to the rule.',
        fromLevel: 5,
      },
    ],
    licence: 'None: the rule, a call back and a Temporary Access Pass need no purchase',
    usersNotice: 'A reset takes some minutes longer, because the help desk calls back.',
    effort: 'hours',
    verified: 'Show the help desk’s rule, and a recent reset whose ticket names the proof.',
    documentation: [PUBLICATIONS.nistIdentityProofing, LEARN.temporaryAccessPass],
  },
]
