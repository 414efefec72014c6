import { randomBytes } from 'node:crypto'
import { findAccount } from '../../src/features/accounts/service.ts'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import { createSession } from '../../src/features/people/sessions/service.ts'
import type { Actor, PersonSession, Role } from '../../src/shared/actor.ts'
import type { Api } from '../harness/api.ts'
import type { CallOptions, Client } from '../harness/client.ts'

/** A browser on the portal: sends the session's cookie and what browsers add to requests of the portal's own pages. */
export interface Portal extends Omit<Client, 'key'> {
  cookie: string
  session: PersonSession
}

/** A new session of a person of the account. Paths begin after `/portal/api`. */
export async function signIn(
  api: Api,
  accountId: string,
  { role = 'owner', strong = true }: { role?: Role; strong?: boolean } = {},
): Promise<Portal> {
  const account = await findAccount(api.app, accountId)
  const token = randomBytes(32).toString('base64url')
  const name = randomBytes(16).toString('hex').slice(0, 26)
  const personId = `usr_${name}`
  const kind = { kind: 'person', id: personId } as const
  const session: PersonSession = {
    sessionId: `ses_${name}`,
    personId,
    email: `${name}@people.example`,
    name: 'Pat',
    role,
    account: { kind: account.kind, id: accountId, name: 'Company' },
    strongUntil: strong ? new Date(Date.now() + 600_000) : null,
    ...(account.kind === 'partner' && { actor: { ...kind, ...(await partnerActor(api, accountId)) } }),
    ...(account.kind === 'distributor' && { distributor: { ...kind, distributorId: accountId } }),
  }
  createSession(token, session)
  return { session, ...browse(api, `${SESSION_COOKIE}=${token}`) }
}

async function partnerActor(
  { db }: Api,
  id: string,
): Promise<Pick<Actor, 'partnerId' | 'distributorId' | 'plan' | 'subscriptionStatus'>> {
  const row = await db.selectFrom('partners').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { partnerId: id, distributorId: row.distributor_id, plan: row.plan, subscriptionStatus: null }
}

/** Calls the portal's API as its pages do, with this cookie; an empty one is not sent. */
export function browse(api: Api, cookie: string, site = 'same-origin'): Omit<Portal, 'session'> {
  const client = api.client('')
  const call: Client['call'] = (method, path, body, options: CallOptions = {}) =>
    client.call(method, `/portal/api${path}`, body, {
      ...options,
      headers: { 'sec-fetch-site': site, ...(cookie !== '' && { cookie }), ...options.headers },
    })
  return {
    cookie,
    call,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
  }
}
