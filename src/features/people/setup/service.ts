import type { App } from '../../../app.ts'
import { Problem } from '../../../shared/problem.ts'
import { hasFactor } from '../factors/rules.ts'
import { getFactors, recordFactorAdded } from '../factors/service.ts'
import type { NewPasskeyResponse } from '../passkeys/schema.ts'
import { createPasskey } from '../passkeys/service.ts'
import type { PersonActor } from '../rules.ts'
import { authenticateSetup, renewSession } from '../sessions/service.ts'
import type { NewAuthenticator } from '../totp/rules.ts'
import { completeAuthenticatorIn, findStartedAuthenticator, startAuthenticator } from '../totp/service.ts'

/** Somebody who has no second factor and may set one up. */
export type Setup = Awaited<ReturnType<typeof authenticateSetup>>

/**
 * The person of this session, if they have no second factor: the first one needs no other proof than the session. Throws
 * NOT_FOUND if they have one, and as `authenticateSession` does.
 */
export async function requireSetup(app: App, token: string | undefined): Promise<Setup> {
  const setup = await authenticateSetup(app, token)
  if (hasFactor(await getFactors(app.db, setup.session.personId)))
    throw new Problem('NOT_FOUND', { message: 'You already have a second factor.' })
  return setup
}

/** What an authenticator app is set up with: the same each time until its first code. */
export async function startSetup(app: App, { session }: Setup): Promise<NewAuthenticator> {
  return (await findStartedAuthenticator(app, session)) ?? (await startAuthenticator(app, session))
}

/** Adds the authenticator app; returns the new token of the session, which is strong. Throws as `completeAuthenticator` does. */
export async function completeSetup(app: App, actor: PersonActor, code: string): Promise<string> {
  return await app.db.transaction().execute(async (tx) => {
    await completeAuthenticatorIn(app, tx, actor, code)
    return await renewSession(tx, actor.session.sessionId, app.now())
  })
}

/** Adds a passkey; returns the new token of the session, which is strong. Throws as `createPasskey` does. */
export async function completePasskeySetup(
  app: App,
  actor: PersonActor,
  response: NewPasskeyResponse,
): Promise<string> {
  await createPasskey(app, actor, { response })
  const { personId, sessionId } = actor.session
  return await app.db.transaction().execute(async (tx) => {
    await recordFactorAdded(tx, personId)
    return await renewSession(tx, sessionId, app.now())
  })
}
