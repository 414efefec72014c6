import { Agent, request } from 'undici'
import { findAccount } from '../../src/features/accounts/service.ts'
import { createPasswordHash, savePassword } from '../../src/features/people/passwords/service.ts'
import type { PersonActor } from '../../src/features/people/rules.ts'
import { createPerson } from '../../src/features/people/service.ts'
import { authenticateSession, createSession } from '../../src/features/people/sessions/service.ts'
import type { Role } from '../../src/shared/actor.ts'
import { AUTHOR } from '../harness/accounts.ts'
import type { Api } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'

export const PASSWORD = 'several unrelated words'

export interface TestPerson {
  id: string
  email: string
  accountId: string
}

/** Adds a person to an account, who can sign in with `PASSWORD`. */
export async function makePerson(
  api: Api,
  accountId: string,
  { email, role = 'owner' }: { email: string; role?: Role },
): Promise<TestPerson> {
  const account = await findAccount(api.app, accountId)
  const hash = await createPasswordHash(api.app, email, PASSWORD)
  const at = api.app.now()
  const id = await api.db.transaction().execute(async (tx) => {
    const created = await createPerson(tx, AUTHOR, account, { email, name: 'Robin Example', role }, at)
    await savePassword(tx, created, hash, at)
    return created
  })
  return { id, email, accountId }
}

/** The token of a new session of a person. */
export async function sessionOf(api: Api, { id }: TestPerson, isStrong = false): Promise<string> {
  const at = api.app.now()
  return await api.db
    .transaction()
    .execute((tx) => createSession(tx, { personId: id, at, isStrong, address: undefined, agent: undefined }))
}

/** The actor of a signed-in person, and the token of the session. */
export async function actorOf(api: Api, person: TestPerson): Promise<{ token: string; actor: PersonActor }> {
  const token = await sessionOf(api, person)
  const session = await authenticateSession(api.app, token)
  return { token, actor: { session, author: { kind: 'person', id: person.id, accountId: person.accountId } } }
}

export interface Reply {
  status: number
  text: string
  body: Json
  location: string | undefined
  headers: Record<string, string | string[] | undefined>
  /** Each with its attributes. */
  setCookies: string[]
}

/** A browser without scripts, which stores cookies and sends forms as our own pages do. */
export interface Surfer {
  cookies: Map<string, string>
  get(path: string): Promise<Reply>
  post(path: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<Reply>
  /** Sends JSON as our own scripts do. */
  send(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Signs in with a password. */
  signIn(email: string, password?: string): Promise<Reply>
}

export function surferOf(api: Api, ownHeaders: Record<string, string> = {}): Surfer {
  const dispatcher = new Agent({ connect: { ca: api.ca } })
  const cookies = new Map<string, string>()
  const call = async (method: 'GET' | 'POST', path: string, body?: string, headers: Record<string, string> = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await request(`${api.baseUrl}${path}`, {
      method,
      dispatcher,
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...ownHeaders,
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    const setCookies = [answer.headers['set-cookie'] ?? []].flat()
    for (const text of setCookies) {
      const [name = '', value = ''] = text.split(';', 1)[0]?.split('=') ?? []
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(text)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await answer.body.text()
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    const location = answer.headers.location
    return {
      status: answer.statusCode,
      text,
      body: isJson ? JSON.parse(text) : undefined,
      location: typeof location === 'string' ? location : undefined,
      headers: answer.headers,
      setCookies,
    }
  }
  const post: Surfer['post'] = (path, form = {}, headers = { 'sec-fetch-site': 'same-origin' }) =>
    call('POST', path, new URLSearchParams(form).toString(), headers)
  return {
    cookies,
    get: (path) => call('GET', path),
    post,
    send: (path, body, headers = { 'sec-fetch-site': 'same-origin' }) =>
      call('POST', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers }),
    signIn: (email, password = PASSWORD) => post('/sign-in', { email, password }),
  }
}
