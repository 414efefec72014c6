import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Actor } from '../../../shared/actor.ts'
import { hashToken, isToken, newToken } from '../../../shared/crypto/tokens.ts'
import type { IdempotencyContext } from '../../../shared/idempotency.ts'
import { newId, requireId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { ownerOf } from '../../events/service.ts'
import { withIdempotency } from '../../idempotency/service.ts'
import { type Edition, isEdition } from '../content/edition.ts'
import { DEFAULT_LINK_DAYS, linkEnd, MAX_LINKS, MAX_LISTED, OPENED_GRAIN_MS, shareUrl, toShareLink } from './rules.ts'
import type { CreatedShareLink, NewShareLink, ShareLinkList } from './schema.ts'
import {
  countLinks,
  findLinkByHash,
  hasRun,
  insertLink,
  listLinkRows,
  lockLink,
  lockRun,
  updateLastOpened,
  updateRevoked,
} from './store.ts'

/**
 * Creates a link to the report of a run of this partner, for everybody who has it. NOT_FOUND for any other run, LIMIT_REACHED if
 * too many links to it work already.
 */
export async function createShareLink(
  app: App,
  actor: Actor,
  runId: string,
  { edition, expiresInDays = DEFAULT_LINK_DAYS }: NewShareLink,
  idempotency?: IdempotencyContext,
): Promise<CreatedShareLink> {
  requireId('run', runId)
  const at = app.now()
  const token = newToken()
  return await withIdempotency(app, idempotency, async (tx) => {
    const run = await lockRun(tx, actor.partnerId, runId)
    if (!run) throw new Problem('NOT_FOUND')
    if ((await countLinks(tx, runId, at)) >= MAX_LINKS) {
      throw new Problem('LIMIT_REACHED', {
        message: `At most ${MAX_LINKS} links to one report can work at a time: revoke some first.`,
      })
    }
    const id = newId('lnk')
    const expiresAt = linkEnd(at, expiresInDays)
    await insertLink(tx, {
      id,
      partner_id: actor.partnerId,
      run_id: runId,
      token_hash: hashToken(token),
      edition,
      created_at: at,
      expires_at: expiresAt,
    })
    const after = { runId, customerId: run.customerId, edition, expiresAt: expiresAt.toISOString() }
    await recordChanges(tx, actor, at, [{ action: 'report.shared', subject: id, owner: ownerOf(actor), after }])
    return { id, url: shareUrl(app.appUrl, runId, token), edition, expiresAt, createdAt: at }
  })
}

/** The links to the report of a run of this partner, ended ones too, the newest first. NOT_FOUND for any other run. */
export async function listShareLinks(app: App, actor: Actor, runId: string): Promise<ShareLinkList> {
  requireId('run', runId)
  if (!(await hasRun(app.db, actor.partnerId, runId))) throw new Problem('NOT_FOUND')
  return { links: (await listLinkRows(app.db, runId, MAX_LISTED)).map(toShareLink) }
}

/** Ends a link at once; one that has ended stays as it is. NOT_FOUND if the partner's run has no such link. */
export async function revokeShareLink(app: App, actor: Actor, runId: string, linkId: string): Promise<void> {
  requireId('run', runId)
  requireId('lnk', linkId)
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, actor.partnerId, runId)
    const link = run && (await lockLink(tx, runId, linkId))
    if (!link) throw new Problem('NOT_FOUND')
    if (link.revoked_at) return
    await updateRevoked(tx, linkId, at)
    const before = { runId, customerId: run.customerId, expiresAt: link.expires_at.toISOString() }
    await recordChanges(tx, actor, at, [{ action: 'report.unshared', subject: linkId, owner: ownerOf(actor), before }])
  })
}

/** Creates the link in a mail to a receiver, in the transaction that writes the mail, and returns its address. */
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
    recipient,
    created_at: at,
    expires_at: linkEnd(at, DEFAULT_LINK_DAYS),
  })
  return shareUrl(app.appUrl, runId, token)
}

/**
 * The edition that a link shows, absent if it does not choose one, and notes that it was opened; undefined if the token is not of
 * a link to this run, or if the link has ended.
 */
export async function findOpenLink(app: App, runId: string, token: string): Promise<{ edition?: Edition } | undefined> {
  if (!isToken(token)) return undefined
  const at = app.now()
  const link = await findLinkByHash(app.db, runId, hashToken(token))
  if (!link || link.revoked_at || link.expires_at <= at) return undefined
  const { last_opened_at: last } = link
  if (!last || at.getTime() - last.getTime() >= OPENED_GRAIN_MS) await updateLastOpened(app.db, link.id, at)
  return isEdition(link.edition) ? { edition: link.edition } : {}
}
