import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findAccount } from '../../../src/features/accounts/service.ts'
import { createInvitation } from '../../../src/features/people/invitations/service.ts'
import { SESSION_COOKIE } from '../../../src/features/people/sessions/rules.ts'
import { authenticateSession } from '../../../src/features/people/sessions/service.ts'
import { checkDomain, createDomain } from '../../../src/features/people/sign-on/domains/service.ts'
import { hashToken, newToken } from '../../../src/shared/crypto/tokens.ts'
import { MINUTE_MS } from '../../../src/shared/dates/time-units.ts'
import { AUTHOR } from '../../harness/accounts.ts'
import { startApi } from '../../harness/api.ts'
import { actorOf, makePerson, type Surfer, sessionOf, surferOf } from '../../people/fixture.ts'
import { type Fault, startProvider } from '../../people/openid-provider.ts'
import { linkAs, makeAccount, ownRecords, setUp, signInAs, verified } from '../../people/sign-on-fixture.ts'

let aheadMs = 0
const api = await startApi({ now: () => new Date(Date.now() + aheadMs) })
const { app, db } = api
const provider = await startProvider(app.now)
const records = ownRecords(api)
after(async () => {
  await provider[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

const whoIs = (surfer: Surfer) => authenticateSession(app, surfer.cookies.get(SESSION_COOKIE))
const isIn = (surfer: Surfer): boolean => surfer.cookies.has(SESSION_COOKIE)

/** An account with a tested provider, a proven domain, and somebody who works there. */
async function makeCompany(name = 'acme') {
  const made = await makeAccount(api)
  await setUp(api, provider, made.owner, { name, domain: made.domain, records })
  const person = await makePerson(api, made.accountId, { email: `robin@${made.domain}`, role: 'technician' })
  return { ...made, person }
}

test('a person with a verified address in a verified domain is signed in and linked', async () => {
  const { accountId, person } = await makeCompany()
  const { surfer, reply } = await signInAs(api, provider, accountId, verified(person.email, 'robin'))
  assert.deepEqual([reply.status, reply.location], [303, '/keys'], reply.text)
  const session = await whoIs(surfer)
  assert.deepEqual([session.personId, session.account.id, session.strongUntil], [person.id, accountId, null])
  const audit = await db
    .selectFrom('audit')
    .select(['action', 'author_kind', 'author_id'])
    .where('subject', '=', person.id)
    .where('action', 'in', ['signon.linked', 'session.started'])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    audit.map(({ action, author_kind, author_id }) => [action, author_kind, author_id]),
    [
      ['signon.linked', 'person', person.id],
      ['session.started', 'person', person.id],
    ],
  )
  // From now on the identifier counts, whatever the address is.
  const renamed = await signInAs(api, provider, accountId, { sub: 'robin', email: 'else@elsewhere.example' })
  assert.equal((await whoIs(renamed.surfer)).personId, person.id)
})

test('the client authenticates by header, or by form if the provider accepts nothing else', async () => {
  const { accountId, person } = await makeCompany('post')
  provider.tokenRequests.length = 0
  await signInAs(api, provider, accountId, verified(person.email))
  const [form] = provider.tokenRequests
  assert.deepEqual([form?.authorization, form?.body.get('client_secret')], [undefined, 'a secret: of the provider'])
  const other = await makeCompany('header')
  provider.tokenRequests.length = 0
  await signInAs(api, provider, other.accountId, verified(other.person.email))
  const [header] = provider.tokenRequests
  assert.match(header?.authorization ?? '', /^Basic /)
  assert.equal(header?.body.get('client_secret'), null)
})

test('an unverified address, or one outside the account’s verified domains, signs nobody in', async () => {
  const { accountId, domain, person } = await makeCompany()
  const guest = await makePerson(api, accountId, { email: 'guest@elsewhere.example' })
  const other = await makeCompany()
  for (const [claims, why] of [
    [{ sub: 'x', email: person.email }, 'no statement'],
    [{ sub: 'x', email: person.email, email_verified: false }, 'not verified'],
    [{ sub: 'x', email: person.email, email_verified: 'true' }, 'a text'],
    [{ sub: 'x', email: person.email, xms_edov: true }, 'a claim that only Microsoft makes'],
    [{ sub: 'x', email_verified: true }, 'no address'],
    [verified(guest.email), 'not a proven domain'],
    [verified(other.person.email), 'somebody of another account'],
    [verified(`nobody@${domain}`), 'nobody'],
    [verified(`${person.email}\0`, 'x'), 'a NUL byte'],
  ] as const) {
    const { surfer, reply } = await signInAs(api, provider, accountId, claims)
    assert.deepEqual([reply.status, isIn(surfer)], [403, false], `${why}: ${reply.text}`)
    assert.match(reply.text, /You have no access yet/)
  }
})

test('the provider of one account never signs anybody in to another, not even the same person', async () => {
  const one = await makeCompany()
  const two = await makeCompany()
  const twin = await makePerson(api, two.accountId, { email: one.person.email })
  const { surfer } = await signInAs(api, provider, one.accountId, verified(one.person.email, 'twin'))
  assert.equal((await whoIs(surfer)).personId, one.person.id)
  // The same identifier at the same issuer, but through the other account.
  const there = await signInAs(api, provider, two.accountId, { sub: 'twin' })
  assert.deepEqual([there.reply.status, isIn(there.surfer)], [403, false])
  const session = await whoIs(surfer)
  assert.notEqual(session.personId, twin.id)
  const client = surferOf(api)
  client.cookies.set(SESSION_COOKIE, surfer.cookies.get(SESSION_COOKIE) ?? '')
  const switched = await client.send('/portal/api/session/account', { account: two.accountId })
  assert.equal(switched.status, 404, 'no way from one account into the other')
})

const FAULTS: readonly Fault[] = [
  'nonce',
  'audience',
  'issuer',
  'signature',
  'expired',
  'unsigned',
  'no-token',
  'broken',
]

for (const fault of FAULTS) {
  test(`an answer with this fault signs nobody in and links nothing: ${fault}`, async () => {
    const { accountId, person } = await makeCompany()
    provider.fault = fault
    try {
      const { surfer, reply } = await signInAs(api, provider, accountId, verified(person.email))
      assert.deepEqual([reply.status, isIn(surfer)], [fault === 'broken' ? 503 : 403, false], reply.text)
      assert.doesNotMatch(reply.text, /JWT|claim|nonce|localhost/, 'strangers see no details')
    } finally {
      provider.fault = undefined
    }
    const links = await db.selectFrom('sign_on_links').selectAll().where('person_id', '=', person.id).execute()
    assert.deepEqual(links, [])
  })
}

test('a callback works once, in the same browser, within ten minutes, and for its own account', async () => {
  const { accountId, person } = await makeCompany()
  const other = await makeCompany()
  const leave = async (surfer: Surfer) => {
    const { location } = await surfer.get(`/sign-in/company/${accountId}`)
    return provider.signIn(location ?? '', verified(person.email))
  }
  const surfer = surferOf(api)
  const path = await leave(surfer)
  const foreign = surferOf(api)
  await foreign.get(`/sign-in/company/${accountId}`)
  assert.deepEqual([(await foreign.get(path)).status, isIn(foreign)], [404, false], 'another browser')
  assert.equal((await surfer.get(path.replace(accountId, other.accountId))).status, 404, 'another account')
  assert.equal((await surfer.get(path)).status, 303, 'the attempts of others do not use it up')
  const again = surferOf(api)
  for (const [name, value] of surfer.cookies) if (name !== SESSION_COOKIE) again.cookies.set(name, value)
  assert.deepEqual([(await again.get(path)).status, isIn(again)], [404, false], 'twice')
  const late = surferOf(api)
  const latePath = await leave(late)
  aheadMs += 11 * MINUTE_MS
  assert.deepEqual([(await late.get(latePath)).status, isIn(late)], [404, false], 'too late')
  const canceled = surferOf(api)
  const { location } = await canceled.get(`/sign-in/company/${accountId}`)
  const refused = await canceled.get(provider.refuse(location ?? ''))
  assert.deepEqual([refused.status, isIn(canceled)], [200, false])
  assert.match(refused.text, /canceled or refused/)
})

test('a reassigned address gives its new owner no access', async () => {
  const { accountId, person } = await makeCompany()
  await signInAs(api, provider, accountId, verified(person.email, 'before'))
  const { surfer, reply } = await signInAs(api, provider, accountId, verified(person.email, 'after'))
  assert.deepEqual([reply.status, isIn(surfer)], [403, false])
})

test('people with an unverified address can link only themselves, while signed in', async () => {
  const { accountId, person, owner } = await makeCompany()
  const claims = { sub: 'unverified', email: person.email }
  const linked = await linkAs(api, provider, person, claims)
  assert.deepEqual([linked.reply.status, linked.reply.location], [303, '/security'], linked.reply.text)
  assert.equal((await whoIs((await signInAs(api, provider, accountId, claims)).surfer)).personId, person.id)
  const taken = await linkAs(api, provider, owner, claims)
  assert.equal(taken.reply.status, 409, 'linked to somebody else')
  const second = await linkAs(api, provider, person, { sub: 'a second one' })
  assert.equal(second.reply.status, 409, 'has one already')
})

test('the callback of a link does not work in another session', async () => {
  const { person, owner } = await makeCompany()
  const { startCompanyLink } = await import('../../../src/features/people/sign-on/attempts/service.ts')
  const { actor } = await actorOf(api, person)
  const path = provider.signIn(await startCompanyLink(app, actor.session), { sub: 'stolen' })
  const surfer = surferOf(api)
  surfer.cookies.set(SESSION_COOKIE, await sessionOf(api, owner))
  assert.equal((await surfer.get(path)).status, 404)
  assert.equal((await surferOf(api).get(path)).status, 404)
})

test('an invitation is accepted through the provider of its own account only', async () => {
  const { accountId } = await makeCompany()
  const other = await makeCompany()
  const email = 'invited@elsewhere.example'
  const account = await findAccount(app, accountId)
  const { id } = await createInvitation(
    app,
    { author: AUTHOR, account, role: 'owner' },
    { email, name: 'Jo', role: 'reader' },
  )
  const token = newToken()
  await db
    .updateTable('invitations')
    .set({ hash: hashToken(token) })
    .where('id', '=', id)
    .execute()
  const surfer = surferOf(api)
  assert.match((await surfer.get(`/invitation/${token}`)).text, /Join with your company's sign-in/)
  const { location } = await surfer.get(`/invitation/${token}/company`)
  const path = provider.signIn(location ?? '', { sub: 'jo', email: 'private@mail.example' })
  assert.equal((await surfer.get(path.replace(accountId, other.accountId))).status, 404)
  const joined = await surfer.get(path)
  assert.equal(joined.status, 303, joined.text)
  const session = await whoIs(surfer)
  assert.deepEqual([session.email, session.role, session.account.id], [email, 'reader', accountId])
  assert.equal((await surfer.get(`/invitation/${token}/company`)).status, 404, 'the link is used up')
  assert.equal((await whoIs((await signInAs(api, provider, accountId, { sub: 'jo' })).surfer)).email, email)
})

test('the sign-in page finds the provider by the domain, whether or not the address is known', async () => {
  const { accountId, domain, person } = await makeCompany()
  const ask = async (email: string) => {
    const { status, text } = await surferOf(api).post('/sign-in/company', { email, next: '/keys' })
    return { status, text: text.replaceAll(email, 'ADDRESS') }
  }
  const known = await ask(person.email)
  assert.deepEqual(await ask(`nobody-at-all@${domain.toUpperCase()}`), known)
  assert.equal(known.status, 200)
  assert.ok(known.text.includes(`/sign-in/company/${accountId}?next=%2Fkeys`), known.text)
  assert.ok(known.text.includes(new URL(provider.issuerOf('acme')).host))
  const unknown = await ask('somebody@nowhere.example')
  assert.deepEqual([unknown.status, /No company sign-in is set up/.test(unknown.text)], [400, true])
  for (const email of ['', 'x', '@', `a\0@${domain}`]) assert.equal((await ask(email)).status, 400)
  for (const account of ['prt_01jd0000000000000000000000', 'nothing', owned(accountId)])
    assert.equal((await surferOf(api).get(`/sign-in/company/${account}`)).status, 404, account)
})

const owned = (accountId: string): string => accountId.replace('prt_', 'dist_')

test('a domain is verified by its own TXT record, not by another account’s', async () => {
  const { owner } = await makeCompany()
  const rival = await makeCompany()
  const [{ actor }, { actor: rivalActor }] = [await actorOf(api, owner), await actorOf(api, rival.owner)]
  const added = await createDomain(app, actor, ' @Shared.Example. ')
  assert.equal(added.domain, 'shared.example')
  assert.equal(added.recordName, '_plumbline.shared.example')
  const missing = { name: 'Problem', code: 'INVALID_FIELD' }
  await assert.rejects(checkDomain(app, actor, 'shared.example'), missing, 'no record yet')
  const theirs = await createDomain(app, rivalActor, 'shared.example')
  records.set(added.recordName, [theirs.recordValue])
  await assert.rejects(checkDomain(app, actor, 'shared.example'), missing, 'the record of another account')
  await assert.rejects(checkDomain(app, actor, 'unknown.example'), { name: 'Problem', code: 'NOT_FOUND' })
  records.set(added.recordName, [theirs.recordValue, added.recordValue])
  assert.ok((await checkDomain(app, actor, 'shared.example')).verifiedAt)
  for (const bad of [
    '',
    'localhost',
    'a b.example',
    '192.0.2.1',
    'x..example',
    `${'a'.repeat(64)}.example`,
    '*.example',
  ])
    await assert.rejects(createDomain(app, actor, bad), { name: 'Problem', code: 'INVALID_FIELD' }, bad)
  await assert.rejects(createDomain(app, actor, 'SHARED.example'), { name: 'Problem', code: 'DUPLICATE_ITEM' })
})

test('an account cannot exceed its limit of domains, even with simultaneous calls', async () => {
  const { owner, accountId } = await makeCompany()
  const { actor } = await actorOf(api, owner)
  const results = await Promise.allSettled(
    Array.from({ length: 25 }, (_, n) => createDomain(app, actor, `domain${n}.example`)),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 19)
  const rows = await db.selectFrom('sign_on_domains').select('domain').where('account_id', '=', accountId).execute()
  assert.equal(rows.length, 20)
})

test('people of a distributor sign in through its provider only to the distributor, never to a partner', async () => {
  const { id } = await api.distributor('meridian')
  const owner = await makePerson(api, id, { email: 'owner@meridian.example' })
  const reader = await makePerson(api, id, { email: 'reader@meridian.example', role: 'reader' })
  await setUp(api, provider, owner, { name: 'meridian', domain: 'meridian.example', records })
  const { surfer } = await signInAs(api, provider, id, verified(reader.email))
  const session = await whoIs(surfer)
  assert.deepEqual(
    [session.personId, session.account],
    [reader.id, { kind: 'distributor', id, name: 'meridian', requiresFactor: false }],
  )
})
