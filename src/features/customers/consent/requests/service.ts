import type { App } from '../../../../app.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Actor, Principal } from '../../../../shared/actor.ts'
import type { IdempotencyContext } from '../../../../shared/idempotency.ts'
import { isId } from '../../../../shared/ids.ts'
import { Problem } from '../../../../shared/problem.ts'
import { type Change, recordChanges } from '../../../audit/service.ts'
import { ownerOf } from '../../../events/service.ts'
import { withIdempotency } from '../../../idempotency/service.ts'
import { toNoticeAuthor } from '../../../notices/service.ts'
import { createLinks } from '../service.ts'
import type { ApprovalMails, ConsentLinks } from './schema.ts'
import { type AskedCustomer, lockCustomersToAsk } from './store.ts'

/** The author of what is written when an email with a link is released. */
const MAIL_AUTHOR: Principal = { kind: 'system', id: 'approval mails' }

/**
 * A new link for each of these customers that has not approved; earlier links of them stop working. NOT_FOUND, without any link,
 * if one of them is not a customer of the partner.
 */
export async function createConsentLinks(
  app: App,
  actor: Actor,
  customerIds: readonly string[],
  idempotency?: IdempotencyContext,
): Promise<ConsentLinks> {
  return await withIdempotency(app, idempotency, async (tx) => {
    await requireKnown(tx, actor, customerIds)
    return await createConsentLinksWith(app, tx, actor, customerIds)
  })
}

/** Like `createConsentLinks`, in the caller's transaction, for those of these ids that are customers of the partner. */
export async function createConsentLinksWith(
  app: App,
  tx: Connection,
  actor: Actor,
  customerIds: readonly string[],
): Promise<ConsentLinks> {
  const { open, approved } = await lockToAsk(tx, actor, customerIds)
  const { partnerId, distributorId } = actor
  const made = await createLinks(app, tx, { author: actor, owner: { partnerId, distributorId } }, open)
  const links = open.map(({ id, name, email }, index) => {
    const link = made[index]
    if (!link) throw new Error('every customer gets a link')
    return { customerId: id, name, ...(email !== null && { email }), ...link }
  })
  return { links, approved }
}

/** Queues an email with a link to the contact of each of these customers that has not approved. NOT_FOUND as above. */
export async function requestApprovals(
  app: App,
  actor: Actor,
  customerIds: readonly string[],
  idempotency?: IdempotencyContext,
): Promise<ApprovalMails> {
  return await withIdempotency(app, idempotency, async (tx) => {
    await requireKnown(tx, actor, customerIds)
    return await requestApprovalsWith(app, tx, actor, customerIds)
  })
}

/** Like `requestApprovals`, in the caller's transaction, for those of these ids that are customers of the partner. */
export async function requestApprovalsWith(
  app: App,
  tx: Connection,
  actor: Actor,
  customerIds: readonly string[],
): Promise<ApprovalMails> {
  const { open, approved } = await lockToAsk(tx, actor, customerIds)
  const asked = open.filter(({ email }) => email !== null)
  const author = toNoticeAuthor(actor)
  const changes = asked.map(({ id, tenantId }): Change => {
    const notice = { kind: 'approval-requested' as const, partnerId: actor.partnerId, customerId: id, author }
    return { action: 'consent.mailed', subject: id, owner: ownerOf(actor), after: { tenantId }, notice }
  })
  await recordChanges(tx, actor, app.now(), changes)
  return { queued: asked.length, withoutAddress: open.length - asked.length, approved }
}

export interface MailedLink {
  partnerName: string
  customerName: string
  tenantId: string
  url: string
  expiresAt: Date
}

/**
 * The link for an email to the contact of a customer, in the caller's transaction. Undefined if the customer is gone, has approved
 * meanwhile, or has another contact now.
 */
export async function createMailedLink(
  app: App,
  tx: Connection,
  { partnerId, customerId, recipient }: { partnerId: string; customerId: string; recipient: string },
): Promise<MailedLink | undefined> {
  const [customer] = await lockCustomersToAsk(tx, partnerId, [customerId])
  if (!customer || customer.approvedAt !== null) return undefined
  if (customer.email?.toLowerCase() !== recipient.toLowerCase()) return undefined
  const { name: customerName, partnerName, distributorId, tenantId } = customer
  const [link] = await createLinks(app, tx, { author: MAIL_AUTHOR, owner: { partnerId, distributorId } }, [customer])
  return link && { partnerName, customerName, tenantId, ...link }
}

/** The recipient and the sender of an email about an approval; undefined if the customer is gone or has no address. */
export async function findApprovalContact(
  app: App,
  partnerId: string,
  customerId: string,
): Promise<{ email: string; partnerName: string } | undefined> {
  const [customer] = await lockCustomersToAsk(app.db, partnerId, [customerId])
  return customer && customer.email !== null ? { email: customer.email, partnerName: customer.partnerName } : undefined
}

/** Locks them against deletion; NOT_FOUND if one of them is not a customer of the partner. */
async function requireKnown(tx: Connection, { partnerId }: Actor, customerIds: readonly string[]): Promise<void> {
  const ids = [...new Set(customerIds)]
  const customers = ids.every((id) => isId('cust', id)) ? await lockCustomersToAsk(tx, partnerId, ids) : []
  if (customers.length < ids.length) throw new Problem('NOT_FOUND', { message: 'Customer not found.' })
}

async function lockToAsk(
  tx: Connection,
  { partnerId }: Actor,
  customerIds: readonly string[],
): Promise<{ open: AskedCustomer[]; approved: number }> {
  const customers = await lockCustomersToAsk(tx, partnerId, customerIds)
  const open = customers.filter(({ approvedAt }) => approvedAt === null)
  return { open, approved: customers.length - open.length }
}
