import { type Plan, runsLimit } from '../../../ground/plans.ts'
import type { MailContent } from '../rules.ts'
import { renderLetter, writeTime } from './letter.ts'

/** Tells a partner that its plan is another one. */
export function writePlanChanged(news: {
  company: string
  before: Plan
  after: Plan
  by: string
  at: Date
}): MailContent {
  const { company, before, after, by, at } = news
  return renderLetter({
    subject: `Plan of ${company} changed from ${before} to ${after}`,
    heading: `${company} is on the ${after} plan now`,
    paragraphs: ['The change counts from now on: runs that are started next are measured by the new limit.'],
    facts: [
      ['Before', `${before}, ${writeLimit(before)}`],
      ['Now', `${after}, ${writeLimit(after)}`],
      ['Changed by', by],
      ['Time', writeTime(at)],
    ],
    footer: `You get this mail as administrator of ${company}: changes of its plan are always told.`,
  })
}

function writeLimit(plan: Plan): string {
  const limit = runsLimit(plan)
  return limit < 0 ? 'runs without limit' : `${limit} runs a month`
}
