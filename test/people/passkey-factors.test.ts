import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createPasskey, deletePasskey, startPasskeyRegistration } from '../../src/features/people/passkeys/service.ts'
import { createRecoveryCodes } from '../../src/features/people/recovery-codes/service.ts'
import type { PersonActor } from '../../src/features/people/rules.ts'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import { authenticateSession, authenticateSetup, createSession } from '../../src/features/people/sessions/service.ts'
import {
  createMicrosoftLink,
  deleteMicrosoftLink,
  listMicrosoftAccounts,
} from '../../src/features/people/single-sign-on/service.ts'
import type { Role } from '../../src/shared/actor.ts'
import { startApi } from '../harness/api.ts'
import { createAuthenticator } from './authenticator.ts'
import { addAuthenticator } from './factors.ts'
import { actorOf, makePerson, surferOf, type TestPerson } from './fixture.ts'

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

test('a session that waits for a second factor goes on as soon as there is a passkey', async () => {
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

test('the last passkey of an owner stays unless there is another factor', async () => {
  const person = await someone('owner')
  const { actor } = await actorOf(api, person)
  const { passkey } = await addPasskey(actor)
  await assert.rejects(deletePasskey(app, actor, passkey.id), { code: 'LAST_FACTOR' })
  assert.deepEqual(await kindsOf(person), ['passkey', 'password'])
  await addAuthenticator(api, actor)
  await deletePasskey(app, actor, passkey.id)
  assert.deepEqual(await kindsOf(person), ['password', 'recovery', 'totp'])
})

test('of two passkeys of an owner that are removed at once, one stays', async () => {
  const person = await someone('owner')
  const { actor } = await actorOf(api, person)
  const ids = [(await addPasskey(actor)).passkey.id, (await addPasskey(actor)).passkey.id]
  const results = await Promise.allSettled(ids.map((id) => deletePasskey(app, actor, id)))
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
})

test('the recovery codes of a reader go with the last passkey, for which they stand in', async () => {
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

test('a passkey that is used while it is removed signs in before or not at all', async () => {
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
