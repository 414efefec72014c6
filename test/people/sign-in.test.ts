import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { suspendDistributor } from '../../src/features/distributors/service.ts'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import { authenticateSession, deleteEndedSessions } from '../../src/features/people/sessions/service.ts'
import { deleteOldTries } from '../../src/features/people/sign-in/retention/service.ts'
import { toOwnPath } from '../../src/features/people/sign-in/rules.ts'
import { hashToken, newToken } from '../../src/shared/crypto/tokens.ts'
import { HOUR_MS } from '../../src/shared/dates/time-units.ts'
import { AUTHOR, makeActivePartner } from '../harness/accounts.ts'
import { startApi } from '../harness/api.ts'
import { eventually } from '../runs/eventually.ts'
import { makePerson, PASSWORD, type Surfer, surferOf } from './fixture.ts'

const START_MS = Date.now()
let aheadMs = 0
const api = await startApi({ now: () => new Date(START_MS + aheadMs), trustProxy: ['127.0.0.1', '::1'] })
after(() => api[Symbol.asyncDispose]())

const { partnerId } = await api.partner('acme')
const owner = await makePerson(api, partnerId, { email: 'robin@acme.example' })

let places = 0
/** A browser at an address of its own. */
const newSurfer = () => surferOf(api, { 'x-forwarded-for': `10.7.0.${++places}`, 'x-forwarded-proto': 'https' })

const whoIs = (token: string | undefined) => authenticateSession(api.app, token)
const problem = (code: string) => ({ name: 'Problem', code })

test('the right password starts a session, whose cookie no script, other host or plain connection gets', async () => {
  const surfer = newSurfer()
  const page = await surfer.get('/sign-in?next=/keys?a=1')
  assert.match(page.text, /name="next" value="\/keys\?a=1"/)
  const answer = await surfer.post('/sign-in', { email: 'ROBIN@acme.example', password: PASSWORD, next: '/keys?a=1' })
  assert.deepEqual([answer.status, answer.location], [303, '/keys?a=1'])
  const [cookie = '', ...others] = answer.setCookies
  assert.deepEqual(others, [])
  assert.match(cookie, /^__Host-portal=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const token = surfer.cookies.get(SESSION_COOKIE)
  const session = await whoIs(token)
  assert.deepEqual(
    [session.personId, session.role, session.account, session.strongUntil],
    [owner.id, 'owner', { kind: 'partner', id: partnerId, name: 'acme', requiresFactor: false }, null],
  )
  assert.deepEqual(
    [session.actor?.kind, session.actor?.id, session.actor?.partnerId, session.actor?.plan, session.distributor],
    ['person', owner.id, partnerId, 'professional', undefined],
  )
  const stored = await api.db.selectFrom('sessions').selectAll().where('person_id', '=', owner.id).execute()
  assert.ok(!JSON.stringify(stored).includes(String(token)), 'only the hash of the token is stored')
  assert.equal((await surfer.get('/sign-in?next=/team')).location, '/team')
})

test('a distributor signs in as itself', async () => {
  const distributor = await api.distributor('meridian')
  const person = await makePerson(api, distributor.id, { email: 'ops@meridian.example' })
  const surfer = newSurfer()
  assert.equal((await surfer.signIn(person.email)).status, 303)
  const session = await whoIs(surfer.cookies.get(SESSION_COOKIE))
  assert.equal(session.actor, undefined)
  assert.deepEqual(session.distributor, { kind: 'person', id: person.id, distributorId: distributor.id })
})

test('signing in ends an earlier session of the browser, and never reuses its token (fixation)', async () => {
  const surfer = newSurfer()
  const planted = newToken()
  surfer.cookies.set(SESSION_COOKIE, planted)
  await surfer.signIn(owner.email)
  const first = surfer.cookies.get(SESSION_COOKIE)
  assert.notEqual(first, planted)
  await surfer.signIn(owner.email)
  const second = surfer.cookies.get(SESSION_COOKIE)
  await assert.rejects(whoIs(first), problem('SIGN_IN_REQUIRED'))
  await whoIs(second)
})

test('signing out ends the session at the server', async () => {
  const surfer = newSurfer()
  await surfer.signIn(owner.email)
  const token = surfer.cookies.get(SESSION_COOKIE)
  const answer = await surfer.post('/sign-out')
  assert.deepEqual([answer.status, answer.location, surfer.cookies.size], [303, '/sign-in', 0])
  await assert.rejects(whoIs(token), problem('SIGN_IN_REQUIRED'))
})

test('forms of other sites are refused, and change nothing', async () => {
  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: api.baseUrl },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ]
  const surfer = newSurfer()
  await surfer.signIn(owner.email)
  const token = surfer.cookies.get(SESSION_COOKIE)
  for (const headers of foreign) {
    for (const path of ['/sign-in', '/sign-out']) {
      const answer = await surfer.post(path, { email: owner.email, password: PASSWORD }, headers)
      assert.equal(answer.status, 403, `${path} ${JSON.stringify(headers)}`)
      assert.deepEqual(answer.setCookies, [])
    }
  }
  await whoIs(token)
  assert.equal((await surfer.post('/sign-out', {}, { origin: api.baseUrl })).status, 303)
})

