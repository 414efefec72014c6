import type { App } from '../../../app.ts'
import { deleteInBatches } from '../../../platform/database/batches.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { DistributorActor, Principal } from '../../../shared/actor.ts'
import { hashToken, isToken, newToken } from '../../../shared/crypto/tokens.ts'
import { DAY_MS } from '../../../shared/dates/time-units.ts'
import type { IdempotencyContext } from '../../../shared/idempotency.ts'
import { Problem } from '../../../shared/problem.ts'
import { actForPartner } from '../../accounts/service.ts'
import { isSuspended } from '../../accounts/suspension/rules.ts'
import { recordChanges } from '../../audit/service.ts'
import { withIdempotency } from '../../idempotency/service.ts'
import { toNoticeAuthor } from '../../notices/service.ts'
import { isFactorRequired } from '../../people/factors/service.ts'
import { createPasswordHash, savePassword } from '../../people/passwords/service.ts'
import { createPerson, findMemberId, getMembers } from '../../people/service.ts'
import { type Browser, createSignInSession } from '../../people/sign-in/service.ts'
import { setActive } from '../status/service.ts'
import { lockAnyPartner } from '../status/store.ts'
import {
  deleteActivationToken,
  deleteExpiredTokens,
  findActivationToken,
  findPartnerStatus,
  updateTokenExpiry,
  upsertActivationToken,
} from './store.ts'

const LINK_DAYS = 7

/**
 * A new link that activates a pending partner, valid for 7 days and one use; undefined if the partner is not pending.
 * Earlier links stop working. If the distributor activates the partner first, the link changes nothing.
 */
export async function createActivationLink(app: App, partnerId: string): Promise<string | undefined> {
  return await app.db.transaction().execute((tx) => createActivationLinkIn(app, tx, partnerId))
}

/** Like `createActivationLink`, in the caller's transaction. */
export async function createActivationLinkIn(app: App, tx: Connection, partnerId: string): Promise<string | undefined> {
  const partner = await lockAnyPartner(tx, partnerId)
  if (partner?.status !== 'pending') return undefined
  const token = newToken()
  await upsertActivationToken(tx, partnerId, hashToken(token), linkExpiry(app.now()))
  return `${app.appUrl}/activate/${token}`
}

/** Starts the 7 days of the partner's link, because its email has just been sent. */
export async function startActivationLink(tx: Connection, partnerId: string, sentAt: Date): Promise<void> {
  await updateTokenExpiry(tx, partnerId, linkExpiry(sentAt))
}

/** Whether the partner still has to be activated. */
export async function isAwaitingActivation(app: App, partnerId: string): Promise<boolean> {
  return (await findPartnerStatus(app.db, partnerId)) === 'pending'
}

const linkExpiry = (sentAt: Date): Date => new Date(sentAt.getTime() + LINK_DAYS * DAY_MS)

/**
 * Sends a pending partner its activation email again. The email creates a new link, and the old one stops working. Throws NOT_FOUND,
 * INVALID_FIELD for a partner that is not pending.
 */
export async function inviteAgain(
  app: App,
  author: Principal,
  partnerId: string,
  idempotency?: IdempotencyContext,
): Promise<{ id: string; email: string }> {
  const at = app.now()
  return await withIdempotency(app, idempotency, async (tx) => {
    const partner = await lockAnyPartner(tx, partnerId)
    if (!partner) throw new Problem('NOT_FOUND', { message: `Partner ${partnerId.slice(0, 50)} not found.` })
    if (partner.status !== 'pending') {
      throw new Problem('INVALID_FIELD', { message: `The partner is ${partner.status}: it cannot be activated.` })
    }
    const owner = { partnerId, distributorId: partner.distributor_id }
    const notice = { kind: 'partner-invited' as const, partnerId, author: toNoticeAuthor(author) }
    await recordChanges(tx, author, at, [{ action: 'partner.invited', subject: partnerId, owner, notice }])
    return { id: partnerId, email: partner.email }
  })
}

/** Like `inviteAgain`, for one of the distributor's partners. Throws as it does. */
export async function invitePartnerAgain(
  app: App,
  distributor: DistributorActor,
  partnerId: string,
  idempotency?: IdempotencyContext,
): Promise<{ email: string }> {
  await actForPartner(app, distributor, partnerId)
  const { email } = await inviteAgain(app, distributor, partnerId, idempotency)
  return { email }
}

/** What an activation link activates, and for whom. */
export interface Activation {
  partnerId: string
  company: string
  /** Of its administrator, who becomes the first owner. */
  email: string
}

/** The partner that the token activates; undefined if the token does not work any more. */
export async function findActivation(app: App, token: string): Promise<Activation | undefined> {
  if (!isToken(token)) return undefined
  const found = await findActivationToken(app.db, hashToken(token))
  if (!found || found.expiresAt <= app.now() || isSuspended(found.status)) return undefined
  return { partnerId: found.partnerId, company: found.company, email: found.email }
}

/**
 * Activates the partner, makes its administrator the first owner with this password, signs them in, and consumes the link.
 * Returns the token for the session's cookie; without one, if the administrator belongs to the account already, whose password
 * no link of the activation changes. Undefined if the link does not work. It never lifts a suspension.
 */
export async function completeActivation(
  app: App,
  token: string,
  password: string,
  browser: Browser,
): Promise<{ session?: string } | undefined> {
  const found = await findActivation(app, token)
  if (!found) return undefined
  const hash = await createPasswordHash(app, found.email, password)
  const at = app.now()
  const { address, requestId } = browser
  const author: Principal = { kind: 'partner', id: found.partnerId, address, requestId }
  return await app.db.transaction().execute(async (tx) => {
    const partner = await lockAnyPartner(tx, found.partnerId)
    // Two concurrent uses, or a use and a suspension: the first one wins.
    if (!partner || isSuspended(partner.status) || !(await findActivationToken(tx, hashToken(token)))) return undefined
    await deleteActivationToken(tx, partner.id)
    if (partner.status === 'pending') await setActive(tx, author, partner, at)
    const owner = { partnerId: partner.id, distributorId: partner.distributor_id }
    const account = { kind: 'partner' as const, id: partner.id, owner }
    const { email, name } = partner
    if ((await findMemberId(tx, account, email)) !== undefined) return {}
    const id = await createPerson(tx, author, account, { email, name, role: 'owner' }, at)
    await savePassword(tx, id, hash, at)
    const [member] = await getMembers(tx, [id])
    if (!member) throw new Error(`the new person ${id} was not found`)
    const needsFactor = isFactorRequired(app, member)
    const proof = { at, method: 'password' as const, isStrong: false, needsFactor }
    return { session: await createSignInSession(tx, member, browser, proof) }
  })
}

/** Deletes expired links. */
export async function deleteExpiredActivationLinks(app: App): Promise<void> {
  const at = app.now()
  const deleted = await deleteInBatches((max) => deleteExpiredTokens(app.db, at, max))
  app.metrics.retentionDeleted.inc({ kind: 'activation_tokens' }, deleted)
}
