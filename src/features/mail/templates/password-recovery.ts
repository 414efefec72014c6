import { plainName } from '../../../shared/text/plain-name.ts'
import type { MailContent } from '../outbox/rules.ts'
import { renderLetter } from './letter.ts'

export const subjectOfRecovery = (company: string): string => `Choose a new password for ${plainName(company)}`

/** Lets somebody set a new password. */
export function writePasswordRecovery(news: { company: string; minutes: number; url: string }): MailContent {
  const company = plainName(news.company)
  return renderLetter({
    subject: subjectOfRecovery(company),
    heading: 'Choose a new password',
    paragraphs: [
      `A new password was requested for your sign-in to ${company}. Setting it ends all your sessions there. Your second factor does not change.`,
    ],
    action: { label: 'Choose a new password', url: news.url },
    after: [`The link works once, within ${news.minutes} minutes. Do not pass it on.`],
    footer:
      'You get this email because somebody entered your address on the sign-in page, or because you were given new access. If you did not expect it, ignore the link: nothing changes unless it is used.',
  })
}
