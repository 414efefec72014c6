import type { App } from '../../../app.ts'
import type { Actor } from '../../../shared/actor.ts'
import { readList } from '../../../shared/pagination.ts'
import type { ApprovalList, ApprovalQuery } from './schema.ts'
import { type ApprovalRow, listApprovals } from './store.ts'

const PAGE = 100

/** One page of the partner's customers with their approvals and the requests for them, newest customers first. */
export async function listCustomerApprovals(
  app: App,
  { partnerId }: Actor,
  { state = 'missing', q, limit = PAGE, cursor }: ApprovalQuery,
): Promise<ApprovalList> {
  const text = q?.trim() || undefined
  const at = app.now()
  const { items, nextCursor } = await readList(
    { limit, ...(cursor !== undefined && { cursor }) },
    { list: 'approvals', partnerId, state, ...(text !== undefined && { q: text }) },
    (page) => listApprovals(app.db, partnerId, { state, at, ...(text !== undefined && { q: text }) }, page),
    toItem,
  )
  return { customers: items, ...(nextCursor !== undefined && { nextCursor }) }
}

function toItem(row: ApprovalRow): ApprovalList['customers'][number] {
  const { id, name, tenantId, email, createdAt, approvedAt, approvedBy, refusedAt, mailedAt, mailStatus } = row
  return {
    id,
    name,
    tenantId,
    ...(email !== null && { email }),
    createdAt,
    ...(approvedAt !== null && {
      approved: { at: approvedAt, ...(approvedBy !== null && { by: approvedBy }), how: row.how ?? '' },
    }),
    ...(refusedAt !== null && { refusedAt }),
    ...(row.linkExpiresAt !== null && {
      link: {
        ...(row.linkCreatedAt !== null && { createdAt: row.linkCreatedAt }),
        expiresAt: row.linkExpiresAt,
        ...(row.fetchedAt !== null && { fetchedAt: row.fetchedAt }),
        ...(row.startedAt !== null && { startedAt: row.startedAt }),
      },
    }),
    ...(mailedAt !== null &&
      mailStatus !== null && { mail: { at: mailedAt, status: mailStatus, isWaiting: mailStatus === 'waiting' } }),
  }
}
