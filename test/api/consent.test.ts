import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { deleteExpiredConsentLinks } from '../../src/features/customers/consent/service.ts'
import { deleteOldSignIns } from '../../src/features/customers/consent/sign-in/service.ts'
import { DAY_MS, MINUTE_MS } from '../../src/shared/dates/time-units.ts'
import { makeActivePartner } from '../harness/accounts.ts'
import { assertKeys, assertProblem, NO_CUSTOMER, TIMESTAMP } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client } from '../harness/client.ts'
import { tenantIdOf } from '../runs/follow.ts'
import { openBrowser } from './administrator.ts'

let ahead = 0
const api = await startApi({ simulator: true, now: () => new Date(Date.now() + ahead) })
const browser = openBrowser(api)
const acme = await api.as('acme')
after(async () => {
  await browser.close()
  await api[Symbol.asyncDispose]()
})

async function makeCustomer(posture = 'no-consent', name = 'Pelican Point', client: Client = acme): Promise<string> {
  const { body } = await client.post('/v1/partner/customers', { name, tenantId: tenantIdOf(posture).toUpperCase() })
  return body.id
}

async function makeLink(customerId: string, client: Client = acme): Promise<string> {
  const made = await client.post(`/v1/partner/customers/${customerId}/consent-link`)
  assert.equal(made.status, 201, made.text)
  return made.body.url
}

const auditOf = async (customerId: string) =>
  await api.db.selectFrom('audit').selectAll().where('subject', '=', customerId).orderBy('id').execute()

const actionsOf = async (customerId: string): Promise<string[]> =>
  (await auditOf(customerId)).map(({ action }) => action).filter((action) => action !== 'customer.created')

const countSignIns = async (): Promise<number> =>
  (await api.db.selectFrom('consent_sign_ins').select('state_hash').execute()).length

test('a consent link leads to our own page, and only a hash of its token is stored', async () => {
  const customerId = await makeCustomer()
  const { body } = await acme.post(`/v1/partner/customers/${customerId}/consent-link`)
  assertKeys(body, 'url expiresAt')
  assert.match(body.expiresAt, TIMESTAMP)
  assert.ok(Math.abs(Date.parse(body.expiresAt) - Date.now() - 7 * DAY_MS) < 60_000)
  const token = /^https:\/\/app\.example\/approve\/([\w-]{43})$/.exec(body.url)?.[1] ?? ''
  assert.equal(Buffer.from(token, 'base64url').length, 32)
  const link = await api.db
    .selectFrom('consent_links')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  assert.deepEqual(link.state_hash, createHash('sha256').update(token).digest())
  assert.equal(link.partner_id, (await api.partner('acme')).partnerId)
  assert.deepEqual(await actionsOf(customerId), ['consent.requested'])
  assert.ok(!JSON.stringify(await auditOf(customerId)).includes(token))
})

