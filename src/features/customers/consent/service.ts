import type { App } from '../../../app.ts'
import type { Administrator } from '../../../graph/administrator/sign-in.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Actor, Principal } from '../../../shared/actor.ts'
import { hashToken, newToken } from '../../../shared/crypto/tokens.ts'
import { DAY_MS } from '../../../shared/dates/time-units.ts'
import type { IdempotencyContext } from '../../../shared/idempotency.ts'
import { Problem } from '../../../shared/problem.ts'
import { isSuspended } from '../../accounts/suspension/rules.ts'
import { grantBySignIn, type PartnerLogOwner, withdrawApproval } from '../../approvals/service.ts'
import { type Change, recordChanges } from '../../audit/service.ts'
import { withIdempotency } from '../../idempotency/service.ts'
import { requireCustomer } from '../service.ts'
import type { ConsentLink } from './schema.ts'
import {
  deleteConsentLink,
  deleteExpiredLinks,
  findConsent,
  lockConsentLink,
  updateFetched,
  updateStarted,
  upsertConsent,
  upsertConsentLinks,
} from './store.ts'

const LINK_DAYS = 7

/** How long an expired link is still listed. */
const ENDED_DAYS = 30

/**
 * A new link with which an administrator of the customer's tenant approves the partner. It is valid for 7 days and one
 * approval, for this customer and its tenant only. Earlier links stop working.
 */
export async function createConsentLink(
  app: App,
  actor: Actor,
  customerId: string,
  idempotency?: IdempotencyContext,
): Promise<ConsentLink> {
  return await withIdempotency(app, idempotency, async (tx) => {
    const customer = await requireCustomer(tx, actor, customerId)
    const { partnerId, distributorId } = actor
    const [link] = await createLinks(app, tx, { author: actor, owner: { partnerId, distributorId } }, [customer])
    if (!link) throw new Error('a customer gets a link')
    return link
  })
}

/** New links for customers of one partner, which must be locked, in their order. Earlier ones stop working. */
export async function createLinks(
  app: App,
  tx: Connection,
  { author, owner }: { author: Principal; owner: PartnerLogOwner },
  customers: readonly { id: string; tenantId: string }[],
): Promise<ConsentLink[]> {
  if (customers.length === 0) return []
  const at = app.now()
  const expiresAt = new Date(at.getTime() + LINK_DAYS * DAY_MS)
  const links = customers.map(({ id, tenantId }) => ({ id, tenantId: tenantId.toLowerCase(), token: newToken() }))
  await upsertConsentLinks(
    tx,
    links.map(({ id, tenantId, token }) => ({
      customer_id: id,
      partner_id: owner.partnerId,
      tenant_id: tenantId,
      state_hash: hashToken(token),
      created_at: at,
      expires_at: expiresAt,
    })),
  )
  const changes = links.map(({ id, tenantId }): Change => {
    const after = { tenantId, expiresAt: expiresAt.toISOString() }
    return { action: 'consent.requested', subject: id, owner, after }
  })
  await recordChanges(tx, author, at, changes)
  return links.map(({ token }) => ({ url: `${app.appUrl}/approve/${token}`, expiresAt }))
}

/** Records that the page of a link was fetched: by a person or, as often, by a filter that looks at the links in mails. */
export async function recordFetch(app: App, tokenHash: Buffer): Promise<void> {
  await updateFetched(app.db, tokenHash, app.now())
}

/** Records that somebody continued from the page to the sign-in, which mail filters do not do. */
export async function recordStart(tx: Connection, tokenHash: Buffer, at: Date): Promise<void> {
  await updateStarted(tx, tokenHash, at)
}

/** Withdraws the partner's approval of the customer's tenant. NOT_FOUND if the partner itself has none. */
export async function withdrawCustomerApproval(app: App, actor: Actor, customerId: string): Promise<void> {
  const at = app.now()
  const { partnerId, distributorId } = actor
  await app.db.transaction().execute(async (tx) => {
    const { tenantId } = await requireCustomer(tx, actor, customerId)
    if (!(await withdrawApproval(tx, actor, { partnerId, distributorId }, tenantId, at)))
      throw new Problem('NOT_FOUND', {
        message: "The customer's tenant is not approved, so there is nothing to withdraw.",
      })
  })
}

/** What a valid link is for. */
export interface OpenLink {
  customerId: string
  customerName: string
  partnerId: string
  partnerName: string
  distributorId: string | null
  /** In lower case. */
  tenantId: string
}

/** The link of this hash if it is valid. Locks its customer against deletion. */
export async function findOpenLink(tx: Connection, tokenHash: Buffer, at: Date): Promise<OpenLink | undefined> {
  const link = await lockConsentLink(tx, tokenHash)
  if (!link || link.expiresAt <= at || isSuspended(link.partnerStatus)) return undefined
  return link.currentTenantId.toLowerCase() === link.tenantId ? link : undefined
}

/**
 * Records that a verified administrator approved the partner, and consumes the link. Undefined, without approving, if the link
 * has become invalid.
 */
export async function approveByLink(
  app: App,
  tokenHash: Buffer,
  administrator: Administrator,
  address: string,
): Promise<OpenLink | undefined> {
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    const link = await findOpenLink(tx, tokenHash, at)
    if (!link || !(await deleteConsentLink(tx, tokenHash))) return undefined
    const { customerId, partnerId, distributorId, tenantId } = link
    const author: Principal = { kind: 'administrator', id: administrator.id, address }
    await upsertConsent(tx, { customerId, partnerId, tenantId, at, refusal: null })
    await grantBySignIn(tx, author, { partnerId, distributorId }, { tenantId, administrator, customerId }, at)
    return link
  })
}

/** Records a sign-in by somebody who may not approve. The link stays valid. */
export async function recordRefusal(app: App, tokenHash: Buffer, refusal: string): Promise<void> {
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const link = await findOpenLink(tx, tokenHash, at)
    if (!link) return
    const { customerId, partnerId, distributorId, tenantId } = link
    if (!(await upsertConsent(tx, { customerId, partnerId, tenantId, at, refusal }))) return
    const owner = { partnerId, distributorId }
    await recordChanges(tx, { kind: 'system', id: 'consent' }, at, [
      { action: 'consent.refused', subject: customerId, owner, after: { tenantId, refusal } },
    ])
  })
}

/** The outcome of the latest verified sign-in to the customer's current tenant. */
export async function findConsentAnswer(
  app: App,
  { id, partnerId, tenantId }: { id: string; partnerId: string; tenantId: string },
): Promise<{ at: Date; refusal?: string } | undefined> {
  const found = await findConsent(app.db, partnerId, id, tenantId.toLowerCase())
  return found && { at: found.answeredAt, ...(found.refusal !== null && { refusal: found.refusal }) }
}

/** Deletes links that ended a while ago. */
export async function deleteExpiredConsentLinks(app: App): Promise<void> {
  await deleteExpiredLinks(app.db, new Date(app.now().getTime() - ENDED_DAYS * DAY_MS))
}
