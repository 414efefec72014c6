import { plainName } from '../../../shared/text/plain-name.ts'
import type { MailContent } from '../outbox/rules.ts'
import { renderLetter } from './letter.ts'

export const subjectOfInvitation = (company: string): string => `Join ${plainName(company)} on Plumbline`

/** Invites somebody to an account. */
export function writePersonInvitation(news: { company: string; name: string; role: string; url: string }): MailContent {
  const company = plainName(news.company)
  return renderLetter({
    subject: subjectOfInvitation(company),
    heading: `You are invited to ${company}`,
    paragraphs: [
      `${plainName(news.name)}, you have been given access to the Plumbline account of ${company}. Accept the invitation and choose a password.`,
    ],
    facts: [['Your role', news.role]],
    action: { label: 'Accept the invitation', url: news.url },
    after: ['The link works once, within 7 days. Do not pass it on: anyone who has it can join in your place.'],
    footer: `You get this email because somebody who manages ${company} invited this address. If you did not expect it, ignore the link: nothing will happen.`,
  })
}
