import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findAccount } from '../../src/features/accounts/service.ts'
import { listMails } from '../../src/features/mail/sending/service.ts'
import {
  createInvitation,
  deleteOldInvitations,
  revokeInvitation,
  sendInvitationAgain,
} from '../../src/features/people/invitations/service.ts'
import { deleteOldRecoveries } from '../../src/features/people/recovery/service.ts'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import { authenticateSession } from '../../src/features/people/sessions/service.ts'
import { changeMember, renewMember } from '../../src/features/people/team/service.ts'
import { DAY_MS, MINUTE_MS } from '../../src/shared/dates/time-units.ts'
import { AUTHOR, makeActivePartner, makePartner } from '../harness/accounts.ts'
import { startApi } from '../harness/api.ts'
import { eventually } from '../runs/eventually.ts'
import { addAuthenticator, codeAt } from './factors.ts'
import { actorOf, makePerson, PASSWORD, type Surfer, sessionOf, surferOf } from './fixture.ts'

const START_MS = Date.now()
let aheadMs = 0
const api = await startApi({
  now: () => new Date(START_MS + aheadMs),
  worker: true,
  trustProxy: ['127.0.0.1', '::1'],
  limits: { mailsPerDay: 1_000 },
})
after(() => api[Symbol.asyncDispose]())

const { partnerId } = await api.partner('acme')
const account = await findAccount(api.app, partnerId)
const by = { author: AUTHOR, account, role: 'owner' } as const

let places = 0
const newSurfer = (): Surfer => surferOf(api, { 'x-forwarded-for': `10.8.0.${++places}`, 'x-forwarded-proto': 'https' })

/** The path in the newest mail of a kind to an address, once there are this many of them. */
async function linkTo(email: string, kind: string, count = 1): Promise<string> {
  const mail = await eventually(`${count} mails to ${email}`, async () => {
    const found = (await listMails(api.app, 200)).filter((one) => one.to === email && one.kind === kind)
    return found.length === count && found[0]
  })
  const { text } = await api.db.selectFrom('mails').select('text').where('id', '=', mail.id).executeTakeFirstOrThrow()
  return /https:\/\/app\.example(\/\S+)/.exec(text ?? '')?.[1] ?? ''
}

const mailsTo = async (email: string) => (await listMails(api.app, 200)).filter(({ to }) => to === email)
const whoIs = (surfer: Surfer) => authenticateSession(api.app, surfer.cookies.get(SESSION_COOKIE))
const twice = (password: string) => ({ password, repeat: password })
const NEW_PASSWORD = 'quite another phrase'
const problem = (code: string) => ({ name: 'Problem', code })

test('an invited person joins with a password of their own, once', async () => {
  const email = 'joins@acme.example'
  await createInvitation(api.app, by, { email, name: 'Jo', role: 'technician' })
  const link = await linkTo(email, 'person-invitation')
  const surfer = newSurfer()
  const page = await surfer.get(link)
  assert.match(page.text, /Join <bdi>acme<\/bdi>.*joins@acme\.example.*technician/s)
  for (const form of [
    twice('short'),
    { password: NEW_PASSWORD, repeat: 'another' },
    twice(email),
    { name: '', ...twice(NEW_PASSWORD) },
  ])
    assert.equal((await surfer.post(link, { name: 'Jo', ...form })).status, 400)
  const results = await Promise.all(
    [1, 2].map(() => newSurfer().post(link, { name: 'Jo Doe', ...twice(NEW_PASSWORD) })),
  )
  assert.deepEqual(results.map(({ status }) => status).toSorted(), [303, 404])
  assert.equal((await surfer.get(link)).status, 404)
  assert.equal((await surfer.signIn(email, NEW_PASSWORD)).status, 303)
  const session = await whoIs(surfer)
  assert.deepEqual([session.name, session.role, session.account.id], ['Jo Doe', 'technician', partnerId])
})

test('an invitation link ends when a newer one is sent, when it is withdrawn, and after seven days', async () => {
  const surfer = newSurfer()
  const email = 'dies@acme.example'
  const { id } = await createInvitation(api.app, by, { email, name: 'Di', role: 'reader' })
  const first = await linkTo(email, 'person-invitation')
  await sendInvitationAgain(api.app, by, id)
  const second = await linkTo(email, 'person-invitation', 2)
  assert.deepEqual([(await surfer.get(first)).status, (await surfer.get(second)).status], [404, 200])
  aheadMs += 7 * DAY_MS + MINUTE_MS
  assert.equal((await surfer.post(second, { name: 'Di', ...twice(NEW_PASSWORD) })).status, 404)
  await sendInvitationAgain(api.app, by, id)
  const third = await linkTo(email, 'person-invitation', 3)
  assert.equal((await surfer.get(third)).status, 200)
  await revokeInvitation(api.app, by, id)
  assert.equal((await surfer.get(third)).status, 404)
})

