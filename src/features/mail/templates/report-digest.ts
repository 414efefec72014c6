import { plainName } from '../../../shared/plain-name.ts'
import type { ReportDigest } from '../../reports/service.ts'
import type { MailContent } from '../outbox/rules.ts'
import { renderLetter } from './letter.ts'

/** Sends a receiver several reports at once, each with customer, product, score and link. */
export function writeReportDigest(reports: readonly ReportDigest[]): MailContent {
  const [first] = reports
  const partnerName = plainName(first?.partnerName ?? '')
  return renderLetter({
    subject: subjectOfDigest(reports.length),
    heading: subjectOfDigest(reports.length),
    paragraphs: [`${partnerName} has assessed the following. Each report has its own link.`],
    links: reports.map(({ customerName, productName, result, url }) => ({
      label: `${plainName(customerName)}, ${productName}: ${result.score} of 100`,
      url,
    })),
    after: [
      `The links work for ${first?.linkDays ?? 0} days and need no sign-in. Anyone who has one can read that report, so pass them on with care.`,
      'The first report within an hour is sent at once; later ones are sent together in one mail like this one.',
    ],
    footer: `You get this mail because ${partnerName} named your address for these reports. To be removed, ask ${partnerName}.`,
  })
}

/** The subject names no customer, because the mail may be about many. */
export const subjectOfDigest = (count: number): string =>
  count === 1 ? 'A security report is ready' : `${count} security reports are ready`
