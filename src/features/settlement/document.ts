import { dayText } from '../../shared/dates/datetime.ts'
import { formatMoney } from '../../shared/money/amounts.ts'
import { PLAN_NAMES } from '../../shared/plans.ts'
import { Canvas, LEFT, PAGE, WIDTH } from '../reports/pdf/kit/canvas.ts'
import { accentOf } from '../reports/pdf/kit/colors.ts'
import { drawHeading } from '../reports/pdf/kit/layout/heading.ts'
import { type Column, drawTable } from '../reports/pdf/kit/layout/table.ts'
import { STYLES } from '../reports/pdf/kit/typesetter.ts'
import type { StatementDetail } from './schema.ts'

export type StatementInput = StatementDetail & { company: string }
type Line = StatementDetail['lines'][number]

/** A table of more rows than this is left to the CSV. */
const MAX_ROWS = 1_000

/** A statement as a PDF; the same statement gives the same bytes. */
export async function renderPdf(statement: StatementInput): Promise<Buffer> {
  const { number, company, period, createdAt } = statement
  const canvas = new Canvas({
    title: `Settlement statement ${number}`,
    author: 'Plumbline',
    subject: `Settlement with ${company} for ${period}`,
    at: new Date(createdAt),
    accent: accentOf(undefined),
  })
  drawTop(canvas, statement)
  drawPlans(canvas, statement)
  await canvas.breathe()
  drawLines(canvas, statement)
  await canvas.breathe()
  drawAdjustments(canvas, statement)
  drawUsage(canvas, statement)
  drawNote(canvas)
  return await canvas.finish((page, pages) => drawFooter(canvas, statement, page, pages))
}

const moneyIn = (currency: string) => (minor: number) => formatMoney(BigInt(minor), currency)

/** Without the currency, which the top of the statement names. */
const amountText = (minor: number): string => formatMoney(BigInt(minor), '').trim()

function drawTop(canvas: Canvas, statement: StatementInput): void {
  const { number, company, period, currency, firstDay, lastDay, createdAt, total } = statement
  const money = moneyIn(currency)
  canvas.write(`Settlement statement ${number}`, STYLES.heading, { tag: 'H1' })
  canvas.skip(4)
  canvas.write(company, STYLES.subheading)
  canvas.skip(10)
  const facts = [
    ['Period', `${period}, ${dayText(firstDay)} to ${dayText(lastDay)} (UTC)`],
    ['Closed', dayText(createdAt)],
    ['Currency', currency],
    ['Partners', String(statement.partnersCount)],
    ['List price', money(statement.charged)],
    ['Revenue share', money(-statement.revenueShare)],
    ['Adjustments', money(statement.adjusted)],
  ] as const
  for (const [term, value] of facts) {
    canvas.put(term, STYLES.rowSoft, { y: canvas.y, width: 110 })
    canvas.write(value, STYLES.row, { x: LEFT + 112, width: WIDTH - 112 })
    canvas.skip(3)
  }
  canvas.skip(6)
  canvas.write(total < 0 ? `We owe you ${money(-total)}` : `You owe us ${money(total)}`, STYLES.subheading)
  canvas.skip(4)
  canvas.write(
    'The list price is what you bill your partners, for the days that each was active on each plan. Your share is deducted. For partners that the payment processor bills, your share is credited. Amounts are in the currency of the statement.',
    STYLES.lead,
  )
  canvas.skip(18)
}

const PLAN_COLUMNS: readonly Column[] = [
  { title: 'Plan', share: 0.28 },
  { title: 'Partners', share: 0.14, align: 'right' },
  { title: 'Days', share: 0.14, align: 'right' },
  { title: 'List price', share: 0.15, align: 'right' },
  { title: 'Revenue share', share: 0.15, align: 'right' },
  { title: 'Amount', share: 0.14, align: 'right' },
]

function drawPlans(canvas: Canvas, { lines }: StatementInput): void {
  if (lines.length === 0) return
  drawHeading(canvas, 'By plan')
  const rows = PLAN_NAMES.map((plan) => lines.filter((line) => line.plan === plan)).filter((some) => some.length > 0)
  drawTable(
    canvas,
    PLAN_COLUMNS,
    rows.map((some) => sumRow(some[0]?.plan ?? '', some)),
    { sum: sumRow('Sum', lines) },
  )
  canvas.skip(20)
}

