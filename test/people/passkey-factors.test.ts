import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findAccount } from '../../src/features/accounts/service.ts'
import type { PasskeyResponse } from '../../src/features/people/passkeys/schema.ts'
import {
  createPasskey,
  deletePasskey,
  startPasskeyConfirmation,
  startPasskeyRegistration,
  withPasskey,
} from '../../src/features/people/passkeys/service.ts'
import { createRecoveryCodes } from '../../src/features/people/recovery-codes/service.ts'
import type { PersonActor } from '../../src/features/people/rules.ts'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import { authenticateSession, authenticateSetup, createSession } from '../../src/features/people/sessions/service.ts'
import {
  createMicrosoftLink,
  deleteMicrosoftLink,
  listMicrosoftAccounts,
} from '../../src/features/people/single-sign-on/service.ts'
import { renewMember } from '../../src/features/people/team/service.ts'
import type { Role } from '../../src/shared/actor.ts'
import { startApi } from '../harness/api.ts'
import { createAuthenticator } from './authenticator.ts'
import { addAuthenticator } from './factors.ts'
import { actorOf, makePerson, type Surfer, surferOf, type TestPerson } from './fixture.ts'

const api = await startApi({ requiresFactor: true })
const { app, db } = api
const { partnerId } = await api.partner('northwind')
const SITE = { origin: 'https://app.example', rpId: 'app.example' }
after(() => api[Symbol.asyncDispose]())

let count = 0
const someone = (role: Role = 'owner'): Promise<TestPerson> =>
  makePerson(api, partnerId, { email: `person${count++}@northwind.example`, role })

async function addPasskey(actor: PersonActor) {
  const device = createAuthenticator(SITE)
  const { challenge } = await startPasskeyRegistration(app, actor.session)
  const passkey = await createPasskey(app, actor, { response: device.register({ challenge }) })
  return { device, passkey }
}

type Device = Awaited<ReturnType<typeof addPasskey>>['device']

/** What the person has been notified of, oldest first. */
async function noticesOf({ id }: TestPerson): Promise<string[]> {
  const rows = await db.selectFrom('notices').select('content').orderBy('id').execute()
  return rows
    .map(({ content }) => content as { personId?: string; change?: string })
    .filter(({ personId }) => personId === id)
    .map(({ change = '' }) => change)
}

const kindsOf = async ({ id }: TestPerson): Promise<string[]> => {
  const rows = await db.selectFrom('credentials').select('kind').distinct().where('person_id', '=', id).execute()
  return rows.map(({ kind }) => kind).sort()
}

test('a session that waits for a second factor continues as soon as a passkey is added', async () => {
  const person = await someone()
  const origin = { address: undefined, agent: undefined }
  const token = await db
    .transaction()
    .execute((tx) =>
      createSession(tx, { personId: person.id, at: app.now(), isStrong: false, needsFactor: true, ...origin }),
    )
  await assert.rejects(authenticateSession(app, token), { code: 'SIGN_IN_REQUIRED' })
  const { session } = await authenticateSetup(app, token)
  await addPasskey({ session, author: { kind: 'person', id: person.id } })
  assert.equal((await authenticateSession(app, token)).personId, person.id)
})

test('an owner’s last passkey cannot be removed unless there is another factor', async () => {
  const person = await someone('owner')
  const { actor } = await actorOf(api, person)
  const { passkey } = await addPasskey(actor)
  await assert.rejects(deletePasskey(app, actor, passkey.id), { code: 'LAST_FACTOR' })
  assert.deepEqual(await kindsOf(person), ['passkey', 'password'])
  await addAuthenticator(api, actor)
  await deletePasskey(app, actor, passkey.id)
  assert.deepEqual(await kindsOf(person), ['password', 'recovery', 'totp'])
})

test('if an owner’s two passkeys are removed at the same time, one remains', async () => {
  const person = await someone('owner')
  const { actor } = await actorOf(api, person)
  const ids = [(await addPasskey(actor)).passkey.id, (await addPasskey(actor)).passkey.id]
  const results = await Promise.allSettled(ids.map((id) => deletePasskey(app, actor, id)))
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
})

test('a reader’s recovery codes are removed with the last passkey', async () => {
  const person = await someone('reader')
  const { actor } = await actorOf(api, person)
  const { passkey } = await addPasskey(actor)
  await createRecoveryCodes(app, actor)
  await deletePasskey(app, actor, passkey.id)
  assert.deepEqual(await kindsOf(person), ['password'])
})

test('people are notified of each change to how they sign in', async () => {
  const person = await someone('reader')
  const { actor } = await actorOf(api, person)
  const { passkey } = await addPasskey(actor)
  await deletePasskey(app, actor, passkey.id)
  const identity = { tenantId: 'tenant', id: 'object', username: 'robin@northwind.example' }
  await createMicrosoftLink(app, actor, identity)
  await createMicrosoftLink(app, actor, identity)
  const [account] = await listMicrosoftAccounts(db, person.id)
  await deleteMicrosoftLink(app, actor, account?.id ?? '')
  assert.deepEqual(await noticesOf(person), [
    'passkey-added',
    'passkey-removed',
    'microsoft-linked',
    'microsoft-unlinked',
  ])
})

test('a full reset removes every earlier way to sign in', async () => {
  const person = await someone('reader')
  const { actor } = await actorOf(api, person)
  await addPasskey(actor)
  await createMicrosoftLink(app, actor, { tenantId: 'tenant', id: 'object', username: 'robin@northwind.example' })
  const account = await findAccount(app, partnerId)
  await renewMember(app, { author: { kind: 'operator', id: 'test' }, account, role: 'owner' }, person.email)
  assert.deepEqual(await kindsOf(person), [])
})

