import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import { authenticateSession, createSession } from '../../src/features/people/sessions/service.ts'
import type { Role } from '../../src/shared/actor.ts'
import type { Api } from '../harness/api.ts'
import type { Answer, CallOptions, Client } from '../harness/client.ts'
import { makePerson } from './fixture.ts'

/** The browser of a signed-in person. It stores cookies that the server sets. Paths are relative to `/portal/api`. */
export interface Visitor extends Pick<Client, 'get' | 'post' | 'put' | 'delete' | 'call'> {
  personId: string
  sessionId: string
  email: string
  cookie(): string | undefined
}

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

/** Opens another session of a person. */
export async function visitAs(
  api: Api,
  { id: personId, email }: { id: string; email: string },
  { strong = true, others = [] }: { strong?: boolean; others?: readonly string[] } = {},
): Promise<Visitor> {
  const at = api.app.now()
  const session = { personId, at, isStrong: strong, others, address: '127.0.0.1', agent: CHROME }
  let token: string | undefined = await api.db.transaction().execute((tx) => createSession(tx, session))
  const { sessionId } = await authenticateSession(api.app, token)
  const client = api.client('')
  const call = async (method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> => {
    const headers = {
      'sec-fetch-site': 'same-origin',
      'user-agent': CHROME,
      ...(token !== undefined && { cookie: `${SESSION_COOKIE}=${token}` }),
      ...options.headers,
    }
    const answer = await client.call(method, `/portal/api${path}`, body, { ...options, headers })
    for (const text of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, value] = /^__Host-portal=([^;]*)/.exec(text) ?? []
      if (value !== undefined) token = value === '' ? undefined : value
    }
    return answer
  }
  return {
    personId,
    sessionId,
    email,
    cookie: () => token,
    call,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
  }
}

/** A new person of an account, signed in. */
export async function visit(
  api: Api,
  accountId: string,
  { email, role = 'owner', strong = true }: { email: string; role?: Role; strong?: boolean },
): Promise<Visitor> {
  return await visitAs(api, await makePerson(api, accountId, { email, role }), { strong })
}

/** `403 ROLE_REQUIRED`, or the status alone. */
export const outcomeOf = ({ status, body }: Answer): string =>
  body?.error === undefined ? String(status) : `${status} ${body.error.code}`
