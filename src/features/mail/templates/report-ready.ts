import { spanText } from '../../../shared/charts/gauge.ts'
import { timeText } from '../../../shared/dates/datetime.ts'
import { plainName } from '../../../shared/text/plain-name.ts'
import { levelText } from '../../reports/content/rules.ts'
import type { ReportDigest, ReportSummary } from '../../reports/service.ts'
import type { MailContent } from '../outbox/rules.ts'
import { type LetterSender, renderLetter } from './letter.ts'

/** Sends a receiver the summary of a report and the link to it. */
export function writeReportReady(digest: ReportDigest & { sender?: LetterSender }): MailContent {
  const { productName, headline, url, linkDays, sender } = digest
  const [customerName, partnerName] = [plainName(digest.customerName), plainName(digest.partnerName)]
  return renderLetter({
    subject: subjectOfReport(digest),
    ...(sender && { sender }),
    heading: `The ${productName} report on ${customerName} is ready`,
    paragraphs: [headline],
    facts: factsOf(digest),
    action: { label: 'Open the report', url },
    after: [
      `The link works for ${linkDays} days and needs no sign-in. Anyone who has it can read the report, so share it with care.`,
    ],
    footer: `You get this email because ${partnerName} named your address for reports on ${customerName}. To be removed, ask ${partnerName}.`,
  })
}

const factsOf = ({ firstStep, result, level }: ReportSummary) => [
  ...(firstStep === undefined ? [] : [['First step', firstStep] as const]),
  ['Score', scoreOf(result)] as const,
  ['Maturity level', `${level || 'not known'}, target ${levelText(result.target)}`] as const,
  ['Findings', writeFindings(result)] as const,
]

/** While something is unknown, the score is shown as a range: `28–100 of 100`. */
export const scoreOf = ({ score, scoreCeiling }: ReportDigest['result']): string =>
  `${spanText({ score, ceiling: scoreCeiling })} of 100`

export const subjectOfReport = ({ customerName, productName }: Pick<ReportDigest, 'customerName' | 'productName'>) =>
  `Security report ready: ${plainName(customerName)}, ${productName}`

function writeFindings({ findings, critical, high }: ReportDigest['result']): string {
  if (findings === 0) return 'none'
  const severe = [critical > 0 && `${critical} critical`, high > 0 && `${high} high`].filter((part) => part !== false)
  return severe.length > 0 ? `${findings}, of which ${severe.join(' and ')}` : String(findings)
}

/** Notifies somebody at a partner that a customer's score fell, or that a critical finding is new. */
export function writeAssessmentWorsened(news: {
  company: string
  customerName: string
  productName: string
  previousScore: number
  score: number
  /** Requirements that are newly not met: the first statements, and how many there are. */
  critical: { count: number; statements: readonly string[] }
  reportUrl: string
  at: Date
  settingsUrl: string | undefined
}): MailContent {
  const { productName, previousScore, score, critical, reportUrl, at, settingsUrl } = news
  const [company, customerName] = [plainName(news.company), plainName(news.customerName)]
  const hasFallen = score < previousScore
  const found = critical.count === 1 ? 'a new critical finding' : `${critical.count} new critical findings`
  const parts = [
    ...(hasFallen ? [`the score fell from ${previousScore} to ${score}`] : []),
    ...(critical.count > 0 ? [`there ${critical.count === 1 ? 'is' : 'are'} ${found}`] : []),
  ]
  const left = critical.count - critical.statements.length
  return renderLetter({
    subject: critical.count > 0 ? `${capitalize(found)} at ${customerName}` : `The score of ${customerName} fell`,
    heading: critical.count > 0 ? `${customerName}: ${found}` : `The score of ${customerName} fell`,
    paragraphs: [
      `Since the previous run, ${parts.join(', and ')}.`,
      ...critical.statements.map((statement) => `Critical, and not in place: ${statement}`),
      ...(left > 0 ? [`The report has ${left} more.`] : []),
    ],
    facts: [
      ['Customer', customerName],
      ['Framework', productName],
      ['Score', `${score} of 100, before ${previousScore}`],
      ['Time', timeText(at)],
    ],
    action: { label: 'Open the report', url: reportUrl },
    after: ['The report shows what to do and what changed since the previous run. You need to sign in to open it.'],
    footer: `You get this email because you belong to the team of ${company}, at most once per run.`,
    settingsUrl,
  })
}

/** Notifies somebody at a partner that a run of a customer has a result. */
export function writeReportFinished(news: {
  company: string
  summary: ReportSummary
  reportUrl: string
  at: Date
  settingsUrl: string | undefined
}): MailContent {
  const { summary, reportUrl, at, settingsUrl } = news
  const { productName, headline } = summary
  const [company, customerName] = [plainName(news.company), plainName(summary.customerName)]
  return renderLetter({
    subject: `New result: ${customerName}, ${productName}`,
    heading: `The ${productName} report on ${customerName} is ready`,
    paragraphs: [headline],
    facts: [...factsOf(summary), ['Time', timeText(at)]],
    action: { label: 'Open the report', url: reportUrl },
    after: ['The report shows what to do and what changed since the previous run. You need to sign in to open it.'],
    footer: `You get this email because you belong to the team of ${company} and asked for an email about each result.`,
    settingsUrl,
  })
}

/** Notifies somebody at a partner that a run ended without a result. */
export function writeAssessmentFailed(news: {
  company: string
  customerName: string
  productName: string
  /** In a sentence. */
  reason: string
  runsUrl: string
  at: Date
  settingsUrl: string | undefined
}): MailContent {
  const { productName, reason, runsUrl, at, settingsUrl } = news
  const [company, customerName] = [plainName(news.company), plainName(news.customerName)]
  return renderLetter({
    subject: `A run failed: ${customerName}, ${productName}`,
    heading: `A run for ${customerName} failed`,
    paragraphs: [reason, 'The run does not count against the monthly limit.'],
    facts: [
      ['Customer', customerName],
      ['Framework', productName],
      ['Time', timeText(at)],
    ],
    action: { label: 'Show the runs of the customer', url: runsUrl },
    footer: `You get this email because you belong to the team of ${company} and asked for an email about each failed run.`,
    settingsUrl,
  })
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