test('delays after wrong passwords are audited and logged once, for one source and for distributed attacks', async () => {
  const person = await makePerson(api, partnerId, { email: 'attacked@acme.example' })
  const delays = async () =>
    await api.db
      .selectFrom('audit')
      .select(['author_kind', 'partner_id', 'after'])
      .where('action', '=', 'signin.delayed')
      .where('subject', '=', person.id)
      .orderBy('id')
      .execute()
  const fail = async (surfer: Surfer) => {
    assert.equal((await surfer.signIn(person.email, 'wrong password')).status, 400)
    aheadMs += HOUR_MS / 3
  }
  const stranger = newSurfer()
  for (let times = 0; times < 4; times++) await fail(stranger)
  assert.deepEqual(await delays(), [])
  for (let times = 0; times < 3; times++) await fail(stranger)
  const place = { author_kind: 'system', partner_id: partnerId, after: { from: 'one place', failures: 5 } }
  assert.deepEqual(await delays(), [place])
  await api.db.updateTable('sign_in_failures').set({ failures: 98 }).where('source', '=', '*').execute()
  for (let times = 0; times < 5; times++) await fail(newSurfer())
  const attack = { ...place, after: { from: 'everywhere', failures: 100 } }
  assert.deepEqual(await delays(), [place, attack])
  aheadMs += 25 * HOUR_MS
  const again = newSurfer()
  for (let times = 0; times < 5; times++) await fail(again)
  assert.deepEqual(await delays(), [place, attack, place], 'a new episode a day later')
})

test('somebody whose link to a report has expired is shown what to do', async () => {
  const hint = /the link has expired or is incomplete: ask the company that sent it for a new one/
  const ended = await newSurfer().get('/reports/run_01jd0000000000000000000000?expires=1&signature=x')
  assert.equal(ended.status, 410)
  assert.match(ended.text, /Ask your service provider for a new link/)
  const { location } = await newSurfer().get('/reports/run_01jd0000000000000000000000')
  assert.match(String(location), /^\/sign-in\?next=%2Freports%2F/)
  assert.match((await newSurfer().get(String(location))).text, hint)
  const again = await newSurfer().post('/sign-in', { email: 'a@b.example', password: 'x', next: '/reports/run_1' })
  assert.match(again.text, hint)
  assert.doesNotMatch((await newSurfer().get('/sign-in?next=/keys')).text, hint)
})

