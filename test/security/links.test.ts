import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent } from 'undici'
import { findAccount } from '../../src/features/accounts/service.ts'
import { createActivationLink } from '../../src/features/partners/activation/service.ts'
import { createInvitation, createPersonLink } from '../../src/features/people/invitations/service.ts'
import { createRecoveryLink } from '../../src/features/people/recovery/service.ts'
import { createPerson } from '../../src/features/people/service.ts'
import { createInvitationLink, listInvitees } from '../../src/features/questionnaires/invitations/service.ts'
import { createReportLink } from '../../src/features/reports/service.ts'
import { newToken } from '../../src/shared/crypto/tokens.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'
import { SCREEN_PATHS } from '../../src/shared/portal/paths.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { AUTHOR, makePartner } from '../harness/accounts.ts'
import { TENANT } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { fingerprint, makeOwner, type Owner } from './owners.ts'
import { collectRoutes } from './route-list.ts'

/** Every route without a key × every link that must open nothing. A route that is in neither table fails a test. */

let aheadMs = 0

const routes = collectRoutes()
const api = await startApi({
  collect: async ({ tenantId }) => snapshotOf({}, tenantId),
  trustProxy: ['127.0.0.1', '::1'],
  now: () => new Date(Date.now() + aheadMs),
})
const dispatcher = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
})

const owner = await makeOwner(api, 'alpha-owner')
const stranger = await makeOwner(api, 'beta-stranger')

/** The same for everybody: they contain nothing of an account. */
const PUBLIC =
  /^\/(sign-in(\/passkey(\.js|\/options)?|\/microsoft(\/return)?|\/company(\/:account(\/return)?)?|\/account|\/factor|\/new-factor(\/codes|\/passkey(\/options)?)?)?|sign-out|suspended|welcome|recover|healthz|readyz(\/workers)?|q\/app\.js|api\/openapi\.json|api\/stripe\/webhook|api\/docs.*|docs(\.md|\/.*)?|llms(-full)?\.txt|fonts\/.*)$/
/**
 * Screens need a session, and are pages without content of their own; the preview of a report's look needs one as well. Files are the
 * same for everybody.
 */
const PORTAL: ReadonlySet<string> = new Set([...SCREEN_PATHS, '/portal/files/:name', '/brand/preview'])
const isPublic = (url: string): boolean => PUBLIC.test(url) || PORTAL.has(url)

/** Where the secret of a link is in its routes, and how to create a link for an account. */
interface LinkKind {
  /** The path of a link that works. */
  issue(account: Owner): Promise<string>
  /** Addresses of the same form that were never issued. */
  unknown(account: Owner): string
  /** The inputs of the routes below the link. */
  forms?: Readonly<Record<string, string>>
  /** The status of a link that works; 200 if absent. */
  works?: number
  /** The status of a link that does not work; 404 if absent. */
  refused?: number
  /** The kind of link that has the same secret. */
  secretOf?: string
  /** The cookies of the browser that opened the link. */
  cookie?: string
}

