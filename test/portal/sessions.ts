import { findAccount } from '../../src/features/accounts/service.ts'
import { createPerson } from '../../src/features/people/service.ts'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import { authenticateSession, createSession } from '../../src/features/people/sessions/service.ts'
import type { PersonSession, Role } from '../../src/shared/actor.ts'
import { AUTHOR } from '../harness/accounts.ts'
import type { Api } from '../harness/api.ts'
import type { CallOptions, Client } from '../harness/client.ts'

/**
 * A browser on the portal: sends the session's cookie, and the headers that browsers add to requests of the portal's
 * own pages.
 */
export interface Portal extends Omit<Client, 'key'> {
  cookie: string
  session: PersonSession
}

let people = 0

/** A new session of a new person of the account. Paths are relative to `/portal/api`. */
export async function signIn(
  api: Api,
  accountId: string,
  { role = 'owner', strong = true }: { role?: Role; strong?: boolean } = {},
): Promise<Portal> {
  const account = await findAccount(api.app, accountId)
  const at = api.app.now()
  people += 1
  const person = { email: `person-${people}@people.example`, name: 'Pat Example', role }
  const token = await api.db.transaction().execute(async (tx) => {
    const personId = await createPerson(tx, AUTHOR, account, person, at)
    return await createSession(tx, { personId, at, isStrong: strong, address: undefined, agent: undefined })
  })
  return { session: await authenticateSession(api.app, token), ...browse(api, `${SESSION_COOKIE}=${token}`) }
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
