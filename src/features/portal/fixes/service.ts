import type { App } from '../../../app.ts'
import { statementOf } from '../../../engine/frameworks/catalogue.ts'
import type { Actor } from '../../../shared/actor.ts'
import { toCsv } from '../../../shared/files/csv.ts'
import { Problem } from '../../../shared/problem.ts'
import { REQUIREMENT_FORM } from '../../assessments/rules.ts'
import { changedSince, compareFixes, findRemedy, MIN_CUSTOMERS, titleOf } from './rules.ts'
import type { FixDetail, FixFileQuery, FixList, FixQuery, SharedChanges } from './schema.ts'
import type { FixCustomerRow, FixFilter, FixRow } from './statements.ts'
import { findCoverage, listFixCustomers, listFixRows, listSharedChanges } from './store.ts'

/** Rows of one fix, and lines of one file: more than an MSP has customers, and not more than memory. */
const MAX_CUSTOMERS = 5_000
const MAX_LINES = 100_000
const MAX_CHANGES = 20

/** What to do across the partner's customers, sorted by benefit for the effort. */
export async function listFixes(app: App, { partnerId }: Actor, { effort, ...query }: FixQuery): Promise<FixList> {
  const filter = toFilter(query)
  const [rows, { oldestAt, ...customers }] = await Promise.all([
    filter ? listFixRows(app.db, partnerId, filter) : [],
    findCoverage(app.db, partnerId, filter?.product),
  ])
  const fixes = rows.map(toFix).filter((fix) => effort === undefined || fix.effort === effort)
  return { customers: { ...customers, ...(oldestAt && { oldestAt }) }, fixes: fixes.toSorted(compareFixes) }
}

/** A filter as the store takes it; undefined if it cannot match anything. */
function toFilter({ product, severity, fix }: FixFileQuery): FixFilter | undefined {
  if ([product, fix].some((id) => id !== undefined && !REQUIREMENT_FORM.test(id))) return undefined
  return {
    ...(product !== undefined && { product }),
    ...(severity !== undefined && { severity }),
    ...(fix !== undefined && { fix }),
  }
}

function toFix({ fix: id, critical, high, medium, low, points, customers }: FixRow): FixList['fixes'][number] {
  const effort = findRemedy(id)?.effort
  const bySeverity = { critical, high, medium, low }
  const severity = (['critical', 'high', 'medium', 'low'] as const).find((each) => bySeverity[each] > 0) ?? 'low'
  return {
    id,
    title: titleOf(id),
    ...(effort && { effort }),
    severity,
    customers,
    bySeverity,
    ...(points !== null && { points }),
  }
}

/** One fix with its steps and the customers it helps. Throws NOT_FOUND if it is neither a remedy nor open anywhere. */
export async function getFix(app: App, { partnerId }: Actor, id: string): Promise<FixDetail> {
  const filter = toFilter({ fix: id })
  const rows = filter ? await listFixCustomers(app.db, partnerId, filter, MAX_CUSTOMERS) : []
  const remedy = findRemedy(id)
  if (!remedy && rows.length === 0) throw new Problem('NOT_FOUND')
  return {
    id,
    title: titleOf(id),
    ...(remedy && {
      remedy: {
        why: remedy.why,
        effort: remedy.effort,
        licence: remedy.licence,
        usersNotice: remedy.usersNotice,
        verified: remedy.verified,
        steps: [...remedy.steps],
        documentation: [...remedy.documentation],
      },
    }),
    customers: rows.map(({ fix: _, points, ...row }) => ({ ...row, ...(points !== null && { points }) })),
  }
}

const COLUMNS = [
  'fix',
  'title',
  'effort',
  'severity',
  'customerId',
  'customer',
  'product',
  'points',
  'findings',
  'assessmentId',
  'completedAt',
]

/** Like `listFixes`, as CSV: one line for each fix, customer and product. */
export async function renderFixes(app: App, { partnerId }: Actor, { effort, ...query }: FixFileQuery): Promise<string> {
  const filter = toFilter(query)
  const rows = filter ? await listFixCustomers(app.db, partnerId, filter, MAX_LINES) : []
  const lines = rows.filter(({ fix }) => effort === undefined || findRemedy(fix)?.effort === effort).map(toLine)
  return toCsv([COLUMNS, ...lines])
}

const toLine = (row: FixCustomerRow) => [
  row.fix,
  titleOf(row.fix),
  findRemedy(row.fix)?.effort,
  row.severity,
  row.customerId,
  row.name,
  row.product,
  row.points === null ? undefined : Math.round(row.points * 10) / 10,
  row.findings,
  row.assessmentId,
  row.completedAt.toISOString(),
]

/** Requirements that changed in the same way for several customers within a week, each as one item. */
export async function listChangesOfCustomers(app: App, { partnerId }: Actor): Promise<SharedChanges> {
  const since = changedSince(app.now())
  const rows = await listSharedChanges(app.db, partnerId, { since, minCustomers: MIN_CUSTOMERS, max: MAX_CHANGES })
  const changes = rows.map((row) => {
    const statement = statementOf(row.product, row.requirement)
    return { ...row, ...(statement !== undefined && { statement }) }
  })
  return { since, changes }
}
