import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findAccount } from '../../src/features/accounts/service.ts'
import { listOwnSignIns } from '../../src/features/people/me/service.ts'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import { authenticateSession } from '../../src/features/people/sessions/service.ts'
import { deleteOldTries } from '../../src/features/people/sign-in/retention/service.ts'
import { deleteMemberFactors } from '../../src/features/people/team/service.ts'
import { MINUTE_MS } from '../../src/shared/dates/time-units.ts'
import { AUTHOR, makeActivePartner } from '../harness/accounts.ts'
import { startApi } from '../harness/api.ts'
import { addAuthenticator, codeAt } from './factors.ts'
import { actorOf, makePerson, type Surfer, surferOf, type TestPerson } from './fixture.ts'

const START_MS = Date.now()
let aheadMs = 0
const api = await startApi({
  now: () => new Date(START_MS + aheadMs),
  requiresFactor: true,
  trustProxy: ['127.0.0.1', '::1'],
})
after(() => api[Symbol.asyncDispose]())

const { partnerId } = await api.partner('acme')

let places = 0
/** A browser at an address of its own. */
const newSurfer = (): Surfer => surferOf(api, { 'x-forwarded-for': `10.9.0.${++places}`, 'x-forwarded-proto': 'https' })

let people = 0
const newPerson = (role: 'owner' | 'admin' | 'reader' = 'owner', accountId = partnerId): Promise<TestPerson> => {
  people += 1
  return makePerson(api, accountId, { email: `person-${people}@acme.example`, role })
}

/** Somebody with an authenticator app, whose next code is free. */
async function newProtected(role: 'owner' | 'reader' = 'owner') {
  const person = await newPerson(role)
  const factors = await addAuthenticator(api, (await actorOf(api, person)).actor)
  aheadMs += MINUTE_MS
  return { ...person, ...factors, code: () => codeAt(factors.secret, api.app.now()) }
}

const whoIs = (surfer: Surfer) => authenticateSession(api.app, surfer.cookies.get(SESSION_COOKIE))
const problem = (code: string) => ({ name: 'Problem', code })
const secretIn = (page: string): string => (/id="secret">([A-Z2-7 ]+)</.exec(page)?.[1] ?? '').replaceAll(' ', '')

test('a session begins only after password and second factor', async () => {
  const person = await newProtected()
  const surfer = newSurfer()
  const answer = await surfer.post('/sign-in', {
    email: person.email,
    password: 'several unrelated words',
    next: '/keys',
  })
  assert.deepEqual([answer.status, answer.location], [303, '/sign-in/factor'])
  assert.match(answer.setCookies.join(), /^__Host-portal-step=[\w-]{43}; .*HttpOnly; Secure; SameSite=Lax$/)
  await assert.rejects(whoIs(surfer), problem('SIGN_IN_REQUIRED'))
  assert.match((await surfer.get('/sign-in/factor')).text, /Code from your authenticator app/)
  const wrong = await surfer.post('/sign-in/factor', { code: '000000' })
  assert.deepEqual([wrong.status, /This code is wrong/.test(wrong.text)], [400, true])
  const right = await surfer.post('/sign-in/factor', { code: person.code() })
  assert.deepEqual([right.status, right.location], [303, '/keys'])
  const session = await whoIs(surfer)
  assert.equal(session.personId, person.id)
  assert.ok(session.strongUntil && session.strongUntil > api.app.now())
  assert.ok(!surfer.cookies.has('__Host-portal-step'))
})

test('a used code cannot sign in again (replay), not even in another browser at the same time', async () => {
  const person = await newProtected()
  const [one, other] = [newSurfer(), newSurfer()]
  for (const surfer of [one, other]) await surfer.signIn(person.email)
  const code = person.code()
  const answers = await Promise.all([one, other].map((surfer) => surfer.post('/sign-in/factor', { code })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 400])
})

