import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { grantByOperator } from '../../../src/features/approvals/service.ts'
import { newKey } from '../../../src/shared/crypto/keys.ts'
import { snapshotOf } from '../../engine/snapshot-builder.ts'
import { AUTHOR, makeActivePartner } from '../../harness/accounts.ts'
import { TENANT } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import type { Answer, Client } from '../../harness/client.ts'
import { fingerprint, makeOutcasts, makeOwner, withIds } from '../../security/owners.ts'
import { collectRoutes, exampleBodies, placesOf, queryNames, type Route } from '../../security/route-list.ts'

/** Every route that needs a key × every caller that must get nothing from it. New routes are covered automatically. */

const routes = collectRoutes()
const api = await startApi({
  collect: async ({ tenantId }) => snapshotOf({}, tenantId),
  // Refused keys are limited by address, so each call comes from its own.
  trustProxy: ['127.0.0.1', '::1'],
})
after(() => api[Symbol.asyncDispose]())

const APIS = { partner: '/api/v1/partner/', distributor: '/api/v1/distributor/' } as const
type Kind = keyof typeof APIS
const HEADERS = { partner: 'X-Partner-Key', distributor: 'X-Distributor-Key' } as const

/** Every GET route also accepts HEAD. */
const keyed = routes.filter(({ url, method }) => kindOf(url) !== undefined && method !== 'HEAD')

function kindOf(url: string): Kind | undefined {
  if (url.startsWith(APIS.partner)) return 'partner'
  return url.startsWith(APIS.distributor) ? 'distributor' : undefined
}

const description: unknown = (await api.client('').get('/openapi.json')).body
const bodies = exampleBodies(description)
const queries = queryNames(description)

const owner = await makeOwner(api, 'alpha-owner')
const stranger = await makeOwner(api, 'beta-stranger')
const sibling = await makeActivePartner(api, owner.distributor, { email: 'admin@sibling.example', company: 'Sibling' })
const outcasts = await makeOutcasts(api)

let calls = 0

/** The route with the owner's ids in its path and its body, called with this key. */
async function call(
  { method, url }: Route,
  client: Client,
  ids: Readonly<Record<string, string>>,
  query = '',
): Promise<Answer> {
  calls += 1
  const from = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
  const path = placesOf(url).reduce((filled, [segment, name]) => {
    const id = ids[segment]
    assert.ok(id, `the owner has nothing for /${segment}/:${name}: create it in owners.ts`)
    return filled.replace(`:${name}`, encodeURIComponent(id))
  }, url)
  const body = withIds(bodies.get(`${method} ${url}`), ids)
  return await client.call(method, path.replace(/^\/api/, '') + query, body, { headers: { 'X-Forwarded-For': from } })
}

/** Ids of the right form that belong to nothing. */
const nothing: Record<string, string> = Object.fromEntries(
  Object.entries(owner.ids).map(([segment, id]) => [segment, id.replace(/(?<=_).*/, '01jd0000000000000000000000')]),
)

/** The response without what differs between calls, and without the requested ids. */
function comparable({ status, headers, text }: Answer, ids: Readonly<Record<string, string>>): unknown {
  const asked = Object.values(ids).filter((id) => id.includes('_'))
  const body = asked.reduce((rest, id) => rest.replaceAll(id, '[id]'), text)
  const type = headers['content-type']
  return { status, type, body: body.replaceAll(/"requestId":"req_[0-9a-z]{26}"/g, '"requestId"') }
}

const client = (kind: Kind, key: string): Client => api.client(key, HEADERS[kind])

/** Callers without any access, each with the response to all of its calls. */
const REFUSED: readonly { who: string; key: (kind: Kind) => string; answer: (kind: Kind) => string }[] = [
  { who: 'without a key', key: () => '', answer: () => '401 MISSING_KEY' },
  { who: 'with a malformed key', key: () => 'pk_live_not-a-key', answer: () => '401 INVALID_KEY' },
  { who: 'with an unknown, well-formed key', key: (kind) => newKey(kind), answer: () => '401 INVALID_KEY' },
  {
    who: 'with a valid key of the other kind',
    key: (kind) => (kind === 'partner' ? owner.distributor.key : owner.partner.key),
    answer: () => '401 INVALID_KEY',
  },
  {
    who: 'with the key of a suspended account',
    key: (kind) => outcasts.suspended[kind],
    answer: (kind) => (kind === 'partner' ? '403 PARTNER_INACTIVE' : '403 DISTRIBUTOR_INACTIVE'),
  },
  { who: 'with a revoked key', key: (kind) => outcasts.revoked[kind], answer: () => '401 INVALID_KEY' },
]

for (const { who, key, answer } of REFUSED) {
  test(`every route, called ${who}, refuses without revealing what exists, and changes nothing`, async () => {
    const before = await fingerprint(api.databaseUrl, owner)
    for (const route of keyed) {
      const kind = kindOf(route.url) ?? 'partner'
      const name = `${route.method} ${route.url}`
      const caller = client(kind, key(kind))
      const [real, unreal] = [await call(route, caller, owner.ids), await call(route, caller, nothing)]
      assert.equal(`${real.status} ${real.body?.error?.code}`, answer(kind), name)
      assert.deepEqual(comparable(real, owner.ids), comparable(unreal, nothing), name)
    }
    assert.deepEqual(await fingerprint(api.databaseUrl, owner), before)
  })
}

