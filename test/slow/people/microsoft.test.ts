import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { SESSION_COOKIE } from '../../../src/features/people/sessions/rules.ts'
import { authenticateSession, createSession } from '../../../src/features/people/sessions/service.ts'
import { externalIdOf } from '../../../src/features/people/single-sign-on/rules.ts'
import {
  deleteMicrosoftLink,
  listMicrosoftAccounts,
  startMicrosoftLink,
} from '../../../src/features/people/single-sign-on/service.ts'
import { MINUTE_MS } from '../../../src/shared/dates/time-units.ts'
import type { IdTokenFault } from '../../../src/simulator/sign-in/id-tokens.ts'
import { STAFF_MEMBERS, type StaffMember } from '../../../src/simulator/sign-in/staff.ts'
import { startApi } from '../../harness/api.ts'
import { makePerson, type Reply, type Surfer, surferOf, type TestPerson } from '../../people/fixture.ts'

let aheadMs = 0
const api = await startApi({ simulator: true, now: () => new Date(Date.now() + aheadMs) })
const { app, db } = api
const simulator = api.simulator ?? assert.fail('the simulator runs')
const { partnerId } = await api.partner('northwind')
const agent = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await agent.close()
  await api[Symbol.asyncDispose]()
})

const [SAM, ALEX, KIM, COPYCAT] = STAFF_MEMBERS
if (!SAM || !ALEX || !KIM || !COPYCAT) throw new Error('the simulator has four people')

let count = 0
const someone = (accountId = partnerId): Promise<TestPerson> =>
  makePerson(api, accountId, { email: `person${count++}@northwind.example` })

/** Accounts that are linked to nobody else, for tests that run beside others. */
async function forgetLinks(): Promise<void> {
  await db.deleteFrom('credentials').where('kind', '=', 'microsoft').execute()
}

/** A browser in which this person is signed in. */
async function enter({ id: personId }: TestPerson): Promise<Surfer> {
  const at = app.now()
  const origin = { address: '203.0.113.7', agent: 'test' }
  const token = await db.transaction().execute((tx) => createSession(tx, { personId, at, isStrong: true, ...origin }))
  const surfer = surferOf(api)
  surfer.cookies.set(SESSION_COOKIE, token)
  return surfer
}

const sessionOf = (surfer: Surfer) => authenticateSession(app, surfer.cookies.get(SESSION_COOKIE))

/** Signs in as somebody on the simulated page; returns the path that the browser comes back to. */
async function choose(url: string, member: StaffMember | undefined): Promise<string> {
  const target = new URL(url)
  target.pathname += member ? '/sign-in' : '/cancel'
  if (member) target.searchParams.set('as', member.key)
  const { statusCode, headers, body } = await request(target, { dispatcher: agent })
  const page = await body.text()
  assert.equal(statusCode, 302, page)
  const back = new URL(String(headers.location))
  assert.equal(back.origin, 'https://app.example')
  return back.pathname + back.search
}

/** Follows the redirect from the application's address to that of people. */
async function comeBack(surfer: Surfer, path: string): Promise<Reply> {
  const first = await surfer.get(path)
  assert.equal(first.status, 303, first.text)
  return await surfer.get(first.location ?? '')
}

/** The address of the sign-in service that the browser is sent to. */
async function start(surfer: Surfer, next = '/keys'): Promise<string> {
  const { status, location } = await surfer.get(`/sign-in/microsoft?${new URLSearchParams({ next })}`)
  assert.equal(status, 303)
  return location ?? ''
}

const signIn = async (surfer: Surfer, member: StaffMember | undefined, next?: string): Promise<Reply> =>
  comeBack(surfer, await choose(await start(surfer, next), member))

async function link(surfer: Surfer, member: StaffMember): Promise<Reply> {
  return await comeBack(surfer, await choose(await startMicrosoftLink(app, await sessionOf(surfer)), member))
}

/** Somebody to whom the Microsoft account is linked. */
async function linked(member: StaffMember, accountId = partnerId): Promise<TestPerson> {
  const person = await someone(accountId)
  const reply = await link(await enter(person), member)
  assert.deepEqual([reply.status, reply.location], [303, '/security'], reply.text)
  return person
}

function assertNobodyIn(surfer: Surfer, reply: Reply, status: number, says: RegExp): void {
  assert.deepEqual([reply.status, surfer.cookies.has(SESSION_COOKIE)], [status, false], reply.text)
  assert.match(reply.text, says)
}

