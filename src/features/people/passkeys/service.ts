import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { PersonSession, Principal } from '../../../shared/actor.ts'
import { hashToken, isToken, newToken } from '../../../shared/crypto/tokens.ts'
import { newId, requireId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { deleteCredential } from '../credentials/store.ts'
import { recordFactorAdded, requireLockedPerson, requireOtherFactor } from '../factors/service.ts'
import { lockPerson } from '../factors/store.ts'
import { toAccessNotice } from '../notices/rules.ts'
import { ownerOf, type PersonActor } from '../rules.ts'
import { getMembers } from '../service.ts'
import {
  createAuthenticationOptions,
  createRegistrationOptions,
  PasskeyRefused,
  readChallenge,
  verifyAuthentication,
  verifyRegistration,
} from './ceremony.ts'
import {
  CHALLENGE_MS,
  type ChallengePurpose,
  defaultName,
  MAX_CHALLENGES,
  MAX_PASSKEYS,
  relyingPartyOf,
} from './rules.ts'
import type { NewPasskeyResponse, Passkey, PasskeyResponse } from './schema.ts'
import {
  claimChallenge,
  deleteExpiredChallenges,
  findOwner,
  insertChallenge,
  insertPasskey,
  listPasskeyRows,
  lockPasskeyByExternalId,
  type PasskeyRow,
  updatePasskeyName,
  updatePasskeyUsed,
} from './store.ts'

/** Asks a browser for a new passkey of the signed-in person. */
export async function startPasskeyRegistration(
  app: App,
  { personId, sessionId, email, name, account }: PersonSession,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const existing = await listPasskeyRows(app.db, personId)
  requireRoom(existing.length)
  const challenge = await startChallenge(app, 'register', sessionId)
  const owner = { personId, email, name, accountName: account.name }
  return await createRegistrationOptions(relyingPartyOf(app.appUrl), challenge, owner, existing)
}

/**
 * Adds the passkey that a browser has made. Throws PASSKEY_REFUSED if it proves nothing, DUPLICATE_ITEM if it is known,
 * LIMIT_REACHED beyond `MAX_PASSKEYS`.
 */
export async function createPasskey(
  app: App,
  { session, author }: PersonActor,
  { name, response }: { name?: string | undefined; response: NewPasskeyResponse },
): Promise<Passkey> {
  const { personId, sessionId } = session
  const made = await refuse(app, async () => {
    const challenge = await requireChallenge(app, 'register', sessionId, response)
    return await verifyRegistration(relyingPartyOf(app.appUrl), challenge, response)
  })
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    await requireLockedPerson(tx, personId)
    const { length } = await listPasskeyRows(tx, personId)
    requireRoom(length)
    const row = { ...made, id: newId('cred'), personId, name: name?.trim() || defaultName(length), createdAt: at }
    if (!(await insertPasskey(tx, row))) throw new Problem('DUPLICATE_ITEM')
    await recordFactorAdded(tx, personId)
    await recordChanges(tx, author, at, [
      {
        action: 'passkey.added',
        subject: personId,
        owner: ownerOf(session),
        after: { id: row.id, name: row.name },
        notice: toAccessNotice(session, author, 'passkey-added'),
      },
    ])
    return toPasskey({ ...row, lastUsedAt: null })
  })
}

function requireRoom(existing: number): void {
  if (existing < MAX_PASSKEYS) return
  throw new Problem('LIMIT_REACHED', { message: `A person can have ${MAX_PASSKEYS} passkeys: remove one first.` })
}

/** The passkeys of a person, oldest first. */
export async function listPasskeys(db: Connection, personId: string): Promise<Passkey[]> {
  return (await listPasskeyRows(db, personId)).map(toPasskey)
}

function toPasskey({ id, name, backedUp, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { id, name, backedUp, createdAt, ...(lastUsedAt && { lastUsedAt }) }
}

/** Renames a passkey of the signed-in person. Throws NOT_FOUND. */
export async function changePasskeyName(
  app: App,
  { session, author }: PersonActor,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  requireId('cred', id)
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    const { personId } = session
    const before = await updatePasskeyName(tx, { personId, id, name: name.trim() })
    if (!before) throw new Problem('NOT_FOUND')
    const after = { ...before, name: name.trim() }
    if (after.name !== before.name) {
      const change = { before: { id, name: before.name }, after: { id, name: after.name } }
      await recordChanges(tx, author, at, [
        { action: 'passkey.renamed', subject: personId, owner: ownerOf(session), ...change },
      ])
    }
    return toPasskey(after)
  })
}

/**
 * Removes a passkey of the signed-in person, which then no longer works. Throws NOT_FOUND, or LAST_FACTOR if their role
 * needs one and this is the last.
 */
export async function deletePasskey(app: App, { session, author }: PersonActor, id: string): Promise<void> {
  requireId('cred', id)
  await app.db.transaction().execute(async (tx) => {
    const { personId } = session
    await requireLockedPerson(tx, personId)
    const name = await deleteCredential(tx, { personId, id, kind: 'passkey' })
    if (name === undefined) throw new Problem('NOT_FOUND')
    await requireOtherFactor(app, tx, session)
    await recordChanges(tx, author, app.now(), [
      {
        action: 'passkey.removed',
        subject: personId,
        owner: ownerOf(session),
        before: { id, name },
        notice: toAccessNotice(session, author, 'passkey-removed'),
      },
    ])
  })
}