function sumRow(title: string, lines: readonly Line[]): string[] {
  const sum = (read: (line: Line) => number): number => lines.reduce((total, line) => total + read(line), 0)
  return [
    title,
    String(new Set(lines.map(({ partnerId }) => partnerId)).size),
    String(sum((line) => line.days)),
    amountText(sum((line) => line.list)),
    amountText(sum((line) => line.revenueShare)),
    amountText(sum((line) => line.amount)),
  ]
}

const LINE_COLUMNS: readonly Column[] = [
  { title: 'Partner', share: 0.25 },
  { title: 'Plan', share: 0.13 },
  { title: 'From', share: 0.12 },
  { title: 'To', share: 0.12 },
  { title: 'Days', share: 0.07, align: 'right' },
  { title: 'List price', share: 0.11, align: 'right' },
  { title: 'Share', share: 0.09, align: 'right' },
  { title: 'Amount', share: 0.11, align: 'right' },
]

function drawLines(canvas: Canvas, { lines }: StatementInput): void {
  if (lines.length === 0) return
  drawHeading(canvas, 'By partner')
  if (refersToCsv(canvas, lines.length)) return
  drawTable(
    canvas,
    LINE_COLUMNS,
    lines.map((line) => [
      line.company,
      line.billedBy === 'processor' ? `${line.plan}, billed by us` : line.plan,
      line.firstDay,
      line.lastDay,
      String(line.days),
      amountText(line.list),
      `${line.revenueSharePercent}%`,
      amountText(line.amount),
    ]),
  )
  canvas.skip(20)
}

const ADJUSTMENT_COLUMNS: readonly Column[] = [
  { title: 'Recorded', share: 0.14 },
  { title: 'Reason', share: 0.48 },
  { title: 'Decided by', share: 0.24 },
  { title: 'Amount', share: 0.14, align: 'right' },
]

function drawAdjustments(canvas: Canvas, { adjustments, adjusted }: StatementInput): void {
  if (adjustments.length === 0) return
  drawHeading(canvas, 'Adjustments')
  if (refersToCsv(canvas, adjustments.length)) return
  drawTable(
    canvas,
    ADJUSTMENT_COLUMNS,
    adjustments.map(({ createdAt, reason, author, amount }) => [
      new Date(createdAt).toISOString().slice(0, 10),
      reason,
      author,
      amountText(amount),
    ]),
    { sum: ['Sum', ' ', ' ', amountText(adjusted)] },
  )
  canvas.skip(20)
}

const USAGE_COLUMNS: readonly Column[] = [
  { title: 'Partner', share: 0.6 },
  { title: 'Runs', share: 0.2, align: 'right' },
  { title: 'Customers at the end', share: 0.2, align: 'right' },
]

function drawUsage(canvas: Canvas, { usage }: StatementInput): void {
  if (usage.length === 0) return
  drawHeading(canvas, 'Usage')
  canvas.write('What your partners used. It is not charged.', STYLES.lead)
  canvas.skip(6)
  if (refersToCsv(canvas, usage.length)) return
  drawTable(
    canvas,
    USAGE_COLUMNS,
    usage.map(({ company, runs, customers }) => [company, String(runs), String(customers)]),
  )
}

function drawNote(canvas: Canvas): void {
  if (!canvas.lacksGlyphs) return
  canvas.skip(12)
  canvas.write(
    'Some names contain characters that the font of this document does not have. The CSV of this statement shows them.',
    STYLES.smallSoft,
  )
}

/** Whether a table is too long for the document, which then says where its rows are. */
function refersToCsv(canvas: Canvas, rows: number): boolean {
  if (rows <= MAX_ROWS) return false
  canvas.write(`The ${rows} rows are in the CSV of this statement.`, STYLES.body)
  canvas.skip(20)
  return true
}

function drawFooter(canvas: Canvas, { number, company }: StatementInput, page: number, pages: number): void {
  const y = PAGE.height - 46
  canvas.put(`Settlement statement ${number} for ${company}`, STYLES.smallSoft, { width: WIDTH - 90, y })
  canvas.put(`Page ${page} of ${pages}`, STYLES.smallSoft, { x: LEFT + WIDTH - 80, width: 80, align: 'right', y })
}
