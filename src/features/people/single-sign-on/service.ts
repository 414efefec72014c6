import type { App } from '../../../app.ts'
import { SignInFailure, type SignInFailureCode, withSignInFailure } from '../../../graph/sign-in/failure.ts'
import type { MicrosoftIdentity } from '../../../graph/sign-in/person.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { PersonSession, Principal } from '../../../shared/actor.ts'
import { hashToken } from '../../../shared/crypto/tokens.ts'
import { newId, requireId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import type { LogOwner } from '../../events/rules.ts'
import { newAttemptSecrets } from '../attempts/rules.ts'
import { type Attempt, type Callback, claimAttempt, saveAttempt } from '../attempts/service.ts'
import type { StartedBy } from '../attempts/store.ts'
import { deleteCredential, deleteCredentials } from '../credentials/store.ts'
import { requireLockedPerson } from '../factors/service.ts'
import { toAccessNotice } from '../notices/rules.ts'
import { ownerOf, type PersonActor } from '../rules.ts'
import { externalIdOf, isPersonState, MAX_ACCOUNTS, type MicrosoftPurpose, newState, toAccountName } from './rules.ts'
import type { MicrosoftAccount } from './schema.ts'
import { type AccountRow, insertAccount, listAccountRows, listLinkedPeople, updateAccountUsed } from './store.ts'

/** Accounts that one Microsoft account may sign in to. */
const MAX_PEOPLE = 20

/** Starts a sign-in of the browser with this secret in its cookie; returns the address to open. Throws `SignInFailure`. */
export async function startMicrosoftSignIn(app: App, browser: string, nextPath: string): Promise<string> {
  return await start(app, { browserHash: hashToken(browser) }, { nextPath })
}

/** Like `startMicrosoftSignIn`, for somebody who accepts the invitation with this token in its link. */
export async function startMicrosoftInvitation(app: App, browser: string, token: string): Promise<string> {
  return await start(app, { browserHash: hashToken(browser) }, { invitationHash: hashToken(token) })
}

/** Starts the linking of a Microsoft account to the signed-in person; returns the address to open. Throws `SignInFailure`. */
export async function startMicrosoftLink(app: App, { personId, sessionId }: PersonSession): Promise<string> {
  requireRoom((await listAccountRows(app.db, personId)).length)
  return await start(app, { sessionId }, {})
}

async function start(
  app: App,
  by: StartedBy,
  { nextPath, invitationHash }: Pick<Attempt, 'nextPath' | 'invitationHash'>,
): Promise<string> {
  const state = newState()
  const secrets = newAttemptSecrets()
  const url = await withSignInFailure(() => app.personSignInUrl({ state, secrets }))
  await saveAttempt(app, {
    by,
    state,
    secrets,
    ...(nextPath !== undefined && { nextPath }),
    ...(invitationHash && { invitationHash }),
  })
  return url
}

/** How a sign-in with Microsoft ended. */
export type MicrosoftOutcome =
  /** The browser is to be signed in as one of these people, who may be none. */
  | { kind: 'identified'; externalId: string; personIds: string[]; nextPath: string }
  /** The session's person may link this account. */
  | { kind: 'to-link'; identity: MicrosoftIdentity }
  /** The person of the invitation whose token has this hash accepts it with this account. */
  | { kind: 'invited'; identity: MicrosoftIdentity; invitationHash: Buffer }
  | { kind: 'failed'; code: SignInFailureCode; purpose: MicrosoftPurpose }
  /** It was not started in this browser, took too long, or was finished. */
  | { kind: 'ended' }

/** Handles the way back. Each state works once, and only in the browser or session that started it. */
export async function completeMicrosoftSignIn(app: App, callback: Callback): Promise<MicrosoftOutcome> {
  const { state, query, browser, session } = callback
  if (state === undefined || !isPersonState(state)) return { kind: 'ended' }
  const flow = await claimAttempt(app, { state, browser, session }, null)
  if (!flow) return { kind: 'ended' }
  const { sessionId, invitationHash, secrets } = flow
  const purpose = sessionId !== null ? 'link' : invitationHash ? 'invitation' : 'sign-in'
  try {
    const identity = await withSignInFailure(() => app.verifyPerson({ query, state, secrets }))
    if (purpose === 'link') return { kind: 'to-link', identity }
    if (invitationHash) return { kind: 'invited', identity, invitationHash }
    const externalId = externalIdOf(identity)
    const personIds = await listLinkedPeople(app.db, externalId, MAX_PEOPLE)
    return { kind: 'identified', externalId, personIds, nextPath: flow.nextPath ?? '/' }
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error
    const { code, message: reason } = error
    app.log.warn({ event: 'microsoft.sign-in.failed', code, reason }, 'a sign-in with Microsoft identified nobody')
    return { kind: 'failed', code, purpose }
  }
}

/** Links a Microsoft account to the signed-in person. Linking it again changes nothing. Throws LIMIT_REACHED. */
export async function createMicrosoftLink(
  app: App,
  { session, author }: PersonActor,
  identity: MicrosoftIdentity,
): Promise<void> {
  const at = app.now()
  const { personId } = session
  await app.db.transaction().execute(async (tx) => {
    await requireLockedPerson(tx, personId)
    const change = await insertLink(tx, personId, identity, at)
    if (!change) return
    requireRoom((await listAccountRows(tx, personId)).length - 1)
    const notice = toAccessNotice(session, author, 'microsoft-linked')
    await recordChanges(tx, author, at, [{ ...change, owner: ownerOf(session), notice }])
  })
}

/** Links the account with which somebody has just accepted an invitation, in the caller's transaction. */
export async function createFirstMicrosoftLink(
  tx: Connection,
  author: Principal,
  { personId, owner }: { personId: string; owner: LogOwner },
  identity: MicrosoftIdentity,
  at: Date,
): Promise<void> {
  const change = await insertLink(tx, personId, identity, at)
  if (change) await recordChanges(tx, author, at, [{ ...change, owner }])
}

/** What the audit says of a new link; undefined if there was one. */
async function insertLink(tx: Connection, personId: string, identity: MicrosoftIdentity, at: Date) {
  const { tenantId, id, username } = identity
  const name = toAccountName(username)
  const account = { id: newId('cred'), personId, externalId: externalIdOf(identity), name, at }
  if (!(await insertAccount(tx, account))) return undefined
  return { action: 'microsoft.linked' as const, subject: personId, after: { name, tenantId, id } }
}

function requireRoom(existing: number): void {
  if (existing < MAX_ACCOUNTS) return
  throw new Problem('LIMIT_REACHED', {
    message: `A person can have ${MAX_ACCOUNTS} Microsoft accounts: unlink one first.`,
  })
}

/** The Microsoft accounts of a person, oldest first. */
export async function listMicrosoftAccounts(db: Connection, personId: string): Promise<MicrosoftAccount[]> {
  return (await listAccountRows(db, personId)).map(toMicrosoftAccount)
}

const toMicrosoftAccount = ({ id, name, createdAt, lastUsedAt }: AccountRow): MicrosoftAccount => ({
  id,
  name,
  createdAt,
  ...(lastUsedAt && { lastUsedAt }),
})

/** Unlinks a Microsoft account of the signed-in person. Throws NOT_FOUND. */
export async function deleteMicrosoftLink(app: App, { session, author }: PersonActor, id: string): Promise<void> {
  requireId('cred', id)
  await app.db.transaction().execute(async (tx) => {
    const { personId } = session
    const name = await deleteCredential(tx, { personId, id, kind: 'microsoft' })
    if (name === undefined) throw new Problem('NOT_FOUND')
    await recordChanges(tx, author, app.now(), [
      {
        action: 'microsoft.unlinked',
        subject: personId,
        owner: ownerOf(session),
        before: { id, name },
        notice: toAccessNotice(session, author, 'microsoft-unlinked'),
      },
    ])
  })
}

/** Unlinks all Microsoft accounts of somebody who starts anew, in the caller's transaction. */
export async function deleteMicrosoftLinks(tx: Connection, personId: string): Promise<void> {
  await deleteCredentials(tx, personId, ['microsoft'])
}

/** Records that a person has signed in with a Microsoft account. Throws SIGN_IN_REQUIRED if it is not linked any more. */
export async function recordMicrosoftUse(
  tx: Connection,
  personId: string,
  externalId: string,
  at: Date,
): Promise<void> {
  if (!(await updateAccountUsed(tx, personId, externalId, at))) throw new Problem('SIGN_IN_REQUIRED')
}
