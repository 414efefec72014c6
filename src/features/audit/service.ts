import type { App } from '../../app.ts'
import { deleteInBatches } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Principal } from '../../shared/actor.ts'
import { isId } from '../../shared/ids.ts'
import { fields } from '../../shared/json.ts'
import { readPage, takePage } from '../../shared/pagination.ts'
import type { EventType, LogOwner, LogScope } from '../events/rules.ts'
import { customerIdOf, toEventRow } from '../events/service.ts'
import type { Notice } from '../notices/schema.ts'
import type { AuditList, AuditQuery } from './schema.ts'
import { deleteAuditBefore, insertChanges, listAuditRows } from './store.ts'

/** Logs grow without limit: a request without a page gets the first one. */
const DEFAULT_PAGE_SIZE = 50

/** Ids of audit rows are numbers. */
const ID_FORM = /^\d{1,18}$/

/** Reject malformed actions before the query: PostgreSQL refuses some texts (NUL bytes). */
const ACTION_FORM = /^[a-z]+\.[a-z_]+$/

/** One change of state: its audit row, its event for webhooks if it has one, and its notice for a mail if it has one. */
export interface Change {
  /** Noun and past verb, as in `customer.created`. */
  action: string
  /** Id of what changed. */
  subject: string
  owner: LogOwner
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  event?: { type: EventType; data: Record<string, unknown> }
  notice?: Notice
}

/** Writes the audit rows, events and notices of changes that the caller's transaction makes, in one statement. */
export async function recordChanges(
  tx: Connection,
  author: Principal,
  at: Date,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return
  const audits = changes.map((change) => ({
    occurred_at: at,
    author_kind: author.kind,
    author_id: author.id,
    partner_id: change.owner.partnerId,
    distributor_id: change.owner.distributorId,
    customer_id: customerOf(change),
    action: change.action,
    subject: change.subject,
    before: change.before,
    after: change.after,
    request_id: author.requestId ?? null,
    address: author.address ?? null,
  }))
  const events = changes.flatMap(({ event, owner }) => (event ? [toEventRow(owner, event.type, event.data, at)] : []))
  const notices = changes.flatMap(({ notice, owner }) => (notice ? [{ notice, owner, at }] : []))
  await insertChanges(tx, audits, events, notices)
}

/** The customer whose data the row may quote: it is erased when the customer is deleted. */
const customerOf = ({ subject, before, after }: Change): string | null =>
  isId('cust', subject) ? subject : (customerIdOf(after) ?? customerIdOf(before))

const RETENTION: Principal = { kind: 'operator', id: 'audit retention' }

/**
 * Deletes audit rows that are older than a time and records that in the audit; returns how many. Needs a database user with
 * the right to delete them, which the service's own role does not have.
 */
export async function deleteOldAudit(db: Connection, before: Date): Promise<number> {
  const deleted = await deleteInBatches((max) => deleteAuditBefore(db, before, max))
  if (deleted === 0) return 0
  const owner = { partnerId: null, distributorId: null }
  const after = { before: before.toISOString(), deleted }
  await recordChanges(db, RETENTION, new Date(), [{ action: 'audit.pruned', subject: 'audit', owner, after }])
  return deleted
}

/** One page of the audit trail, newest first. */
export async function listAudit(app: App, scope: LogScope, { action, cursor, limit }: AuditQuery): Promise<AuditList> {
  // `reader` is part of the cursors that clients hold: another name would invalidate them.
  const asked = { list: 'audit', reader: scope, action: action ?? null }
  const request = { limit: limit ?? DEFAULT_PAGE_SIZE, ...(cursor !== undefined && { cursor }) }
  const page = { ...readPage(request, asked, ID_FORM), limit: request.limit + 1 }
  const isMalformed = action !== undefined && !ACTION_FORM.test(action)
  const rows = isMalformed ? [] : await listAuditRows(app.db, scope, action, page)
  const placed = rows.map((row) => ({ row, id: String(row.id), createdAt: row.occurred_at }))
  const { items, nextCursor } = takePage(placed, request, asked)
  return {
    entries: items.map(({ row, id }) => ({
      id,
      occurredAt: row.occurred_at,
      author: { kind: row.author_kind, id: row.author_id },
      action: row.action,
      subject: row.subject,
      ...(row.partner_id !== null && { partnerId: row.partner_id }),
      ...(row.before !== null && { before: { ...fields(row.before) } }),
      ...(row.after !== null && { after: { ...fields(row.after) } }),
      ...(row.request_id !== null && { requestId: row.request_id }),
      ...(row.address !== null && { address: row.address }),
    })),
    ...(nextCursor !== undefined && { nextCursor }),
  }
}
