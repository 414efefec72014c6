import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  createPasskey,
  deletePasskey,
  listPasskeys,
  startPasskeyRegistration,
} from '../../src/features/people/passkeys/service.ts'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import { authenticateSession, createSession } from '../../src/features/people/sessions/service.ts'
import type { PersonSession } from '../../src/shared/actor.ts'
import { MINUTE_MS } from '../../src/shared/dates/time-units.ts'
import { Problem } from '../../src/shared/problem.ts'
import { startApi } from '../harness/api.ts'
import { type Claims, createAuthenticator } from './authenticator.ts'
import { makePerson, type Surfer, surferOf, type TestPerson } from './fixture.ts'

let aheadMs = 0
const api = await startApi({ now: () => new Date(Date.now() + aheadMs) })
const { app, db } = api
const { partnerId } = await api.partner('northwind')
const SITE = { origin: 'https://app.example', rpId: 'app.example' }
after(() => api[Symbol.asyncDispose]())

let count = 0
const someone = (accountId = partnerId): Promise<TestPerson> =>
  makePerson(api, accountId, { email: `person${count++}@northwind.example` })

async function sessionOf({ id }: TestPerson): Promise<PersonSession> {
  const at = app.now()
  const origin = { address: '203.0.113.7', agent: 'test' }
  const token = await db
    .transaction()
    .execute((tx) => createSession(tx, { personId: id, at, isStrong: true, ...origin }))
  return await authenticateSession(app, token)
}

const actorOf = (session: PersonSession) => ({ session, author: { kind: 'person', id: session.personId } as const })

/** A device with a new passkey of the person. */
async function addPasskey(person: TestPerson, claims: Claims = {}) {
  const session = await sessionOf(person)
  const device = createAuthenticator(SITE)
  const { challenge } = await startPasskeyRegistration(app, session)
  const passkey = await createPasskey(app, actorOf(session), { response: device.register({ challenge, ...claims }) })
  return { device, passkey, session }
}

type Device = Awaited<ReturnType<typeof addPasskey>>['device']

const refused = (error: unknown): boolean => error instanceof Problem && error.code === 'PASSKEY_REFUSED'

const options = async (surfer: Surfer): Promise<string> => {
  const { status, body } = await surfer.send('/sign-in/passkey/options', {})
  assert.equal(status, 200)
  return body.challenge
}

/** Asks for a challenge, signs it, and sends that, as the script does. */
async function signIn(surfer: Surfer, device: Device, { id }: TestPerson, claims: Claims = {}) {
  const challenge = await options(surfer)
  return await surfer.send('/sign-in/passkey', { response: device.sign(id, { challenge, ...claims }), next: '/keys' })
}

/** Asserts that nobody was signed in, in the same words as for everything else. */
function assertRefused(reply: { status: number; body: { error: { code: string } } }, surfer: Surfer): void {
  assert.deepEqual([reply.status, reply.body.error.code], [403, 'PASSKEY_REFUSED'])
  assert.equal(surfer.cookies.has(SESSION_COOKIE), false)
}

const auditOf = (personId: string) =>
  db
    .selectFrom('audit')
    .select(['action', 'author_kind', 'after'])
    .where('subject', '=', personId)
    .orderBy('id')
    .execute()

test('a passkey signs its person in without address and password, and counts as the second factor', async () => {
  const person = await someone()
  const { device } = await addPasskey(person, { counter: 1 })
  const surfer = surferOf(api)
  const reply = await signIn(surfer, device, person, { counter: 2 })
  assert.deepEqual([reply.status, reply.body], [200, { next: '/keys' }])
  const session = await authenticateSession(app, surfer.cookies.get(SESSION_COOKIE))
  assert.deepEqual([session.personId, session.account.id], [person.id, partnerId])
  assert.ok(session.strongUntil && session.strongUntil > app.now())
  const cookie = reply.setCookies.find((each) => each.startsWith(SESSION_COOKIE)) ?? ''
  for (const flag of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) assert.ok(cookie.includes(flag), flag)
  const [stored] = await db.selectFrom('credentials').selectAll().where('external_id', '=', device.id).execute()
  assert.deepEqual([stored?.counter, stored?.backed_up, stored?.last_used_at !== null], [2, true, true])
  const actions = (await auditOf(person.id)).map(({ action }) => action)
  assert.deepEqual(actions, ['person.created', 'passkey.added', 'session.started'])
  const [signedIn] = await db.selectFrom('sign_ins').selectAll().where('person_id', '=', person.id).execute()
  assert.deepEqual([signedIn?.method, signedIn?.outcome], ['passkey', 'signed-in'])
})

test('an earlier session of the browser ends when somebody signs in with a passkey', async () => {
  const person = await someone()
  const { device } = await addPasskey(person)
  const surfer = surferOf(api)
  await signIn(surfer, device, person)
  const before = surfer.cookies.get(SESSION_COOKIE)
  await signIn(surfer, device, person)
  assert.notEqual(surfer.cookies.get(SESSION_COOKIE), before)
  await assert.rejects(authenticateSession(app, before), { code: 'SIGN_IN_REQUIRED' })
})

