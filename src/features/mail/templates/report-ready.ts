import { plainName } from '../../../shared/plain-name.ts'
import { levelText } from '../../reports/content/rules.ts'
import type { ReportDigest } from '../../reports/service.ts'
import type { MailContent } from '../outbox/rules.ts'
import { renderLetter } from './letter.ts'

/** Sends a receiver the summary of a report and the link to it. */
export function writeReportReady(digest: ReportDigest): MailContent {
  const { productName, headline, result, url, linkDays } = digest
  const [customerName, partnerName] = [plainName(digest.customerName), plainName(digest.partnerName)]
  return renderLetter({
    subject: subjectOfReport(digest),
    heading: `The ${productName} report on ${customerName} is ready`,
    paragraphs: [headline],
    facts: [
      ['Score', `${result.score} of 100`],
      ['Maturity level', `${levelText(result.maturityAchieved)}, target ${levelText(result.target)}`],
      ['Findings', writeFindings(result)],
    ],
    action: { label: 'Open the report', url },
    after: [
      `The link works for ${linkDays} days and needs no sign-in. Anyone who has it can read the report, so pass it on with care.`,
    ],
    footer: `You get this mail because ${partnerName} named your address for reports on ${customerName}. To be removed, ask ${partnerName}.`,
  })
}

export const subjectOfReport = ({ customerName, productName }: Pick<ReportDigest, 'customerName' | 'productName'>) =>
  `Security report ready: ${plainName(customerName)}, ${productName}`

function writeFindings({ findings, critical, high }: ReportDigest['result']): string {
  if (findings === 0) return 'none'
  const severe = [critical > 0 && `${critical} critical`, high > 0 && `${high} high`].filter((part) => part !== false)
  return severe.length > 0 ? `${findings}, of which ${severe.join(' and ')}` : String(findings)
}
