import type { MailContent } from '../rules.ts'
import { renderLetter } from './letter.ts'

/** Invites a new partner to set a password; `inviter` is its distributor's company. */
export function writeActivation(news: { company: string; inviter: string | undefined; url: string }): MailContent {
  const { company, inviter, url } = news
  return renderLetter({
    subject: `Activate the Plumbline account of ${company}`,
    heading: `An account for ${company} is waiting for you`,
    paragraphs: [
      `${inviter ?? 'The operator of this service'} has set up a Plumbline account for ${company}. With it you assess the security of your customers' tenants and report on it.`,
      'To start, set a password. That activates the account and signs you in.',
    ],
    action: { label: 'Set a password', url },
    after: ['The link works once, within 7 days. Keep it to yourself: whoever opens it first gets the account.'],
    footer: `You get this mail because your address was given as that of the administrator of ${company}. If you do not know why, leave the link alone: the account stays closed.`,
  })
}
