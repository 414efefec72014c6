import { plainName } from '../../../shared/text/plain-name.ts'
import type { MailContent } from '../outbox/rules.ts'
import { renderLetter } from './letter.ts'

export const subjectOfActivation = (company: string): string =>
  `Activate the Plumbline account of ${plainName(company)}`

/** Invites a new partner to activate its account; `inviter` is its distributor's company. */
export function writeActivation(news: { company: string; inviter: string | undefined; url: string }): MailContent {
  const { url } = news
  const company = plainName(news.company)
  const inviter = news.inviter === undefined ? undefined : plainName(news.inviter)
  return renderLetter({
    subject: subjectOfActivation(company),
    heading: `Your Plumbline account for ${company} is ready`,
    paragraphs: [
      `${inviter ?? 'The operator of this service'} has set up a Plumbline account for ${company}. You can use it to assess the security of your customers' tenants and create reports.`,
      'To start, activate the account and choose a password. Then sign in, create the first API key, and invite colleagues.',
    ],
    action: { label: 'Activate the account', url },
    after: ['The link works once, within 7 days. Do not pass it on: anyone who has it can activate the account.'],
    footer: `You get this email because your address was given as the administrator's address for ${company}. If you did not expect this, ignore the link: the account stays inactive.`,
  })
}