test('a linked Microsoft account signs its person in, and is not a second factor', async () => {
  await forgetLinks()
  const person = await linked(SAM)
  const surfer = surferOf(api)
  const reply = await signIn(surfer, SAM)
  assert.deepEqual([reply.status, reply.location], [303, '/keys'])
  const session = await sessionOf(surfer)
  assert.deepEqual([session.personId, session.strongUntil], [person.id, null])
  const [account] = await listMicrosoftAccounts(db, person.id)
  assert.deepEqual([account?.name, account?.lastUsedAt !== undefined], [SAM.userPrincipalName, true])
  const audit = await db
    .selectFrom('audit')
    .select(['action', 'author_kind', 'author_id'])
    .where('subject', '=', person.id)
    .where('action', 'in', ['microsoft.linked', 'session.started'])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    audit.map(({ action, author_kind, author_id }) => [action, author_kind, author_id]),
    [
      ['microsoft.linked', 'person', person.id],
      ['session.started', 'person', person.id],
    ],
  )
})

test('an account with the same name and address in another tenant signs nobody in', async () => {
  await forgetLinks()
  await linked(SAM)
  assert.equal(COPYCAT.userPrincipalName, SAM.userPrincipalName)
  for (const stranger of [COPYCAT, ALEX]) {
    const surfer = surferOf(api)
    assertNobodyIn(surfer, await signIn(surfer, stranger), 403, /not linked to anybody here/)
  }
})

test('a known email address alone does not link an account', async () => {
  await forgetLinks()
  await makePerson(api, partnerId, { email: KIM.userPrincipalName })
  const surfer = surferOf(api)
  assertNobodyIn(surfer, await signIn(surfer, KIM), 403, /not linked to anybody here/)
})

test('the return path leads only into the portal', async () => {
  await forgetLinks()
  await linked(SAM)
  for (const next of ['//evil.example', 'https://evil.example/', '/\\evil.example'])
    assert.equal((await signIn(surferOf(api), SAM, next)).location, '/')
})

const FAULTS: readonly IdTokenFault[] = [
  'nonce',
  'audience',
  'issuer',
  'tenant',
  'signature',
  'expired',
  'unsigned',
  'no-person',
]

for (const fault of FAULTS) {
  test(`an id token with this fault signs nobody in and links nothing: ${fault}`, async () => {
    await forgetLinks()
    await linked(SAM)
    const person = await someone()
    const [surfer, known] = [surferOf(api), await enter(person)]
    simulator.application.fault = fault
    try {
      assertNobodyIn(surfer, await signIn(surfer, SAM), 403, /could not be verified/)
      assert.equal((await link(known, ALEX)).status, 403)
    } finally {
      delete simulator.application.fault
    }
    assert.deepEqual(await listMicrosoftAccounts(db, person.id), [])
  })
}

test('a sign-in that is cancelled, or without a usable response, says so', async () => {
  const surfer = surferOf(api)
  assertNobodyIn(surfer, await signIn(surfer, undefined), 200, /You did not sign in/)
  for (const fault of ['unavailable', 'oversized', 'no-keys'] as const) {
    simulator.application.fault = fault
    try {
      assertNobodyIn(surfer, await signIn(surfer, SAM), 503, /does not respond/)
    } finally {
      delete simulator.application.fault
    }
  }
})

test('each callback works once, whether or not its code was accepted', async () => {
  await forgetLinks()
  await linked(SAM)
  const surfer = surferOf(api)
  const path = await choose(await start(surfer), SAM)
  assert.equal((await comeBack(surfer, path)).location, '/keys')
  surfer.cookies.delete(SESSION_COOKIE)
  assertNobodyIn(surfer, await comeBack(surfer, path), 404, /has expired/)
})

