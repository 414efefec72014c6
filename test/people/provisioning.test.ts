import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findAccount } from '../../src/features/accounts/service.ts'
import { createInvitation } from '../../src/features/people/invitations/service.ts'
import { createToken, revokeToken } from '../../src/features/people/provisioning/tokens/service.ts'
import { authenticateSession } from '../../src/features/people/sessions/service.ts'
import { AUTHOR } from '../harness/accounts.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'
import { collectRoutes } from '../security/route-list.ts'
import { actorOf, makePerson, sessionOf, type TestPerson } from './fixture.ts'
import { startProvider } from './openid-provider.ts'
import { outcomeOf, visit } from './portal.ts'
import { makeAccount, ownRecords, requireProvider, setUp } from './sign-on-fixture.ts'

/** Requests in the forms that Entra ID and Okta document. */

/** Before the server starts: it listens to what is declared. */
const routes = collectRoutes()
const api = await startApi()
const { app, db } = api
after(() => api[Symbol.asyncDispose]())

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

interface Directory extends Client {
  accountId: string
  domain: string
  owner: TestPerson
  tokenId: string
}

const callWith = (token: string): Client => api.client(`Bearer ${token}`, 'Authorization')

/** An account of its own, and its directory. */
async function makeDirectory(): Promise<Directory> {
  const made = await makeAccount(api)
  const { actor } = await actorOf(api, made.owner)
  const { id: tokenId, token } = await createToken(app, actor, 'Entra ID')
  return { ...callWith(token), ...made, tokenId }
}

const SCIM = { headers: { 'content-type': 'application/scim+json' } }
const problemOf = ({ status, body }: { status: number; body: Json }): string =>
  [status, body?.scimType].filter((part) => part !== undefined).join(' ')

let count = 0
/** As Entra ID creates somebody. */
const entraUser = (domain: string, other: object = {}) => ({
  schemas: [USER, ENTERPRISE],
  externalId: `0a21f0f2-8d2a-4f8e-bf98-7363c4aed4e${count++}`,
  userName: `Test_User_${count}@${domain}`,
  active: true,
  emails: [{ primary: true, type: 'work', value: `other_${count}@${domain}` }],
  meta: { resourceType: 'User' },
  name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
  roles: [],
  ...other,
})

async function create(directory: Directory, other: object = {}): Promise<Json> {
  const { status, body, text } = await directory.post('/scim/v2/Users', entraUser(directory.domain, other), SCIM)
  assert.equal(status, 201, text)
  return body
}

const patch = (directory: Client, id: string, operations: unknown) =>
  directory.call('PATCH', `/scim/v2/Users/${id}`, { schemas: [PATCH], Operations: operations }, SCIM)

test('Entra ID looks for somebody, creates, finds, changes, blocks and deletes them', async () => {
  const directory = await makeDirectory()
  const user = entraUser(directory.domain)
  const search = (value: string) =>
    directory.get(`/scim/v2/Users?${new URLSearchParams({ filter: `userName eq "${value}"` })}`)
  const none = await search(user.userName)
  assert.match(String(none.headers['content-type']), /^application\/scim\+json/)
  assert.deepEqual(none.body, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 0,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  })
  const made = await directory.post('/scim/v2/Users', user, SCIM)
  assert.equal(made.status, 201, made.text)
  const { id, meta, ...rest } = made.body
  assert.deepEqual(rest, {
    schemas: [USER],
    externalId: user.externalId,
    userName: user.userName,
    displayName: 'givenName familyName',
    name: { formatted: 'givenName familyName', givenName: 'givenName', familyName: 'familyName' },
    emails: [{ value: user.userName, type: 'work', primary: true }],
    active: true,
    roles: [{ value: 'reader', primary: true }],
  })
  assert.equal(made.headers.location, meta.location)
  assert.deepEqual((await directory.get(`/scim/v2/Users/${id}`)).body, made.body)
  assert.deepEqual((await search(user.userName.toUpperCase())).body.Resources, [made.body])
  const changed = await patch(directory, id, [
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.com' },
    { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    { op: 'Add', path: 'roles[primary eq "True"].value', value: 'Technician' },
    { op: 'Add', path: `${ENTERPRISE}:department`, value: 'IT' },
  ])
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(
    [changed.body.displayName, changed.body.roles[0].value, changed.body.userName],
    ['givenName updatedFamilyName', 'technician', user.userName],
  )
  const blocked = await patch(directory, id, [{ op: 'Replace', path: 'active', value: false }])
  assert.deepEqual([blocked.status, blocked.body.active], [200, false])
  assert.equal((await search(user.userName)).body.Resources[0].active, false)
  assert.equal((await directory.delete(`/scim/v2/Users/${id}`)).status, 204)
  const gone = await directory.get(`/scim/v2/Users/${id}`)
  assert.deepEqual(gone.body, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: '404',
    detail: 'Not found, or not visible to you.',
  })
  const audit = await db
    .selectFrom('audit')
    .select(['action', 'author_kind', 'author_id'])
    .where('subject', '=', id)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    audit.map(({ action }) => action),
    ['person.created', 'person.changed', 'person.changed', 'person.changed', 'person.removed'],
  )
  assert.ok(audit.every((row) => row.author_kind === 'system' && row.author_id === directory.tokenId))
})

