import type { App } from '../../../app.ts'
import { writeAside } from '../../../platform/database/aside.ts'
import { deleteInBatches } from '../../../platform/database/batches.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { PersonSession } from '../../../shared/actor.ts'
import { hashToken, isToken, newToken } from '../../../shared/crypto/tokens.ts'
import { newId, requireId } from '../../../shared/ids.ts'
import { PORTAL_CHANNEL } from '../../../shared/portal/messages.ts'
import { Problem } from '../../../shared/problem.ts'
import { idleEnd, MAX_SESSIONS, SEEN_GRAIN_MS, sessionEnd, strongEnd, toAgent } from './rules.ts'
import {
  deleteEndedSessionRows,
  deleteOldestSessions,
  deleteSessionByHash,
  deleteSessionById,
  deleteSessionsExcept,
  deleteSessionsOf,
  findSession,
  insertSession,
  listSessionRows,
  lockPersonWithAccount,
  notifyOfEnd,
  type SessionRow,
  updateSessionSeen,
  updateSessionToken,
} from './store.ts'

const INACTIVE = { partner: 'PARTNER_INACTIVE', distributor: 'DISTRIBUTOR_INACTIVE' } as const

export interface NewSession {
  personId: string
  at: Date
  /** A second factor was used, or an equivalent. */
  isStrong: boolean
  /** The person must set up a second factor before anything else: see `authenticateSetup`. */
  needsFactor?: boolean
  /** The same person in other accounts, who signed in as well. */
  others?: readonly string[]
  /** Whether the person has signed in through the provider of their account. */
  throughProvider?: boolean
  /** Whether that stated a second factor that the account believes. */
  isFactorProven?: boolean
  /** Network address and User-Agent, for the list of sessions. */
  address: string | undefined
  agent: string | undefined
}

/**
 * Starts a session in the caller's transaction and returns the token for its cookie, which is not stored. Throws as
 * `authenticateSession` does if the person or their account is not active.
 */
export async function createSession(tx: Connection, session: NewSession): Promise<string> {
  const { personId, at, isStrong, needsFactor = false, others = [], address, agent } = session
  const { throughProvider = false, isFactorProven = isStrong } = session
  // A suspension that is under way ends this session as well, or refuses it.
  const found = await lockPersonWithAccount(tx, personId)
  if (found?.status !== 'active') throw new Problem('SIGN_IN_REQUIRED')
  if (found.accountStatus !== 'active') throw new Problem(INACTIVE[found.kind])
  // Every way to sign in ends here, so that none bypasses a required provider, and none uses a provider that was just
  // removed.
  if (throughProvider ? !found.hasProvider : found.requiresProvider) throw new Problem('SIGN_IN_REQUIRED')
  const token = newToken()
  const endsAt = sessionEnd(at)
  await insertSession(tx, {
    hash: hashToken(token),
    id: newId('ses'),
    person_id: personId,
    created_at: at,
    seen_at: at,
    idle_until: idleEnd(at, endsAt),
    ends_at: endsAt,
    strong_until: isStrong ? strongEnd(at) : null,
    // Read under the lock: the account may have begun to require a second factor just now.
    needs_factor: needsFactor || (found.requiresFactor && !isFactorProven),
    through_provider: throughProvider,
    others: [...others],
    address: address ?? null,
    agent: toAgent(agent),
  })
  const ended = await deleteOldestSessions(tx, personId, MAX_SESSIONS)
  await notifyOfSessions(tx, ended)
  return token
}

/**
 * Who is signed in with this token, by one statement. Throws SIGN_IN_REQUIRED if nobody is, PARTNER_INACTIVE or
 * DISTRIBUTOR_INACTIVE if the account is not active. `actor` and `distributor` have neither request id nor address.
 */
export async function authenticateSession(app: App, token: string | undefined): Promise<PersonSession> {
  return requireFactor(await requireSession(app, token))
}

