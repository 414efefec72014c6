import { dayText } from '../../../shared/dates/datetime.ts'
import { isQuarter, quarterText } from '../../../shared/dates/quarter.ts'
import { formatMoney } from '../../../shared/money/amounts.ts'
import { plainName } from '../../../shared/text/plain-name.ts'
import type { Statement } from '../../settlement/schema.ts'
import type { MailContent } from '../outbox/rules.ts'
import { renderLetter } from './letter.ts'

/** Sends a distributor the statement of a closed period. Amounts are in the attached PDF and below, not in the subject. */
export function writeSettlementStatement(statement: Statement & { company: string }): MailContent {
  const { number, currency, firstDay, lastDay, total } = statement
  const period = isQuarter(statement.period) ? quarterText(statement.period) : statement.period
  const company = plainName(statement.company)
  const money = (minor: number): string => formatMoney(BigInt(minor), currency)
  return renderLetter({
    subject: `Settlement statement ${number} of ${company} for ${period}`,
    heading: `Statement ${number}: ${period} in ${currency}`,
    paragraphs: [
      total < 0
        ? `For this period, we owe ${company} ${money(-total)}.`
        : `For this period, ${company} owes us ${money(total)}.`,
      'The statement is attached as a PDF. The Distributor API also has it as CSV. A statement never changes: a correction is an adjustment in the next one.',
    ],
    facts: [
      ['Period', `${dayText(firstDay)} to ${dayText(lastDay)}`],
      ['Partners', String(statement.partnersCount)],
      ['List price', money(statement.charged)],
      ['Revenue share', money(-statement.revenueShare)],
      ['Adjustments', money(statement.adjusted)],
      ['Total', money(total)],
    ],
    footer: `You get this email at the billing address of ${company}. Every statement is sent there.`,
  })
}