test('the return path leads only into the portal', async () => {
  const person = await someone()
  const { device } = await addPasskey(person)
  const surfer = surferOf(api)
  for (const next of ['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    const response = device.sign(person.id, { challenge: await options(surfer) })
    assert.deepEqual((await surfer.send('/sign-in/passkey', { response, next })).body, { next: '/' })
  }
})

test('a signature is accepted once', async () => {
  const person = await someone()
  const { device } = await addPasskey(person)
  const first = surferOf(api)
  const response = device.sign(person.id, { challenge: await options(first) })
  assert.equal((await first.send('/sign-in/passkey', { response })).status, 200)
  first.cookies.delete(SESSION_COOKIE)
  assertRefused(await first.send('/sign-in/passkey', { response }), first)
})

test('exactly one of many requests with one signature is accepted', async () => {
  const person = await someone()
  const { device } = await addPasskey(person)
  const surfer = surferOf(api)
  const response = device.sign(person.id, { challenge: await options(surfer) })
  const replies = await Promise.all(Array.from({ length: 6 }, () => surfer.send('/sign-in/passkey', { response })))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 403, 403, 403, 403, 403])
})

test('a challenge belongs to the browser that asked for it', async () => {
  const person = await someone()
  const { device } = await addPasskey(person)
  const [attacker, victim] = [surferOf(api), surferOf(api)]
  const challenge = await options(attacker)
  await options(victim)
  const response = device.sign(person.id, { challenge })
  assertRefused(await victim.send('/sign-in/passkey', { response }), victim)
  const bare = surferOf(api)
  assertRefused(await bare.send('/sign-in/passkey', { response }), bare)
})

test('a challenge is valid for five minutes, and a wrong response uses it up', async () => {
  const person = await someone()
  const { device } = await addPasskey(person)
  const surfer = surferOf(api)
  const late = await options(surfer)
  aheadMs = 5 * MINUTE_MS + 1_000
  try {
    assertRefused(
      await surfer.send('/sign-in/passkey', { response: device.sign(person.id, { challenge: late }) }),
      surfer,
    )
  } finally {
    aheadMs = 0
  }
  const challenge = await options(surfer)
  const wrong = device.sign(person.id, { challenge, userVerified: false })
  assertRefused(await surfer.send('/sign-in/passkey', { response: wrong }), surfer)
  assertRefused(await surfer.send('/sign-in/passkey', { response: device.sign(person.id, { challenge }) }), surfer)
})

test('a challenge for another purpose is not accepted', async () => {
  const person = await someone()
  const { device, session } = await addPasskey(person)
  const { challenge } = await startPasskeyRegistration(app, session)
  const surfer = surferOf(api)
  assertRefused(await surfer.send('/sign-in/passkey', { response: device.sign(person.id, { challenge }) }), surfer)
  const response = createAuthenticator(SITE).register({ challenge: await options(surfer) })
  await assert.rejects(createPasskey(app, actorOf(session), { response }), refused)
})

const WRONG: readonly [title: string, claims: Claims][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['another port', { origin: 'https://app.example:8443' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['a person who was not verified', { userVerified: false }],
  ['a challenge of the attacker', { challenge: 'a'.repeat(43) }],
  ['a text that is not a challenge', { challenge: "' or 1=1 --" }],
  ['the name of another person', { userHandle: 'usr_01m7zb6f8ye1jva8wcchpbtxwq' }],
  ['no name of a person', { userHandle: null }],
  ['a frame of another site', { crossOrigin: true }],
]

for (const [title, claims] of WRONG) {
  test(`nobody is signed in by a signature with ${title}`, async () => {
    const person = await someone()
    const { device } = await addPasskey(person)
    const surfer = surferOf(api)
    assertRefused(await signIn(surfer, device, person, claims), surfer)
    assert.equal((await signIn(surfer, device, person)).status, 200, 'the passkey itself still works')
  })
}

test('a cloned counter is refused and audited, and its owner can still sign in', async () => {
  const person = await someone()
  const { device } = await addPasskey(person, { counter: 5 })
  const surfer = surferOf(api)
  assertRefused(await signIn(surfer, device, person, { counter: 5 }), surfer)
  const last = (await auditOf(person.id)).at(-1)
  assert.deepEqual([last?.action, last?.author_kind], ['passkey.refused', 'system'])
  assert.match(JSON.stringify(last?.after), /counter/)
  assert.equal((await signIn(surfer, device, person, { counter: 6 })).status, 200)
})

test('a passkey that was removed, or whose person was removed or blocked, signs nobody in', async () => {
  const [owner, gone, blocked] = [await someone(), await someone(), await someone()]
  const devices = [await addPasskey(owner), await addPasskey(gone), await addPasskey(blocked)]
  await deletePasskey(app, actorOf(devices[0]?.session ?? assert.fail()), devices[0]?.passkey.id ?? '')
  await db.deleteFrom('people').where('id', '=', gone.id).execute()
  await db.updateTable('people').set({ status: 'blocked' }).where('id', '=', blocked.id).execute()
  for (const [index, person] of [owner, gone, blocked].entries()) {
    const surfer = surferOf(api)
    assertRefused(await signIn(surfer, devices[index]?.device ?? assert.fail(), person), surfer)
  }
  assert.deepEqual(await listPasskeys(db, owner.id), [])
})

test('nobody signs in to a suspended account, and the answer names who manages it', async () => {
  const distributor = await api.distributor('meridian')
  const created = await distributor.post('/v1/distributor/partners', {
    company: 'Paused Partner',
    email: 'owner@paused.example',
    name: 'Pat',
    plan: 'starter',
    billing: { currency: 'AUD', interval: 'annual' },
  })
  assert.equal(created.status, 201, created.text)
  const { id } = created.body
  await distributor.post(`/v1/distributor/partners/${id}/activate`)
  const person = await makePerson(api, id, { email: 'pat@paused.example' })
  const { device } = await addPasskey(person)
  await distributor.post(`/v1/distributor/partners/${id}/suspend`)
  const surfer = surferOf(api)
  const reply = await signIn(surfer, device, person)
  assert.deepEqual([reply.status, reply.body.error.code], [403, 'PARTNER_INACTIVE'])
  assert.match(reply.body.error.message, /Paused Partner is suspended.*meridian \(ops@meridian\.example\)/)
  assert.equal(surfer.cookies.has(SESSION_COOKIE), false)
})

test('other sites cannot ask for challenges or sign anybody in', async () => {
  const surfer = surferOf(api)
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ]) {
    for (const path of ['/sign-in/passkey/options', '/sign-in/passkey']) {
      const { status, body } = await surfer.send(path, {}, headers)
      assert.deepEqual([status, body.error.code], [403, 'CROSS_SITE'])
    }
  }
  assert.equal(surfer.cookies.size, 0)
})

