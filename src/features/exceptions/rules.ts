import type { Selectable } from 'kysely'
import { findFramework, statementOf } from '../../engine/frameworks/catalogue.ts'
import type { Exception } from '../../engine/model/exception.ts'
import type { Exceptions } from '../../platform/database/tables.gen.ts'
import { addMonths } from '../../shared/dates/datetime.ts'
import { Problem, type ProblemCode, type ProblemDetail } from '../../shared/problem.ts'
import type { ExceptionChange, NewException, RecordedException } from './schema.ts'

export type ExceptionRow = Selectable<Exceptions>

/** The validated fields of a decision. */
export type Decision = Pick<ExceptionRow, 'reason' | 'approver' | 'approved_at' | 'expires_at'>
export type NewDecision = Decision & Pick<ExceptionRow, 'kind' | 'product' | 'requirement' | 'object'>

/** Every decision must be reviewed each year. */
const MAX_MONTHS = 12
const MIN_REASON_CHARACTERS = 10
/** Line breaks and tabs are allowed in a reason. */
const CONTROL = /(?![\n\r\t])\p{Cc}/u

/** The fields of a new decision. Throws one problem with all faults of the input. */
export function validateNewException(input: NewException, at: Date): NewDecision {
  const decision: NewDecision = {
    kind: input.kind,
    product: input.product ?? null,
    requirement: input.requirement ?? null,
    object: input.object?.trim() ?? null,
    reason: input.reason.trim(),
    approver: input.approver.trim(),
    approved_at: input.approvedAt === undefined ? at : new Date(input.approvedAt),
    expires_at: new Date(input.expiresAt),
  }
  refuse([...scopeFaults(decision), ...textFaults(decision), ...timeFaults(decision, at)])
  return decision
}

/**
 * The row after a change, and the names of the fields that differ. Dates that do not change are not validated again, so that
 * what was read can be sent back.
 */
export function applyChange(
  row: ExceptionRow,
  change: ExceptionChange,
  at: Date,
): { row: ExceptionRow; changedFields: string[] } {
  const wanted: Decision = {
    reason: change.reason?.trim() ?? row.reason,
    approver: change.approver?.trim() ?? row.approver,
    approved_at: change.approvedAt === undefined ? row.approved_at : new Date(change.approvedAt),
    expires_at: change.expiresAt === undefined ? row.expires_at : new Date(change.expiresAt),
  }
  const after = { ...row, ...wanted }
  const [before, later] = [toFields(row), toFields(after)]
  const changedFields = Object.keys(later).filter((field) => later[field] !== before[field])
  refuse([...textFaults(wanted), ...timeFaults(wanted, at).filter(({ field }) => changedFields.includes(field))])
  return { row: after, changedFields }
}

function refuse(details: readonly ProblemDetail[]): void {
  const order: readonly ProblemCode[] = ['MISSING_FIELD', 'INVALID_FIELD', 'INVALID_PRODUCT']
  const code = order.find((candidate) => details.some((detail) => detail.code === candidate))
  if (!code) return
  const message = details.filter((detail) => detail.code === code).map((detail) => detail.message)
  throw new Problem(code, { message: message.join(' '), details })
}

const fault = (field: string, says: string, code: ProblemCode = 'INVALID_FIELD'): ProblemDetail => ({
  field,
  code,
  message: `${field} ${says}.`,
})

function scopeFaults({ kind, product, requirement, object }: NewDecision): ProblemDetail[] {
  if (kind === 'emergency-account') {
    const none = 'must be left out: an emergency account counts for every product and requirement'
    return [
      ...(product === null ? [] : [fault('product', none)]),
      ...(requirement === null ? [] : [fault('requirement', none)]),
      ...(object === null ? [fault('object', 'is required', 'MISSING_FIELD')] : []),
    ]
  }
  const framework = findFramework(product ?? '')
  const isKnown = framework?.requirements.some(({ id }) => id === requirement)
  return [
    ...(product === null ? [fault('product', 'is required', 'MISSING_FIELD')] : []),
    ...(product !== null && !framework ? [fault('product', 'is not a known product', 'INVALID_PRODUCT')] : []),
    ...(requirement === null ? [fault('requirement', 'is required', 'MISSING_FIELD')] : []),
    ...(requirement !== null && framework && !isKnown
      ? [fault('requirement', `must be the id of a requirement of ${framework.name}`)]
      : []),
  ]
}

