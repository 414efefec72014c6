import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { PersonSession } from '../../../shared/actor.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { withPasskey } from '../passkeys/service.ts'
import { ownerOf, type PersonActor } from '../rules.ts'
import { strongEnd } from '../sessions/rules.ts'
import { requireOwnPassword } from '../sign-in/service.ts'
import type { Confirmation, CurrentSession } from './schema.ts'
import { countFactors, listOtherAccounts, updateSessionStrong } from './store.ts'

/** Who is signed in, to which account, and what they could do next. */
export async function getCurrentSession(
  app: App,
  { personId, sessionId, name, email, role, account, strongUntil }: PersonSession,
  apiUrl: string,
): Promise<CurrentSession> {
  const [factors, others] = await Promise.all([countFactors(app.db, personId), listOtherAccounts(app.db, sessionId)])
  return {
    person: { id: personId, name, email, role },
    account,
    strongUntil: strongUntil && strongUntil > app.now() ? strongUntil : null,
    factors,
    isPasswordEnough: !factors.totp && factors.passkeys === 0,
    accounts: [account, ...others.map(({ kind, id, name }) => ({ kind, id, name }))],
    apiUrl,
  }
}

/**
 * Makes the session strong for ten minutes. The password alone is enough only for people without a second factor. Throws
 * INVALID_FIELD for the field that is wrong, PASSKEY_REFUSED, or RATE_LIMITED after several wrong ones.
 */
export async function completeConfirmation(
  app: App,
  self: PersonActor,
  { password, passkey }: Confirmation,
  agent: string | undefined,
): Promise<void> {
  const { session, author } = self
  if (passkey) {
    await withPasskey(app, { session }, passkey, author, (tx) => strengthen(app, tx, self, 'passkey'))
    return
  }
  if (password === undefined) throw new Problem('INVALID_FIELD', { message: 'Send a password or a passkey.' })
  const { passkeys, totp } = await countFactors(app.db, session.personId)
  if (totp || passkeys > 0) {
    const message = 'You have a second factor: confirm with that.'
    throw new Problem('INVALID_FIELD', { message, details: [{ field: 'password', code: 'INVALID_FIELD', message }] })
  }
  await requireOwnPassword(app, session, { field: 'password', password }, { address: author.address ?? '', agent })
  await app.db.transaction().execute((tx) => strengthen(app, tx, self, 'password'))
}

async function strengthen(app: App, tx: Connection, { session, author }: PersonActor, method: string): Promise<void> {
  const { personId, sessionId } = session
  const at = app.now()
  await updateSessionStrong(tx, sessionId, strongEnd(at))
  await recordChanges(tx, author, at, [
    { action: 'session.confirmed', subject: personId, owner: ownerOf(session), after: { method } },
  ])
}
