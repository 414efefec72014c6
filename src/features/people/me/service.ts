import type { App } from '../../../app.ts'
import type { PersonSession } from '../../../shared/actor.ts'
import { readPage, takePage } from '../../../shared/pagination.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { isFactorRequired } from '../factors/service.ts'
import { toAccessNotice } from '../notices/rules.ts'
import { listPasskeys } from '../passkeys/service.ts'
import { passwordProblem } from '../passwords/rules.ts'
import { createPasswordHash, savePassword } from '../passwords/service.ts'
import { ownerOf, type PersonActor } from '../rules.ts'
import { endOtherSessions, endSession, listSessions } from '../sessions/service.ts'
import { requireOwnPassword } from '../sign-in/service.ts'
import { getOwnCompanyLink } from '../sign-on/provider/service.ts'
import { listMicrosoftAccounts } from '../single-sign-on/service.ts'
import { toShownPlace } from './rules.ts'
import type { OwnFactors, PasswordChange, SessionList, SignInList, SignInQuery } from './schema.ts'
import { listFactorTimes, listSignInRows } from './store.ts'

/** How the signed-in person can sign in, beside the password. */
export async function getOwnFactors(app: App, person: PersonSession): Promise<OwnFactors> {
  const { personId } = person
  const [passkeys, accounts, times, isOffered] = await Promise.all([
    listPasskeys(app.db, personId),
    listMicrosoftAccounts(app.db, personId),
    listFactorTimes(app.db, personId),
    app.offersMicrosoft(),
  ])
  const company = await getOwnCompanyLink(app.db, person)
  const authenticator = times.find(({ kind }) => kind === 'totp')
  const recovery = times.find(({ kind }) => kind === 'recovery')
  return {
    isRequired: isFactorRequired(app, person),
    passkeys,
    ...(authenticator && {
      authenticator: {
        createdAt: authenticator.createdAt,
        ...(authenticator.lastUsedAt && { lastUsedAt: authenticator.lastUsedAt }),
      },
    }),
    recoveryCodes: { left: Number(recovery?.count ?? 0), ...(recovery && { createdAt: recovery.createdAt }) },
    microsoft: { isOffered, accounts },
    company,
  }
}

/** The sessions of the signed-in person, the one that was used last first. */
export async function getOwnSessions(app: App, { personId, sessionId }: PersonSession): Promise<SessionList> {
  const sessions = await listSessions(app, personId)
  return {
    sessions: sessions.map(({ id, createdAt, seenAt, endsAt, address, agent }) => ({
      id,
      isCurrent: id === sessionId,
      createdAt,
      seenAt,
      endsAt,
      ...(address !== null && { address }),
      ...(agent !== null && { agent }),
    })),
  }
}

/** Ends one session of the signed-in person, which may be the one that asks. Throws NOT_FOUND. */
export async function endListedSession(app: App, { session, author }: PersonActor, sessionId: string): Promise<void> {
  const { personId } = session
  await app.db.transaction().execute(async (tx) => {
    await endSession(tx, personId, sessionId)
    await recordChanges(tx, author, app.now(), [
      { action: 'session.ended', subject: personId, owner: ownerOf(session), before: { sessionId } },
    ])
  })
}

/** Ends all other sessions of the signed-in person; returns how many. */
export async function endOtherListedSessions(app: App, { session, author }: PersonActor): Promise<number> {
  const { personId, sessionId } = session
  return await app.db.transaction().execute(async (tx) => {
    const ended = await endOtherSessions(tx, personId, sessionId)
    if (ended > 0) {
      await recordChanges(tx, author, app.now(), [
        { action: 'session.ended', subject: personId, owner: ownerOf(session), after: { ended, except: sessionId } },
      ])
    }
    return ended
  })
}

const DEFAULT_PAGE_SIZE = 20

/** Ids of sign-ins are numbers. */
const ID_FORM = /^\d{1,18}$/

/** The tries to sign in as the signed-in person, newest first. Throws INVALID_FIELD for a forged cursor. */
export async function listOwnSignIns(
  app: App,
  { personId }: PersonSession,
  { cursor, limit = DEFAULT_PAGE_SIZE }: SignInQuery,
): Promise<SignInList> {
  const asked = { list: 'sign-ins', person: personId }
  const request = { limit, ...(cursor !== undefined && { cursor }) }
  const rows = await listSignInRows(app.db, personId, { ...readPage(request, asked, ID_FORM), limit: limit + 1 })
  const placed = rows.map((row) => ({ ...row, id: String(row.id), createdAt: row.at }))
  const { items, nextCursor } = takePage(placed, request, asked)
  return {
    signIns: items.map(({ id, at, outcome, method, factor, address, agent }) => ({
      id,
      at,
      outcome,
      method,
      ...(factor !== null && { factor }),
      ...(address !== null && { address: toShownPlace(address) }),
      ...(agent !== null && { agent }),
    })),
    ...(nextCursor !== undefined && { nextCursor }),
  }
}

/**
 * Changes the password of the signed-in person, whose other sessions end. Throws INVALID_FIELD if the current password is wrong
 * or the new one is not accepted, RATE_LIMITED after several wrong ones or if too many others wait.
 */
export async function changeOwnPassword(
  app: App,
  { session, author }: PersonActor,
  { current, password }: PasswordChange,
  browser: { address: string; agent: string | undefined },
): Promise<void> {
  const { personId, sessionId, email } = session
  const refused = current === password ? 'This is your current password.' : passwordProblem(password, email)
  if (refused !== undefined) {
    const details = [{ field: 'password', code: 'INVALID_FIELD' as const, message: refused }]
    throw new Problem('INVALID_FIELD', { message: refused, details })
  }
  const origin = { ...browser, requestId: author.requestId }
  await requireOwnPassword(app, session, { field: 'current', password: current }, origin)
  const hash = await createPasswordHash(app, email, password)
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    await savePassword(tx, personId, hash, at)
    const sessionsEnded = await endOtherSessions(tx, personId, sessionId)
    await recordChanges(tx, author, at, [
      {
        action: 'password.changed',
        subject: personId,
        owner: ownerOf(session),
        after: { sessionsEnded },
        notice: toAccessNotice(session, author, 'password-changed'),
      },
    ])
  })
}
