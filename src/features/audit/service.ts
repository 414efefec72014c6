import type { App } from '../../app.ts'
import { deleteInBatches } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Principal } from '../../shared/actor.ts'
import { isId } from '../../shared/ids.ts'
import { type Fields, fields } from '../../shared/json.ts'
import { readPage, takePage } from '../../shared/pagination.ts'
import type { EventType, LogOwner, LogScope } from '../events/rules.ts'
import { customerIdOf, toEventRow } from '../events/service.ts'
import type { AuditList, AuditQuery } from './schema.ts'
import { deleteAuditBefore, findAuditRow, insertChanges, listAuditRows } from './store.ts'

/** Logs grow without end: they are read page by page also when no page is asked for. */
const DEFAULT_PAGE_SIZE = 50

/** Audit rows are numbered. */
const ID_FORM = /^\d{1,18}$/

/** What has another form is the name of no action; some such texts the database would not even take. */
const ACTION_FORM = /^[a-z]+\.[a-z]+$/

/** One change of state, as the audit keeps it and, where others are told, as the event carries it. */
export interface Change {
  /** Noun and past verb, as in `customer.created`. */
  action: string
  /** Id of what changed. */
  subject: string
  owner: LogOwner
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  event?: { type: EventType; data: Record<string, unknown> }
}

/**
 * Writes the audit rows, and the events, of changes made in the caller's transaction, and queues the job that tells of
 * those that somebody is told of: one statement for all.
 */
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
    before: change.before ? JSON.stringify(change.before) : null,
    after: change.after ? JSON.stringify(change.after) : null,
    request_id: author.requestId ?? null,
    address: author.address ?? null,
  }))
  const events = changes.flatMap(({ event, owner }) => (event ? [toEventRow(owner, event.type, event.data, at)] : []))
  await insertChanges(tx, audits, events)
}

/** Whose name may stand in the change: it is taken out when the customer is deleted. */
const customerOf = ({ subject, before, after }: Change): string | null =>
  isId('cust', subject) ? subject : (customerIdOf(after) ?? customerIdOf(before))

/** A change as the audit kept it. */
export interface StoredChange {
  id: number
  at: Date
  author: Principal
  action: string
  subject: string
  owner: LogOwner
  before: Fields
  after: Fields
}

export async function findChange(app: App, id: number): Promise<StoredChange | undefined> {
  const row = await findAuditRow(app.db, id)
  if (!row) return undefined
  return {
    id: row.id,
    at: row.occurred_at,
    author: {
      kind: row.author_kind,
      id: row.author_id,
      ...(row.request_id !== null && { requestId: row.request_id }),
      ...(row.address !== null && { address: row.address }),
    },
    action: row.action,
    subject: row.subject,
    owner: { partnerId: row.partner_id, distributorId: row.distributor_id },
    before: fields(row.before),
    after: fields(row.after),
  }
}

const RETENTION: Principal = { kind: 'operator', id: 'audit retention' }

/**
 * Deletes audit rows older than a time, and leaves a row that says so. Needs a database user that may: the service's own role
 * may not. Gives how many rows were deleted.
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
  const namesNothing = action !== undefined && !ACTION_FORM.test(action)
  const rows = namesNothing ? [] : await listAuditRows(app.db, scope, action, page)
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