const LINKS: Readonly<Record<string, LinkKind>> = {
  '/reports/:id': {
    issue: async ({ ids }) => pathOf(await createReportLink(api.app, ids.assessments ?? '')),
    unknown: () => `/reports/run_01jd0000000000000000000000?expires=99999999999&signature=${newToken()}`,
    refused: 410,
  },
  '/activate/:token': {
    async issue({ distributor }) {
      const url = await createActivationLink(api.app, await makePartner(distributor))
      assert.ok(url)
      return pathOf(url)
    },
    unknown: () => `/activate/${newToken()}`,
    forms: { '': 'password=several+unrelated+words&repeat=several+unrelated+words' },
  },
  '/invitation/:token': {
    async issue({ ids }) {
      const account = await findAccount(api.app, ids.partners ?? '')
      invited += 1
      const input = { email: `invited-${invited}@links.example`, name: 'Invited', role: 'reader' } as const
      const { id } = await createInvitation(api.app, { author: AUTHOR, account, role: 'owner' }, input)
      const link = await api.db.transaction().execute((tx) => createPersonLink(api.app, tx, id))
      assert.ok(link)
      return pathOf(link.url)
    },
    unknown: () => `/invitation/${newToken()}`,
    forms: { '': 'name=Me&password=several+unrelated+words&repeat=several+unrelated+words' },
  },
  '/recover/:token': {
    async issue({ ids }) {
      const account = await findAccount(api.app, ids.partners ?? '')
      invited += 1
      const input = { email: `lost-${invited}@links.example`, name: 'Lost', role: 'reader' } as const
      const link = await api.db.transaction().execute(async (tx) => {
        const id = await createPerson(tx, AUTHOR, account, input, api.app.now())
        return await createRecoveryLink(api.app, tx, id)
      })
      assert.ok(link)
      return pathOf(link.url)
    },
    unknown: () => `/recover/${newToken()}`,
    forms: { '': 'password=several+unrelated+words&repeat=several+unrelated+words' },
  },
  '/q/:token': {
    async issue({ ids }) {
      const { id } = await api.db
        .selectFrom('questionnaire_invitations')
        .select('id')
        .where('customer_id', '=', ids.customers ?? '')
        .executeTakeFirstOrThrow()
      const [invitee] = await listInvitees(api.app, id)
      const link = await api.db
        .transaction()
        .execute((tx) => createInvitationLink(api.app, tx, [id], invitee?.email ?? ''))
      assert.ok(link)
      return pathOf(link.url)
    },
    unknown: () => `/q/${newToken()}`,
    forms: {
      '': 'next=done',
      '/code': '',
      '/enter': 'code=123456',
      '/colleague': 'email=colleague@evil.example',
      '/attachments/:question': '',
      '/attachments/:attachment/remove': '',
    },
  },
  '/approve/:token': {
    issue: async (account) => pathOf(await makeConsentLink(account)),
    unknown: () => `/approve/${newToken()}`,
    forms: { '': '' },
    cookie: `__Host-plumbline-approval=${newToken()}`,
  },
  // Links of version 0.1 led directly to the sign-in service, with their secret as the state; now they lead to the page.
  '/consent/callback': {
    async issue(account) {
      const token = new URL(await makeConsentLink(account)).pathname.split('/').at(-1)
      return `/consent/callback?state=${token}&admin_consent=True&tenant=${TENANT}`
    },
    unknown: () => `/consent/callback?state=${newToken()}&admin_consent=True&tenant=${TENANT}`,
    works: 303,
    secretOf: '/approve/:token',
  },
}

/** People whom the links above are for. */
let invited = 0

async function makeConsentLink({ partner, ids }: Owner): Promise<string> {
  return (await partner.post(`/v1/partner/customers/${ids.customers}/consent-link`)).body.url
}

const pathOf = (link: string): string => {
  const { pathname, search } = new URL(link)
  return pathname + search
}

const kindOf = (url: string): string | undefined =>
  Object.keys(LINKS).find((form) => url === form || url.startsWith(`${form}/`))

/** Without a key, a session or a token. Every GET route also accepts HEAD. */
const open = routes.filter(({ url, method }) => !/^\/(api\/v1|portal\/api|scim\/v2)\//.test(url) && method !== 'HEAD')

let calls = 0

async function send(
  method: string,
  path: string,
  body: string | undefined,
  cookie?: string,
): Promise<{ status: number; text: string }> {
  calls += 1
  const answer = await dispatcher.request({
    origin: api.baseUrl,
    method,
    path,
    headers: {
      'x-forwarded-for': `10.1.${(calls >> 8) & 255}.${calls & 255}`,
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      }),
    },
    ...(body !== undefined && { body }),
  })
  return { status: answer.statusCode, text: await answer.body.text() }
}

/** Calls a route below the path of a link. */
async function follow(route: { method: string; url: string }, link: string): Promise<{ status: number; text: string }> {
  const form = kindOf(route.url) ?? ''
  const below = route.url.slice(form.length)
  const [path = '', query] = link.split('?')
  const body = route.method === 'GET' ? undefined : LINKS[form]?.forms?.[below]
  assert.ok(route.method === 'GET' || body !== undefined, `say in LINKS what ${route.method} ${route.url} takes`)
  const cookie = LINKS[form]?.cookie
  return await send(route.method, `${path}${below}${query === undefined ? '' : `?${query}`}`, body, cookie)
}

const linked = open.filter(({ url }) => kindOf(url) !== undefined)

test('every route without a key is public or belongs to a kind of link', () => {
  const others = open.filter(({ url }) => kindOf(url) === undefined && !isPublic(url))
  assert.deepEqual(others, [], 'add the route to LINKS or to PUBLIC')
  for (const form of Object.keys(LINKS))
    assert.ok(
      linked.some(({ url }) => url === form),
      `${form} is not a route any more`,
    )
})

test('public routes show nothing of any account, with a key or without', async () => {
  for (const { method, url } of open.filter((route) => isPublic(route.url) && !route.url.includes('*'))) {
    const { text } = await send(method, url, undefined)
    for (const secret of owner.secrets) assert.ok(!text.includes(secret), `${method} ${url} shows ${secret}`)
  }
})