test('the factor page works only in the browser that knows the password, and for ten minutes', async () => {
  const person = await newProtected()
  const surfer = newSurfer()
  assert.equal((await surfer.get('/sign-in/factor')).location, '/sign-in')
  assert.equal((await surfer.post('/sign-in/factor', { code: person.code() })).location, '/sign-in')
  await surfer.signIn(person.email)
  const stolen = surfer.cookies.get('__Host-portal-step') ?? ''
  aheadMs += 11 * MINUTE_MS
  assert.equal((await surfer.post('/sign-in/factor', { code: person.code() })).location, '/sign-in')
  await assert.rejects(whoIs(surfer), problem('SIGN_IN_REQUIRED'))
  surfer.cookies.set('__Host-portal-step', stolen)
  await deleteOldTries(api.app)
  assert.deepEqual(await api.db.selectFrom('sign_in_steps').select('method').execute(), [])
})

test('forms of other sites cannot complete a sign-in', async () => {
  const person = await newProtected()
  const surfer = newSurfer()
  await surfer.signIn(person.email)
  for (const path of ['/sign-in/factor', '/sign-in/account', '/sign-in/new-factor', '/sign-in/new-factor/codes']) {
    const answer = await surfer.post(path, { code: person.code() }, { 'sec-fetch-site': 'cross-site' })
    assert.deepEqual([answer.status, answer.setCookies], [403, []], path)
  }
  assert.equal((await surfer.post('/sign-in/factor', { code: person.code() })).status, 303)
})

test('a recovery code signs in once, and its use is mailed', async () => {
  const person = await newProtected()
  const [recoveryCode = ''] = person.recoveryCodes
  const first = newSurfer()
  await first.signIn(person.email)
  assert.equal((await first.post('/sign-in/factor', { recoveryCode })).status, 303)
  const { signIns } = await listOwnSignIns(api.app, await whoIs(first), {})
  assert.deepEqual(
    signIns.slice(0, 1).map(({ outcome, method, factor }) => [outcome, method, factor]),
    [['signed-in', 'password', 'recovery-code']],
  )
  const second = newSurfer()
  await second.signIn(person.email)
  const again = await second.post('/sign-in/factor', { recoveryCode })
  assert.deepEqual([again.status, /<details open>/.test(again.text)], [400, true])
  const notices = await api.db.selectFrom('notices').select('content').where('kind', '=', 'access-changed').execute()
  const used = notices.filter(({ content }) => JSON.stringify(content).includes('recovery-code-used'))
  assert.equal(used.filter(({ content }) => JSON.stringify(content).includes(person.id)).length, 1)
})

test('an owner without a second factor can only set one up', async () => {
  const person = await newPerson('owner')
  const surfer = newSurfer()
  const answer = await surfer.post('/sign-in', {
    email: person.email,
    password: 'several unrelated words',
    next: '/team',
  })
  assert.deepEqual([answer.status, answer.location], [303, '/team'])
  await assert.rejects(whoIs(surfer), problem('SIGN_IN_REQUIRED'))
  const portal = await surfer.get('/portal/api/partner/me')
  assert.equal(portal.status, 401)
  assert.equal((await surfer.get('/sign-in?next=/team')).location, '/sign-in/new-factor?next=%2Fteam')
  assert.equal((await surfer.get('/welcome')).location, '/sign-in?next=%2Fwelcome')
  const page = await surfer.get('/sign-in/new-factor?next=/team')
  assert.match(page.text, /Your role needs one/)
  assert.doesNotMatch(page.text, /Not now/)
  const secret = secretIn(page.text)
  assert.equal(secretIn((await surfer.get('/sign-in/new-factor')).text), secret, 'a reload shows the same key')
  const wrong = await surfer.post('/sign-in/new-factor', { code: '000000', next: '/team' })
  assert.deepEqual([wrong.status, secretIn(wrong.text)], [400, secret])
  const before = surfer.cookies.get(SESSION_COOKIE)
  const right = await surfer.post('/sign-in/new-factor', { code: codeAt(secret, api.app.now()), next: '/team' })
  assert.deepEqual([right.status, right.location], [303, '/sign-in/new-factor/codes?next=%2Fteam'])
  assert.notEqual(surfer.cookies.get(SESSION_COOKIE), before, 'the session has a new token')
  await assert.rejects(authenticateSession(api.app, before), problem('SIGN_IN_REQUIRED'))
  assert.ok((await whoIs(surfer)).strongUntil)
  assert.match((await surfer.get('/sign-in/new-factor/codes?next=/team')).text, /Show my recovery codes/)
  const codes = await surfer.post('/sign-in/new-factor/codes', { next: '/team' })
  assert.equal(codes.text.match(/<li class="code">/g)?.length, 10)
  assert.equal((await surfer.get('/sign-in/new-factor')).location, '/sign-in', 'who has a factor adds others elsewhere')
})