function textFaults({ reason, object }: { reason: string; object?: string | null }): ProblemDetail[] {
  const isClean = (text: string): boolean => !CONTROL.test(text) && text.isWellFormed()
  return [
    ...(reason.length < MIN_REASON_CHARACTERS
      ? [fault('reason', `must have at least ${MIN_REASON_CHARACTERS} characters`)]
      : []),
    ...(isClean(reason) ? [] : [fault('reason', 'must not contain control characters except line breaks')]),
    ...(isClean(object ?? '') ? [] : [fault('object', 'must have no control characters')]),
  ]
}

function timeFaults({ approved_at, expires_at }: Decision, at: Date): ProblemDetail[] {
  // Until the end of that day, whatever the time of the call.
  const latest = addMonths(at, MAX_MONTHS)
  latest.setUTCHours(24, 0, 0, 0)
  return [
    ...(approved_at > at ? [fault('approvedAt', 'must not be in the future')] : []),
    ...(approved_at < addMonths(at, -MAX_MONTHS)
      ? [fault('approvedAt', `must be in the last ${MAX_MONTHS} months: older decisions must be made again`)]
      : []),
    ...(expires_at <= at ? [fault('expiresAt', 'must be in the future')] : []),
    ...(expires_at > latest
      ? [fault('expiresAt', `must be at most ${MAX_MONTHS} months ahead: every decision must be reviewed each year`)]
      : []),
  ]
}

/** What was decided, for whom and by whom. */
function toDecision(row: ExceptionRow) {
  return {
    customerId: row.customer_id,
    kind: row.kind,
    ...(row.product !== null && { product: row.product }),
    ...(row.requirement !== null && { requirement: row.requirement }),
    ...(row.object !== null && { object: row.object }),
    reason: row.reason,
    approver: row.approver,
  }
}

/** An exception as the API shows it at a time. */
export function toException(row: ExceptionRow, at: Date): RecordedException {
  const { product, requirement } = row
  const statement = product !== null && requirement !== null ? statementOf(product, requirement) : undefined
  return {
    id: row.id,
    ...toDecision(row),
    ...(statement !== undefined && { statement }),
    approvedAt: row.approved_at,
    expiresAt: row.expires_at,
    status: row.expires_at > at ? 'active' : 'expired',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** An exception as events carry it. */
export function toExceptionEvent(row: ExceptionRow): Record<string, string> {
  const { reason: _, approver: __, ...decision } = toDecision(row)
  return {
    exceptionId: row.id,
    partnerId: row.partner_id,
    ...decision,
    expiresAt: row.expires_at.toISOString(),
  }
}

/** An exception as the audit trail stores it, without what changes over time by itself. */
export function toFields(row: ExceptionRow): Record<string, string> {
  return {
    ...toDecision(row),
    approvedAt: row.approved_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }
}

/** What a run takes into account: exceptions, including expired ones, and the emergency accounts declared at that time. */
export interface ActiveExceptions {
  exceptions: Exception[]
  /** User principal names or object ids. */
  breakGlass: string[]
}

export function toActiveExceptions(rows: readonly ExceptionRow[], at: Date): ActiveExceptions {
  return {
    exceptions: rows.flatMap(({ id, kind, requirement, object, reason, approver, approved_at, expires_at }) => {
      if (kind === 'emergency-account' || requirement === null) return []
      const times = { approvedAt: approved_at.toISOString(), expiresAt: expires_at.toISOString() }
      return [{ id, kind, requirement, ...(object !== null && { object }), reason, approver, ...times }]
    }),
    breakGlass: rows.flatMap(({ kind, object, expires_at }) =>
      kind === 'emergency-account' && object !== null && expires_at > at ? [object] : [],
    ),
  }
}