test('a body that is not a signature gets a clear error', async () => {
  const surfer = surferOf(api)
  const device = createAuthenticator(SITE)
  const good = device.sign('usr_01m7zb6f8ye1jva8wcchpbtxwq', { challenge: await options(surfer) })
  const bodies: unknown[] = [
    {},
    { response: null },
    { response: { ...good, id: '../x' } },
    { response: { ...good, type: 'password' } },
    { response: { ...good, response: { ...good.response, signature: '\0' } } },
    { response: { ...good, response: { ...good.response, clientDataJSON: 'A'.repeat(12_001) } } },
  ]
  for (const body of bodies)
    assert.equal((await surfer.send('/sign-in/passkey', body)).status, 400, JSON.stringify(body).slice(0, 80))
  const large = await surfer.send('/sign-in/passkey', { response: good, next: 'x'.repeat(20_000) })
  assert.equal(large.status, 413)
})

test('one browser has a limited number of open challenges, and expired ones are deleted', async () => {
  const person = await someone()
  const { device } = await addPasskey(person)
  const surfer = surferOf(api)
  const first = await options(surfer)
  for (let n = 0; n < 5; n++) await options(surfer)
  assertRefused(
    await surfer.send('/sign-in/passkey', { response: device.sign(person.id, { challenge: first }) }),
    surfer,
  )
})

test('a passkey is added once, to one person', async () => {
  const [one, other] = [await someone(), await someone()]
  const { device } = await addPasskey(one)
  const session = await sessionOf(other)
  const { challenge } = await startPasskeyRegistration(app, session)
  await assert.rejects(createPasskey(app, actorOf(session), { response: device.register({ challenge }) }), {
    code: 'DUPLICATE_ITEM',
  })
  assert.deepEqual(await listPasskeys(db, other.id), [])
})

test('a person has at most 20 passkeys, also when many are added at once', async () => {
  const person = await someone()
  const session = await sessionOf(person)
  const rows = Array.from({ length: 18 }, (_, n) => ({
    id: `cred_${String(n).padStart(26, '0')}`,
    person_id: person.id,
    kind: 'passkey' as const,
    external_id: `${person.id}-${n}`,
    public_key: Buffer.from([1]),
    counter: 0,
    created_at: app.now(),
  }))
  await db.insertInto('credentials').values(rows).execute()
  const tries = await Promise.all(
    Array.from({ length: 4 }, async () => ({ challenge: (await startPasskeyRegistration(app, session)).challenge })),
  )
  const results = await Promise.allSettled(
    tries.map((claims) =>
      createPasskey(app, actorOf(session), { response: createAuthenticator(SITE).register(claims) }),
    ),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2)
  assert.equal((await listPasskeys(db, person.id)).length, 20)
})

test('a passkey of one person cannot be removed by another', async () => {
  const [one, other] = [await someone(), await someone()]
  const { passkey } = await addPasskey(one)
  await assert.rejects(deletePasskey(app, actorOf(await sessionOf(other)), passkey.id), { code: 'NOT_FOUND' })
  assert.equal((await listPasskeys(db, one.id)).length, 1)
})