/** Like `authenticateSession`, but returns undefined instead of throwing a problem. */
export async function findOwnSession(app: App, token: string | undefined): Promise<PersonSession | undefined> {
  try {
    return await authenticateSession(app, token)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Like `authenticateSession`, but does not count as a use, so that a page that is only open does not keep a session alive. */
export async function checkSession(app: App, token: string | undefined): Promise<PersonSession> {
  return requireFactor(await requireSession(app, token, { isUse: false }))
}

function requireFactor({ session, needsFactor }: { session: PersonSession; needsFactor: boolean }): PersonSession {
  if (needsFactor) throw new Problem('SIGN_IN_REQUIRED')
  return session
}

/** Like `authenticateSession`, for the pages that set up a second factor: admits also those who still need one. */
export async function authenticateSetup(
  app: App,
  token: string | undefined,
): Promise<{ session: PersonSession; needsFactor: boolean }> {
  return await requireSession(app, token)
}

async function requireSession(
  app: App,
  token: string | undefined,
  { isUse = true }: { isUse?: boolean } = {},
): Promise<{ session: PersonSession; needsFactor: boolean }> {
  if (token === undefined || !isToken(token)) throw new Problem('SIGN_IN_REQUIRED')
  const hash = hashToken(token)
  const now = app.now()
  const found = await findSession(app.db, hash)
  if (!found || found.idleUntil <= now || found.endsAt <= now || found.personStatus !== 'active') {
    throw new Problem('SIGN_IN_REQUIRED')
  }
  const session = toPersonSession(found, now)
  if (isUse && now.getTime() - found.seenAt.getTime() > SEEN_GRAIN_MS) {
    void writeAside(
      app.db,
      () => updateSessionSeen(app.db, hash, now, idleEnd(now, found.endsAt)),
      (error) => app.log.warn({ event: 'session.last-use.failed', error }, 'the last use of a session was not stored'),
    )
  }
  return { session, needsFactor: found.needsFactor }
}

function toPersonSession(row: SessionRow, now: Date): PersonSession {
  const { sessionId, personId, email, name, role, strongUntil } = row
  const person = { sessionId, personId, email, name, role, strongUntil }
  const principal = { kind: 'person', id: personId } as const
  const requiresFactor = row.requiresFactor ?? false
  if (row.partnerId !== null) {
    const { partnerId, partnerName, partnerDistributorId: distributorId, plan, subscriptionStatus } = row
    if (row.partnerStatus !== 'active' || plan === null) throw new Problem(INACTIVE.partner)
    return {
      ...person,
      account: { kind: 'partner', id: partnerId, name: partnerName ?? '', requiresFactor },
      actor: { ...principal, partnerId, distributorId, plan, subscriptionStatus },
    }
  }
  const { distributorId, distributorName } = row
  if (distributorId === null || row.distributorStatus !== 'active') throw new Problem(INACTIVE.distributor)
  const visiting = toVisiting(row, { id: distributorId, name: distributorName ?? '' }, now)
  if (visiting) return { ...person, ...visiting }
  return {
    ...person,
    account: { kind: 'distributor', id: distributorId, name: distributorName ?? '', requiresFactor },
    distributor: { ...principal, distributorId },
  }
}

/** The account that a session visits; undefined without a visit, and once it has ended. */
function toVisiting(
  row: SessionRow,
  home: { id: string; name: string },
  now: Date,
): Pick<PersonSession, 'account' | 'actor' | 'visit'> | undefined {
  const { visitId, visitMayAct: mayAct, visitEndsAt: endsAt, visitedId, visitedName, visitedPlan: plan } = row
  if (visitId === null || mayAct === null || endsAt === null || visitedId === null || plan === null) return undefined
  if (endsAt <= now || row.visitedStatus !== 'active' || row.visitedDistributorId !== home.id) return undefined
  const owner = { partnerId: visitedId, distributorId: home.id }
  return {
    account: { kind: 'partner', id: visitedId, name: visitedName ?? '', requiresFactor: false },
    visit: { id: visitId, mayAct, endsAt, home },
    actor: {
      kind: 'person',
      id: row.personId,
      ...owner,
      plan,
      subscriptionStatus: row.visitedSubscriptionStatus,
    },
  }
}

/** Whose sessions end. */
export type SessionsOf = { partnerId: string } | { distributorId: string } | { personId: string }

/**
 * Ends all sessions of an account or a person in the caller's transaction, and notifies open streams when it commits.
 * Returns how many sessions ended.
 */
export async function endSessionsOf(tx: Connection, whose: SessionsOf): Promise<number> {
  const [column, value] =
    'partnerId' in whose
      ? (['partner_id', whose.partnerId] as const)
      : 'distributorId' in whose
        ? (['distributor_id', whose.distributorId] as const)
        : (['id', whose.personId] as const)
  const ended = await deleteSessionsOf(tx, column, value)
  await notifyOfEnd(tx, PORTAL_CHANNEL, { kind: 'session.ended', ...whose })
  return ended
}

/**
 * Gives a session a new token in the caller's transaction, because its person has just used a stronger proof, or its
 * rights change; returns it. The session is strong for ten minutes, or as long as `strongUntil` says. Throws
 * SIGN_IN_REQUIRED if it has ended.
 */
export async function renewSession(
  tx: Connection,
  sessionId: string,
  at: Date,
  strongUntil: Date | null = strongEnd(at),
): Promise<string> {
  const token = newToken()
  if (await updateSessionToken(tx, sessionId, { hash: hashToken(token), strongUntil })) return token
  throw new Problem('SIGN_IN_REQUIRED')
}

/** Ends the session with this token in the caller's transaction; returns its person, or undefined if there is none. */
export async function endSessionByToken(
  tx: Connection,
  token: string | undefined,
): Promise<{ id: string; personId: string } | undefined> {
  if (token === undefined || !isToken(token)) return undefined
  const ended = await deleteSessionByHash(tx, hashToken(token))
  if (ended) await notifyOfEnd(tx, PORTAL_CHANNEL, { kind: 'session.ended', sessionId: ended.id })
  return ended
}

/** Sends the open pages of these sessions to the sign-in page when the caller's transaction commits. */
export async function notifyOfSessions(tx: Connection, sessionIds: readonly string[]): Promise<void> {
  for (const sessionId of sessionIds) await notifyOfEnd(tx, PORTAL_CHANNEL, { kind: 'session.ended', sessionId })
}

/** Deletes sessions that have ended by themselves. */
export async function deleteEndedSessions(app: App): Promise<void> {
  const at = app.now()
  const deleted = await deleteInBatches((max) => deleteEndedSessionRows(app.db, at, max))
  app.metrics.retentionDeleted.inc({ kind: 'sessions' }, deleted)
}

/** A session, as its person sees it. */
export type OwnSession = Awaited<ReturnType<typeof listSessionRows>>[number]

/** The sessions of a person, the one that was used last first. */
export async function listSessions(app: App, personId: string): Promise<OwnSession[]> {
  return await listSessionRows(app.db, personId, app.now())
}

/** Ends one session of a person in the caller's transaction. Throws NOT_FOUND. */
export async function endSession(tx: Connection, personId: string, sessionId: string): Promise<void> {
  requireId('ses', sessionId)
  if (!(await deleteSessionById(tx, personId, sessionId))) throw new Problem('NOT_FOUND')
  await notifyOfEnd(tx, PORTAL_CHANNEL, { kind: 'session.ended', sessionId })
}

/** Ends all sessions of a person except one in the caller's transaction; returns how many. */
export async function endOtherSessions(tx: Connection, personId: string, sessionId: string): Promise<number> {
  const ended = await deleteSessionsExcept(tx, personId, sessionId)
  await notifyOfSessions(tx, ended)
  return ended.length
}
