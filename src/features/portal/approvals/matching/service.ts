import type { App } from '../../../../app.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Actor } from '../../../../shared/actor.ts'
import type { IdempotencyContext } from '../../../../shared/idempotency.ts'
import type { ApprovalMails, ConsentLinks } from '../../../customers/consent/requests/schema.ts'
import { createConsentLinksWith, requestApprovalsWith } from '../../../customers/consent/requests/service.ts'
import { withIdempotency } from '../../../idempotency/service.ts'
import { type ApprovalRow, listApprovals } from '../store.ts'
import type { MatchingApprovals, MatchingPreview } from './schema.ts'

/** Customers of one call. */
const MAX_ASKED = 1_000

/** The customers that match and have not approved, the newest first, and whether there are more. */
async function listAsked(
  app: App,
  db: Connection,
  { partnerId }: Actor,
  { state = 'missing', q }: MatchingApprovals,
): Promise<{ rows: ApprovalRow[]; isCut: boolean }> {
  const text = q?.trim() || undefined
  const filter = { state, at: app.now(), ...(text !== undefined && { q: text }) }
  const found = await listApprovals(db, partnerId, filter, { limit: MAX_ASKED + 1 })
  const rows = found.slice(0, MAX_ASKED).filter(({ approvedAt }) => approvedAt === null)
  return { rows, isCut: found.length > MAX_ASKED }
}

/** Whom the actions below would ask. Nothing is stored. */
export async function previewMatchingApprovals(
  app: App,
  actor: Actor,
  filter: MatchingApprovals,
): Promise<MatchingPreview> {
  const now = app.now()
  const { rows, isCut } = await listAsked(app, app.db, actor, filter)
  return {
    customers: rows.length,
    withAddress: rows.filter(({ email }) => email !== null).length,
    withLink: rows.filter(({ linkExpiresAt }) => linkExpiresAt !== null && linkExpiresAt > now).length,
    isCut,
  }
}

/** A new link for each customer that matches and has not approved; earlier links of them stop working. */
export async function createMatchingLinks(
  app: App,
  actor: Actor,
  filter: MatchingApprovals,
  idempotency?: IdempotencyContext,
): Promise<ConsentLinks> {
  return await withIdempotency(app, idempotency, async (tx) => {
    const { rows } = await listAsked(app, tx, actor, filter)
    return await createConsentLinksWith(app, tx, actor, idsOf(rows))
  })
}

/** Queues an email with a link to the contact of each customer that matches and has not approved. */
export async function requestMatchingApprovals(
  app: App,
  actor: Actor,
  filter: MatchingApprovals,
  idempotency?: IdempotencyContext,
): Promise<ApprovalMails> {
  return await withIdempotency(app, idempotency, async (tx) => {
    const { rows } = await listAsked(app, tx, actor, filter)
    return await requestApprovalsWith(app, tx, actor, idsOf(rows))
  })
}

const idsOf = (rows: readonly ApprovalRow[]): string[] => rows.map(({ id }) => id)
