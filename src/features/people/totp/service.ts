import { randomBytes } from 'node:crypto'
import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { PersonSession } from '../../../shared/actor.ts'
import { openRow, sealRow } from '../../../shared/crypto/seal.ts'
import { SEALED_COLUMNS } from '../../../shared/crypto/sealed-columns.ts'
import { newId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { recordFactorAdded, requireLockedPerson, requireOtherFactor } from '../factors/service.ts'
import { toAccessNotice } from '../notices/rules.ts'
import { ownerOf, type PersonActor } from '../rules.ts'
import { findStep, type NewAuthenticator, SECRET_BYTES, toBase32, toSetupUri } from './rules.ts'
import { deleteAuthenticatorRow, insertAuthenticator, lockAuthenticator, updateAuthenticatorUsed } from './store.ts'

const SECRET = SEALED_COLUMNS.authenticatorSecret

/**
 * Starts to set up an authenticator app for the signed-in person. It counts only after `completeAuthenticator`; until then an
 * earlier app stays. Called again, it replaces what was started.
 */
export async function startAuthenticator(
  app: App,
  { personId, email }: Pick<PersonSession, 'personId' | 'email'>,
): Promise<NewAuthenticator> {
  const bytes = randomBytes(SECRET_BYTES)
  const id = newId('cred')
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    await requireLockedPerson(tx, personId)
    await deleteAuthenticatorRow(tx, personId, false)
    await insertAuthenticator(tx, { id, personId, secret: sealRow(app.secrets, SECRET, [id, personId], bytes), at })
  })
  const secret = toBase32(bytes)
  return { secret, uri: toSetupUri(secret, email) }
}

/** What was started and not completed, to show it again; undefined if nothing was. */
export async function findStartedAuthenticator(
  app: App,
  { personId, email }: Pick<PersonSession, 'personId' | 'email'>,
): Promise<NewAuthenticator | undefined> {
  return await app.db.transaction().execute(async (tx) => {
    const started = await lockAuthenticator(tx, personId, false)
    if (!started) return undefined
    const secret = toBase32(openRow(app.secrets, SECRET, [started.id, personId], started.secret))
    return { secret, uri: toSetupUri(secret, email) }
  })
}

/**
 * Makes the app that was started the second factor of the signed-in person, replacing an earlier one, by a first code. Throws
 * INVALID_FIELD if the code is wrong, NOT_FOUND if nothing was started.
 */
export async function completeAuthenticator(app: App, actor: PersonActor, code: string): Promise<void> {
  await app.db.transaction().execute((tx) => completeAuthenticatorIn(app, tx, actor, code))
}

/** Like `completeAuthenticator`, in the caller's transaction. */
export async function completeAuthenticatorIn(
  app: App,
  tx: Connection,
  { session, author }: PersonActor,
  code: string,
): Promise<void> {
  const { personId } = session
  const at = app.now()
  await requireLockedPerson(tx, personId)
  const started = await lockAuthenticator(tx, personId, false)
  if (!started) throw new Problem('NOT_FOUND', { message: 'Start the setup of the authenticator app again.' })
  const secret = openRow(app.secrets, SECRET, [started.id, personId], started.secret)
  const step = findStep(secret, code, at, null)
  if (step === undefined) throw wrongCode()
  const isReplaced = await deleteAuthenticatorRow(tx, personId, true)
  await updateAuthenticatorUsed(tx, started.id, step, at)
  await recordFactorAdded(tx, personId)
  await recordChanges(tx, author, at, [
    {
      action: 'authenticator.added',
      subject: personId,
      owner: ownerOf(session),
      after: { id: started.id, replaced: isReplaced },
      notice: toAccessNotice(session, author, 'authenticator-added'),
    },
  ])
}

const wrongCode = (): Problem => {
  const message = 'This code is wrong or too old. Check the clock of your phone, and enter the newest code.'
  return new Problem('INVALID_FIELD', { message, details: [{ field: 'code', code: 'INVALID_FIELD', message }] })
}

/** Removes the app of the signed-in person. Throws NOT_FOUND, or LAST_FACTOR if their role needs one. */
export async function deleteAuthenticator(app: App, { session, author }: PersonActor): Promise<void> {
  const { personId } = session
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    await requireLockedPerson(tx, personId)
    if (!(await deleteAuthenticatorRow(tx, personId, true))) throw new Problem('NOT_FOUND')
    await requireOtherFactor(app, tx, session)
    await recordChanges(tx, author, at, [
      {
        action: 'authenticator.removed',
        subject: personId,
        owner: ownerOf(session),
        notice: toAccessNotice(session, author, 'authenticator-removed'),
      },
    ])
  })
}

/**
 * Consumes a code of the person's app in the caller's transaction, which has locked the person; false if it is wrong.
 */
export async function claimAuthenticatorCode(
  app: App,
  tx: Connection,
  personId: string,
  code: string,
): Promise<boolean> {
  const at = app.now()
  const known = await lockAuthenticator(tx, personId, true)
  if (!known) return false
  const step = findStep(openRow(app.secrets, SECRET, [known.id, personId], known.secret), code, at, known.lastStep)
  if (step === undefined) return false
  await updateAuthenticatorUsed(tx, known.id, step, at)
  return true
}
