import { timeText } from '../../../shared/dates/datetime.ts'
import { plainName } from '../../../shared/text/plain-name.ts'
import type { AccessChange } from '../../notices/schema.ts'
import type { MailContent } from '../outbox/rules.ts'
import { renderLetter } from './letter.ts'

/** The content of an email about a change to how somebody signs in, or to what they may do. */
export interface AccessNews {
  company: string
  change: AccessChange
  /** The person's role now; undefined if they are gone. */
  role: string | undefined
  /** Who changed it; undefined: the person. */
  by: string | undefined
  address: string | undefined
  at: Date
}

interface Words {
  heading: string
  meaning: string
}

const WORDS: Readonly<Record<AccessChange, Words>> = {
  'authenticator-added': {
    heading: 'An authenticator app was added to your sign-in',
    meaning: 'From now on you are asked for one of its codes after your password.',
  },
  'authenticator-removed': {
    heading: 'The authenticator app was removed from your sign-in',
    meaning: 'Its codes no longer work.',
  },
  'passkey-added': { heading: 'A passkey was added to your sign-in', meaning: 'It signs you in without a password.' },
  'passkey-removed': { heading: 'A passkey was removed from your sign-in', meaning: 'It no longer signs you in.' },
  'microsoft-linked': {
    heading: 'A Microsoft account was linked to your sign-in',
    meaning: 'It can be used instead of your password.',
  },
  'microsoft-unlinked': {
    heading: 'A Microsoft account was unlinked from your sign-in',
    meaning: 'It can no longer be used instead of your password.',
  },
  'provider-linked': {
    heading: "An account at your company's sign-in was linked to you",
    meaning: 'It signs you in. You still need your second factor, unless your company has decided otherwise.',
  },
  'provider-unlinked': {
    heading: "The account at your company's sign-in was unlinked from you",
    meaning: 'It no longer signs you in, unless it is linked to you again.',
  },
  'recovery-codes-created': {
    heading: 'You have new recovery codes',
    meaning: 'Earlier codes no longer work.',
  },
  'recovery-code-used': {
    heading: 'A recovery code was used to sign in',
    meaning: 'The code cannot be used again. If only a few are left, create new ones under My security.',
  },
  'factors-removed': {
    heading: 'Your second factors were removed',
    meaning:
      'Passkeys, authenticator app and recovery codes no longer work. Sign in with your password, and add a new factor.',
  },
  'password-changed': { heading: 'Your password was changed', meaning: 'The earlier one no longer works.' },
  'role-changed': { heading: 'Your role was changed', meaning: 'Sign in again to continue.' },
  blocked: { heading: 'Your access was blocked', meaning: 'You cannot sign in until it is unblocked.' },
  unblocked: { heading: 'Your access was unblocked', meaning: 'You can sign in again.' },
  removed: { heading: 'Your access was removed', meaning: 'You can no longer sign in to this account.' },
  'signed-in': {
    heading: 'You signed in from a new place',
    meaning: 'Neither this address nor this browser has been used for your sign-in within 90 days.',
  },
}

/** For the administrator of a partner: somebody of its distributor looks at its portal. Sent once a day. */
export function writePartnerVisited(news: {
  company: string
  /** The distributor. */
  visitor: string
  name: string
  reason: string
  mayAct: boolean
  at: Date
  settingsUrl: string | undefined
}): MailContent {
  const [company, visitor] = [plainName(news.company), plainName(news.visitor)]
  return renderLetter({
    subject: `${visitor} has opened the portal of ${company}`,
    heading: `${visitor} has opened your portal`,
    paragraphs: [
      news.mayAct
        ? 'For up to an hour, this person can see and change what you can, except keys, webhooks, people and security settings.'
        : 'For up to an hour, this person can see what you can, except keys, webhooks, people and security settings, but cannot change anything.',
    ],
    facts: [
      ['Person', plainName(news.name)],
      ['Reason', plainName(news.reason)],
      ['Time', timeText(news.at)],
    ],
    after: [
      'Your audit trail records every visit and every change made during it. Ask your distributor if you did not expect it.',
    ],
    footer: `You get this email for ${company}, for the first visit of a day. Visits are always reported to its owners.`,
    settingsUrl: news.settingsUrl,
  })
}

/** For the person whose access it is. */
export function writeAccessChanged({ company: name, change, role, by, address, at }: AccessNews): MailContent {
  const company = plainName(name)
  const { heading, meaning } = WORDS[change]
  return renderLetter({
    subject: `${heading}: ${company}`,
    heading,
    paragraphs: [meaning],
    facts: [
      ['Account', company],
      ...(change === 'role-changed' && role !== undefined ? [['Role', role] as const] : []),
      ...(by !== undefined ? [['By', plainName(by)] as const] : []),
      ['Time', timeText(at)],
      ...(address !== undefined ? [['From address', address] as const] : []),
    ],
    after: [
      'If you did not expect this, sign in, change your password and end all other sessions; or ask an owner of the account.',
    ],
    footer: `You get this email because you sign in to ${company}. Changes to your sign-in are always reported.`,
  })
}