test('Okta creates somebody, changes them as a whole, and deactivates them without a path', async () => {
  const directory = await makeDirectory()
  const userName = `test.user@${directory.domain}`
  const user = {
    schemas: [USER],
    userName,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }
  const made = await directory.post('/scim/v2/Users', user, SCIM)
  assert.equal(made.status, 201, made.text)
  const { id } = made.body
  assert.ok(!made.text.includes('1mz050nq'))
  const credentials = await db.selectFrom('credentials').select('id').where('person_id', '=', id).execute()
  assert.deepEqual(credentials, [], 'a password that somebody else knows is none')
  const put = await directory.put(`/scim/v2/Users/${id}`, {
    ...user,
    id,
    displayName: 'Another Name',
    roles: [{ value: 'admin' }],
    meta: { resourceType: 'User' },
  })
  assert.deepEqual([put.status, put.body.displayName, put.body.roles[0].value], [200, 'Another Name', 'admin'])
  const off = await patch(directory, id, [{ op: 'replace', value: { active: false } }])
  assert.deepEqual([off.status, off.body.active], [200, false])
  const page = await directory.get('/scim/v2/Users?startIndex=2&count=1')
  assert.deepEqual(
    [page.body.totalResults, page.body.startIndex, page.body.itemsPerPage, page.body.Resources[0].id],
    [2, 2, 1, id],
  )
  const found = await directory.get(
    `/scim/v2/Users?${new URLSearchParams({ filter: 'externalId eq "00ujl29u0le5T6Aj10h7"', startIndex: '1', count: '100' })}`,
  )
  assert.deepEqual(
    found.body.Resources.map((each: Json) => each.id),
    [id],
  )
})

test('deactivating somebody ends their sessions at once, and activating lets them sign in again', async () => {
  const directory = await makeDirectory()
  const person = await makePerson(api, directory.accountId, { email: `a@${directory.domain}`, role: 'reader' })
  const token = await sessionOf(api, person)
  await authenticateSession(app, token)
  await patch(directory, person.id, [{ op: 'replace', path: 'active', value: 'False' }])
  const gone = { name: 'Problem', code: 'SIGN_IN_REQUIRED' }
  await assert.rejects(authenticateSession(app, token), gone)
  await assert.rejects(sessionOf(api, person), gone)
  await patch(directory, person.id, [{ op: 'replace', path: 'active', value: 'True' }])
  await authenticateSession(app, await sessionOf(api, person))
})