test('nobody joins a suspended account', async () => {
  const distributor = await api.distributor('meridian')
  const { id } = await makeActivePartner(api, distributor, { email: 'a@suspends.example' })
  const email = 'late@suspends.example'
  const input = { email, name: 'La', role: 'owner' } as const
  await createInvitation(api.app, { ...by, account: await findAccount(api.app, id) }, input)
  const link = await linkTo(email, 'person-invitation')
  await distributor.post(`/v1/distributor/partners/${id}/suspend`)
  assert.equal((await newSurfer().post(link, { name: 'La', ...twice(NEW_PASSWORD) })).status, 404)
  const pending = await makePartner(distributor, { email: 'a@pending.example' })
  const refused = createInvitation(api.app, { ...by, account: await findAccount(api.app, pending) }, input)
  await assert.rejects(refused, problem('PARTNER_INACTIVE'))
})

test('a link for a forgotten password sets a new one, ends sessions, and does not bypass the second factor', async () => {
  const person = await makePerson(api, partnerId, { email: 'forgot@acme.example' })
  const { secret } = await addAuthenticator(api, (await actorOf(api, person)).actor)
  const session = await sessionOf(api, person)
  const surfer = newSurfer()
  const asked = await surfer.post('/recover', { email: person.email.toUpperCase() })
  assert.equal(asked.status, 200)
  const link = await linkTo(person.email, 'password-recovery')
  assert.match((await surfer.get(link)).text, /autocomplete="new-password"/)
  assert.equal((await surfer.post(link, twice('short'))).status, 400)
  const foreign = await surfer.post(link, twice(NEW_PASSWORD), { 'sec-fetch-site': 'cross-site' })
  assert.equal(foreign.status, 403)
  const results = await Promise.all([1, 2].map(() => surfer.post(link, twice(NEW_PASSWORD))))
  assert.deepEqual(results.map(({ status }) => status).toSorted(), [200, 404])
  await assert.rejects(authenticateSession(api.app, session), problem('SIGN_IN_REQUIRED'))
  assert.equal(surfer.cookies.has(SESSION_COOKIE), false, 'nobody is signed in')
  assert.equal((await newSurfer().signIn(person.email, PASSWORD)).status, 400)
  assert.equal((await surfer.signIn(person.email, NEW_PASSWORD)).location, '/sign-in/factor')
  aheadMs += MINUTE_MS
  assert.equal((await surfer.post('/sign-in/factor', { code: codeAt(secret, api.app.now()) })).status, 303)
})

test('a started sign-in ends when its password changes or is removed', async () => {
  const person = await makePerson(api, partnerId, { email: 'begun@acme.example', role: 'reader' })
  await addAuthenticator(api, (await actorOf(api, person)).actor)
  const begin = async (password: string): Promise<Surfer> => {
    const surfer = newSurfer()
    assert.equal((await surfer.signIn(person.email, password)).location, '/sign-in/factor')
    assert.equal((await surfer.get('/sign-in/factor')).status, 200)
    return surfer
  }
  const thief = await begin(PASSWORD)
  await newSurfer().post('/recover', { email: person.email })
  const link = await linkTo(person.email, 'password-recovery')
  assert.equal((await newSurfer().post(link, twice(NEW_PASSWORD))).status, 200)
  assert.equal((await thief.get('/sign-in/factor')).location, '/sign-in')
  const another = await begin(NEW_PASSWORD)
  await renewMember(api.app, by, person.email)
  assert.equal((await another.get('/sign-in/factor')).location, '/sign-in')
})

test('known and unknown addresses get the same response, and only a known one gets an email, at most five an hour', async () => {
  const person = await makePerson(api, partnerId, { email: 'asks@acme.example' })
  const texts = new Set<string>()
  for (const email of [person.email, 'nobody@nowhere.example'])
    for (let n = 0; n < 7; n++) {
      const { status, text } = await newSurfer().post('/recover', { email })
      texts.add(`${status} ${text}`)
    }
  assert.equal(texts.size, 1)
  await linkTo(person.email, 'password-recovery', 5)
  await eventually(
    'no notice waits',
    async () => (await api.db.selectFrom('notices').select('id').execute()).length === 0,
  )
  assert.equal((await mailsTo(person.email)).length, 5)
  assert.deepEqual(await mailsTo('nobody@nowhere.example'), [])
  const stored = await api.db.selectFrom('recovery_requests').selectAll().execute()
  assert.ok(!JSON.stringify(stored).includes('nowhere'))
  aheadMs += 61 * MINUTE_MS
  await newSurfer().post('/recover', { email: person.email })
  await linkTo(person.email, 'password-recovery', 6)
})

