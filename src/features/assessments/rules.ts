import type { Selectable } from 'kysely'
import type { RowError } from '../../api.ts'
import type { Runs } from '../../platform/database/tables.gen.ts'
import { isId } from '../../shared/ids.ts'
import type { LiveMessage } from '../../shared/portal/messages.ts'
import { Problem, type ProblemCode } from '../../shared/problem.ts'
import type { Run, RunList } from './schema.ts'

export type RunRow = Selectable<Runs>

const PRODUCT_FORM = /^[a-z0-9-]+$/

/** Ids of requirements, as the sources of frameworks write them. */
export const REQUIREMENT_FORM = /^[\w.-]{1,100}$/

/** Whether a filter cannot match anything, because no customer or product has a value of that form. */
export const namesNothing = ({ product, customerId }: { product?: string; customerId?: string }): boolean =>
  (customerId !== undefined && !isId('cust', customerId)) || (product !== undefined && !PRODUCT_FORM.test(product))

/** Refuses a period that ends before it begins. */
export function requirePeriod(completedFrom: string | undefined, completedTo: string | undefined): void {
  if (completedFrom === undefined || completedTo === undefined || new Date(completedFrom) < new Date(completedTo))
    return
  const message = 'completedTo must be later than completedFrom.'
  throw new Problem('INVALID_FIELD', { message, details: [{ field: 'completedTo', code: 'INVALID_FIELD', message }] })
}

type RunSummary = RunList['runs'][number]

/** A run as one attempt has claimed it, with its partner's distributor. */
export type RunOfAttempt = RunRow & { distributorId: string | null }

/** What open pages of the portal are notified of. */
export const toRunMessage = (
  kind: 'run.progress' | 'run.ended',
  { id, partner_id, distributorId }: RunOfAttempt,
): LiveMessage => ({ kind, id, accounts: [partner_id, distributorId] })

/** Where a run's report is read. */
export const reportUrl = (appUrl: string, runId: string): string => `${appUrl}/reports/${runId}`

/** Findings by severity with their sum, of a completed run. */
export function countsOf(row: Pick<RunRow, 'critical' | 'high' | 'medium' | 'low'>): {
  findings: number
  critical: number
  high: number
  medium: number
  low: number
} {
  const [critical, high, medium, low] = [row.critical ?? 0, row.high ?? 0, row.medium ?? 0, row.low ?? 0]
  return { findings: critical + high + medium + low, critical, high, medium, low }
}

/** A run as lists select it: with the columns of the parts that were asked for. */
type ListedRun = Pick<RunSummary, 'id' | 'customerId' | 'product' | 'status' | 'createdAt'> & {
  score: number | null
  completedAt: Date | null
  customerName?: string | null
  critical?: number | null
  high?: number | null
  medium?: number | null
  low?: number | null
  coverage?: number | null
  scoreCeiling?: number | null
}

/** A run as lists show it, without fields that have no value or were not asked for. */
export function toRunSummary(row: ListedRun): RunSummary {
  const { id, customerId, product, status, createdAt } = row
  const { customerName, score, critical, high, medium, low, coverage, scoreCeiling, completedAt } = row
  const isCounted = critical != null && high != null && medium != null && low != null
  return {
    id,
    customerId,
    product,
    status,
    ...(score !== null && { score }),
    createdAt,
    ...(completedAt && { completedAt }),
    ...(customerName != null && { customerName }),
    ...(isCounted && countsOf({ critical, high, medium, low })),
    ...(coverage != null && { coverage }),
    ...(scoreCeiling != null && { scoreCeiling }),
  }
}

/** A run as the API shows it, without fields that have no value yet. */
export function toRun(row: RunRow & { customerName: string }, appUrl: string): Run {
  return {
    id: row.id,
    customerId: row.customer_id,
    customerName: row.customerName,
    product: row.product,
    maturityTarget: row.maturity_target,
    status: row.status,
    ...(row.score !== null && { score: row.score, ...countsOf(row) }),
    reportUrl: reportUrl(appUrl, row.id),
    createdAt: row.created_at,
    ...(row.started_at && { startedAt: row.started_at }),
    ...(row.completed_at && { completedAt: row.completed_at }),
    ...(row.maturity_achieved !== null && { maturityAchieved: row.maturity_achieved }),
    ...(row.coverage !== null && { coverage: row.coverage }),
    ...(row.score_ceiling !== null && { scoreCeiling: row.score_ceiling }),
    ...(row.failure_code !== null && { failure: { code: row.failure_code, message: row.failure_message ?? '' } }),
  }
}

/** A run as events carry it; later states have more fields. */
export function toRunEvent(row: RunRow, appUrl: string): Record<string, unknown> {
  return {
    assessmentId: row.id,
    customerId: row.customer_id,
    partnerId: row.partner_id,
    product: row.product,
    status: row.status,
    maturityTarget: row.maturity_target,
    ...(row.score !== null && { score: row.score, ...countsOf(row), reportUrl: reportUrl(appUrl, row.id) }),
    ...(row.failure_code !== null && { failure: { code: row.failure_code, message: row.failure_message } }),
    createdAt: row.created_at,
    ...(row.started_at && { startedAt: row.started_at }),
    ...(row.completed_at && { completedAt: row.completed_at }),
  }
}

/** Validates the customer ids of a bulk request in their order; `known` are those of the partner's customers. */
export function validateCustomerIds(ids: readonly unknown[], known: ReadonlySet<string>) {
  const good: { index: number; id: string }[] = []
  const errors: RowError[] = []
  const seen = new Set<string>()
  for (const [index, id] of ids.entries()) {
    const field = `customerIds[${index}]`
    const refuse = (code: ProblemCode, message: string) => errors.push({ index, code, message, field })
    if (id === null || (typeof id === 'string' && id.trim() === ''))
      refuse('MISSING_FIELD', `${field} must not be empty.`)
    else if (typeof id !== 'string') refuse('INVALID_FIELD', `${field} must be a string.`)
    else if (seen.has(id)) refuse('DUPLICATE_ITEM', 'This customer is already in this request.')
    else if (!known.has(id)) refuse('NOT_FOUND', 'Customer not found.')
    else good.push({ index, id })
    if (typeof id === 'string') seen.add(id)
  }
  return { good, errors }
}
