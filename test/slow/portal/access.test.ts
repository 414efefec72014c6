import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { suspendDistributor } from '../../../src/features/distributors/service.ts'
import { roleByMethod } from '../../../src/http/authenticate-person.ts'
import { ROLES, type Role } from '../../../src/shared/actor.ts'
import { snapshotOf } from '../../engine/snapshot-builder.ts'
import { AUTHOR, makeActivePartner } from '../../harness/accounts.ts'
import { startApi } from '../../harness/api.ts'
import { browse, type Portal, signIn } from '../../portal/sessions.ts'
import { makeOwner, withIds } from '../../security/owners.ts'
import { collectRoutes, exampleBodies, placesOf, type Route } from '../../security/route-list.ts'

/** Every route of the portal × every caller that must get nothing from it. New routes are covered by themselves. */

const routes = collectRoutes()
/** More than there are routes of one kind of account. */
const SESSION_RATE = 400
const api = await startApi({
  collect: async ({ tenantId }) => snapshotOf({}, tenantId),
  sessionRate: SESSION_RATE,
  // Refused keys and sessions are limited by address, so each call comes from its own.
  trustProxy: ['127.0.0.1', '::1'],
})
after(() => api[Symbol.asyncDispose]())

const PORTAL = '/portal/api'
const KINDS = ['partner', 'distributor'] as const
type Kind = (typeof KINDS)[number]

const portal = routes.filter(({ url, method }) => url.startsWith(`${PORTAL}/`) && method !== 'HEAD')
const kindOf = ({ url }: Route): Kind | undefined => KINDS.find((kind) => url.startsWith(`${PORTAL}/${kind}/`))
const nameOf = ({ method, url }: Route): string => `${method} ${url}`
const roleOf = ({ method, config }: Route): Role => config.role ?? roleByMethod(method)

const bodies = exampleBodies((await api.client('').get('/openapi.json')).body)
const owner = await makeOwner(api, 'alpha-owner')
const stranger = await makeOwner(api, 'beta-stranger')

const accounts = { partner: owner.ids.partners ?? '', distributor: owner.distributor.id }
const strangers = { partner: stranger.ids.partners ?? '', distributor: stranger.distributor.id }

/** Ids of the right form that belong to nothing. */
const nothing: Record<string, string> = Object.fromEntries(
  Object.entries(owner.ids).map(([segment, id]) => [
    segment,
    /^\d{2,}$/.test(id) ? '999999999' : id.replace(/(?<=_).*/, '01jd0000000000000000000000'),
  ]),
)

/** Bodies of routes that only the portal has, by the end of their path. */
const BODIES: readonly [end: string, body: unknown][] = [
  ['/webhooks', { url: 'https://localhost:1/hook' }],
  ['/webhooks/:id', { events: [] }],
  ['/channels', { format: 'slack', name: 'x', url: 'https://localhost:1/x', events: ['key.created'] }],
  ['/channels/:id', { name: 'x' }],
  ['/me/notifications', { topics: [{ topic: 'schedules', isWanted: true }] }],
  ['/pause', { hours: 1 }],
  ['/passkeys/:id', { name: 'Key' }],
  ['/people/:id', { role: 'reader' }],
  ['/brand/logo', { type: 'image/png', data: 'iVBORw0KGgo=' }],
  ['/rotate', {}],
  ['/replays', {}],
  ['/groups/:id', { name: 'Another' }],
  ['/groups', { name: 'New' }],
  ['/views', { name: 'New', query: '' }],
  ['/replays/preview', {}],
  ['/schedules/:id/preview', {}],
  ['/findings/progress', { product: 'essential-eight', requirements: ['ISM-1504'], status: 'open' }],
  ['/visits', { reason: 'Their webhook fails.', act: false }],
]

const bodyOf = ({ method, url }: Route): unknown =>
  ['GET', 'DELETE'].includes(method) ? undefined : BODIES.find(([end]) => url.endsWith(end))?.[1]

type Caller = Pick<Portal, 'call'>

