import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { toShownPlace } from '../../src/features/people/me/rules.ts'
import { codeOf, stepAt } from '../../src/features/people/totp/rules.ts'
import { startApi } from '../harness/api.ts'
import { makePerson, PASSWORD, surferOf } from './fixture.ts'
import { outcomeOf, type Visitor, visit, visitAs } from './portal.ts'

const START_MS = Date.now()
let aheadMs = 0
const api = await startApi({ now: () => new Date(START_MS + aheadMs), requiresFactor: true })
after(() => api[Symbol.asyncDispose]())
const { partnerId } = await api.partner('acme')

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an app shows for a secret, now or some steps of 30 seconds away. */
function codeFor(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return codeOf(Uint8Array.from(bytes), stepAt(api.app.now()) + steps)
}

async function setUpApp(visitor: Visitor): Promise<string> {
  const { secret } = (await visitor.post('/me/factors/totp')).body
  const confirmed = await visitor.post('/me/factors/totp/confirm', { code: codeFor(secret) })
  assert.equal(confirmed.status, 204, confirmed.text)
  return secret
}

const actionsOf = async (visitor: Visitor): Promise<string[]> => {
  const rows = await api.db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', visitor.personId)
    .where('author_id', '=', visitor.personId)
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

const fieldsOf = (answer: { body: { error?: { details?: { field: string }[] } } }): string[] =>
  (answer.body.error?.details ?? []).map(({ field }) => field)

test('the session shows who is signed in, to which account, and with which rights', async () => {
  const robin = await visit(api, partnerId, { email: 'robin@acme.example', role: 'technician', strong: false })
  const { status, body } = await robin.get('/session')
  assert.equal(status, 200)
  assert.deepEqual(body, {
    person: {
      id: robin.personId,
      name: 'Robin Example',
      email: 'robin@acme.example',
      role: 'technician',
      preferences: {},
    },
    account: { kind: 'partner', id: partnerId, name: 'acme' },
    strongUntil: null,
    factors: { passkeys: 0, totp: false, recoveryCodesLeft: 0 },
    isPasswordEnough: true,
    accounts: [{ kind: 'partner', id: partnerId, name: 'acme' }],
    apiUrl: 'https://localhost',
    resets: [],
    visits: [],
  })
})

test('signing out ends the session at the server and removes the cookie', async () => {
  const leaving = await visit(api, partnerId, { email: 'leaving@acme.example' })
  assert.equal((await leaving.delete('/session')).status, 204)
  assert.equal(leaving.cookie(), undefined)
  const rows = await api.db.selectFrom('sessions').selectAll().where('person_id', '=', leaving.personId).execute()
  assert.deepEqual(rows, [])
})

test('the password confirms only for people without a second factor, under a new cookie', async () => {
  const pat = await visit(api, partnerId, { email: 'pat@acme.example', role: 'technician', strong: false })
  const before = pat.cookie()
  assert.equal(outcomeOf(await pat.post('/me/factors/totp')), '403 STRONG_SIGN_IN_REQUIRED')
  const wrong = await pat.post('/session/confirm', { password: 'not the right password' })
  assert.equal(outcomeOf(wrong), '400 INVALID_FIELD')
  assert.deepEqual(fieldsOf(wrong), ['password'])
  assert.equal(outcomeOf(await pat.post('/session/confirm', {})), '400 INVALID_FIELD')
  const two = { password: PASSWORD, code: '123456' }
  assert.equal(outcomeOf(await pat.post('/session/confirm', two)), '400 INVALID_FIELD')
  assert.equal((await pat.post('/session/confirm', { password: PASSWORD })).status, 204)
  assert.notEqual(pat.cookie(), before)
  assert.equal((await pat.get('/session', { headers: { cookie: `__Host-portal=${before}` } })).status, 401)
  await setUpApp(pat)
  aheadMs += 11 * 60_000
  const alone = await pat.post('/session/confirm', { password: PASSWORD })
  assert.equal(outcomeOf(alone), '400 INVALID_FIELD')
  assert.match(alone.body.error.message, /second factor/)
  assert.equal(outcomeOf(await pat.delete('/me/factors/totp')), '403 STRONG_SIGN_IN_REQUIRED')
})

test('an authenticator app is set up with a code, each code confirms once, and the set-up is audited', async () => {
  const kim = await visit(api, partnerId, { email: 'kim@acme.example' })
  const { secret, uri } = (await kim.post('/me/factors/totp')).body
  assert.equal(uri, `otpauth://totp/Plumbline:kim%40acme.example?secret=${secret}&issuer=Plumbline`)
  const wrong = await kim.post('/me/factors/totp/confirm', { code: '000000' === codeFor(secret) ? '1' : '000000' })
  assert.deepEqual([outcomeOf(wrong), fieldsOf(wrong)], ['400 INVALID_FIELD', ['code']])
  assert.equal((await kim.get('/me/factors')).body.authenticator, undefined, 'nothing counts before the first code')
  assert.equal((await kim.post('/me/factors/totp/confirm', { code: codeFor(secret) })).status, 204)
  const { authenticator, isRequired } = (await kim.get('/me/factors')).body
  assert.deepEqual([Object.keys(authenticator), isRequired], [['createdAt', 'lastUsedAt'], true])
  const again = await kim.post('/session/confirm', { code: codeFor(secret) })
  assert.deepEqual([outcomeOf(again), fieldsOf(again)], ['400 INVALID_FIELD', ['code']], 'the code was used before')
  assert.equal((await kim.post('/session/confirm', { code: codeFor(secret, 1) })).status, 204)
  const codes = (await kim.post('/me/factors/recovery-codes')).body.codes
  assert.equal(codes.length, 10)
  assert.equal((await kim.post('/session/confirm', { recoveryCode: codes[0] })).status, 204)
  assert.equal(outcomeOf(await kim.post('/session/confirm', { recoveryCode: codes[0] })), '400 INVALID_FIELD')
  assert.equal((await kim.get('/session')).body.factors.recoveryCodesLeft, 9)
  assert.equal(outcomeOf(await kim.delete('/me/factors/totp')), '409 LAST_FACTOR')
  assert.deepEqual(await actionsOf(kim), [
    'authenticator.added',
    'session.confirmed',
    'recovery.created',
    'recovery.used',
    'session.confirmed',
  ])
})

test('after five wrong codes a person has to wait, but a recovery code still works', async () => {
  const lee = await visit(api, partnerId, { email: 'lee@acme.example' })
  const secret = await setUpApp(lee)
  const { codes } = (await lee.post('/me/factors/recovery-codes')).body
  aheadMs += 60_000
  const tries: string[] = []
  for (let n = 0; n < 6; n++) tries.push(outcomeOf(await lee.post('/session/confirm', { code: 'abcdef' })))
  assert.deepEqual(tries, [...Array.from({ length: 5 }, () => '400 INVALID_FIELD'), '429 RATE_LIMITED'])
  const right = await lee.post('/session/confirm', { code: codeFor(secret) })
  assert.equal(outcomeOf(right), '429 RATE_LIMITED')
  assert.ok(Number(right.headers['retry-after']) > 0)
  assert.equal((await lee.post('/session/confirm', { recoveryCode: codes[1] })).status, 204)
})

test('without a second factor there are no recovery codes', async () => {
  const sam = await visit(api, partnerId, { email: 'sam@acme.example', role: 'reader' })
  assert.equal(outcomeOf(await sam.post('/me/factors/recovery-codes')), '400 INVALID_FIELD')
})

test('a new password needs the current one, replaces it, and ends the other sessions', async () => {
  const person = await makePerson(api, partnerId, { email: 'noa@acme.example', role: 'technician' })
  const noa = await visitAs(api, person, { strong: false })
  const elsewhere = await visitAs(api, person)
  const next = 'a different set of words'
  const wrong = await noa.put('/me/password', { current: 'not the right password', password: next })
  assert.deepEqual([outcomeOf(wrong), fieldsOf(wrong)], ['400 INVALID_FIELD', ['current']])
  for (const password of ['short', 'aaaaaaaaaaaaaaa', PASSWORD]) {
    const refused = await noa.put('/me/password', { current: PASSWORD, password })
    assert.deepEqual([outcomeOf(refused), fieldsOf(refused)], ['400 INVALID_FIELD', ['password']], password)
  }
  assert.equal((await elsewhere.get('/session')).status, 200, 'nothing was changed')
  assert.equal((await noa.put('/me/password', { current: PASSWORD, password: next })).status, 204)
  assert.equal(outcomeOf(await elsewhere.get('/session')), '401 SIGN_IN_REQUIRED')
  assert.equal((await noa.get('/session')).status, 200)
  assert.equal((await surferOf(api).signIn(person.email, PASSWORD)).status, 400)
  assert.equal((await surferOf(api).signIn(person.email, next)).status, 303)
  assert.deepEqual((await actionsOf(noa)).slice(0, 1), ['password.changed'])
  const notices = await api.db.selectFrom('notices').select('content').where('kind', '=', 'access-changed').execute()
  assert.ok(notices.some(({ content }) => JSON.stringify(content).includes('password-changed')))
})

test('guesses of one’s own password are limited as on the sign-in page', async () => {
  const ada = await visit(api, partnerId, { email: 'ada@acme.example', role: 'reader', strong: false })
  const tries: string[] = []
  for (let n = 0; n < 6; n++) tries.push(outcomeOf(await ada.post('/session/confirm', { password: 'a wrong guess' })))
  assert.deepEqual(tries, [...Array.from({ length: 5 }, () => '400 INVALID_FIELD'), '429 RATE_LIMITED'])
  assert.equal(
    outcomeOf(await ada.put('/me/password', { current: PASSWORD, password: 'other unrelated words' })),
    '429 RATE_LIMITED',
  )
})

test('sessions are listed, and can be ended one by one or all others at once', async () => {
  const person = await makePerson(api, partnerId, { email: 'mia@acme.example', role: 'reader' })
  const [mia, phone, tablet] = [await visitAs(api, person), await visitAs(api, person), await visitAs(api, person)]
  const stranger = await visit(api, partnerId, { email: 'stranger@acme.example' })
  const { sessions } = (await mia.get('/me/sessions')).body
  assert.equal(sessions.length, 3)
  const own = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
  assert.deepEqual([own.id, own.address, /Chrome/.test(own.agent)], [mia.sessionId, '127.0.0.1', true])
  assert.equal(outcomeOf(await mia.delete(`/me/sessions/${stranger.sessionId}`)), '404 NOT_FOUND')
  assert.equal(outcomeOf(await mia.delete('/me/sessions/%00')), '404 NOT_FOUND')
  assert.equal((await stranger.get('/session')).status, 200)
  assert.equal((await mia.delete(`/me/sessions/${phone.sessionId}`)).status, 204)
  assert.equal(outcomeOf(await phone.get('/session')), '401 SIGN_IN_REQUIRED')
  assert.deepEqual((await mia.delete('/me/sessions')).body, { ended: 1 })
  assert.equal(outcomeOf(await tablet.get('/session')), '401 SIGN_IN_REQUIRED')
  assert.equal((await mia.delete(`/me/sessions/${mia.sessionId}`)).status, 204)
  assert.equal(mia.cookie(), undefined)
  assert.deepEqual(await actionsOf(mia), ['session.ended', 'session.ended', 'session.ended'])
})

test('a person’s own sign-ins are listed page by page, including failed ones', async () => {
  const person = await makePerson(api, partnerId, { email: 'eve@acme.example', role: 'reader' })
  await surferOf(api).signIn(person.email, 'not the right password')
  await surferOf(api, { 'user-agent': 'Firefox/140' }).signIn(person.email)
  const eve = await visitAs(api, person)
  const first = (await eve.get('/me/sign-ins?limit=1')).body
  assert.deepEqual(
    first.signIns.map(({ outcome, method, agent }: Record<string, string>) => [outcome, method, agent]),
    [['signed-in', 'password', 'Firefox/140']],
  )
  const second = (await eve.get(`/me/sign-ins?limit=1&cursor=${first.nextCursor}`)).body
  assert.deepEqual([second.signIns[0].outcome, second.nextCursor], ['wrong-password', undefined])
  const stranger = await visit(api, partnerId, { email: 'finn@acme.example' })
  assert.equal(outcomeOf(await stranger.get(`/me/sign-ins?cursor=${first.nextCursor}`)), '400 INVALID_FIELD')
})

test('IPv6 networks are shown as people know them', () => {
  assert.equal(toShownPlace('20010db800000001'), '2001:db8:0:1::/64')
  assert.equal(toShownPlace('192.0.2.1'), '192.0.2.1')
})

test('people can switch only to their own accounts, after the second factor of the new one', async () => {
  const other = await api.partner('borealis')
  const foreign = await api.partner('foreign')
  const email = 'two@accounts.example'
  const here = await makePerson(api, partnerId, { email, role: 'reader' })
  const there = await makePerson(api, other.partnerId, { email, role: 'reader' })
  await makePerson(api, foreign.partnerId, { email: 'somebody@else.example' })
  const two = await visitAs(api, here, { others: [there.id] })
  const { accounts } = (await two.get('/session')).body
  assert.deepEqual(
    accounts.map(({ id }: { id: string }) => id),
    [partnerId, other.partnerId],
  )
  assert.equal(outcomeOf(await two.post('/session/account', { account: foreign.partnerId })), '404 NOT_FOUND')
  const before = two.cookie()
  const switched = await two.post('/session/account', { account: other.partnerId })
  assert.deepEqual([switched.status, switched.body], [200, { next: '/' }])
  const now = (await two.get('/session')).body
  assert.deepEqual([now.account.id, now.person.id, now.accounts.length], [other.partnerId, there.id, 2])
  assert.equal((await two.get('/session', { headers: { cookie: `__Host-portal=${before}` } })).status, 401)
  const [last] = (await two.get('/me/sign-ins')).body.signIns
  assert.deepEqual([last.outcome, last.method], ['signed-in', 'switch'], 'nobody typed a password')
  await setUpApp(await visitAs(api, here))
  const asked = await two.post('/session/account', { account: partnerId })
  assert.deepEqual(asked.body, { next: '/sign-in/factor' })
  assert.equal((await two.get('/session')).body.account.id, other.partnerId, 'the session continues until then')
})

test('an account whose password was changed since signing in is not offered any more', async () => {
  const other = await api.partner('cascade')
  const email = 'stale@accounts.example'
  const here = await makePerson(api, partnerId, { email, role: 'reader' })
  const there = await makePerson(api, other.partnerId, { email, role: 'reader' })
  const visitor = await visitAs(api, here, { others: [there.id] })
  aheadMs += 1000
  const elsewhere = await visitAs(api, there)
  const changed = await elsewhere.put('/me/password', { current: PASSWORD, password: 'yet another set of words' })
  assert.equal(changed.status, 204, changed.text)
  assert.equal((await visitor.get('/session')).body.accounts.length, 1)
  assert.equal(outcomeOf(await visitor.post('/session/account', { account: other.partnerId })), '404 NOT_FOUND')
})
