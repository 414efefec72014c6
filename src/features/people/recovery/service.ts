import { createHash } from 'node:crypto'
import type { App } from '../../../app.ts'
import { deleteInBatches } from '../../../platform/database/batches.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Principal } from '../../../shared/actor.ts'
import { hashToken, isToken, newToken } from '../../../shared/crypto/tokens.ts'
import { recordChanges } from '../../audit/service.ts'
import { recordNotices } from '../../notices/service.ts'
import { requireLockedPerson } from '../factors/service.ts'
import { toAccessNotice } from '../notices/rules.ts'
import { createPasswordHash, savePassword } from '../passwords/service.ts'
import { recordAccessReset } from '../resets/service.ts'
import type { Member } from '../rules.ts'
import { getMembers } from '../service.ts'
import { endSessionsOf } from '../sessions/service.ts'
import { linkEnd, MAX_REQUESTS, requestsSince } from './rules.ts'
import {
  claimRequest,
  claimReset,
  deleteEndedResets,
  deleteRequestsBefore,
  findReset,
  updateResetEnd,
  upsertReset,
} from './store.ts'

const NOBODY = { partnerId: null, distributorId: null }

/**
 * Requests links for new passwords, one for each account of the address. Does the same for every address, so that
 * neither the response nor its time shows whether it is known: only the job finds out. Does nothing beyond five
 * requests an hour.
 */
export async function requestRecovery(app: App, email: string): Promise<void> {
  const at = app.now()
  const emailHash = createHash('sha256').update(email.toLowerCase()).digest()
  await app.db.transaction().execute(async (tx) => {
    if (!(await claimRequest(tx, emailHash, { at, since: requestsSince(at), max: MAX_REQUESTS }))) return
    await recordNotices(tx, [{ notice: { kind: 'password-forgotten', email }, owner: NOBODY, at }])
  })
}

/** Whether somebody can use a new password: neither they nor their account are blocked. */
export const isRecoverable = ({ isBlocked, account }: Member): boolean => !isBlocked && account.status === 'active'

/**
 * A new link for a person, in the caller's transaction; the earlier one stops working. Undefined if it would not work.
 */
export async function createRecoveryLink(
  app: App,
  tx: Connection,
  personId: string,
): Promise<{ url: string; company: string } | undefined> {
  const [member] = await getMembers(tx, [personId])
  if (!member || !isRecoverable(member)) return undefined
  const token = newToken()
  await upsertReset(tx, personId, { hash: hashToken(token), endsAt: linkEnd(app.now()) })
  return { url: `${app.appUrl}/recover/${token}`, company: member.account.name }
}

/** Starts the 30 minutes of a person's link, because its email has just been sent. */
export async function startRecoveryLink(tx: Connection, personId: string, sentAt: Date): Promise<void> {
  await updateResetEnd(tx, personId, linkEnd(sentAt))
}

/** Whose password a link sets; undefined if the link does not work. */
export async function findRecovery(app: App, token: string): Promise<Member | undefined> {
  const personId = isToken(token) ? await findReset(app.db, hashToken(token), app.now()) : undefined
  const [member] = personId === undefined ? [] : await getMembers(app.db, [personId])
  return member && isRecoverable(member) ? member : undefined
}

/**
 * Sets a new password by a link, consumes the link, and ends all sessions of the person. Nobody is signed in: the
 * sign-in asks for the second factor as usual. False if the link does not work any more.
 */
export async function completeRecovery(
  app: App,
  token: string,
  password: string,
  origin: Pick<Principal, 'address' | 'requestId'>,
): Promise<boolean> {
  const found = await findRecovery(app, token)
  if (!found) return false
  const { id, email, account } = found
  const hash = await createPasswordHash(app, email, password)
  const at = app.now()
  const author: Principal = { kind: 'person', id, accountId: account.id, ...origin }
  return await app.db.transaction().execute(async (tx) => {
    await requireLockedPerson(tx, id)
    if (!(await claimReset(tx, hashToken(token), at))) return false
    await savePassword(tx, id, hash, at)
    const sessions = await endSessionsOf(tx, { personId: id })
    await recordAccessReset(tx, { personId: id, kind: 'password', byWhom: 'self', at })
    const notice = toAccessNotice({ personId: id, email, account }, author, 'password-changed')
    await recordChanges(tx, author, at, [
      { action: 'password.reset', subject: id, owner: account.owner, after: { endedSessions: sessions }, notice },
    ])
    return true
  })
}

/** Deletes links and counts of requests that have ended. */
export async function deleteOldRecoveries(app: App): Promise<void> {
  const at = app.now()
  const links = await deleteInBatches((max) => deleteEndedResets(app.db, at, max))
  const requests = await deleteInBatches((max) => deleteRequestsBefore(app.db, requestsSince(at), max))
  app.metrics.retentionDeleted.inc({ kind: 'password_resets' }, links)
  app.metrics.retentionDeleted.inc({ kind: 'recovery_requests' }, requests)
}
