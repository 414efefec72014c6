import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { changeAccount } from '../../src/features/people/current-session/service.ts'
import { createPasskey, startPasskeyRegistration } from '../../src/features/people/passkeys/service.ts'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import { authenticateSession, authenticateSetup } from '../../src/features/people/sessions/service.ts'
import { deleteOwnLink } from '../../src/features/people/sign-on/links/service.ts'
import { getSignOn, setProvider, setSignOnRules } from '../../src/features/people/sign-on/provider/service.ts'
import { changeMember, deleteMember, renewMember } from '../../src/features/people/team/service.ts'
import { createOutbound } from '../../src/platform/outbound/client.ts'
import { startApi } from '../harness/api.ts'
import { createAuthenticator } from './authenticator.ts'
import { addAuthenticator, codeAt } from './factors.ts'
import { actorOf, makePerson, type Surfer, sessionOf, surferOf } from './fixture.ts'
import { CLIENT, startProvider } from './openid-provider.ts'
import { outcomeOf, visit, visitAs } from './portal.ts'
import { linkAs, makeAccount, ownRecords, requireProvider, setUp, signInAs, verified } from './sign-on-fixture.ts'

let aheadMs = 0
const api = await startApi({ now: () => new Date(Date.now() + aheadMs), requiresFactor: true })
const { app, db } = api
const provider = await startProvider(app.now)
const records = ownRecords(api)
after(async () => {
  await provider[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

const problem = (code: string) => ({ name: 'Problem', code })
const whoIs = (surfer: Surfer) => authenticateSession(app, surfer.cookies.get(SESSION_COOKIE))
const isIn = (surfer: Surfer): boolean => surfer.cookies.has(SESSION_COOKIE)
const isOpen = (token: string) =>
  authenticateSetup(app, token).then(
    () => true,
    () => false,
  )

/** An account with a tested provider, a proven domain, two owners and a reader. */
async function makeCompany() {
  const made = await makeAccount(api)
  await setUp(api, provider, made.owner, { name: 'acme', domain: made.domain, records })
  const [reader, second] = [
    await makePerson(api, made.accountId, { email: `reader@${made.domain}`, role: 'reader' }),
    await makePerson(api, made.accountId, { email: `second@${made.domain}` }),
  ]
  return { ...made, reader, second }
}

const PROVIDER = '/sign-on/provider'

test('only owners with a recent second factor can change sign-on settings; admins can see them', async () => {
  const { accountId, domain } = await makeAccount(api)
  const admin = await visit(api, accountId, { email: `admin@${domain}`, role: 'admin' })
  const technician = await visit(api, accountId, { email: `tech@${domain}`, role: 'technician' })
  const weak = await visit(api, accountId, { email: `weak@${domain}`, strong: false })
  const body = { issuer: provider.issuerOf('acme'), ...CLIENT }
  assert.equal(outcomeOf(await technician.get('/sign-on')), '403 ROLE_REQUIRED')
  assert.equal(outcomeOf(await admin.put(PROVIDER, body)), '403 ROLE_REQUIRED')
  assert.equal(outcomeOf(await weak.put(PROVIDER, body)), '403 STRONG_SIGN_IN_REQUIRED')
  const empty = await admin.get('/sign-on')
  assert.deepEqual([empty.status, empty.body.provider, empty.body.isRequired], [200, undefined, false])
  assert.equal(empty.body.redirectUri, `https://app.example/sign-in/company/${accountId}/return`)
})

test('the client secret is stored sealed, never shown, and used only for its own issuer', async () => {
  const { accountId, owner } = await makeAccount(api)
  const self = await visitAs(api, owner)
  const set = await self.put(PROVIDER, {
    issuer: `${provider.issuerOf('acme')}/.well-known/openid-configuration`,
    ...CLIENT,
  })
  assert.equal(set.status, 200, set.text)
  assert.equal(set.body.provider.issuer, provider.issuerOf('acme'))
  assert.ok(!set.text.includes(CLIENT.clientSecret))
  const { clientId, clientSecret } = CLIENT
  const row = await db
    .selectFrom('sign_on_providers')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  assert.ok(row && !row.client_secret.includes(clientSecret))
  const audit = await db.selectFrom('audit').selectAll().where('action', '=', 'signon.provider_set').execute()
  assert.ok(audit.length > 0 && !JSON.stringify(audit).includes(clientSecret))
  assert.equal(outcomeOf(await self.put(PROVIDER, { issuer: provider.issuerOf('acme'), clientId: 'other' })), '200')
  const moved = await self.put(PROVIDER, { issuer: provider.issuerOf('attacker'), clientId })
  assert.equal(outcomeOf(moved), '400 INVALID_FIELD', 'the secret would go to another server')
})

test('an issuer that is private, plain HTTP, unreachable, mismatched or multi-tenant is refused with the reason', async () => {
  const { owner } = await makeAccount(api)
  const { actor } = await actorOf(api, owner)
  const set = (issuer: string, outbound = app.outbound) =>
    setProvider({ ...app, outbound }, actor, { issuer, ...CLIENT })
  for (const issuer of [
    'nonsense',
    'http://localhost/acme',
    'https://user:password@localhost/acme',
    `${provider.issuerOf('acme')}?query`,
    'https://localhost:1/acme',
    `${provider.issuerOf('acme')}/missing`,
    provider.issuerOf('alias'),
    provider.issuerOf('many'),
  ])
    await assert.rejects(set(issuer), problem('INVALID_FIELD'), issuer)
  await using strict = { ...createOutbound({ allowed: [], timeoutMs: 1_000 }), [Symbol.asyncDispose]: async () => {} }
  for (const issuer of [provider.issuerOf('acme'), 'https://169.254.169.254/', 'https://[::1]/', 'https://10.0.0.1/'])
    await assert.rejects(
      set(issuer, strict),
      { ...problem('INVALID_FIELD'), message: /not a public IP address/ },
      issuer,
    )
  await strict.close()
})

test('a provider signs nobody in before an owner has tested it, and not after a change', async () => {
  const { accountId, owner, domain } = await makeAccount(api)
  const { actor } = await actorOf(api, owner)
  const reader = await makePerson(api, accountId, { email: `reader@${domain}`, role: 'reader' })
  const start = async () => (await surferOf(api).get(`/sign-in/company/${accountId}`)).status
  const set = (clientId: string) =>
    setProvider(app, actor, { issuer: provider.issuerOf('acme'), clientId, clientSecret: 'secret' })
  await set(CLIENT.clientId)
  assert.equal(await start(), 404)
  await assert.rejects(
    setSignOnRules(app, actor, { isRequired: true, exemptPersonId: owner.id }),
    problem('INVALID_FIELD'),
  )
  await assert.rejects(linkAs(api, provider, reader, { sub: 'reader' }), problem('NOT_FOUND'), 'readers test nothing')
  await linkAs(api, provider, owner, { sub: 'tester', email: 'a@b.example', amr: ['pwd', 'mfa'], acr: 'urn:one' })
  const { provider: shown, people } = await getSignOn(app, {
    kind: 'partner',
    id: accountId,
    owner: ownerOf(accountId),
  })
  assert.deepEqual(shown?.test, {
    personId: owner.id,
    subject: 'tester',
    email: 'a@b.example',
    isEmailVerified: false,
    amr: ['pwd', 'mfa'],
    acr: 'urn:one',
  })
  assert.deepEqual(
    people.map(({ personId }) => personId),
    [owner.id],
  )
  assert.equal(await start(), 303)
  const { surfer } = await signInAs(api, provider, accountId, { sub: 'tester' })
  assert.ok(isIn(surfer))
  await setSignOnRules(app, actor, { isRequired: true, exemptPersonId: owner.id })
  await set('another client')
  assert.equal(await start(), 404)
  const after = await getSignOn(app, { kind: 'partner', id: accountId, owner: ownerOf(accountId) })
  assert.deepEqual([after.isRequired, after.people, after.provider?.test], [false, [], undefined])
  assert.equal(await isOpen(surfer.cookies.get(SESSION_COOKIE) ?? ''), false, 'what began through it has ended')
})

const ownerOf = (partnerId: string) => ({ partnerId, distributorId: null })

test('if the provider is required, only the exempt owner can sign in any other way', async () => {
  const { accountId, owner, second, reader, domain } = await makeCompany()
  const [readers, owners] = [await sessionOf(api, reader), await sessionOf(api, owner)]
  const { surfer: through } = await signInAs(api, provider, accountId, verified(reader.email))
  await requireProvider(api, owner, second)
  const seconds = await sessionOf(api, second)
  assert.deepEqual(await Promise.all([readers, owners, seconds].map(isOpen)), [false, false, true])
  assert.equal((await whoIs(through)).personId, reader.id, 'it began through the provider')
  const { actor } = await actorOf(api, second)
  await assert.rejects(
    deleteOwnLink(app, { ...actor, session: await whoIs(through) }),
    problem('LAST_FACTOR'),
    'their only way in',
  )
  const typed = surferOf(api)
  const led = await typed.signIn(reader.email)
  assert.deepEqual([led.status, isIn(typed)], [200, false])
  assert.ok(led.text.includes(`href="/sign-in/company/${accountId}"`), led.text)
  const wrong = await surferOf(api).signIn(reader.email, 'not the password at all')
  const unknown = await surferOf(api).signIn(`nobody@${domain}`, 'not the password at all')
  assert.deepEqual([wrong.status, unknown.status], [400, 400])
  assert.equal(wrong.text.replaceAll(reader.email, ''), unknown.text.replaceAll(`nobody@${domain}`, ''))
  assert.match(wrong.text, /continue with their company&#39;s sign-in|continue with their company's sign-in/)
  await assert.rejects(sessionOf(api, reader), problem('SIGN_IN_REQUIRED'), 'whatever the way')
  const exempt = surferOf(api)
  await exempt.signIn(second.email)
  assert.ok(isIn(exempt))
})

test('if the provider is required, a passkey alone does not sign in, but is the second factor after it', async () => {
  const { accountId, owner, second, reader } = await makeCompany()
  const { actor } = await actorOf(api, reader)
  const device = createAuthenticator({ origin: 'https://app.example', rpId: 'app.example' })
  const { challenge } = await startPasskeyRegistration(app, actor.session)
  await createPasskey(app, actor, { response: device.register({ challenge }) })
  await requireProvider(api, owner, second)
  const useOn = async (surfer: Surfer) => {
    const options = await surfer.send('/sign-in/passkey/options', {})
    const response = device.sign(reader.id, { challenge: options.body.challenge })
    return await surfer.send('/sign-in/passkey', { response })
  }
  const alone = surferOf(api)
  const refused = await useOn(alone)
  assert.deepEqual([refused.status, refused.body.error.code, isIn(alone)], [403, 'PASSKEY_REFUSED', false])
  const { surfer, reply } = await signInAs(api, provider, accountId, verified(reader.email))
  assert.deepEqual([reply.location, isIn(surfer)], ['/sign-in/factor', false])
  assert.equal((await useOn(surfer)).status, 200)
  const session = await whoIs(surfer)
  assert.equal(session.personId, reader.id)
  assert.ok(session.strongUntil)
})

test('nobody switches from another account into one that requires its provider', async () => {
  const { accountId, owner, second, reader } = await makeCompany()
  const elsewhere = await makeAccount(api)
  const twin = await makePerson(api, elsewhere.accountId, { email: reader.email, role: 'reader' })
  const visitor = await visitAs(api, twin, { others: [reader.id] })
  await requireProvider(api, owner, second)
  const session = await authenticateSession(app, visitor.cookie())
  const browser = { address: '127.0.0.1', agent: undefined, requestId: 'req_1', session: visitor.cookie() }
  const change = await changeAccount(app, session, accountId, browser)
  assert.deepEqual(change, { kind: 'provider', next: `/sign-in/company/${accountId}` })
  assert.equal((await whoIs(toSurfer(visitor.cookie()))).personId, twin.id, 'the session continues')
})

function toSurfer(token: string | undefined): Surfer {
  const surfer = surferOf(api)
  surfer.cookies.set(SESSION_COOKIE, token ?? '')
  return surfer
}

test('the exempt owner can sign in without the provider, and must remain able to', async () => {
  const { accountId, owner, second, reader } = await makeCompany()
  const { actor } = await actorOf(api, owner)
  const set = (exemptPersonId?: string) =>
    setSignOnRules(app, actor, { isRequired: true, ...(exemptPersonId !== undefined && { exemptPersonId }) })
  const stranger = await makeAccount(api)
  for (const id of [undefined, reader.id, stranger.owner.id, 'usr_01jd0000000000000000000000'])
    await assert.rejects(set(id), problem('INVALID_FIELD'), id)
  await db.deleteFrom('credentials').where('person_id', '=', second.id).execute()
  await assert.rejects(set(second.id), problem('INVALID_FIELD'), 'neither password nor passkey')
  const third = await makePerson(api, accountId, { email: 'third@elsewhere.example' })
  await set(third.id)
  const account = { kind: 'partner', id: accountId, owner: ownerOf(accountId) } as const
  const by = { author: actor.author, account, role: 'owner' } as const
  await assert.rejects(deleteMember(app, by, third.id), problem('LAST_OWNER'))
  await assert.rejects(changeMember(app, by, third.id, { role: 'admin' }), problem('LAST_OWNER'))
  await assert.rejects(changeMember(app, by, third.id, { status: 'blocked' }), problem('LAST_OWNER'))
  await setSignOnRules(app, actor, { isRequired: false })
  await deleteMember(app, by, third.id)
})

test('a sign-in in progress when the provider becomes required is refused or ended', async () => {
  const { owner, second, reader } = await makeCompany()
  const results = await Promise.allSettled([
    ...Array.from({ length: 10 }, () => sessionOf(api, reader)),
    requireProvider(api, owner, second),
    ...Array.from({ length: 10 }, () => sessionOf(api, reader)),
  ])
  assert.equal(results[10]?.status, 'fulfilled')
  const left = await db.selectFrom('sessions').select('id').where('person_id', '=', reader.id).execute()
  assert.deepEqual(left, [])
})

test('our second factor is required, unless the account accepts the provider’s', async () => {
  const { accountId, owner, reader } = await makeCompany()
  const { actor } = await actorOf(api, reader)
  const { secret } = await addAuthenticator(api, actor)
  const claims = { ...verified(reader.email), amr: ['pwd', 'mfa'], acr: 'phr' }
  const asked = await signInAs(api, provider, accountId, claims)
  assert.equal(asked.reply.location, '/sign-in/factor')
  assert.equal(isIn(asked.surfer), false)
  aheadMs += 60_000
  await asked.surfer.post('/sign-in/factor', { code: codeAt(secret, app.now()) })
  assert.ok((await whoIs(asked.surfer)).strongUntil, 'with ours the session is strong')
  const { actor: ownerActor } = await actorOf(api, owner)
  const believe = (claim: 'amr' | 'acr', value: string) =>
    setSignOnRules(app, ownerActor, { isRequired: false, factor: { claim, value } })
  for (const [claim, value, isEnough] of [
    ['amr', 'hwk', false],
    ['acr', 'mfa', false],
    ['amr', 'mfa', true],
    ['acr', 'phr', true],
  ] as const) {
    await believe(claim, value)
    const { surfer, reply } = await signInAs(api, provider, accountId, claims)
    assert.equal(reply.location, isEnough ? '/keys' : '/sign-in/factor', `${claim} ${value}`)
    if (isEnough) assert.equal((await whoIs(surfer)).strongUntil, null, 'a confirmation needs ours')
  }
  const silent = await signInAs(api, provider, accountId, verified(reader.email))
  assert.equal(silent.reply.location, '/sign-in/factor', 'nothing was said this time')
})

test('if the provider’s factor counts, only owners still need our second factor, even if everybody needs one', async () => {
  const { accountId, owner, reader } = await makeCompany()
  const { actor } = await actorOf(api, owner)
  await setSignOnRules(app, actor, { isRequired: false, factor: { claim: 'amr', value: 'mfa' } })
  await db.updateTable('partners').set({ requires_factor: true }).where('id', '=', accountId).execute()
  const needsFactor = async (email: string, amr: string[]): Promise<boolean> => {
    const { surfer } = await signInAs(api, provider, accountId, { ...verified(email), amr })
    return (await authenticateSetup(app, surfer.cookies.get(SESSION_COOKIE))).needsFactor
  }
  assert.equal(await needsFactor(owner.email, ['mfa']), true)
  assert.equal(await needsFactor(reader.email, ['mfa']), false)
  assert.equal(await needsFactor(reader.email, ['pwd']), true)
})

test('a reset of access unlinks the person, and owners can unlink people', async () => {
  const { accountId, owner, reader } = await makeCompany()
  const { surfer } = await signInAs(api, provider, accountId, verified(reader.email, 'old'))
  const self = await visitAs(api, owner)
  assert.equal((await self.delete(`/sign-on/people/${reader.id}`)).status, 204)
  assert.equal(await isOpen(surfer.cookies.get(SESSION_COOKIE) ?? ''), false)
  assert.equal(outcomeOf(await self.delete(`/sign-on/people/${reader.id}`)), '404 NOT_FOUND')
  const stranger = await makeAccount(api)
  assert.equal(outcomeOf(await self.delete(`/sign-on/people/${stranger.owner.id}`)), '404 NOT_FOUND')
  await signInAs(api, provider, accountId, verified(reader.email, 'new'))
  const account = { kind: 'partner', id: accountId, owner: ownerOf(accountId) } as const
  const { actor } = await actorOf(api, owner)
  await renewMember(app, { author: actor.author, account, role: 'owner' }, reader.email)
  const links = await db.selectFrom('sign_on_links').selectAll().where('person_id', '=', reader.id).execute()
  assert.deepEqual(links, [])
})

test('removing the provider ends its sessions, and passwords work again', async () => {
  const { accountId, owner, second, reader } = await makeCompany()
  await requireProvider(api, owner, second)
  const { surfer } = await signInAs(api, provider, accountId, verified(reader.email))
  const self = await visitAs(api, second)
  assert.equal((await self.delete(PROVIDER)).status, 204)
  assert.equal(await isOpen(surfer.cookies.get(SESSION_COOKIE) ?? ''), false)
  const typed = surferOf(api)
  await typed.signIn(reader.email)
  assert.ok(isIn(typed))
  for (const table of ['sign_on_domains', 'sign_on_links'] as const)
    assert.deepEqual(await db.selectFrom(table).selectAll().where('account_id', '=', accountId).execute(), [])
})
