import type { App } from '../../../app.ts'
import { deleteInBatches } from '../../../platform/database/batches.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { notifyPortal } from '../../../platform/database/notifications.ts'
import type { DistributorActor, PersonSession, Principal } from '../../../shared/actor.ts'
import { newId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { actForPartner } from '../../accounts/service.ts'
import { recordChanges } from '../../audit/service.ts'
import { requireActiveAccount } from '../service.ts'
import { renewSession } from '../sessions/service.ts'
import { deletedBefore, requireVisitRole, shownSince, startOfDay, visitEnd } from './rules.ts'
import type { NewVisit, VisitShown } from './schema.ts'
import {
  deleteVisitsBefore,
  type EndedVisit,
  hasVisitSince,
  insertVisit,
  listVisitRows,
  updateOverdueVisits,
  updateVisitsEnded,
} from './store.ts'

const MAX_SHOWN = 10
const MAX_ENDED = 100

/**
 * Switches the session of a distributor's person to one of its partners for an hour, to look or to act. Both audit
 * trails have it with the reason, the partner's open pages show it, and the first visit of a day is reported by email.
 * Returns the session's new token. Throws NOT_FOUND, PARTNER_INACTIVE, ROLE_REQUIRED.
 */
export async function startVisit(
  app: App,
  session: PersonSession,
  distributor: DistributorActor,
  partnerId: string,
  { reason, act: mayAct }: NewVisit,
): Promise<string> {
  requireVisitRole(session, mayAct)
  await actForPartner(app, distributor, partnerId)
  const { distributorId } = distributor
  const owner = { partnerId, distributorId }
  const { sessionId, personId, name, account, strongUntil } = session
  const at = app.now()
  const id = newId('vis')
  const endsAt = visitEnd(at)
  return await app.db.transaction().execute(async (tx) => {
    // A concurrent suspension ends this visit as well, or refuses it; and only one visit of a day is the first.
    await requireActiveAccount(tx, { kind: 'partner', id: partnerId, owner })
    const isFirst = !(await hasVisitSince(tx, partnerId, startOfDay(at)))
    await insertVisit(tx, {
      id,
      partner_id: partnerId,
      distributor_id: distributorId,
      person_id: personId,
      person_name: name,
      session_id: sessionId,
      reason: reason.trim(),
      may_act: mayAct,
      started_at: at,
      ends_at: endsAt,
    })
    const news = { company: account.name, name, reason: reason.trim(), mayAct, endsAt: endsAt.toISOString() }
    await recordChanges(tx, distributor, at, [
      {
        action: 'visit.started',
        subject: partnerId,
        owner,
        after: { visitId: id, ...news },
        ...(isFirst && { notice: { kind: 'partner-visited', partnerId, ...news } }),
      },
    ])
    await notifyPortal(tx, [{ kind: 'visit', accounts: [partnerId], id }])
    return await renewSession(tx, sessionId, at, strongUntil)
  })
}

/** Ends the visit of a session, which is its own account's again. Returns the session's new token. Throws NOT_FOUND. */
export async function endVisit(
  app: App,
  { sessionId, strongUntil }: PersonSession,
  author: Principal,
): Promise<string> {
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    const ended = await updateVisitsEnded(tx, 'session_id', sessionId, at)
    if (ended.length === 0) throw new Problem('NOT_FOUND', { message: 'This session is not a visit.' })
    await recordEnds(tx, author, at, ended)
    return await renewSession(tx, sessionId, at, strongUntil)
  })
}

/** Ends all visits to a partner in the caller's transaction, for good: an activation does not restore them. */
export async function endVisitsTo(tx: Connection, author: Principal, partnerId: string, at: Date): Promise<void> {
  await recordEnds(tx, author, at, await updateVisitsEnded(tx, 'partner_id', partnerId, at))
}

const AUTHOR: Principal = { kind: 'system', id: 'end of visits' }

/** Records the end of visits that are over or whose session has ended, and deletes old ones. */
export async function endOverdueVisits(app: App): Promise<void> {
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    await recordEnds(tx, AUTHOR, at, await updateOverdueVisits(tx, at, MAX_ENDED))
  })
  const deleted = await deleteInBatches((max) => deleteVisitsBefore(app.db, deletedBefore(at), max))
  app.metrics.retentionDeleted.inc({ kind: 'partner_visits' }, deleted)
}

async function recordEnds(tx: Connection, author: Principal, at: Date, ended: readonly EndedVisit[]): Promise<void> {
  await recordChanges(
    tx,
    author,
    at,
    ended.map(({ id, partnerId, distributorId, personId }) => ({
      action: 'visit.ended',
      subject: partnerId,
      owner: { partnerId, distributorId },
      after: { visitId: id, personId },
    })),
  )
  await notifyPortal(
    tx,
    ended.map(({ id, partnerId }) => ({ kind: 'visit' as const, accounts: [partnerId], id })),
  )
}

/** The visits that the people of a partner are shown: those of the last day, newest first. */
export async function listVisits(app: App, { actor, visit }: PersonSession): Promise<VisitShown[]> {
  if (!actor || visit) return []
  const now = app.now()
  const rows = await listVisitRows(app.db, actor.partnerId, shownSince(now), MAX_SHOWN)
  return rows.map(({ endedAt, ...row }) => {
    const end = endedAt ?? (row.endsAt <= now ? row.endsAt : undefined)
    return { ...row, ...(end && { endedAt: end }) }
  })
}
