import { type Cell, toCsv } from '../../shared/files/csv.ts'
import type { StatementDetail } from './schema.ts'

const COLUMNS = [
  'kind',
  'statement',
  'period',
  'currency',
  'partnerId',
  'company',
  'plan',
  'firstDay',
  'lastDay',
  'days',
  'price',
  'list',
  'revenueSharePercent',
  'revenueShare',
  'billedBy',
  'amount',
  'runs',
  'customers',
  'reason',
  'author',
] as const

type Row = Partial<Record<(typeof COLUMNS)[number], Cell>>

/** Minor units as a decimal number, which has at most two decimals and is exact up to 10^13. */
const toMajor = (minor: number): number => minor / 100

/**
 * A statement as CSV: a header line, then one line for each line of the statement, each adjustment, and what each partner used.
 * The column `amount` adds up to the total.
 */
export function renderCsv(statement: StatementDetail): string {
  const { number, period, currency, lines, adjustments, usage } = statement
  const rows: Row[] = [
    ...lines.map((line) => ({
      kind: 'plan',
      ...line,
      price: toMajor(line.price),
      list: toMajor(line.list),
      revenueShare: toMajor(line.revenueShare),
      amount: toMajor(line.amount),
    })),
    ...adjustments.map(({ amount, reason, author, createdAt }) => {
      const day = createdAt.toISOString().slice(0, 10)
      return { kind: 'adjustment', firstDay: day, lastDay: day, amount: toMajor(amount), reason, author }
    }),
    ...usage.map((row) => ({ kind: 'usage', firstDay: statement.firstDay, lastDay: statement.lastDay, ...row })),
  ]
  const common = { statement: number, period, currency }
  return toCsv([COLUMNS, ...rows.map((row) => COLUMNS.map((name) => ({ ...row, ...common })[name]))])
}