test('one address has twenty attempts a minute, whatever it tries', async () => {
  await using limited = await startApi({ tryRate: 3, trustProxy: ['127.0.0.1', '::1'] })
  const statusesOf = async (address: string) => {
    const surfer = surferOf(limited, { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' })
    const found: number[] = []
    for (const n of [1, 2, 3, 4]) found.push((await surfer.signIn(`nobody${n}@x.example`, '')).status)
    return found
  }
  assert.deepEqual(await statusesOf('2001:db8:1:1::1'), [400, 400, 400, 429])
  assert.deepEqual(await statusesOf('2001:db8:1:1::2'), [429, 429, 429, 429], 'the same /64 network')
  assert.deepEqual(await statusesOf('2001:db8:1:2::1'), [400, 400, 400, 429])
})

test('a session ends after twelve hours without a request, and after seven days in any case', async () => {
  const surfer = newSurfer()
  await surfer.signIn(owner.email)
  const token = surfer.cookies.get(SESSION_COOKIE)
  const seenAt = async () => {
    const hash = hashToken(token ?? '')
    const row = await api.db.selectFrom('sessions').select('seen_at').where('hash', '=', hash).executeTakeFirstOrThrow()
    return row.seen_at
  }
  for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
    await whoIs(token)
    const now = api.app.now()
    await eventually('the last use is stored', async () => now.getTime() - (await seenAt()).getTime() < 60_000)
    aheadMs += 11 * HOUR_MS
  }
  await whoIs(token)
  aheadMs += 11 * HOUR_MS
  await assert.rejects(whoIs(token), problem('SIGN_IN_REQUIRED'))
  await surfer.signIn(owner.email)
  const idle = surfer.cookies.get(SESSION_COOKIE)
  aheadMs += 12 * HOUR_MS + 1
  await assert.rejects(whoIs(idle), problem('SIGN_IN_REQUIRED'))
})

test('a suspension ends all sessions in its transaction and notifies open pages; a reactivation restores none', async () => {
  const distributor = await api.distributor('southern')
  const { id } = await makeActivePartner(api, distributor, { email: 'kim@globex.example', company: 'Globex' })
  const person = await makePerson(api, id, { email: 'kim@globex.example' })
  const surfer = newSurfer()
  await surfer.signIn(person.email)
  const token = surfer.cookies.get(SESSION_COOKIE)
  const listener = new pg.Client({ connectionString: api.databaseUrl })
  await listener.connect()
  const heard: string[] = []
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listener.query('listen portal')
  try {
    assert.equal((await distributor.post(`/v1/distributor/partners/${id}/suspend`)).status, 200)
    await eventually('the notification', async () => heard.length > 0)
    assert.deepEqual(
      heard.map((text) => JSON.parse(text)),
      [{ kind: 'session.ended', partnerId: id }],
    )
  } finally {
    await listener.end()
  }
  assert.deepEqual(await api.db.selectFrom('sessions').select('id').where('person_id', '=', person.id).execute(), [])
  const refused = await surfer.signIn(person.email)
  assert.deepEqual([refused.status, refused.setCookies], [403, []])
  assert.match(refused.text, /is suspended.*southern.*mailto:ops@southern\.example/s)
  assert.equal((await surfer.signIn(person.email, 'a wrong password')).status, 400, 'only to the right person')
  assert.equal((await distributor.post(`/v1/distributor/partners/${id}/activate`)).status, 200)
  await assert.rejects(whoIs(token), problem('SIGN_IN_REQUIRED'))
  assert.equal((await surfer.signIn(person.email)).status, 303)
})

test('the session of a suspended account is refused even if its row still exists', async () => {
  const distributor = await api.distributor('eastern')
  const person = await makePerson(api, distributor.id, { email: 'ops@eastern.example' })
  const surfer = newSurfer()
  await surfer.signIn(person.email)
  const [row] = await api.db.selectFrom('sessions').selectAll().where('person_id', '=', person.id).execute()
  assert.ok(row)
  await suspendDistributor(api.app, AUTHOR, distributor.id)
  await api.db.insertInto('sessions').values(row).execute()
  await assert.rejects(whoIs(surfer.cookies.get(SESSION_COOKIE)), problem('DISTRIBUTOR_INACTIVE'))
})

test('a person has at most twenty sessions; one more ends the oldest', async () => {
  const person = await makePerson(api, partnerId, { email: 'many@acme.example' })
  const surfer = newSurfer()
  await surfer.signIn(person.email)
  const [row] = await api.db.selectFrom('sessions').selectAll().where('person_id', '=', person.id).execute()
  assert.ok(row)
  const copies = Array.from({ length: 19 }, (_, n) => ({
    ...row,
    id: `ses_${n}`,
    hash: Buffer.from(`${n}`),
    created_at: new Date(row.created_at.getTime() + n + 1),
  }))
  await api.db.insertInto('sessions').values(copies).execute()
  aheadMs += 1_000
  await newSurfer().signIn(person.email)
  const left = await api.db.selectFrom('sessions').select('id').where('person_id', '=', person.id).execute()
  assert.equal(left.length, 20)
  assert.ok(!left.some(({ id }) => id === row.id))
})

test('ended sessions, old sign-ins and old failures are deleted, and nothing else', async () => {
  const count = async () => {
    const { rows } = await sql<{ n: number[] }>`select array[
      (select count(*) from sessions), (select count(*) from sign_ins), (select count(*) from sign_in_failures)]::int[] as n`.execute(
      api.db,
    )
    return rows[0]?.n
  }
  await api.db.deleteFrom('sessions').execute()
  await api.db.deleteFrom('sign_ins').execute()
  await api.db.deleteFrom('sign_in_failures').execute()
  await newSurfer().signIn(owner.email)
  await newSurfer().signIn(owner.email, 'a wrong password')
  const clean = async (hours: number) => {
    aheadMs += hours * HOUR_MS
    await deleteEndedSessions(api.app)
    await deleteOldTries(api.app)
    return await count()
  }
  assert.deepEqual(await clean(11), [1, 2, 2])
  assert.deepEqual(await clean(2), [0, 2, 2])
  assert.deepEqual(await clean(12), [0, 2, 0])
  assert.deepEqual(await clean(88 * 24), [0, 2, 0])
  assert.deepEqual(await clean(2 * 24), [0, 0, 0])
})

test('people return only to our own paths', () => {
  const own = ['/', '/keys', '/keys?a=1&b=%2F%2Fx', '/webhooks/whk_1#log']
  assert.deepEqual(own.map(toOwnPath), own)
  const others = [
    '',
    'keys',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/a\nb',
    '/.//evil.example',
    '/..//evil.example',
    `/${'x'.repeat(2000)}`,
    undefined,
    ['/keys'],
  ]
  assert.deepEqual(
    others.map(toOwnPath),
    others.map(() => '/'),
  )
})
