import { dayText } from '../../../shared/dates/datetime.ts'
import { formatCount } from '../../../shared/text/numbers.ts'
import { plainName } from '../../../shared/text/plain-name.ts'
import type { ReportDigest } from '../../reports/service.ts'
import type { MailContent } from '../outbox/rules.ts'
import { type Letter, type LetterSender, renderLetter } from './letter.ts'
import { scoreOf } from './report-ready.ts'

/** Sends a receiver several reports at once, each with customer, product, score and link. */
export function writeReportDigest(reports: readonly ReportDigest[], sender?: LetterSender): MailContent {
  const [first] = reports
  const partnerName = plainName(first?.partnerName ?? '')
  return renderLetter({
    subject: subjectOfDigest(reports.length),
    ...(sender && { sender }),
    heading: subjectOfDigest(reports.length),
    paragraphs: [`${partnerName} has assessed the following. Each report has its own link.`],
    links: reports.map(({ customerName, productName, result, url }) => ({
      label: `${plainName(customerName)}, ${productName}: ${scoreOf(result)}`,
      url,
    })),
    after: [
      `The links work for ${first?.linkDays ?? 0} days and need no sign-in. Anyone who has one can read that report, so share them with care.`,
      'The first report within an hour is sent immediately; later ones are combined in one email like this.',
    ],
    footer: `You get this email because ${partnerName} named your address for these reports. To be removed, ask ${partnerName}.`,
  })
}

/** The subject names no customer, because the email may be about many. */
export const subjectOfDigest = (count: number): string =>
  count === 1 ? 'A security report is ready' : `${count} security reports are ready`

/** A list of a digest: its heading, the first items, and how many there are. */
interface DigestList {
  heading: string
  items: readonly string[]
  total: number
}

/** The news of a week for somebody at a partner. Lists are in the order in which somebody should look at them. */
export interface PartnerDigest {
  since: Date
  /** The last day of the week. */
  lastDay: Date
  timeZone: string
  lists: readonly DigestList[]
  opened: number
  resolved: number
  usage: { used: number; limit: number }
}

interface Reader {
  company: string
  appUrl: string
  settingsUrl: string
}

export function writePartnerDigest(news: PartnerDigest, { company: name, appUrl, settingsUrl }: Reader): MailContent {
  const company = plainName(name)
  const { used, limit } = news.usage
  const style = { timeZone: news.timeZone }
  return renderLetter({
    subject: `What changed last week: ${company}`,
    heading: 'What changed last week',
    paragraphs: [
      `From ${dayText(news.since, style)} to ${dayText(news.lastDay, style)}, across all customers of ${company}.`,
    ],
    sections: toSections(news.lists),
    facts: [
      ['Findings opened', String(news.opened)],
      ['Findings resolved', String(news.resolved)],
      ['Runs this month', limit < 0 ? String(used) : `${used} of ${limit}`],
    ],
    action: { label: 'Open the portal', url: `${appUrl}/customers` },
    footer: footerOf(company),
    settingsUrl,
  })
}

/** What is due at the partners of a distributor. */
export function writeDistributorDigest(
  { lists }: { lists: readonly DigestList[] },
  { company: name, appUrl, settingsUrl }: Reader,
): MailContent {
  const company = plainName(name)
  return renderLetter({
    subject: `What needs attention at partners: ${company}`,
    heading: 'What needs attention at your partners',
    paragraphs: [],
    sections: toSections(lists),
    action: { label: 'Open your partners', url: `${appUrl}/partners` },
    footer: footerOf(company),
    settingsUrl,
  })
}

const footerOf = (company: string): string =>
  `You get this email because you belong to the team of ${company}, at most once a week, and only if something changed.`

const toSections = (lists: readonly DigestList[]): NonNullable<Letter['sections']> =>
  lists
    .filter(({ items }) => items.length > 0)
    .map(({ heading, items, total }) => ({
      heading,
      items: [...items, ...(total > items.length ? [`and ${formatCount(total - items.length)} more`] : [])],
    }))
