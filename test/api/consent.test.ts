import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { forgetExpiredConsentLinks } from '../../src/features/customers/consent/service.ts'
import { assertKeys, assertProblem, NO_CUSTOMER, TIMESTAMP } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'
import { tenantIdOf, waitForEnd } from '../runs/follow.ts'
import { openBrowser } from './administrator.ts'

const DAY_MS = 86_400_000
let ahead = 0
const api = await startApi({ worker: true, now: () => new Date(Date.now() + ahead) })
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

/** A link of the customer, and the page that an administrator comes back to with these words added or changed. */
async function makeLink(customerId: string, client: Client = acme) {
  const made = await client.post(`/v1/partner/customers/${customerId}/consent-link`)
  assert.equal(made.status, 201, made.text)
  const url = new URL(made.body.url)
  const state = url.searchParams.get('state') ?? ''
  const tenant = url.pathname.split('/')[1] ?? ''
  const comeBack = (words: Record<string, string | undefined> = {}) => {
    const all = { admin_consent: 'True', tenant, state, ...words }
    const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return browser.open(`${api.baseUrl}/consent/callback?${new URLSearchParams(given)}`)
  }
  return { body: made.body, url, state, tenant, comeBack }
}

const consentOf = (customerId: string) =>
  api.db.selectFrom('customer_consents').selectAll().where('customer_id', '=', customerId).executeTakeFirst()

async function auditOf(customerId: string): Promise<Json[]> {
  return await api.db.selectFrom('audit').selectAll().where('subject', '=', customerId).orderBy('id').execute()
}

const actionsOf = async (customerId: string): Promise<string[]> =>
  (await auditOf(customerId)).map(({ action }) => action).filter((action) => action !== 'customer.created')

