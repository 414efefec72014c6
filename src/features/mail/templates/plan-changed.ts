import { timeText } from '../../../shared/dates/datetime.ts'
import { runsLimit } from '../../../shared/plans.ts'
import { plainName } from '../../../shared/text/plain-name.ts'
import type { NoticeOf } from '../../notices/schema.ts'
import type { MailContent } from '../outbox/rules.ts'
import { renderLetter } from './letter.ts'

type PlanTerms = NoticeOf<'plan-changed'>['after']

/** Notifies a partner that its plan, or its billing terms, changed. */
export function writePlanChanged(news: {
  company: string
  before: PlanTerms
  after: PlanTerms
  by: string
  at: Date
  settingsUrl: string | undefined
}): MailContent {
  const { before, after, at, settingsUrl } = news
  const [company, by] = [plainName(news.company), plainName(news.by)]
  const isOther = before.plan !== after.plan
  return renderLetter({
    subject: isOther
      ? `Plan of ${company} changed from ${before.plan} to ${after.plan}`
      : `Billing terms of ${company} changed`,
    heading: isOther ? `${company} is now on the ${after.plan} plan` : `${company} has new billing terms`,
    paragraphs: [
      isOther
        ? 'The change applies from now on: new runs count against the new limit.'
        : 'The plan itself has not changed.',
    ],
    facts: [
      ['Before', writeTerms(before)],
      ['Now', writeTerms(after)],
      ['Changed by', by],
      ['Time', timeText(at)],
    ],
    footer: `You get this email for ${company}. Changes to its plan are always reported to its owners.`,
    settingsUrl,
  })
}

function writeTerms({ plan, billing, currency }: PlanTerms): string {
  const limit = runsLimit(plan)
  const runs = limit < 0 ? 'runs without limit' : `${limit} runs a month`
  return `${plan}, ${runs}, ${billing} billing in ${currency.toUpperCase()}`
}