/** Whether a part of the path names something that belongs to an account. */
const namesThing = ({ url }: Route): boolean => placesOf(url).some(([segment]) => owner.ids[segment]?.includes('_'))

/** Active accounts that ask for what belongs to another. */
const FOREIGN: readonly { who: string; kind: Kind; client: Client; ids: Readonly<Record<string, string>> }[] = [
  { who: 'a partner of another distributor', kind: 'partner', client: stranger.partner, ids: owner.ids },
  { who: 'a partner of the same distributor', kind: 'partner', client: sibling.client, ids: owner.ids },
  { who: 'another distributor', kind: 'distributor', client: stranger.distributor, ids: owner.ids },
]

for (const { who, kind, client: caller, ids } of FOREIGN) {
  test(`every route with an id in its path answers ${who} as if the id did not exist`, async () => {
    const before = await fingerprint(api.databaseUrl, owner)
    const routesWithIds = keyed.filter((route) => kindOf(route.url) === kind && namesThing(route))
    assert.ok(routesWithIds.length > 0)
    for (const route of routesWithIds) {
      const [real, unreal] = [await call(route, caller, ids), await call(route, caller, nothing)]
      assert.equal(
        `${real.status} ${real.body?.error?.code}`,
        '404 NOT_FOUND',
        `${route.method} ${route.url}: ${real.text}`,
      )
      assert.deepEqual(comparable(real, ids), comparable(unreal, nothing), `${route.method} ${route.url}`)
    }
    assert.deepEqual(await fingerprint(api.databaseUrl, owner), before)
  })
}

test('a distributor cannot reach anything of another through one of its own partners', async () => {
  const before = await fingerprint(api.databaseUrl, owner)
  const mixed = { ...owner.ids, partners: stranger.ids.partners ?? '' }
  const own = { ...nothing, partners: mixed.partners }
  const deep = keyed.filter(({ url }) => kindOf(url) === 'distributor' && placesOf(url).length > 1)
  for (const route of deep.filter(({ url }) => placesOf(url).some(([segment]) => isForeign(segment)))) {
    const [real, unreal] = [
      await call(route, stranger.distributor, mixed),
      await call(route, stranger.distributor, own),
    ]
    assert.equal(
      `${real.status} ${real.body?.error?.code}`,
      '404 NOT_FOUND',
      `${route.method} ${route.url}: ${real.text}`,
    )
    assert.deepEqual(comparable(real, mixed), comparable(unreal, own), `${route.method} ${route.url}`)
  }
  assert.deepEqual(await fingerprint(api.databaseUrl, owner), before)
})

const isForeign = (segment: string): boolean => segment !== 'partners' && (owner.ids[segment]?.includes('_') ?? false)

test('routes without an id in the path show nothing of another account, whatever ids are in body and query', async () => {
  const before = await fingerprint(api.databaseUrl, owner)
  for (const route of keyed.filter((candidate) => !namesThing(candidate))) {
    const kind = kindOf(route.url) ?? 'partner'
    const name = `${route.method} ${route.url}`
    const caller = kind === 'partner' ? stranger.partner : stranger.distributor
    const asksFor = (queries.get(name) ?? []).includes('customerId')
    const query = (ids: Readonly<Record<string, string>>): string => (asksFor ? `?customerId=${ids.customers}` : '')
    const [real, unreal] = [
      await call(route, caller, owner.ids, query(owner.ids)),
      await call(route, caller, nothing, query(nothing)),
    ]
    const namesCustomer = asksFor || JSON.stringify(bodies.get(name) ?? '').includes('"cust_')
    if (namesCustomer) assert.deepEqual(comparable(real, owner.ids), comparable(unreal, nothing), name)
    const answer = namesCustomer ? real.text.replaceAll(owner.ids.customers ?? '', '') : real.text
    for (const secret of owner.secrets) assert.ok(!answer.includes(secret), `${name} shows ${secret}: ${answer}`)
  }
  assert.deepEqual(await fingerprint(api.databaseUrl, owner), before)
})

test('the owner succeeds on every one of these routes with the same ids and bodies, so the refusals above mean something', async () => {
  // Routes that delete the owner's things come last, and the suspension of the partner after all others.
  const order = [/^GET /, /^PUT /, /^POST .*(?<!\/suspend)$/, /^DELETE .*(?<!customers\/:id)$/, /^DELETE /, /suspend$/]
  const rank = ({ method, url }: Route): number => order.findIndex((form) => form.test(`${method} ${url}`))
  assert.ok(keyed.length >= 60, `${keyed.length} routes`)
  const schedule = await api.db
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', owner.ids.schedules ?? '')
    .executeTakeFirstOrThrow()
  for (const route of keyed.toSorted((left, right) => rank(left) - rank(right))) {
    const caller = kindOf(route.url) === 'partner' ? owner.partner : owner.distributor
    // Each of the two APIs withdraws an approval once.
    if (route.url.endsWith('/approval')) await grantByOperator(api.app, AUTHOR, owner.ids.partners ?? '', TENANT)
    // Each deletes the schedule once.
    if (route.method === 'DELETE' && route.url.includes('/schedules/')) {
      await api.db
        .insertInto('schedules')
        .values(schedule)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const answer = await call(route, caller, owner.ids)
    const name = `${route.method} ${route.url}: ${answer.text.slice(0, 300)}`
    assert.ok(answer.status < 300 || [400, 403, 409].includes(answer.status), name)
  }
})
