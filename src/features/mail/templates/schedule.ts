import { timeText } from '../../../shared/dates/datetime.ts'
import { monthText } from '../../../shared/dates/month.ts'
import { plainName } from '../../../shared/text/plain-name.ts'
import type { NoticeOf } from '../../notices/schema.ts'
import type { MailContent } from '../outbox/rules.ts'
import { renderLetter } from './letter.ts'

type Reason = NoticeOf<'schedule-paused'>['reason']

const REASONS: Record<Reason, { why: string; what: string }> = {
  consent_missing: {
    why: "No administrator of the customer's tenant has approved you, or the approval has ended.",
    what: 'What to do: create a consent link for the customer and send it to an administrator of the tenant. The schedule resumes automatically once they have approved you.',
  },
  failing: {
    why: 'The last three runs of this product for the customer failed for the same reason.',
    what: 'What to do: check the reason in the latest run, fix it, and resume the schedule.',
  },
  product_not_allowed: {
    why: 'Your plan no longer includes the product.',
    what: 'What to do: change the plan and resume the schedule, or delete it.',
  },
}

/** Notifies a partner that a schedule has been paused. */
export function writeSchedulePaused(news: {
  company: string
  /** Undefined for a schedule of all customers. */
  customerName: string | undefined
  productName: string
  scheduleId: string
  reason: Reason
  at: Date
  settingsUrl: string | undefined
}): MailContent {
  const { customerName, productName, scheduleId, reason, at, settingsUrl } = news
  const { why, what } = REASONS[reason]
  const about = customerName === undefined ? 'all customers' : plainName(customerName)
  return renderLetter({
    subject: `Scheduled runs for ${about} are paused`,
    heading: `Scheduled runs for ${about} are paused`,
    paragraphs: [`${why} This schedule does not start further runs until it is resumed.`],
    facts: [
      ['Customer', about],
      ['Product', productName],
      ['Schedule', scheduleId],
      ['Time', timeText(at)],
    ],
    after: [what],
    footer: `You get this email for ${plainName(news.company)}, because the account has this schedule.`,
    settingsUrl,
  })
}

/** Notifies a partner that scheduled runs are skipped because the month's limit is used up. */
export function writeScheduleLimitReached(news: {
  company: string
  month: string
  settingsUrl: string | undefined
}): MailContent {
  const { company, settingsUrl } = news
  const month = monthText(news.month)
  return renderLetter({
    subject: `Scheduled runs are skipped: the limit of ${month} is reached`,
    heading: 'Scheduled runs are skipped',
    paragraphs: [
      `All runs that your plan allows in ${month} (UTC) are used. Scheduled runs are skipped until the next month begins, and then start again automatically.`,
    ],
    facts: [['Month', month]],
    after: [
      'What to do: change to a plan with more runs, or schedule fewer. The preview of a schedule shows how many runs all schedules need per month.',
    ],
    footer: `You get this email for ${plainName(company)}, at most once a month.`,
    settingsUrl,
  })
}
