import { timeText } from '../../../shared/datetime.ts'
import { plainName } from '../../../shared/plain-name.ts'
import { type Plan, runsLimit } from '../../../shared/plans.ts'
import type { MailContent } from '../outbox/rules.ts'
import { renderLetter } from './letter.ts'

/** A plan with the terms it is paid on, where it has any. */
export interface PlanTerms {
  plan: Plan
  billing: string | undefined
  currency: string | undefined
}

/** Tells a partner that its plan, or what it is paid on, is another one. */
export function writePlanChanged(news: {
  company: string
  before: PlanTerms
  after: PlanTerms
  by: string
  at: Date
}): MailContent {
  const { before, after, at } = news
  const [company, by] = [plainName(news.company), plainName(news.by)]
  const isOther = before.plan !== after.plan
  return renderLetter({
    subject: isOther
      ? `Plan of ${company} changed from ${before.plan} to ${after.plan}`
      : `Billing terms of ${company} changed`,
    heading: isOther ? `${company} is on the ${after.plan} plan now` : `${company} is billed on other terms now`,
    paragraphs: [
      isOther
        ? 'The change counts from now on: runs that are started next are measured by the new limit.'
        : 'The plan itself stays as it is.',
    ],
    facts: [
      ['Before', writeTerms(before)],
      ['Now', writeTerms(after)],
      ['Changed by', by],
      ['Time', timeText(at)],
    ],
    footer: `You get this mail as administrator of ${company}: changes of its plan are always told.`,
  })
}

function writeTerms({ plan, billing, currency }: PlanTerms): string {
  const limit = runsLimit(plan)
  const parts = [plan, limit < 0 ? 'runs without limit' : `${limit} runs a month`]
  if (billing !== undefined)
    parts.push(`${billing} billing${currency === undefined ? '' : ` in ${currency.toUpperCase()}`}`)
  return parts.join(', ')
}