/** Operations of PATCH, and what follows. */
const PATCHES: readonly [operations: unknown, expected: object | string][] = [
  [[{ op: 'Replace', value: { active: 'False' } }], { active: false }],
  [[{ op: 'Replace', path: 'active', value: 'True' }], { active: true }],
  [[{ op: 'replace', path: `${USER}:active`, value: false }], { active: false }],
  [[{ op: 'add', path: 'ACTIVE', value: false }], { active: false }],
  [[{ op: 'Add', value: { 'name.givenName': 'Ada', 'name.familyName': 'Byron' } }], { displayName: 'Ada Byron' }],
  [[{ op: 'replace', value: { name: { givenName: 'Grace' } } }], { displayName: 'Grace familyName' }],
  [[{ op: 'replace', path: 'displayName', value: 'Mary Jane Watson' }], { displayName: 'Mary Jane Watson' }],
  [[{ op: 'replace', path: 'roles', value: ['technician'] }], { roles: [{ value: 'technician', primary: true }] }],
  [
    [{ op: 'add', path: 'roles', value: [{ value: '{"id":"1","value":"Admin","displayName":"Admin"}' }] }],
    { roles: [{ value: 'admin', primary: true }] },
  ],
  [
    [
      {
        op: 'Add',
        path: 'roles',
        value: [
          { primary: false, type: 'WindowsAzureActiveDirectoryRole', display: 'x', value: 'admin' },
          { value: 'reader' },
        ],
      },
    ],
    { roles: [{ value: 'admin', primary: true }] },
  ],
  [[{ op: 'remove', path: 'roles' }], { roles: [{ value: 'reader', primary: true }] }],
  [[{ op: 'remove', path: 'phoneNumbers[type eq "mobile"].value' }], {}],
  [[{ op: 'replace', path: 'title', value: null }], {}],
  [[{ op: 'replace', path: 'externalId', value: 'new id' }], { externalId: 'new id' }],
  [[], '400 invalidSyntax'],
  ['none', '400 invalidSyntax'],
  [[{ op: 'move', path: 'active', value: true }], '400 invalidSyntax'],
  [[{ op: 'replace', path: 'active', value: 'perhaps' }], '400 invalidValue'],
  [[{ op: 'replace', path: 'active' }], '400 invalidValue'],
  [[{ op: 'replace', value: true }], '400 invalidValue'],
  [[{ op: 'replace', path: 'roles', value: ['root'] }], '400 invalidValue'],
  [[{ op: 'replace', path: 'roles', value: ['owner'] }], '400 invalidValue'],
  [[{ op: 'replace', path: 'userName', value: 'else@elsewhere.example' }], '400 mutability'],
  [[{ op: 'remove', path: 'userName' }], '400 mutability'],
  [[{ op: 'remove' }], '400 noTarget'],
  [[{ op: 'replace', path: 'a b', value: 1 }], '400 invalidPath'],
  [[{ op: 'replace', path: 7, value: 1 }], '400 invalidPath'],
  [[{ op: 'replace', path: `a${'[x]'.repeat(200)}`, value: 1 }], '400 invalidPath'],
  [[{ op: 'replace', path: 'displayName', value: 'x'.repeat(201) }], '400 invalidValue'],
  [[{ op: 'replace', path: 'externalId', value: 'x'.repeat(201) }], '400 invalidValue'],
  [[{ op: 'replace', path: 'externalId', value: 'a\0b' }], '400 invalidValue'],
  [Array.from({ length: 101 }, () => ({ op: 'replace', path: 'active', value: true })), '400 invalidSyntax'],
  [[{ op: 'replace', path: 'active', value: false }, { op: 'move' }], '400 invalidSyntax'],
]

test('each form of PATCH does what its client means, or says what is wrong and changes nothing', async () => {
  const directory = await makeDirectory()
  for (const [operations, expected] of PATCHES) {
    const before = await create(directory)
    const answer = await patch(directory, before.id, operations)
    const says = `${JSON.stringify(operations).slice(0, 200)}: ${answer.text}`
    if (typeof expected === 'string') {
      assert.equal(problemOf(answer), expected, says)
      assert.deepEqual((await directory.get(`/scim/v2/Users/${before.id}`)).body, before, says)
      continue
    }
    assert.equal(answer.status, 200, says)
    const { name: _, ...body } = answer.body
    const { name: __, ...was } = before
    assert.deepEqual(body, { ...was, ...expected }, says)
  }
})

