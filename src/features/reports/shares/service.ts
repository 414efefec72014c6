import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Actor } from '../../../shared/actor.ts'
import { hashToken, isToken, newToken } from '../../../shared/crypto/tokens.ts'
import type { IdempotencyContext } from '../../../shared/idempotency.ts'
import { isId, newId, requireId } from '../../../shared/ids.ts'
import { type PageRequest, readList } from '../../../shared/pagination.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { ownerOf } from '../../events/service.ts'
import { withIdempotency } from '../../idempotency/service.ts'
import { toProducts } from '../content/combined.ts'
import { type Edition, isEdition } from '../content/edition.ts'
import {
  DEFAULT_LINK_DAYS,
  linkEnd,
  MAX_LINKS,
  OPENED_GRAIN_MS,
  requireReportToCome,
  shareUrl,
  toShareLink,
} from './rules.ts'
import type { CreatedShareLink, NewShareLink, ShareLinkList } from './schema.ts'
import {
  countLinks,
  findLinkByHash,
  hasSubject,
  insertLink,
  type LinkSubject,
  listLinkRows,
  lockLink,
  lockSubject,
  updateLastOpened,
  updateRevoked,
} from './store.ts'

/** A new link: to the report of a run, or to the one about a customer by these products, by default all. */
export interface WantedLink extends NewShareLink {
  products?: readonly string[]
}

/**
 * Creates a link to the report of a run of this partner or about its customer, for everybody who has it. NOT_FOUND for any other,
 * INVALID_PRODUCT, REPORT_NOT_READY for a run that ended without a result, LIMIT_REACHED if too many links to it work already.
 */
export async function createShareLink(
  app: App,
  actor: Actor,
  reportId: string,
  { edition, expiresInDays = DEFAULT_LINK_DAYS, products: asked }: WantedLink,
  idempotency?: IdempotencyContext,
): Promise<CreatedShareLink> {
  const subject = requireSubject(reportId)
  const isCustomer = subject.column === 'customer_id'
  const products = isCustomer && asked ? { products: toProducts(asked.join(',')) } : {}
  const at = app.now()
  const token = newToken()
  return await withIdempotency(app, idempotency, async (tx) => {
    const found = await lockSubject(tx, actor.partnerId, subject)
    if (!found) throw new Problem('NOT_FOUND')
    requireReportToCome(found.status)
    if ((await countLinks(tx, subject, at)) >= MAX_LINKS) {
      throw new Problem('LIMIT_REACHED', {
        message: `A report can have at most ${MAX_LINKS} active links: revoke some first.`,
      })
    }
    const id = newId('lnk')
    const expiresAt = linkEnd(at, expiresInDays)
    await insertLink(tx, {
      id,
      partner_id: actor.partnerId,
      [subject.column]: reportId,
      token_hash: hashToken(token),
      edition,
      ...products,
      created_at: at,
      expires_at: expiresAt,
    })
    const after = { ...aboutOf(subject, found), edition, ...products, expiresAt: expiresAt.toISOString() }
    await recordChanges(tx, actor, at, [{ action: 'report.shared', subject: id, owner: ownerOf(actor), after }])
    return { id, url: shareUrl(app.appUrl, reportId, token), edition, ...products, expiresAt, createdAt: at }
  })
}

/** A run or a customer by its id; undefined for any other id. */
function findSubject(id: string): LinkSubject | undefined {
  if (isId('run', id)) return { column: 'run_id', id }
  return isId('cust', id) ? { column: 'customer_id', id } : undefined
}

function requireSubject(id: string): LinkSubject {
  const subject = findSubject(id)
  if (!subject) throw new Problem('NOT_FOUND')
  return subject
}

/** What the audit says a link is about. */
const aboutOf = ({ column, id }: LinkSubject, { customerId }: { customerId: string }) =>
  column === 'run_id' ? { runId: id, customerId } : { customerId }

/**
 * The links to the report of a run of this partner, or those to all reports about its customer, ended ones too, the newest first, or
 * one page of them. NOT_FOUND for any other run or customer.
 */
export async function listShareLinks(
  app: App,
  actor: Actor,
  reportId: string,
  request: PageRequest,
): Promise<ShareLinkList> {
  const subject = requireSubject(reportId)
  const { partnerId } = actor
  if (!(await hasSubject(app.db, partnerId, subject))) throw new Problem('NOT_FOUND')
  const { items, ...more } = await readList(
    request,
    { list: 'report-links', partnerId, reportId },
    async (page) => (await listLinkRows(app.db, subject, page)).map(toShareLink),
    (item) => item,
  )
  return { links: items, ...more }
}

/**
 * Ends a link at once; one that has ended stays as it is. NOT_FOUND if the partner's run has no such link, or its customer none
 * to any report.
 */
export async function revokeShareLink(app: App, actor: Actor, reportId: string, linkId: string): Promise<void> {
  const subject = requireSubject(reportId)
  requireId('lnk', linkId)
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const found = await lockSubject(tx, actor.partnerId, subject)
    const link = found && (await lockLink(tx, subject, linkId))
    if (!link) throw new Problem('NOT_FOUND')
    if (link.revoked_at) return
    await updateRevoked(tx, linkId, at)
    const runId = link.run_id === null ? {} : { runId: link.run_id }
    const before = { ...runId, customerId: found.customerId, expiresAt: link.expires_at.toISOString() }
    await recordChanges(tx, actor, at, [{ action: 'report.unshared', subject: linkId, owner: ownerOf(actor), before }])
  })
}

/**
 * Creates the link in an email to a receiver, in the transaction that writes the email, and returns its address. Receivers are
 * people of the customer, so it opens the owner's edition; those who need another one get a shared link.
 */
export async function createMailedLink(
  app: App,
  tx: Connection,
  { partnerId, runId, recipient }: { partnerId: string; runId: string; recipient: string },
): Promise<string> {
  const at = app.now()
  const token = newToken()
  await insertLink(tx, {
    id: newId('lnk'),
    partner_id: partnerId,
    run_id: runId,
    token_hash: hashToken(token),
    edition: 'owner',
    recipient,
    created_at: at,
    expires_at: linkEnd(at, DEFAULT_LINK_DAYS),
  })
  return shareUrl(app.appUrl, runId, token)
}

/** What an open link shows. */
export interface OpenLink {
  /** Absent if the link does not choose one. */
  edition?: Edition
  /** Of a link about a customer; absent for every product with a completed run. */
  products?: string[]
}

/**
 * Returns what a link shows and records that it was opened; undefined if the token does not belong to a link to this
 * run or about this customer, or if the link has ended.
 */
export async function findOpenLink(app: App, reportId: string, token: string): Promise<OpenLink | undefined> {
  if (!isToken(token)) return undefined
  const at = app.now()
  const subject = findSubject(reportId)
  const link = subject && (await findLinkByHash(app.db, subject, hashToken(token)))
  if (!link || link.revoked_at || link.expires_at <= at) return undefined
  const { last_opened_at: last, edition, products } = link
  if (!last || at.getTime() - last.getTime() >= OPENED_GRAIN_MS) await updateLastOpened(app.db, link.id, at)
  return { ...(isEdition(edition) && { edition }), ...(products && { products }) }
}