test('a consent link leads to the sign-in service of the customer’s tenant, and of its state only a hash is kept', async () => {
  const customerId = await makeCustomer()
  const { body, url, state } = await makeLink(customerId)
  assertKeys(body, 'url expiresAt')
  assert.match(body.expiresAt, TIMESTAMP)
  assert.ok(Math.abs(Date.parse(body.expiresAt) - Date.now() - 7 * DAY_MS) < 60_000)
  assert.equal(url.pathname, `/${tenantIdOf('no-consent')}/v2.0/adminconsent`)
  assert.deepEqual([...url.searchParams.keys()], ['client_id', 'scope', 'redirect_uri', 'state'])
  assert.equal(url.searchParams.get('scope'), `${url.origin}/.default`)
  assert.equal(url.searchParams.get('redirect_uri'), 'https://app.example/consent/callback')
  assert.equal(Buffer.from(state, 'base64url').length, 32)
  const link = await api.db
    .selectFrom('consent_links')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  assert.deepEqual(link.state_hash, createHash('sha256').update(state).digest())
  assert.equal(link.partner_id, (await api.partner('acme')).partnerId)
  const audit = await auditOf(customerId)
  assert.deepEqual(await actionsOf(customerId), ['consent.requested'])
  assert.ok(!JSON.stringify(audit).includes(state))
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

test('a link for a customer of somebody else, or of nobody, is a 404', async () => {
  const customerId = await makeCustomer()
  const other = await api.as('globex')
  for (const id of [customerId, NO_CUSTOMER, 'nobody'])
    assertProblem(await other.post(`/v1/partner/customers/${id}/consent-link`), 404, 'NOT_FOUND')
  assert.deepEqual(await actionsOf(customerId), [])
})

test('an administrator who approves comes back to a page that says so, and the tenant can be read from then on', async () => {
  const customerId = await makeCustomer()
  const run = async () => {
    const { body } = await acme.post('/v1/partner/assessments', { customerId, product: 'essential-eight' })
    return await waitForEnd(acme, body.id)
  }
  assert.equal((await run()).failure.code, 'CONSENT_MISSING')
  const { url } = await makeLink(customerId)
  const back = await browser.choose(url.href, 'Approve')
  assert.equal(back.origin + back.pathname, 'https://app.example/consent/callback')
  const page = await browser.open(api.baseUrl + back.pathname + back.search)
  assert.equal(page.status, 200)
  assert.match(page.text, /Access was approved/)
  assert.match(page.text, /Pelican Point/)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
  assert.equal(page.headers['cache-control'], 'private, no-store')
  assert.equal(page.headers['referrer-policy'], 'no-referrer')
  assert.equal((await consentOf(customerId))?.refusal, null)
  const [entry] = (await auditOf(customerId)).filter(({ action }) => action === 'customer.consented')
  assert.deepEqual([entry.author_kind, entry.author_id], ['system', 'consent'])
  assert.equal(entry.partner_id, (await api.partner('acme')).partnerId)
  assert.equal((await run()).status, 'completed')
})

test('an administrator who refuses is told so, and the code of the refusal is kept', async () => {
  const customerId = await makeCustomer()
  const { url, comeBack } = await makeLink(customerId)
  const page = await browser.answer(url.href, 'Refuse')
  assert.equal(page.status, 200)
  assert.match(page.text, /Access was not approved/)
  assert.equal((await consentOf(customerId))?.refusal, 'access_denied')
  assert.deepEqual(await actionsOf(customerId), ['consent.requested', 'consent.refused'])
  assert.equal((await comeBack()).status, 404, 'the link is used up')
})

test('a refusal may come without a tenant, and what is no code is not kept', async () => {
  const customerId = await makeCustomer()
  const { comeBack } = await makeLink(customerId)
  const page = await comeBack({ tenant: undefined, error: '<script>alert(1)</script>' })
  assert.equal(page.status, 200)
  assert.equal((await consentOf(customerId))?.refusal, 'unknown_error')
})

test('every link that does not work shows the same page, and changes nothing', async () => {
  const [used, foreign, replaced, expired, moved, gone, unclear] = await Promise.all(
    Array.from({ length: 7 }, () => makeCustomer()),
  )
  const links = await Promise.all([used, foreign, replaced, moved, gone, unclear].map((id) => makeLink(id ?? '')))
  const [usedLink, foreignLink, replacedLink, movedLink, goneLink, unclearLink] = links
  assert.equal((await usedLink?.comeBack())?.status, 200)
  await makeLink(replaced ?? '')
  await acme.put(`/v1/partner/customers/${moved}`, { tenantId: tenantIdOf('weak') })
  await acme.delete(`/v1/partner/customers/${gone}`)
  const expiredLink = await makeLink(expired ?? '')
  const actions = async () => Promise.all([used, foreign, replaced, expired, moved].map((id) => actionsOf(id ?? '')))
  const before = await actions()
  const pages = [
    await usedLink?.comeBack(),
    await foreignLink?.comeBack({ tenant: tenantIdOf('weak') }),
    await foreignLink?.comeBack({ tenant: undefined }),
    await foreignLink?.comeBack({ tenant: tenantIdOf('weak'), error: 'access_denied' }),
    await replacedLink?.comeBack(),
    await movedLink?.comeBack(),
    await goneLink?.comeBack(),
    await unclearLink?.comeBack({ admin_consent: undefined }),
    await unclearLink?.comeBack({ admin_consent: 'False' }),
    await unclearLink?.comeBack({ state: 'nothing' }),
    await unclearLink?.comeBack({ state: '' }),
    await unclearLink?.comeBack({ state: undefined }),
  ]
  ahead = 7 * DAY_MS + 1_000
  pages.push(await expiredLink.comeBack())
  ahead = 0
  for (const [index, page] of pages.entries()) {
    assert.equal(page?.status, 404, `page ${index}`)
    assert.equal(page?.text, pages[0]?.text, `page ${index}`)
  }
  assert.deepEqual(await actions(), before)
  assert.equal((await foreignLink?.comeBack())?.status, 200, 'its own tenant may still approve')
})

test('of two answers at once under one link one counts', async () => {
  const customerId = await makeCustomer()
  const { comeBack } = await makeLink(customerId)
  const pages = await Promise.all(Array.from({ length: 6 }, () => comeBack()))
  assert.deepEqual(pages.map(({ status }) => status).sort(), [200, 404, 404, 404, 404, 404])
  assert.deepEqual(await actionsOf(customerId), ['consent.requested', 'customer.consented'])
})

test('names stand in the page as text', async () => {
  const { comeBack } = await makeLink(await makeCustomer('weak', '<b>"Bold" & Sons</b>'))
  const { text } = await comeBack()
  assert.match(text, /&lt;b&gt;&quot;Bold&quot; &amp; Sons&lt;\/b&gt;/)
})

test('expired links are forgotten, others are not', async () => {
  await api.db.deleteFrom('consent_links').execute()
  await makeLink(await makeCustomer())
  ahead = 3 * DAY_MS
  await makeLink(await makeCustomer())
  ahead = 7 * DAY_MS + 60_000
  await forgetExpiredConsentLinks(api.app)
  ahead = 0
  assert.equal((await api.db.selectFrom('consent_links').select('customer_id').execute()).length, 1)
})