test('an invalid or huge filter or page is refused', async () => {
  const directory = await makeDirectory()
  const { id, userName } = await create(directory)
  const list = (query: Record<string, string>) => directory.get(`/scim/v2/Users?${new URLSearchParams(query)}`)
  for (const filter of [
    `userName eq "${userName}"`,
    `USERNAME EQ "${userName}"`,
    `${USER}:userName eq "${userName}"`,
    `emails.value eq "${userName}"`,
    `emails[type eq "work"].value eq "${userName}"`,
    `id eq "${id}"`,
  ])
    assert.deepEqual(
      (await list({ filter })).body.Resources?.map((each: Json) => each.id),
      [id],
      filter,
    )
  assert.equal((await list({ filter: 'active eq true' })).body.totalResults, 2)
  assert.equal((await list({ filter: 'active eq false' })).body.totalResults, 0)
  for (const filter of [
    'userName',
    'userName sw "a"',
    'userName eq a',
    'userName eq true',
    'password eq "x"',
    'userName eq "a" or active eq true',
    'userName eq "a\\"',
    `userName eq "${'a'.repeat(2_000)}"`,
    '"'.repeat(900),
    'constructor eq "x"',
  ])
    assert.equal(problemOf(await list({ filter })), '400 invalidFilter', filter)
  assert.equal((await list({ filter: 'userName eq "\\u0000"' })).body.totalResults, 0)
  assert.equal((await list({ count: '0' })).body.totalResults, 2)
  assert.deepEqual((await list({ count: '-1' })).body.Resources, [])
  assert.equal((await list({ startIndex: '-5' })).body.startIndex, 1)
  assert.equal((await list({ startIndex: '999999999' })).body.itemsPerPage, 0)
  assert.equal(problemOf(await list({ count: 'x' })), '400 invalidValue')
  assert.equal(problemOf(await list({ startIndex: '9'.repeat(30) })), '400 invalidValue')
})

test("another account's people are not found, listed, changed or deleted", async () => {
  const [directory, other] = [await makeDirectory(), await makeDirectory()]
  const theirs = await create(other)
  const path = `/scim/v2/Users/${theirs.id}`
  for (const answer of [
    await directory.get(path),
    await directory.put(path, entraUser(other.domain), SCIM),
    await patch(directory, theirs.id, [{ op: 'replace', path: 'active', value: false }]),
    await directory.delete(path),
    await directory.get('/scim/v2/Users/usr_01jd0000000000000000000000'),
    await directory.get('/scim/v2/Users/nonsense'),
    await directory.get('/scim/v2/Groups'),
  ])
    assert.equal(problemOf(answer), '404', answer.text)
  const filter = new URLSearchParams({ filter: `id eq "${theirs.id}"` })
  assert.equal((await directory.get(`/scim/v2/Users?${filter}`)).body.totalResults, 0)
  // The same address and external id may exist in each account.
  const { userName, externalId } = theirs
  assert.equal((await directory.post('/scim/v2/Users', { schemas: [USER], userName, externalId }, SCIM)).status, 201)
  assert.deepEqual((await other.get(path)).body, theirs)
})

test('a missing, wrong or revoked token, or one of an inactive account, is refused', async () => {
  const directory = await makeDirectory()
  const { actor } = await actorOf(api, directory.owner)
  const { id, token } = await createToken(app, actor, 'second')
  const second = callWith(token)
  assert.equal((await second.get('/scim/v2/Users')).status, 200)
  const key = await api.as('scim-key-owner')
  for (const [client, why] of [
    [api.client(''), 'none'],
    [callWith('plumbline_scim_unknown'), 'malformed'],
    [callWith(`plumbline_scim_${'a'.repeat(43)}`), 'unknown'],
    [callWith(token.replace('plumbline_scim_', '')), 'without its mark'],
    [api.client(`Basic ${token}`, 'Authorization'), 'another scheme'],
    [key, 'a key of the API'],
  ] as const) {
    const answer = await client.get('/scim/v2/Users')
    assert.deepEqual([answer.status, answer.headers['www-authenticate']], [401, 'Bearer'], why)
    assert.equal(answer.body.schemas[0], 'urn:ietf:params:scim:api:messages:2.0:Error')
  }
  const session = await visit(api, directory.accountId, { email: `session@${directory.domain}` })
  const headers = { cookie: `__Host-portal=${session.cookie()}`, 'sec-fetch-site': 'same-origin' }
  assert.equal((await api.client('').get('/scim/v2/Users', { headers })).status, 401, 'a session')
  for (const path of ['/v1/partner/me', '/portal/api/session'])
    assert.equal((await second.get(path)).status, 401, 'and the token opens nothing else')
  await revokeToken(app, actor, id)
  assert.equal((await second.get('/scim/v2/Users')).status, 401)
  await db.updateTable('partners').set({ status: 'suspended' }).where('id', '=', directory.accountId).execute()
  assert.equal((await directory.get('/scim/v2/Users')).status, 403)
})