test('the page of a link says who asks for what, and sets a cookie that other sites can neither read nor send', async () => {
  const page = await browser.open(await makeLink(await makeCustomer()))
  assert.equal(page.status, 200)
  assert.match(page.text, /acme/)
  assert.match(page.text, /Pelican Point/)
  assert.match(page.text, new RegExp(tenantIdOf('no-consent')))
  assert.match(page.text, /Global Administrator/)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*form-action 'self' https:/)
  assert.equal(page.headers['cache-control'], 'private, no-store')
  assert.equal(page.headers['referrer-policy'], 'no-referrer')
  assert.match(
    String(page.headers['set-cookie']),
    /^__Host-plumbline-approval=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('opening a link, as mail scanners do, starts nothing; its form leads to the consent page of the customer’s tenant', async () => {
  const link = await makeLink(await makeCustomer())
  const before = await countSignIns()
  for (let times = 0; times < 3; times += 1) assert.equal((await browser.open(link)).status, 200)
  assert.equal(await countSignIns(), before)
  const url = new URL(await browser.start(link))
  assert.equal(url.origin, api.simulator?.url)
  assert.equal(url.pathname, `/${tenantIdOf('no-consent')}/v2.0/adminconsent`)
  assert.deepEqual([...url.searchParams.keys()], ['client_id', 'scope', 'redirect_uri', 'state'])
  assert.equal(url.searchParams.get('scope'), `${url.origin}/.default`)
  assert.equal(url.searchParams.get('redirect_uri'), 'https://app.example/consent/callback')
  assert.equal(await countSignIns(), before + 1)
})

test('a form sent by another site starts nothing, because the cookie is missing', async () => {
  const link = await makeLink(await makeCustomer())
  const before = await countSignIns()
  const stranger = openBrowser(api)
  assert.equal((await stranger.post(link)).status, 403)
  await stranger.close()
  assert.equal(await countSignIns(), before)
})

test('the sign-in is that of the customer’s tenant, with PKCE and a nonce', async () => {
  const url = new URL(await browser.reachSignIn(await makeLink(await makeCustomer())))
  assert.equal(url.pathname, `/${tenantIdOf('no-consent')}/oauth2/v2.0/authorize`)
  const asked = Object.fromEntries(url.searchParams)
  assert.equal(asked.redirect_uri, 'https://app.example/consent/callback')
  assert.equal(asked.response_type, 'code')
  assert.equal(asked.response_mode, 'query')
  assert.equal(asked.scope, 'openid profile')
  assert.equal(asked.code_challenge_method, 'S256')
  for (const name of ['state', 'nonce', 'code_challenge']) assert.match(asked[name] ?? '', /^[\w-]{43}$/)
})

test('a repeated call under one Idempotency-Key gives the same link', async () => {
  const path = `/v1/partner/customers/${await makeCustomer()}/consent-link`
  const headers = { 'Idempotency-Key': 'once' }
  const first = await acme.post(path, undefined, { headers })
  const second = await acme.post(path, undefined, { headers })
  assert.equal(second.headers['idempotency-replayed'], 'true')
  assert.deepEqual(second.body, first.body)
  assert.notEqual((await acme.post(path)).body.url, first.body.url)
})

test('a link for another partner’s customer or an unknown one is a 404', async () => {
  const customerId = await makeCustomer()
  const other = await api.as('globex')
  for (const id of [customerId, NO_CUSTOMER, 'nobody']) {
    assertProblem(await other.post(`/v1/partner/customers/${id}/consent-link`), 404, 'NOT_FOUND')
    assertProblem(await other.delete(`/v1/partner/customers/${id}/approval`), 404, 'NOT_FOUND')
  }
  assert.deepEqual(await actionsOf(customerId), [])
})

test('every invalid link shows the same page, and cannot start a sign-in', async () => {
  const [used, replaced, moved, gone] = await Promise.all(Array.from({ length: 4 }, () => makeCustomer()))
  const suspended = await makeActivePartner(api, await api.distributor('meridian'))
  const suspendedCustomer = await makeCustomer('no-consent', 'Suspended', suspended.client)
  const links = await Promise.all([used, replaced, moved, gone].map((id) => makeLink(id ?? '')))
  links.push(await makeLink(suspendedCustomer, suspended.client))
  assert.match((await browser.approve(links[0] ?? '')).text, /Access was approved/)
  await makeLink(replaced ?? '')
  await acme.put(`/v1/partner/customers/${moved}`, { tenantId: tenantIdOf('weak') })
  await acme.delete(`/v1/partner/customers/${gone}`)
  await (await api.distributor('meridian')).post(`/v1/distributor/partners/${suspended.id}/suspend`)
  const expired = await makeLink(await makeCustomer())
  const pages = await Promise.all([...links, 'https://app.example/approve/nothing'].map((link) => browser.open(link)))
  pages.push(...(await Promise.all(links.map((link) => browser.post(link)))))
  ahead = 7 * DAY_MS + 1_000
  pages.push(await browser.open(expired), await browser.post(expired))
  ahead = 0
  for (const [index, page] of pages.entries()) {
    assert.equal(page.status, 404, `page ${index}`)
    assert.equal(page.text, pages[0]?.text, `page ${index}`)
    assert.equal(page.headers['set-cookie'], undefined, `page ${index}`)
  }
})

test('a link of an earlier version, with its token as state, redirects to the page of the link', async () => {
  const link = await makeLink(await makeCustomer())
  const token = link.split('/').at(-1)
  const words = new URLSearchParams({ admin_consent: 'True', tenant: tenantIdOf('no-consent'), state: token ?? '' })
  const stranger = openBrowser(api)
  const page = await stranger.open(`/consent/callback?${words}`)
  assert.deepEqual([page.status, page.location], [303, link])
  assert.match((await stranger.approve(page.location)).text, /Access was approved/)
  await stranger.close()
})

test('names are escaped in the pages', async () => {
  const link = await makeLink(await makeCustomer('weak', '<b>"Bold" & Sons</b>'))
  for (const { text } of [await browser.open(link), await browser.approve(link)])
    assert.match(text, /&lt;b&gt;&quot;Bold&quot; &amp; Sons&lt;\/b&gt;/)
})

test('a link has at most twenty concurrent sign-ins', async () => {
  await api.db.deleteFrom('consent_sign_ins').execute()
  const link = await makeLink(await makeCustomer())
  await browser.open(link)
  for (let times = 0; times < 25; times += 1) assert.equal((await browser.post(link)).status, 303)
  assert.equal(await countSignIns(), 20)
})

test('links that ended a month ago and expired sign-ins are deleted, others are not', async () => {
  await api.db.deleteFrom('consent_links').execute()
  await api.db.deleteFrom('consent_sign_ins').execute()
  await browser.start(await makeLink(await makeCustomer()))
  ahead = 33 * DAY_MS
  const later = await makeLink(await makeCustomer())
  ahead = 37 * DAY_MS + MINUTE_MS
  await browser.start(later)
  await deleteExpiredConsentLinks(api.app)
  await deleteOldSignIns(api.app)
  ahead = 0
  assert.equal((await api.db.selectFrom('consent_links').select('customer_id').execute()).length, 1)
  assert.equal(await countSignIns(), 1)
})
