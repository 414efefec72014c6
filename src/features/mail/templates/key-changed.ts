import { timeText } from '../../../shared/dates/datetime.ts'
import { plainName } from '../../../shared/text/plain-name.ts'
import type { NoticeOf } from '../../notices/schema.ts'
import type { MailContent } from '../outbox/rules.ts'
import { renderLetter } from './letter.ts'

/** The content of an email about an API key; never the key itself. */
export interface KeyNews {
  company: string
  prefix: string
  last4: string
  slot: number
  /** Who created or revoked it. */
  by: string
  /** The network address of the request. */
  address: string | undefined
  at: Date
  settingsUrl: string | undefined
}

export function writeKeyCreated(news: KeyNews): MailContent {
  const company = plainName(news.company)
  return renderLetter({
    subject: `New API key for ${company}`,
    heading: `A new API key was created for ${company}`,
    paragraphs: ['The key can be used from now on. It was shown only once, to the person who created it.'],
    facts: listFacts(news, 'Created by'),
    after: ['If you did not expect this, revoke the key at once and find out who can act for your account.'],
    footer: writeFooter(news),
    settingsUrl: news.settingsUrl,
  })
}

type Reason = NoticeOf<'key-revoked'>['reason']

const ENDS: Readonly<Record<Reason, { happened: string; meaning: string }>> = {
  revoked: { happened: 'was revoked', meaning: 'Requests with this key are refused from now on.' },
  expired: { happened: 'has expired', meaning: 'Its expiry date has passed.' },
  suspension: {
    happened: 'was revoked',
    meaning: 'The account was suspended, which revokes all its keys. Create new ones when it is active again.',
  },
}

export function writeKeyRevoked(news: KeyNews & { reason: Reason }): MailContent {
  const { happened, meaning } = ENDS[news.reason]
  const company = plainName(news.company)
  return renderLetter({
    subject: `API key of ${company} ${happened}`,
    heading: `An API key of ${company} ${happened}`,
    paragraphs: [meaning],
    facts: listFacts(news, 'Revoked by'),
    after: ['If something still uses this key, give it a new one.'],
    footer: writeFooter(news),
    settingsUrl: news.settingsUrl,
  })
}

function listFacts({ prefix, last4, slot, by, address, at }: KeyNews, byWord: string): [string, string][] {
  const facts: [string, string][] = [
    ['Key', `${prefix}…${last4}, slot ${slot}`],
    [byWord, plainName(by)],
    ['Time', timeText(at)],
  ]
  return address === undefined ? facts : [...facts, ['From address', address]]
}

const writeFooter = ({ company }: KeyNews): string =>
  `You get this email for ${plainName(company)}. Changes to its API keys are always reported to its owners.`
