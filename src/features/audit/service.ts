import type { App } from '../../app.ts'
import { deleteInBatches } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Principal } from '../../shared/actor.ts'
import { isId } from '../../shared/ids.ts'
import { fields } from '../../shared/json.ts'
import { type ListPosition, readPage, takePage } from '../../shared/pagination.ts'
import type { AuditAction } from '../../shared/portal/audit-actions.ts'
import type { EventType, LogOwner, LogScope } from '../events/rules.ts'
import { customerIdOf, toEventRow } from '../events/service.ts'
import type { Notice } from '../notices/schema.ts'
import { type AuditFilter, readFilter } from './rules.ts'
import type { AuditEntry, AuditList, AuditQuery } from './schema.ts'
import { type AuditRow, deleteAuditBefore, findFirstAuthor, insertChanges, listAuditRows } from './store.ts'

/** Logs grow without limit: a request without a page gets the first one. */
const DEFAULT_PAGE_SIZE = 50

/** Ids of audit rows are numbers. */
const ID_FORM = /^\d{1,18}$/

/** The event that a change sends. */
export interface NewEvent {
  type: EventType
  data: Record<string, unknown>
}

/** What the operator does to the service itself belongs to no account, so nobody sees it in the portal. */
type OperatorAction = 'audit.pruned' | `secret.${string}`

/** One change of state: its audit row, its events for webhooks and its notices for mails if it has any. */
export interface Change {
  /** Noun and past verb, as in `customer.created`. */
  action: AuditAction | OperatorAction
  /** Id of the object that changed. */
  subject: string
  owner: LogOwner
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  event?: NewEvent | readonly NewEvent[]
  notice?: Notice | readonly Notice[]
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
  const events = changes.flatMap(({ event = [], owner }) =>
    [event].flat().map(({ type, data }) => toEventRow(owner, type, data, at)),
  )
  const notices = changes.flatMap(({ notice = [], owner }) =>
    [notice].flat().map((each) => ({ notice: each, owner, at })),
  )
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

/** Who made something, as the audit trail has it; undefined if that entry was deleted. */
export async function findAuthor(
  db: Connection,
  action: AuditAction,
  subject: string,
): Promise<Pick<Principal, 'kind' | 'id'> | undefined> {
  const row = await findFirstAuthor(db, action, subject)
  return row && { kind: row.author_kind, id: row.author_id }
}

/** One page of the audit trail, newest first. */
export async function listAudit(app: App, scope: LogScope, query: AuditQuery): Promise<AuditList> {
  const { action, author, subject, since, until, cursor, limit = DEFAULT_PAGE_SIZE } = query
  // `reader` is part of the cursors that clients have: another name would invalidate them.
  const asked = { list: 'audit', reader: scope, action: action ?? null, author, subject, since, until }
  const request = { limit, ...(cursor !== undefined && { cursor }) }
  const page = { ...readPage(request, asked, ID_FORM), limit: limit + 1 }
  const filter = readFilter(query)
  const rows = filter ? await listAuditRows(app.db, scope, filter, page) : []
  const { items, nextCursor } = takePage(rows.map(toPlaced), request, asked)
  return { entries: items.map(({ row }) => toEntry(row)), ...(nextCursor !== undefined && { nextCursor }) }
}

/** Entries that are in memory at once while a whole trail is read. */
const ENTRIES_AT_ONCE = 1_000

/** All entries that match, newest first, in parts. Each part is read when the one before has been consumed. */
export async function* listWholeAudit(app: App, scope: LogScope, query: AuditQuery): AsyncGenerator<AuditEntry[]> {
  const filter = readFilter(query)
  let after: ListPosition | undefined
  for (let isRead = filter === undefined; !isRead; ) {
    const rows = await listPart(app, scope, filter ?? {}, after)
    yield rows.map(toEntry)
    const last = rows.at(-1)
    after = last && { createdAt: last.occurred_at.toISOString(), id: String(last.id) }
    isRead = rows.length < ENTRIES_AT_ONCE
  }
}

const listPart = (app: App, scope: LogScope, filter: AuditFilter, after: ListPosition | undefined) =>
  listAuditRows(app.db, scope, filter, { limit: ENTRIES_AT_ONCE, ...(after && { after }) })

const toPlaced = (row: AuditRow) => ({ row, id: String(row.id), createdAt: row.occurred_at })

const toEntry = (row: AuditRow): AuditEntry => ({
  id: String(row.id),
  occurredAt: row.occurred_at,
  author: { kind: row.author_kind, id: row.author_id },
  action: row.action,
  subject: row.subject,
  ...(row.partner_id !== null && { partnerId: row.partner_id }),
  ...(row.before !== null && { before: { ...fields(row.before) } }),
  ...(row.after !== null && { after: { ...fields(row.after) } }),
  ...(row.request_id !== null && { requestId: row.request_id }),
  ...(row.address !== null && { address: row.address }),
})
