import type { CompanyStatement } from '../../features/settlement/service.ts'
import { formatMoney } from '../../shared/money/amounts.ts'

/** A statement on one line. */
export function lineText({ id, number, company, period, currency, total, partnersCount }: CompanyStatement): string {
  const amount = formatMoney(BigInt(total), currency).padStart(18)
  return `${id}  ${period.padEnd(7)}  ${amount}  ${company}, statement ${number}, partners: ${partnersCount}`
}
