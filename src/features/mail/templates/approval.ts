import { dayText, type TimeStyle, timeText } from '../../../shared/dates/datetime.ts'
import { plainName } from '../../../shared/text/plain-name.ts'
import type { MailContent } from '../outbox/rules.ts'
import { type LetterSender, renderLetter } from './letter.ts'

/** Notifies a partner that a run failed because no administrator of the tenant has approved the partner. */
export function writeApprovalMissing(news: {
  company: string
  customerName: string
  tenantId: string
  runId: string
  customerUrl: string
  at: Date
  settingsUrl: string | undefined
}): MailContent {
  const { tenantId, runId, customerUrl, at, settingsUrl } = news
  const [company, customerName] = [plainName(news.company), plainName(news.customerName)]
  return renderLetter({
    subject: 'A run failed: a customer has yet to approve you',
    heading: `${customerName} has yet to approve ${company}`,
    paragraphs: [
      `A run failed because no administrator of the customer's tenant has approved ${company}. Nothing was read, and the run does not count against this month's limit.`,
      'A tenant is read for you only after one of its administrators has signed in and approved you. Each customer has to do this once.',
    ],
    facts: [
      ['Customer', customerName],
      ['Tenant', tenantId],
      ['Run', runId],
      ['Time', timeText(at)],
    ],
    action: { label: 'Open the customer', url: customerUrl },
    after: [
      "What to do: create a consent link there, and send it to a Global Administrator or Privileged Role Administrator of the customer's tenant. Start the run again once they have approved you.",
    ],
    footer: `You get this email for ${company}, at most once a day for each tenant.`,
    settingsUrl,
  })
}

export const subjectOfApprovalRequest = (company: string): string =>
  `${plainName(company)} asks to assess the security of your tenant`

/** Asks the contact of a customer to approve that its tenant is read, with the link for it. */
export function writeApprovalRequest(news: {
  partnerName: string
  customerName: string
  tenantId: string
  expiresAt: Date
  url: string
  sender?: LetterSender
  /** How the partner writes dates. */
  style?: TimeStyle
}): MailContent {
  const { tenantId, expiresAt, url, sender, style } = news
  const [partnerName, customerName] = [plainName(news.partnerName), plainName(news.customerName)]
  return renderLetter({
    subject: subjectOfApprovalRequest(partnerName),
    ...(sender && { sender }),
    heading: `${partnerName} asks to assess the security of ${customerName}`,
    paragraphs: [
      'The settings of your tenant are read and compared with a security framework. Nothing in the tenant is changed.',
      'This needs somebody with the role Global Administrator or Privileged Role Administrator: the page shows the requested permissions, then leads to the sign-in.',
    ],
    facts: [
      ['Organisation', customerName],
      ['Tenant', tenantId],
      ['The link is valid until', dayText(expiresAt, style)],
    ],
    action: { label: 'See what is requested', url },
    after: [
      'If you do not have one of these roles, forward this email to somebody who does. The link is valid for one approval.',
    ],
    footer: `You get this email because ${partnerName} named your address as the contact of ${customerName}. If you do not know ${partnerName}, ignore this email: nothing is approved unless somebody signs in.`,
  })
}