async function call(route: Route, caller: Caller, ids: Readonly<Record<string, string>>) {
  const path = placesOf(route.url).reduce((filled, [segment, name]) => {
    const id = ids[segment]
    assert.ok(id, `the owner has nothing for /${segment}/:${name}: create it in owners.ts`)
    return filled.replace(`:${name}`, encodeURIComponent(id))
  }, route.url)
  const example = bodies.get(`${route.method} ${route.url.replace(PORTAL, '/api/v1')}`) ?? bodyOf(route)
  return await caller.call(route.method, path.slice(PORTAL.length), withIds(example, ids), { headers: fromElsewhere() })
}

let calls = 0
const fromElsewhere = (): Record<string, string> => {
  calls += 1
  return { 'X-Forwarded-For': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}` }
}

/** Ids of slots, questionnaires and remedies are the same in every account. */
const isOwn = (segment: string): boolean => !['keys', 'questionnaires', 'fixes'].includes(segment)

const answerOf = ({ status, body }: { status: number; body: { error?: { code: string } } }): string =>
  `${status} ${body?.error?.code}`

test('the portal has every route of both APIs', () => {
  const keyed = routes.filter(({ url }) => url.startsWith('/api/v1/'))
  assert.ok(keyed.length >= 60)
  const own = new Set(portal.map(nameOf))
  for (const route of keyed.filter(({ method }) => method !== 'HEAD'))
    assert.ok(own.has(nameOf(route).replace('/api/v1/', `${PORTAL}/`)), nameOf(route))
})

test('no portal route is in the API description', () => {
  assert.ok(![...bodies.keys()].some((name) => name.includes('/portal')))
})

test('requests without a session or with an unknown one are refused', async () => {
  for (const route of portal) {
    for (const cookie of ['', '__Host-portal=', '__Host-portal=unknown']) {
      assert.equal(answerOf(await call(route, browse(api, cookie), owner.ids)), '401 SIGN_IN_REQUIRED', nameOf(route))
    }
  }
})

test('a key opens no route of the portal', async () => {
  for (const route of portal) {
    for (const [header, key] of [
      ['X-Partner-Key', owner.partner.key],
      ['X-Distributor-Key', owner.distributor.key],
    ] as const) {
      const client = api.client(key, header)
      const headers = { 'sec-fetch-site': 'same-origin' }
      const caller: Caller = {
        call: (method, path, body) =>
          client.call(method, PORTAL + path, body, { headers: { ...headers, ...fromElsewhere() } }),
      }
      assert.equal(answerOf(await call(route, caller, owner.ids)), '401 SIGN_IN_REQUIRED', nameOf(route))
    }
  }
})

test('a session opens no route of the APIs', async () => {
  for (const kind of KINDS) {
    const { cookie } = await signIn(api, accounts[kind])
    const client = api.client('')
    for (const { method, url } of routes.filter(
      (route) => route.url.startsWith('/api/v1/') && route.method !== 'HEAD',
    )) {
      const answer = await client.call(method, url.replace('/api', ''), undefined, {
        headers: { cookie, ...fromElsewhere() },
      })
      assert.equal(answerOf(answer), '401 MISSING_KEY', `${method} ${url}`)
    }
  }
})

test('routes for one kind of account do not exist for the other', async () => {
  const sessions = {
    partner: await signIn(api, accounts.partner),
    distributor: await signIn(api, accounts.distributor),
  }
  for (const route of portal) {
    const kind = kindOf(route)
    if (kind === undefined) continue
    const other = kind === 'partner' ? sessions.distributor : sessions.partner
    assert.equal(answerOf(await call(route, other, owner.ids)), '404 NOT_FOUND', nameOf(route))
  }
})

test('changes are accepted only from our own pages', async () => {
  for (const kind of KINDS) {
    const { cookie } = await signIn(api, accounts[kind])
    for (const route of portal.filter((each) => each.method !== 'GET' && (kindOf(each) ?? kind) === kind)) {
      for (const site of ['cross-site', 'same-site', 'none'])
        assert.equal(answerOf(await call(route, browse(api, cookie, site), nothing)), '403 CROSS_SITE', nameOf(route))
    }
  }
})

test('a browser without Sec-Fetch-Site is identified by its Origin', async () => {
  const client = api.client('')
  const { cookie } = await signIn(api, accounts.partner)
  const send = async (headers: Record<string, string>): Promise<string> =>
    answerOf(await client.post('/portal/api/partner/keys', undefined, { headers: { cookie, ...headers } }))
  assert.equal(await send({}), '403 CROSS_SITE', 'no page')
  assert.equal(await send({ origin: 'https://evil.example' }), '403 CROSS_SITE')
  assert.equal(await send({ origin: api.app.appUrl, 'sec-fetch-site': 'cross-site' }), '403 CROSS_SITE')
  assert.equal(await send({ origin: 'null' }), '403 CROSS_SITE')
  const made = await client.put(
    '/portal/api/partner/brand',
    { colour: '#123456' },
    { headers: { cookie, origin: api.app.appUrl } },
  )
  assert.equal(made.status, 200, made.text)
})

test('each route accepts its role and higher ones, and refuses lower ones', async () => {
  for (const kind of KINDS) {
    for (const role of ROLES) {
      const caller = await signIn(api, accounts[kind], { role })
      for (const route of portal.filter((each) => (kindOf(each) ?? kind) === kind)) {
        const isAllowed = ROLES.indexOf(role) <= ROLES.indexOf(roleOf(route))
        // With ids of nothing, a caller who is let in changes nothing; without one, only those who are refused may call.
        if (isAllowed && placesOf(route.url).length === 0 && route.method !== 'GET') continue
        // Does not end; stream.test.ts opens it.
        if (isAllowed && route.url.endsWith('/stream')) continue
        const answer = answerOf(await call(route, caller, nothing))
        const says = `${role}: ${nameOf(route)}`
        if (isAllowed) assert.doesNotMatch(answer, /ROLE_REQUIRED|^401|^5/, says)
        else assert.equal(answer, '403 ROLE_REQUIRED', says)
      }
    }
  }
})

test('routes that need a recent second factor refuse requests without one', async () => {
  const strong = portal.filter(({ config }) => config.strong)
  for (const kind of KINDS) {
    const caller = await signIn(api, accounts[kind], { strong: false })
    for (const route of strong.filter((each) => (kindOf(each) ?? kind) === kind))
      assert.equal(answerOf(await call(route, caller, nothing)), '403 STRONG_SIGN_IN_REQUIRED', nameOf(route))
  }
})

/** Routes that need more than the default for their method. */
const MORE: Readonly<Record<string, string>> = {
  'DELETE /partner/customers/:id': 'technician strong',
  'PUT /partner/brand': 'admin',
  'POST /partner/brand/logo': 'admin',
  'POST /partner/plan': 'admin strong',
  'GET /partner/billing': 'admin',
  'GET /partner/billing/card': 'admin',
  'GET /partner/billing/invoices': 'admin',
  'GET /partner/billing/next-invoice': 'admin',
  'POST /partner/billing/address-page': 'admin strong',
  'POST /partner/billing/card-page': 'admin strong',
  'POST /partner/plan/preview': 'admin',
  'POST /distributor/partners': 'admin',
  'POST /distributor/partners/:id/activate': 'admin',
  'GET /distributor/partners/:id/people': 'admin',
  'POST /distributor/partners/:id/invite': 'admin',
  'POST /distributor/partners/:id/invite-owner': 'admin strong',
  'POST /distributor/partners/:id/plan': 'admin strong',
  'POST /distributor/partners/:id/plan/preview': 'admin',
  'POST /distributor/partners/:id/suspend': 'admin strong',
  'POST /distributor/partners/bulk': 'admin',
  'POST /distributor/partners/preview': 'admin',
  'POST /distributor/partners/:id/visits': 'technician strong',
  'PUT /distributor/partners/:id': 'admin strong',
  'DELETE /session': 'reader',
  'POST /partner/views': 'reader',
  'DELETE /partner/views/:id': 'reader',
  'DELETE /session/visit': 'reader',
  'POST /me/factors/totp': 'reader strong',
  'POST /me/factors/totp/confirm': 'reader strong',
  'DELETE /me/factors/totp': 'reader strong',
  'POST /me/factors/recovery-codes': 'reader strong',
  'PATCH /team/people/:id': 'admin strong',
  'DELETE /team/people/:id': 'admin strong',
  'POST /team/people/:id/reset-factor': 'admin strong',
  'POST /team/invitations': 'admin strong',
  'POST /team/invitations/:id/resend': 'admin strong',
  'DELETE /team/invitations/:id': 'admin strong',
  'PUT /team/factor-rule': 'owner strong',
  'GET /sign-on': 'admin',
  'PUT /sign-on/provider': 'owner strong',
  'DELETE /sign-on/provider': 'owner strong',
  'PUT /sign-on/rules': 'owner strong',
  'DELETE /sign-on/people/:id': 'owner strong',
  'POST /sign-on/domains': 'owner strong',
  'POST /sign-on/domains/:domain/check': 'owner strong',
  'DELETE /sign-on/domains/:domain': 'owner strong',
  'GET /sign-on/tokens': 'admin',
  'POST /sign-on/tokens': 'owner strong',
  'DELETE /sign-on/tokens/:id': 'owner strong',
  'POST /me/factors/company': 'reader strong',
  'DELETE /me/factors/company': 'reader strong',
  'GET /distributor/settlements': 'admin',
  'GET /distributor/settlements/:id': 'admin',
  'GET /distributor/settlements/:id/file': 'admin',
  'POST /session/account': 'reader',
  'POST /session/confirm': 'reader',
  'PUT /me/password': 'reader',
  'PUT /me/preferences': 'reader',
  'PUT /me/notifications': 'reader',
  'DELETE /me/sessions': 'reader',
  'DELETE /me/sessions/:id': 'reader',
  'POST /me/factors/microsoft': 'reader strong',
  'DELETE /me/factors/microsoft/:id': 'reader strong',
  'POST /me/factors/passkeys': 'reader strong',
  'POST /me/factors/passkeys/options': 'reader strong',
  'PATCH /me/factors/passkeys/:id': 'reader',
  'DELETE /me/factors/passkeys/:id': 'reader strong',
  'POST /session/confirm/passkey': 'reader',
  ...ofBoth({
    'DELETE /keys/:slot': 'admin strong',
    'POST /keys': 'admin strong',
    'GET /webhooks': 'admin',
    'POST /webhooks': 'admin strong',
    'GET /webhooks/:id': 'admin',
    'PATCH /webhooks/:id': 'admin strong',
    'DELETE /webhooks/:id': 'admin strong',
    'GET /webhooks/:id/deliveries': 'admin',
    'POST /webhooks/:id/pause': 'admin',
    'POST /webhooks/:id/resume': 'admin',
    'POST /webhooks/:id/test': 'admin',
    'POST /channels': 'admin strong',
    'PATCH /channels/:id': 'admin strong',
    'POST /webhooks/:id/rotate': 'admin strong',
    'POST /webhooks/:id/rotate/finish': 'admin strong',
    'GET /deliveries': 'admin',
    'GET /deliveries/reasons': 'admin',
    'GET /deliveries/:delivery': 'admin',
    'POST /deliveries/:delivery/replay': 'admin',
    'GET /replays': 'admin',
    'POST /replays': 'admin',
    'POST /replays/preview': 'admin',
    'GET /replays/:replay': 'admin',
    'POST /replays/:replay/stop': 'admin',
  }),
}

function ofBoth(needs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(needs).flatMap(([name, need]) =>
      KINDS.map((kind): [string, string] => [name.replace(' ', ` /${kind}`), need]),
    ),
  )
}

test('exactly the listed routes need more than the default', () => {
  const found = portal.flatMap((route): [string, string][] => {
    const needs = `${roleOf(route)}${route.config.strong ? ' strong' : ''}`
    return needs === roleByMethod(route.method) ? [] : [[nameOf(route).replace(PORTAL, ''), needs]]
  })
  assert.deepEqual(Object.fromEntries(found.sort()), Object.fromEntries(Object.entries(MORE).sort()))
})

test('another account’s ids get the same NOT_FOUND as unknown ids', async () => {
  for (const kind of KINDS) {
    const caller = await signIn(api, strangers[kind])
    const named = portal.filter(
      (route) => kindOf(route) === kind && placesOf(route.url).some(([segment]) => isOwn(segment)),
    )
    assert.ok(named.length > 0)
    for (const route of named) {
      const [real, unreal] = [await call(route, caller, owner.ids), await call(route, caller, nothing)]
      assert.equal(answerOf(real), '404 NOT_FOUND', `${nameOf(route)}: ${real.text}`)
      assert.equal(answerOf(unreal), '404 NOT_FOUND', nameOf(route))
    }
  }
})

test('a session has its own rate, which its headers show', async () => {
  const { cookie } = await signIn(api, accounts.partner)
  const read = () => browse(api, cookie).get('/partner/me')
  const first = await read()
  assert.equal(first.headers['ratelimit-policy'], `"session";q=${SESSION_RATE};w=60`)
  assert.match(String(first.headers.ratelimit), new RegExp(`^"session";r=${SESSION_RATE - 1};t=60$`))
  const answers = await Promise.all(Array.from({ length: SESSION_RATE }, read))
  assert.equal(answers.filter(({ status }) => status === 200).length, SESSION_RATE - 1)
  const refused = answers.find(({ status }) => status === 429)
  assert.equal(refused?.body.error.code, 'RATE_LIMITED')
  assert.ok(Number(refused?.headers['retry-after']) > 0)
  assert.equal(
    (await (await signIn(api, accounts.partner)).get('/partner/me')).status,
    200,
    'another session continues',
  )
})

test('only JSON is accepted', async () => {
  const { cookie } = await signIn(api, accounts.partner)
  const client = api.client('')
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': type }
    const answer = await client.put('/portal/api/partner/brand', undefined, { raw: '{"colour":"#123456"}', headers })
    assert.equal(answerOf(answer), '415 UNSUPPORTED_MEDIA_TYPE', type)
  }
})

test('a change by a person is in the audit under their id', async () => {
  const caller = await signIn(api, accounts.partner)
  const tenantId = '33333333-3333-4333-8333-333333333333'
  const made = await caller.post('/partner/customers', { name: 'From the portal', tenantId })
  assert.equal(made.status, 201, made.text)
  const [entry] = (await caller.get('/partner/audit?limit=1')).body.entries
  assert.deepEqual(entry.author, { kind: 'person', id: caller.session.personId })
  assert.equal(entry.subject, made.body.id)
})

test('an Idempotency-Key belongs to one person, and is erased with the customer that its outcome names', async () => {
  const [ada, bob] = [await signIn(api, accounts.partner), await signIn(api, accounts.partner)]
  const body = { name: 'Once', tenantId: '44444444-4444-4444-8444-444444444444' }
  const headers = { 'idempotency-key': 'once' }
  const first = await ada.post('/partner/customers', body, { headers })
  const again = await ada.post('/partner/customers', body, { headers })
  assert.deepEqual([again.status, again.headers['idempotency-replayed'], again.body.id], [201, 'true', first.body.id])
  const other = await bob.post('/partner/customers', body, { headers })
  assert.equal(other.headers['idempotency-replayed'], undefined)
  assert.notEqual(other.body.id, first.body.id)
  const rows = await api.db
    .selectFrom('idempotency_keys')
    .select('account_id')
    .where('account_id', '=', accounts.partner)
    .execute()
  assert.ok(rows.length >= 2, 'stored under the account')
})

test('an account that is no longer active gets nothing, and its cookie is removed', async () => {
  const distributor = await api.distributor('portal-outcast')
  const { id } = await makeActivePartner(api, distributor, { email: 'admin@portal-outcast.example' })
  const [partner, own] = [await signIn(api, id), await signIn(api, distributor.id)]
  assert.equal((await partner.get('/partner/me')).status, 200)
  // Before a suspension has ended the sessions, the state of the account refuses.
  const setStatus = (status: 'active' | 'suspended') =>
    api.db.updateTable('partners').set({ status }).where('id', '=', id).execute()
  await setStatus('suspended')
  const refused = await partner.get('/partner/me')
  assert.equal(answerOf(refused), '403 PARTNER_INACTIVE')
  assert.match(String(refused.headers['set-cookie']), /^__Host-portal=; .*Expires=Thu, 01 Jan 1970.*Secure/)
  await setStatus('active')
  assert.equal((await partner.get('/partner/me')).status, 200)
  await distributor.post(`/v1/distributor/partners/${id}/suspend`)
  assert.equal(answerOf(await partner.get('/partner/me')), '401 SIGN_IN_REQUIRED')
  await suspendDistributor(api.app, AUTHOR, distributor.id)
  assert.equal(answerOf(await own.get('/distributor/me')), '401 SIGN_IN_REQUIRED')
})
