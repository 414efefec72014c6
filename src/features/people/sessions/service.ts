import type { App } from '../../../app.ts'
import type { PersonSession } from '../../../shared/actor.ts'
import { Problem } from '../../../shared/problem.ts'

const sessions = new Map<string, PersonSession>()

/** Stands in for the sessions of people until they exist; nothing but tests creates one. */
export function createSession(token: string, session: PersonSession): void {
  sessions.set(token, session)
}

/** The session behind a cookie. SIGN_IN_REQUIRED, PARTNER_INACTIVE, DISTRIBUTOR_INACTIVE. */
export async function authenticateSession(app: App, token: string | undefined): Promise<PersonSession> {
  const session = token === undefined ? undefined : sessions.get(token)
  if (!session) throw new Problem('SIGN_IN_REQUIRED')
  const { kind, id } = session.account
  const table = kind === 'partner' ? 'partners' : 'distributors'
  const row = await app.db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirst()
  if (row?.status !== 'active') throw new Problem(kind === 'partner' ? 'PARTNER_INACTIVE' : 'DISTRIBUTOR_INACTIVE')
  return session
}
