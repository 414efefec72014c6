import { timeText } from '../../../shared/dates/datetime.ts'
import { plainName } from '../../../shared/text/plain-name.ts'
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
  settingsUrl: string | undefined
}

/** Notifies an account that its webhook has been failing for a day. */
export function writeWebhookFailing(news: WebhookNews): MailContent {
  const { webhookId, url, failingSince, lastDeliveredAt, pending, failed, settingsUrl } = news
  const company = plainName(news.company)
  return renderLetter({
    subject: `A webhook of ${company} has been failing for a day`,
    heading: 'A webhook has been failing for a day',
    paragraphs: [
      'The address below has not accepted any event since then. The webhook stays enabled: each event is attempted six times within 15 hours, and new events are still sent.',
    ],
    facts: [
      ['Webhook', webhookId],
      ['Address', url],
      ['Failing since', timeText(failingSince)],
      ['Last success', lastDeliveredAt ? timeText(lastDeliveredAt) : 'never'],
      ['Still retrying', String(pending)],
      ['Permanently failed', String(failed)],
    ],
    after: [
      'The delivery log shows every request and response. Once the receiver works again, you can send the failed events again from there.',
      'You will only be notified again if the webhook works and then fails for another day.',
    ],
    footer: `You get this email for ${company}, because the account has set up this webhook.`,
    settingsUrl,
  })
}