/** The response to the challenge that the session is asked to sign. */
async function confirmation({ session }: PersonActor, device: Device) {
  const { challenge } = await startPasskeyConfirmation(app, session)
  return device.sign(session.personId, { challenge })
}

/** Confirms who somebody is; returns the person who was verified. */
const confirm = ({ session }: PersonActor, response: PasskeyResponse): Promise<string> =>
  withPasskey(app, { session }, response, {}, async (_tx, personId) => personId)

test('a signed-in person confirms once with their own passkey, in the session that asked', async () => {
  const [one, other] = [await someone(), await someone()]
  const { actor } = await actorOf(api, one)
  const { device } = await addPasskey(actor)
  const response = await confirmation(actor, device)
  assert.equal(await confirm(actor, response), one.id)
  const stranger = (await actorOf(api, other)).actor
  const { device: foreign } = await addPasskey(stranger)
  const { actor: sameElsewhere } = await actorOf(api, one)
  const { body } = await surferOf(api).send('/sign-in/passkey/options', {})
  const registration = await startPasskeyRegistration(app, actor.session)
  const refused: (readonly [why: string, response: PasskeyResponse])[] = [
    ['it was used', response],
    ['another session asked', await confirmation(sameElsewhere, device)],
    ['another person asked', await confirmation(stranger, device)],
    ["the passkey is another person's", await confirmation(actor, foreign)],
    ['the sign-in page asked', device.sign(one.id, { challenge: body.challenge })],
    ['it was asked for a new passkey', device.sign(one.id, { challenge: registration.challenge })],
  ]
  for (const [why, each] of refused) await assert.rejects(confirm(actor, each), { code: 'PASSKEY_REFUSED' }, why)
})

test('if an action fails after a confirmation, the use of the passkey is not recorded', async () => {
  const person = await someone()
  const { actor } = await actorOf(api, person)
  const { device, passkey } = await addPasskey(actor)
  const response = await confirmation(actor, device)
  const fail = () => Promise.reject(new Error('as planned'))
  await assert.rejects(withPasskey(app, { session: actor.session }, response, {}, fail), /as planned/)
  const [row] = await db.selectFrom('credentials').select('last_used_at').where('id', '=', passkey.id).execute()
  assert.equal(row?.last_used_at, null)
  await assert.rejects(confirm(actor, response), { code: 'PASSKEY_REFUSED' }, 'the challenge is used up')
})

test('a person with a passkey cannot sign in with the password alone', async () => {
  const person = await someone('reader')
  await addPasskey((await actorOf(api, person)).actor)
  const surfer = surferOf(api)
  const { status, location } = await surfer.signIn(person.email)
  assert.deepEqual([status, location, surfer.cookies.has(SESSION_COOKIE)], [303, '/sign-in/factor', false])
  const page = await surfer.get('/sign-in/factor')
  assert.match(page.text, /Use a passkey/)
  assert.doesNotMatch(page.text, /authenticator app/)
  for (const code of ['000000', ''])
    assert.equal((await surfer.post('/sign-in/factor', { code })).status, 400, 'there is no app')
})

test('a passkey after the password completes that sign-in, and the person can still switch to their other accounts', async () => {
  const email = 'robin@several.example'
  const other = await api.partner('contour')
  const [one, two] = [await makePerson(api, partnerId, { email }), await makePerson(api, other.partnerId, { email })]
  const { device } = await addPasskey((await actorOf(api, one)).actor)
  const surfer = surferOf(api)
  assert.equal((await surfer.signIn(email)).location, '/sign-in/account')
  assert.equal((await surfer.post('/sign-in/account', { person: one.id })).location, '/sign-in/factor')
  const { body } = await surfer.send('/sign-in/passkey/options', {})
  const stranger = await someone('reader')
  const { device: foreign } = await addPasskey((await actorOf(api, stranger)).actor)
  const foreignSurfer = surferOf(api)
  for (const [name, value] of surfer.cookies) foreignSurfer.cookies.set(name, value)
  const asked = await foreignSurfer.send('/sign-in/passkey/options', {})
  const response = foreign.sign(stranger.id, { challenge: asked.body.challenge })
  assert.equal((await foreignSurfer.send('/sign-in/passkey', { response })).status, 200)
  const othersOf = async ({ cookies }: Surfer) => {
    const { sessionId } = await authenticateSession(app, cookies.get(SESSION_COOKIE))
    const row = db.selectFrom('sessions').select('others').where('id', '=', sessionId)
    return (await row.executeTakeFirstOrThrow()).others
  }
  assert.deepEqual(await othersOf(foreignSurfer), [], 'a browser without the password gets none of its accounts')
  const signed = device.sign(one.id, { challenge: body.challenge })
  assert.equal((await surfer.send('/sign-in/passkey', { response: signed })).status, 200)
  assert.deepEqual(await othersOf(surfer), [two.id])
  assert.ok(!surfer.cookies.has('__Host-portal-step'))
})

test('a passkey that is used while it is removed signs in before the removal or not at all', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await someone('reader')
    const { actor } = await actorOf(api, person)
    const { device, passkey } = await addPasskey(actor)
    const surfer = surferOf(api)
    const { body } = await surfer.send('/sign-in/passkey/options', {})
    const response = device.sign(person.id, { challenge: body.challenge })
    const [reply] = await Promise.all([
      surfer.send('/sign-in/passkey', { response }),
      deletePasskey(app, actor, passkey.id),
    ])
    assert.equal(reply.status === 200, surfer.cookies.has(SESSION_COOKIE))
    assert.ok([200, 403].includes(reply.status), reply.text)
  }
})
