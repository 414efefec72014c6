import { timeText } from '../../../shared/datetime.ts'
import { plainName } from '../../../shared/plain-name.ts'
import type { MailContent } from '../outbox/rules.ts'
import { renderLetter } from './letter.ts'

/** An endpoint that has not accepted an event for a day. */
export interface WebhookNews {
  company: string
  webhookId: string
  url: string
  failingSince: Date
  lastDeliveredAt?: Date
  /** Events that are still being retried. */
  pending: number
  /** Events that failed for good since the last success. */
  failed: number
}

/** Notifies an account that its webhook has been failing for a day. */
export function writeWebhookFailing(news: WebhookNews): MailContent {
  const { webhookId, url, failingSince, lastDeliveredAt, pending, failed } = news
  const company = plainName(news.company)
  return renderLetter({
    subject: `A webhook of ${company} has been failing for a day`,
    heading: 'A webhook has been failing for a day',
    paragraphs: [
      'None of the events sent to the address below since then was answered with success. Nothing is switched off: each event is tried six times within 15 hours, and new ones keep being sent.',
    ],
    facts: [
      ['Webhook', webhookId],
      ['Address', url],
      ['Failing since', timeText(failingSince)],
      ['Last success', lastDeliveredAt ? timeText(lastDeliveredAt) : 'never'],
      ['Still tried', String(pending)],
      ['Given up', String(failed)],
    ],
    after: [
      'The delivery log shows what was sent and what came back. Once the receiver works again, what was given up can be sent again from there.',
      'You are told again only if it gets through and then fails for another day.',
    ],
    footer: `You get this mail as administrator of ${company}, because it has set up this webhook.`,
  })
}