/** Asks a browser for a signature by any passkey; `browser` is the secret in its cookie. */
export async function startPasskeySignIn(app: App, browser: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const challenge = await startChallenge(app, 'sign-in', browser)
  return await createAuthenticationOptions(relyingPartyOf(app.appUrl), challenge)
}

/** Asks a browser for a signature by a passkey of the signed-in person. Throws NOT_FOUND if there is none. */
export async function startPasskeyConfirmation(
  app: App,
  { personId, sessionId }: PersonSession,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const existing = await listPasskeyRows(app.db, personId)
  if (existing.length === 0) throw new Problem('NOT_FOUND', { message: 'You have no passkey.' })
  const challenge = await startChallenge(app, 'confirm', sessionId)
  return await createAuthenticationOptions(relyingPartyOf(app.appUrl), challenge, existing)
}

/** What a signature must answer. */
export type SignatureOf =
  /** The secret in the cookie of a browser that is not signed in. */
  | { browser: string }
  /** A session, whose person is known. */
  | { session: PersonSession }

/**
 * Verifies a passkey's signature, and calls the function with its person in the transaction that stores the use. The
 * challenge is consumed in any case, and a refusal of a known passkey is audited. Throws PASSKEY_REFUSED.
 */
export async function withPasskey<T>(
  app: App,
  of: SignatureOf,
  response: PasskeyResponse,
  origin: Pick<Principal, 'address' | 'requestId'>,
  work: (tx: Connection, personId: string) => Promise<T>,
): Promise<T> {
  const [purpose, secret] =
    'browser' in of ? (['sign-in', of.browser] as const) : (['confirm', of.session.sessionId] as const)
  return await refuse(app, async () => {
    const challenge = await requireChallenge(app, purpose, secret, response)
    let known: PasskeyRow | undefined
    try {
      return await app.db.transaction().execute(async (tx) => {
        const stored = await lockPasskey(tx, response.id)
        if (!stored || ('session' in of && of.session.personId !== stored.personId))
          throw new PasskeyRefused('the passkey is unknown')
        known = stored
        const signer = { personId: stored.personId, isNamedByPasskey: 'browser' in of }
        const used = await verifyAuthentication(relyingPartyOf(app.appUrl), challenge, response, stored, signer)
        await updatePasskeyUsed(tx, stored.id, { ...used, at: app.now() })
        return await work(tx, stored.personId)
      })
    } catch (error) {
      if (known && error instanceof PasskeyRefused) await recordRefusal(app, known, error.message, origin)
      throw error
    }
  })
}

/** The passkey with this credential id. Its person is locked first, as for every change of how somebody signs in. */
async function lockPasskey(tx: Connection, externalId: string): Promise<PasskeyRow | undefined> {
  const personId = await findOwner(tx, externalId)
  if (personId === undefined) return undefined
  return (await lockPerson(tx, personId)) && (await lockPasskeyByExternalId(tx, externalId))
}

/** Nobody has proven to be the person, so the audit names the service. */
async function recordRefusal(
  app: App,
  { id, name, personId }: PasskeyRow,
  reason: string,
  origin: Pick<Principal, 'address' | 'requestId'>,
): Promise<void> {
  const [member] = await getMembers(app.db, [personId])
  if (!member) return
  const author: Principal = { kind: 'system', id: 'sign-in', ...origin }
  const change = { subject: personId, owner: member.account.owner, after: { id, name, reason } }
  await recordChanges(app.db, author, app.now(), [{ action: 'passkey.refused', ...change }])
}

async function startChallenge(app: App, purpose: ChallengePurpose, secret: string): Promise<string> {
  const challenge = newToken()
  const endsAt = new Date(app.now().getTime() + CHALLENGE_MS)
  const row = { hash: hashToken(challenge), purpose, boundTo: hashToken(secret), endsAt }
  await insertChallenge(app.db, row, MAX_CHALLENGES)
  return challenge
}

/**
 * Consumes the challenge that a response answers. Throws `PasskeyRefused` if this browser or session has no such
 * challenge.
 */
async function requireChallenge(
  app: App,
  purpose: ChallengePurpose,
  secret: string,
  response: PasskeyResponse | NewPasskeyResponse,
): Promise<string> {
  const challenge = readChallenge(response)
  if (challenge === undefined || !isToken(challenge)) throw new PasskeyRefused('there is no challenge')
  const asked = { hash: hashToken(challenge), purpose, boundTo: hashToken(secret), at: app.now() }
  if (!(await claimChallenge(app.db, asked))) throw new PasskeyRefused('the challenge is not open here')
  return challenge
}

/** The caller learns only that the passkey was refused; the log has the reason. */
async function refuse<T>(app: App, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PasskeyRefused)) throw error
    app.log.warn({ event: 'passkey.refused', reason: error.message }, 'a passkey was refused')
    throw new Problem('PASSKEY_REFUSED')
  }
}

/** Deletes challenges that were not answered in time. */
export async function deleteOldChallenges(app: App): Promise<void> {
  await deleteExpiredChallenges(app.db, app.now())
}