test('exactly one of many requests with one code signs in', async () => {
  await forgetLinks()
  await linked(SAM)
  const surfer = surferOf(api)
  const path = await choose(await start(surfer), SAM)
  const replies = await Promise.all(Array.from({ length: 5 }, () => comeBack(surfer, path)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [303, 404, 404, 404, 404])
})

test('a code of another sign-in, or no code, signs nobody in', async () => {
  await forgetLinks()
  await linked(SAM)
  const surfer = surferOf(api)
  const codeOf = (path: string): string => new URL(path, api.baseUrl).searchParams.get('code') ?? ''
  const stateOf = (url: string): string => new URL(url, api.baseUrl).searchParams.get('state') ?? ''
  const foreign = codeOf(await choose(await start(surferOf(api)), SAM))
  for (const code of [foreign, 'x', '']) {
    const state = stateOf(await start(surfer))
    const reply = await comeBack(surfer, `/consent/callback?${new URLSearchParams({ state, code })}`)
    assertNobodyIn(surfer, reply, 403, /could not be verified/)
  }
})

test('a sign-in that one browser started cannot be completed in another', async () => {
  await forgetLinks()
  await linked(SAM)
  const [attacker, victim, bare] = [surferOf(api), surferOf(api), surferOf(api)]
  const path = await choose(await start(attacker), SAM)
  await start(victim)
  for (const surfer of [victim, bare]) assertNobodyIn(surfer, await comeBack(surfer, path), 404, /another browser/)
  assert.equal((await comeBack(attacker, path)).location, '/keys', 'the browser that started may still finish')
})

test('a sign-in that takes longer than ten minutes has ended', async () => {
  const surfer = surferOf(api)
  const path = await choose(await start(surfer), SAM)
  aheadMs = 10 * MINUTE_MS + 1_000
  try {
    assertNobodyIn(surfer, await comeBack(surfer, path), 404, /has expired/)
  } finally {
    aheadMs = 0
  }
})

test('an account is linked only in the session that started it', async () => {
  await forgetLinks()
  const [attacker, victim] = [await someone(), await someone()]
  const [own, other] = [await enter(attacker), await enter(victim)]
  // The attacker makes the victim's browser finish: the attacker's account would open the victim's.
  const path = await choose(await startMicrosoftLink(app, await sessionOf(own)), ALEX)
  assert.equal((await comeBack(other, path)).status, 404)
  assert.equal((await comeBack(surferOf(api), path)).status, 404)
  const again = await enter(attacker)
  assert.equal((await comeBack(again, path)).status, 404, 'another session of the same person')
  for (const { id } of [attacker, victim]) assert.deepEqual(await listMicrosoftAccounts(db, id), [])
  assert.equal((await comeBack(own, path)).location, '/security')
  assert.equal((await listMicrosoftAccounts(db, attacker.id)).length, 1)
})

test('linking an account ends with the session that started it', async () => {
  const person = await someone()
  const surfer = await enter(person)
  const path = await choose(await startMicrosoftLink(app, await sessionOf(surfer)), ALEX)
  await surfer.post('/sign-out')
  assert.equal((await comeBack(surfer, path)).status, 404)
  assert.deepEqual(await listMicrosoftAccounts(db, person.id), [])
})

test('linking an account again changes nothing', async () => {
  await forgetLinks()
  const person = await someone()
  const surfer = await enter(person)
  for (let times = 0; times < 2; times++) assert.equal((await link(surfer, ALEX)).location, '/security')
  assert.equal((await listMicrosoftAccounts(db, person.id)).length, 1)
})

test('an account that was unlinked, or whose person was blocked or removed, signs nobody in', async () => {
  for (const end of ['unlink', 'block', 'remove']) {
    await forgetLinks()
    const person = await linked(SAM)
    if (end === 'unlink') {
      const session = await sessionOf(await enter(person))
      const [account] = await listMicrosoftAccounts(db, person.id)
      const author = { kind: 'person', id: person.id } as const
      await deleteMicrosoftLink(app, { session, author }, account?.id ?? '')
    } else if (end === 'block') {
      await db.updateTable('people').set({ status: 'blocked' }).where('id', '=', person.id).execute()
    } else await db.deleteFrom('people').where('id', '=', person.id).execute()
    const surfer = surferOf(api)
    assertNobodyIn(surfer, await signIn(surfer, SAM), 403, /not linked to anybody here/)
  }
})

test('nobody can unlink the account of another person', async () => {
  await forgetLinks()
  const [one, other] = [await linked(SAM), await someone()]
  const [account] = await listMicrosoftAccounts(db, one.id)
  const session = await sessionOf(await enter(other))
  const author = { kind: 'person', id: other.id } as const
  await assert.rejects(deleteMicrosoftLink(app, { session, author }, account?.id ?? ''), { code: 'NOT_FOUND' })
  assert.equal((await listMicrosoftAccounts(db, one.id)).length, 1)
})

test('nobody signs in to a suspended account, and the page names who manages it', async () => {
  await forgetLinks()
  const distributor = await api.distributor('meridian')
  const { body } = await distributor.post('/v1/distributor/partners', {
    company: 'Paused Partner',
    email: 'owner@paused.example',
    name: 'Pat',
    plan: 'starter',
    billing: { currency: 'AUD', interval: 'annual' },
  })
  await distributor.post(`/v1/distributor/partners/${body.id}/activate`)
  await linked(SAM, body.id)
  await distributor.post(`/v1/distributor/partners/${body.id}/suspend`)
  const surfer = surferOf(api)
  assertNobodyIn(surfer, await signIn(surfer, SAM), 403, /Paused Partner.*is suspended[\s\S]*ops@meridian\.example/)
})

test('the states of administrators and of people are distinguished', async () => {
  const acme = await api.as('northwind')
  const [tenant] = (await db.selectFrom('tenant_approvals').select('tenant_id').limit(1).execute()) ?? []
  const customer = await acme.post('/v1/partner/customers', { name: 'Driftwood', tenantId: tenant?.tenant_id })
  const { url } = (await acme.post(`/v1/partner/customers/${customer.body.id}/consent-link`)).body
  const surfer = surferOf(api)
  await surfer.get(new URL(url).pathname)
  const sent = await surfer.post(new URL(url).pathname)
  const state = new URL(sent.location ?? '').searchParams.get('state') ?? ''
  assert.equal((await surfer.get(`/sign-in/microsoft/return?${new URLSearchParams({ state, code: 'x' })}`)).status, 404)
  for (const forged of ['person.', `person.${'x'.repeat(43)}`, 'x'.repeat(43), ''])
    assert.equal((await surfer.get(`/sign-in/microsoft/return?state=${forged}&code=x`)).status, 404)
})

test('state and cookie are stored as hashes, nonce and verifier are sealed', async () => {
  const surfer = surferOf(api)
  const url = new URL(await start(surfer))
  const rows = await db.selectFrom('microsoft_sign_ins').selectAll().execute()
  const stored = JSON.stringify(rows, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  )
  const secrets = [url.searchParams.get('state'), url.searchParams.get('nonce'), ...surfer.cookies.values()]
  for (const secret of secrets) assert.ok(secret && !stored.includes(secret))
  assert.ok(rows.every(({ state_hash, browser_hash }) => state_hash.length === 32 && browser_hash?.length !== 0))
})

test('a person has at most five Microsoft accounts', async () => {
  await forgetLinks()
  const person = await someone()
  const surfer = await enter(person)
  const path = await choose(await startMicrosoftLink(app, await sessionOf(surfer)), ALEX)
  const rows = Array.from({ length: 5 }, (_, n) => ({
    id: `cred_${String(n).padStart(26, '0')}`,
    person_id: person.id,
    kind: 'microsoft' as const,
    external_id: `tenant/${n}`,
    created_at: app.now(),
  }))
  await db.insertInto('credentials').values(rows).execute()
  const reply = await comeBack(surfer, path)
  assert.equal(reply.status, 409)
  assert.match(reply.text, /5 Microsoft accounts/)
  assert.equal((await listMicrosoftAccounts(db, person.id)).length, 5)
})

test('one Microsoft account may be linked in several accounts, each by its own person', async () => {
  await forgetLinks()
  const other = await api.partner('contour')
  const people = [await linked(SAM), await linked(SAM, other.partnerId)]
  for (const { id } of people) {
    const chosen = surferOf(api)
    assert.equal((await signIn(chosen, SAM)).location, '/sign-in/account')
    await chosen.post('/sign-in/account', { person: id })
    assert.equal((await sessionOf(chosen)).personId, id)
  }
  const stored = await db.selectFrom('credentials').select('external_id').where('kind', '=', 'microsoft').execute()
  assert.deepEqual(
    stored.map(({ external_id }) => external_id),
    [externalIdOf(SAM), externalIdOf(SAM)],
  )
})

test('the sign-in page offers Microsoft only if an application is configured', async () => {
  const page = await surferOf(api).get('/sign-in?next=%2Fkeys')
  assert.match(page.text, /href="\/sign-in\/microsoft\?next=%2Fkeys"/)
  const offers = app.offersMicrosoft
  app.offersMicrosoft = async () => false
  try {
    assert.doesNotMatch((await surferOf(api).get('/sign-in')).text, /Microsoft/)
  } finally {
    app.offersMicrosoft = offers
  }
})