test('no route of SCIM answers without a token', async () => {
  const scim = routes.filter(({ url, method }) => url.startsWith('/scim/') && method !== 'HEAD')
  assert.ok(scim.length >= 11)
  for (const { method, url } of scim) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : { userName: 'x' }
    const answer = await api.client('').call(method, url.replace(':id', 'usr_01jd0000000000000000000000'), body, SCIM)
    assert.equal(answer.status, 401, `${method} ${url}`)
  }
})

test('tokens are stored as hashes, limited, and belong to owners of their account', async () => {
  const { accountId, domain, owner } = await makeDirectory()
  const { actor } = await actorOf(api, owner)
  const made = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => createToken(app, actor, `token ${n}`)))
  const tokens = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  assert.equal(tokens.length, 4)
  const stored = JSON.stringify(await db.selectFrom('provisioning_tokens').selectAll().execute())
  const audit = JSON.stringify(await db.selectFrom('audit').selectAll().execute())
  for (const { token } of tokens) assert.ok(!stored.includes(token) && !audit.includes(token))
  const admin = await visit(api, accountId, { email: `admin@${domain}`, role: 'admin' })
  const shown = await admin.get('/sign-on/tokens')
  assert.deepEqual([shown.status, shown.body.tokens.length], [200, 5])
  assert.match(shown.body.baseUrl, /\/scim\/v2$/)
  assert.equal(outcomeOf(await admin.post('/sign-on/tokens', { name: 'x' })), '403 ROLE_REQUIRED')
  const stranger = await visit(api, (await makeAccount(api)).accountId, { email: 'stranger@elsewhere.example' })
  assert.equal(outcomeOf(await stranger.delete(`/sign-on/tokens/${tokens[0]?.id}`)), '404 NOT_FOUND')
})

test('the directory cannot make owners, change their role, or remove the last one', async () => {
  const directory = await makeDirectory()
  const { owner, domain, accountId } = directory
  const asOwner = await directory.post('/scim/v2/Users', entraUser(domain, { roles: [{ value: 'owner' }] }), SCIM)
  assert.equal(problemOf(asOwner), '400 invalidValue')
  const unchanged = await patch(directory, owner.id, [{ op: 'replace', path: 'roles', value: ['reader'] }])
  assert.deepEqual([unchanged.status, unchanged.body.roles[0].value], [200, 'owner'])
  assert.equal((await patch(directory, owner.id, [{ op: 'replace', path: 'active', value: false }])).status, 409)
  assert.equal((await directory.delete(`/scim/v2/Users/${owner.id}`)).status, 409)
  const second = await makePerson(api, accountId, { email: `second@${domain}` })
  const answers = await Promise.all([owner, second].map(({ id }) => directory.delete(`/scim/v2/Users/${id}`)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409], 'one of two at once')
})

test('the directory cannot remove the owner who is exempt from the provider', async () => {
  await using provider = await startProvider()
  const directory = await makeDirectory()
  const exempt = await makePerson(api, directory.accountId, { email: 'exempt@elsewhere.example' })
  await setUp(api, provider, directory.owner, { name: 'acme', records: ownRecords(api) })
  await requireProvider(api, directory.owner, exempt)
  assert.equal((await directory.delete(`/scim/v2/Users/${exempt.id}`)).status, 409)
  assert.equal((await patch(directory, exempt.id, [{ op: 'replace', value: { active: false } }])).status, 409)
})