test('a reader is offered a second factor, and may skip it', async () => {
  const person = await newPerson('reader')
  const surfer = newSurfer()
  await surfer.signIn(person.email)
  await whoIs(surfer)
  assert.match(
    (await surfer.get('/sign-in/new-factor?next=/keys')).text,
    /<a class="button" href="\/keys">Not now<\/a>/,
  )
  assert.equal((await surfer.get('/sign-in/new-factor/codes?next=/keys')).location, '/keys', 'not without a factor')
})

test('after a reset of the factors, the password leads to the set-up of a new factor', async () => {
  const person = await newProtected()
  const account = await findAccount(api.app, partnerId)
  await deleteMemberFactors(api.app, { author: AUTHOR, account, role: 'owner' }, person.id)
  const surfer = newSurfer()
  await surfer.signIn(person.email)
  await assert.rejects(whoIs(surfer), problem('SIGN_IN_REQUIRED'))
  assert.equal((await surfer.get('/sign-in/new-factor')).status, 200)
})

test('people with several accounts choose one, and are asked for its second factor', async () => {
  const distributor = await api.distributor('several')
  const { id: second } = await makeActivePartner(api, distributor, { email: 'a@second.example' })
  const email = 'both@accounts.example'
  const inFirst = await makePerson(api, partnerId, { email, role: 'reader' })
  const inSecond = await makePerson(api, second, { email, role: 'reader' })
  const stranger = await newPerson('reader')
  const { secret } = await addAuthenticator(api, (await actorOf(api, inSecond)).actor)
  aheadMs += MINUTE_MS
  const surfer = newSurfer()
  assert.equal((await surfer.signIn(email)).location, '/sign-in/account')
  const page = await surfer.get('/sign-in/account')
  for (const id of [inFirst.id, inSecond.id]) assert.ok(page.text.includes(`value="${id}"`))
  assert.equal((await surfer.post('/sign-in/account', { person: stranger.id })).location, '/sign-in')
  await surfer.signIn(email)
  assert.equal((await surfer.get('/sign-in/factor')).location, '/sign-in', 'no account is chosen')
  await surfer.signIn(email)
  assert.equal((await surfer.post('/sign-in/account', { person: inSecond.id })).location, '/sign-in/factor')
  assert.equal((await surfer.post('/sign-in/factor', { code: codeAt(secret, api.app.now()) })).location, '/')
  assert.equal((await whoIs(surfer)).account.id, second)
  const other = newSurfer()
  await other.signIn(email)
  assert.equal((await other.post('/sign-in/account', { person: inFirst.id })).location, '/')
  assert.equal((await whoIs(other)).account.id, partnerId)
  await distributor.post(`/v1/distributor/partners/${second}/suspend`)
  assert.equal((await newSurfer().signIn(email)).location, '/', 'one active account is left')
})

test('a sign-in from a new place and a new browser sends the person an email', async () => {
  const person = await newPerson('reader')
  const countOf = async () => {
    const rows = await api.db.selectFrom('notices').select('content').where('kind', '=', 'access-changed').execute()
    const texts = rows.map(({ content }) => JSON.stringify(content))
    return texts.filter((text) => text.includes('signed-in') && text.includes(person.id)).length
  }
  const from = (address: string, agent: string) =>
    surferOf(api, { 'x-forwarded-for': address, 'x-forwarded-proto': 'https', 'user-agent': agent })
  await from('203.0.113.1', 'one').signIn(person.email)
  await from('203.0.113.1', 'another').signIn(person.email)
  await from('203.0.113.2', 'another').signIn(person.email)
  assert.equal(await countOf(), 0)
  await from('203.0.113.3', 'a third').signIn(person.email)
  assert.equal(await countOf(), 1)
})