for (const form of Object.keys(LINKS)) {
  const kind = LINKS[form]
  assert.ok(kind)
  const own = linked.filter(({ url }) => kindOf(url) === form)

  test(`a valid link of ${form} works, so that the tests below mean something`, async () => {
    assert.equal((await send('GET', await kind.issue(owner), undefined)).status, kind.works ?? 200)
  })

  test(`${form} answers an expired link like one that was never issued, and changes nothing`, async () => {
    const expired = await kind.issue(owner)
    const before = await fingerprint(api.databaseUrl, owner)
    aheadMs = 200 * DAY_MS
    try {
      for (const route of own) assertSame(await follow(route, expired), await follow(route, kind.unknown(owner)), route)
    } finally {
      aheadMs = 0
    }
    assert.deepEqual(await fingerprint(api.databaseUrl, owner), before)
  })

  test(`${form} answers the secret of another kind of link like one that was never issued, and changes nothing`, async () => {
    const others = Object.entries(LINKS).filter(([other, { secretOf = other }]) => secretOf !== (kind.secretOf ?? form))
    const secrets = await Promise.all(others.map(async ([, other]) => secretIn(await other.issue(owner))))
    const before = await fingerprint(api.databaseUrl, owner)
    for (const secret of secrets) {
      const [path, unknown] = [withSecret(kind.unknown(owner), secret), kind.unknown(owner)]
      for (const route of own) assertSame(await follow(route, path), await follow(route, unknown), route)
    }
    assert.deepEqual(await fingerprint(api.databaseUrl, owner), before)
  })
}

test('a shared link that has expired or was revoked is answered like one that was never issued', async () => {
  const run = owner.ids.assessments ?? ''
  const share = async () =>
    (await owner.partner.post(`/v1/partner/assessments/${run}/links`, { edition: 'owner', expiresInDays: 1 })).body
  const [expired, revoked] = [await share(), await share()]
  for (const { url } of [expired, revoked]) assert.equal((await send('GET', pathOf(url), undefined)).status, 200)
  assert.equal((await owner.partner.delete(`/v1/partner/assessments/${run}/links/${revoked.id}`)).status, 204)
  const unknown = await send('GET', `/reports/${run}?link=${newToken()}`, undefined)
  assert.deepEqual([unknown.status, /This link has expired or was revoked/.test(unknown.text)], [410, true])
  assert.deepEqual(await send('GET', pathOf(revoked.url), undefined), unknown)
  const edition = await send('GET', `/reports/${run}?link=${newToken()}&edition=technical&format=none`, undefined)
  assert.match(edition.text, /<a href="\?edition=technical">sign in and open the report</)
  const other = pathOf(expired.url).replace(run, stranger.ids.assessments ?? '')
  assert.deepEqual(await send('GET', other, undefined), unknown)
  aheadMs = DAY_MS
  try {
    assert.deepEqual(await send('GET', pathOf(expired.url), undefined), unknown)
    assert.deepEqual(await send('GET', `${pathOf(expired.url)}&format=pdf`, undefined), unknown)
  } finally {
    aheadMs = 0
  }
})

test("a signed link to one partner's report opens no other report, and an unsigned address none", async () => {
  const [mine, theirs] = [await createReportLink(api.app, owner.ids.assessments ?? ''), stranger.ids.assessments]
  const { search } = new URL(mine)
  const unknown = await send('GET', LINKS['/reports/:id']?.unknown(owner) ?? '', undefined)
  for (const path of [`/reports/${theirs}${search}`, `/reports/${theirs}`, `/reports/${theirs}${search}&format=pdf`]) {
    const answer = await send('GET', path, undefined)
    // To the sign-in, for those who may read reports without a link.
    if (!path.includes('?')) assert.equal(answer.status, 303)
    else assert.deepEqual(answer, unknown, path)
  }
  assert.equal(unknown.status, 410)
})

/** The part of a link that only its owner knows. */
const secretIn = (link: string): string => /[\w-]{43}/.exec(link)?.[0] ?? ''

const withSecret = (link: string, secret: string): string => link.replace(secretIn(link), () => secret)

function assertSame(
  real: { status: number; text: string },
  unknown: { status: number; text: string },
  { method, url }: { method: string; url: string },
): void {
  assert.equal(unknown.status, LINKS[url]?.refused ?? 404, `${method} ${url}: ${unknown.text}`)
  assert.deepEqual(real, unknown, `${method} ${url}`)
  for (const secret of owner.secrets) assert.ok(!real.text.includes(secret), `${method} ${url} shows ${secret}`)
}