test('an address or external id exists once, even with simultaneous calls, and replaces an invitation', async () => {
  const directory = await makeDirectory()
  const { domain, accountId } = directory
  const user = { schemas: [USER], userName: `twice@${domain}` }
  const answers = await Promise.all([1, 2, 3].map(() => directory.post('/scim/v2/Users', user, SCIM)))
  assert.deepEqual(answers.map(problemOf).sort(), ['201', '409 uniqueness', '409 uniqueness'])
  const ids = await Promise.all(
    [1, 2, 3].map((n) => directory.post('/scim/v2/Users', { userName: `id${n}@${domain}`, externalId: 'same' }, SCIM)),
  )
  assert.deepEqual(ids.map(problemOf).sort(), ['201', '409 uniqueness', '409 uniqueness'])
  const account = await findAccount(app, accountId)
  const email = `invited@${domain}`
  await createInvitation(app, { author: AUTHOR, account, role: 'owner' }, { email, name: 'Jo', role: 'reader' })
  assert.equal((await directory.post('/scim/v2/Users', { userName: email, roles: ['technician'] }, SCIM)).status, 201)
  const left = await db.selectFrom('invitations').select('id').where('email', '=', email).execute()
  assert.deepEqual(left, [])
})

test('a body that is not a user, not JSON or too large gets a SCIM error', async () => {
  const directory = await makeDirectory()
  const { domain } = directory
  const post = (body: unknown) => directory.post('/scim/v2/Users', body, SCIM)
  for (const body of [
    {},
    { userName: 'no address' },
    { userName: 7 },
    { userName: `a@${domain}`, active: 'x' },
    { userName: `a\0@${domain}` },
    { userName: `a@${domain}`, displayName: 'a\u0007b' },
    { userName: `a@${domain}`, externalId: { a: 1 } },
  ])
    assert.equal(problemOf(await post(body)), '400 invalidValue', JSON.stringify(body))
  const raw = await directory.call('POST', '/scim/v2/Users', undefined, { ...SCIM, raw: '{"userName":' })
  assert.equal(problemOf(raw), '400 invalidSyntax')
  const large = await post({ userName: `a@${domain}`, displayName: 'x'.repeat(70_000) })
  assert.deepEqual([large.status, large.body.status], [413, '413'])
  const form = { ...SCIM, raw: 'userName=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  assert.equal((await directory.call('POST', '/scim/v2/Users', undefined, form)).status, 415)
  assert.equal((await directory.call('POST', '/scim/v2/ServiceProviderConfig', {}, SCIM)).status, 405)
})

test('discovery endpoints describe the service to clients', async () => {
  const directory = await makeDirectory()
  const config = (await directory.get('/scim/v2/ServiceProviderConfig')).body
  assert.deepEqual(
    [config.patch.supported, config.bulk.supported, config.filter.supported, config.etag.supported],
    [true, false, true, false],
  )
  const types = (await directory.get('/scim/v2/ResourceTypes')).body
  assert.deepEqual(
    types.Resources.map((each: Json) => [each.id, each.endpoint, each.schema]),
    [['User', '/Users', USER]],
  )
  assert.equal((await directory.get('/scim/v2/ResourceTypes/User')).body.id, 'User')
  const schemas = (await directory.get('/scim/v2/Schemas')).body
  assert.equal(schemas.totalResults, 1)
  const user = await create(directory)
  const described = new Set(schemas.Resources[0].attributes.map((each: Json) => each.name))
  for (const name of Object.keys(user))
    assert.ok(described.has(name) || ['schemas', 'id', 'externalId', 'meta'].includes(name), name)
  assert.equal((await directory.get(`/scim/v2/Schemas/${encodeURIComponent(USER)}`)).body.id, USER)
  assert.equal((await directory.get('/scim/v2/Schemas/urn:unknown')).status, 404)
})

test('a directory cannot exceed the account’s limit of people', async () => {
  const directory = await makeDirectory()
  const { accountId, domain } = directory
  await db
    .insertInto('people')
    .values(
      Array.from({ length: 198 }, (_, n) => ({
        id: `usr_${String(n).padStart(26, '0')}`,
        partner_id: accountId,
        email: `many${n}@${domain}`,
        name: 'Many',
        role: 'reader' as const,
        created_at: new Date(),
      })),
    )
    .execute()
  const answers = await Promise.all(
    [1, 2, 3].map((n) => directory.post('/scim/v2/Users', { userName: `x${n}@${domain}` }, SCIM)),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
})