test('a link for a new password ends after 30 minutes or with a newer one; blocked people get none', async () => {
  const person = await makePerson(api, partnerId, { email: 'late@acme.example', role: 'reader' })
  const surfer = newSurfer()
  await surfer.post('/recover', { email: person.email })
  const first = await linkTo(person.email, 'password-recovery')
  await surfer.post('/recover', { email: person.email })
  const second = await linkTo(person.email, 'password-recovery', 2)
  assert.deepEqual([(await surfer.get(first)).status, (await surfer.get(second)).status], [404, 200])
  await makePerson(api, partnerId, { email: 'owner@acme.example' })
  await changeMember(api.app, by, person.id, { status: 'blocked' })
  assert.equal((await surfer.post(second, twice(NEW_PASSWORD))).status, 404)
  await changeMember(api.app, by, person.id, { status: 'active' })
  assert.equal((await surfer.get(second)).status, 200)
  aheadMs += 31 * MINUTE_MS
  assert.equal((await surfer.post(second, twice(NEW_PASSWORD))).status, 404)
  assert.equal((await newSurfer().signIn(person.email)).status, 303, 'the password stayed')
})

test('a full reset removes the password and all factors, and mails a link', async () => {
  const person = await makePerson(api, partnerId, { email: 'lost@acme.example', role: 'reader' })
  const { secret } = await addAuthenticator(api, (await actorOf(api, person)).actor)
  const session = await sessionOf(api, person)
  await renewMember(api.app, by, 'LOST@acme.example')
  await assert.rejects(authenticateSession(api.app, session), problem('SIGN_IN_REQUIRED'))
  const kinds = await api.db.selectFrom('credentials').select('kind').where('person_id', '=', person.id).execute()
  assert.deepEqual(kinds, [])
  assert.equal((await newSurfer().signIn(person.email)).status, 400)
  const link = await linkTo(person.email, 'password-recovery')
  const surfer = newSurfer()
  assert.equal((await surfer.post(link, twice(NEW_PASSWORD))).status, 200)
  assert.equal((await surfer.signIn(person.email, NEW_PASSWORD)).location, '/')
  assert.ok(secret)
  await assert.rejects(renewMember(api.app, by, 'nobody@acme.example'), problem('NOT_FOUND'))
})

test('each email about a change goes to the person, and names what happened', async () => {
  const email = 'reads@acme.example'
  const person = await makePerson(api, partnerId, { email, role: 'reader' })
  await addAuthenticator(api, (await actorOf(api, person)).actor)
  await changeMember(api.app, by, person.id, { role: 'technician', status: 'blocked' })
  const subjects = await eventually('four mails', async () => {
    const found = (await mailsTo(email)).map(({ subject }) => subject)
    return found.length === 4 && found
  })
  assert.deepEqual(subjects.toSorted(), [
    'An authenticator app was added to your sign-in: acme',
    'You have new recovery codes: acme',
    'Your access was blocked: acme',
    'Your role was changed: acme',
  ])
})

test('ended invitations and links are deleted after their retention period', async () => {
  await createInvitation(api.app, by, { email: 'never@acme.example', name: 'Ne', role: 'reader' })
  await newSurfer().post('/recover', { email: 'asks@acme.example' })
  await linkTo('asks@acme.example', 'password-recovery', 7)
  const count = async () => {
    await deleteOldInvitations(api.app)
    await deleteOldRecoveries(api.app)
    const [invitations, links, requests] = await Promise.all([
      api.db.selectFrom('invitations').select('id').where('email', '=', 'never@acme.example').execute(),
      api.db.selectFrom('password_resets').select('person_id').execute(),
      api.db.selectFrom('recovery_requests').select('since').execute(),
    ])
    return [invitations.length, links.length > 0, requests.length > 0]
  }
  assert.deepEqual(await count(), [1, true, true])
  aheadMs += 61 * MINUTE_MS
  assert.deepEqual(await count(), [1, false, false])
  aheadMs += 38 * DAY_MS
  assert.deepEqual(await count(), [0, false, false])
})
