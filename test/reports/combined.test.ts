import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { runReport } from '../../src/cli/report.ts'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { makeActivePartner } from '../harness/accounts.ts'
import { assertProblem, makeCustomer } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client } from '../harness/client.ts'
import { signIn } from '../portal/sessions.ts'
import { carryOutNotices } from '../security/mails.ts'

const api = await startApi({ ownPages: true, collect: async ({ tenantId }) => snapshotOf({}, tenantId) })
const dispatcher = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
})

const distributor = await api.distributor('combined-distribution')
const made = await makeActivePartner(api, distributor, { email: 'admin@combined.example', plan: 'enterprise' })
const { id: partnerId, client } = made
const customer = await makeCustomer(client, 'Fabrikam Timber')
const [eight, csf] = [await assess('essential-eight'), await assess('nist-csf')]
const path = `/v1/partner/customers/${customer}/report`

async function assess(product: string): Promise<string> {
  const { body } = await client.post('/v1/partner/assessments', { customerId: customer, product })
  await executeRun(api.app, body.id, { deadlineMs: 10_000 })
  return body.id
}

async function open(url: string, cookie = '') {
  const address = url.startsWith('http') ? url.replace(api.app.appUrl, api.baseUrl) : `${api.baseUrl}${url}`
  const { statusCode, headers, body } = await request(address, { dispatcher, headers: { cookie } })
  return { status: statusCode, headers, text: await body.text() }
}

const others = await api.as('globex')
const readAs = async (other: Client, at: string) => await other.get(at)

test('a report covers every framework with a completed run, using the newest run of each', async () => {
  const newest = await assess('essential-eight')
  const page = await client.get(path)
  assert.deepEqual([page.status, page.headers['content-type']], [200, 'text/html; charset=utf-8'])
  assert.match(page.text, /<title>Security assessment of Fabrikam Timber/)
  for (const id of [newest, csf]) assert.ok(page.text.includes(id), id)
  assert.ok(!page.text.includes(eight))
  assert.match(page.text, /2 frameworks/)
  const again = await client.get(path, { headers: { 'If-None-Match': String(page.headers.etag) } })
  assert.equal(again.status, 304)
})

test('products selects the frameworks; one without a completed run is named as missing', async () => {
  const both = await client.get(`${path}?products=scuba-entra,nist-csf&edition=owner`)
  assert.equal(both.status, 200, both.text)
  assert.match(both.text, /1 framework</)
  assert.match(
    both.text,
    /<dt>[^<]*(?:SCuBA|Entra)[^<]*<\/dt><dd>Not assessed yet, so it is not part of this report\.</,
  )
  assert.ok(!both.text.includes('Essential Eight'))
  const pdf = await client.get(`${path}?edition=technical&format=pdf`)
  assert.deepEqual([pdf.status, pdf.headers['content-type']], [200, 'application/pdf'])
  assert.match(String(pdf.headers['content-disposition']), /Fabrikam-Timber-Security-[\d-]+-technical\.pdf/)
})

test('bad input is named, and a customer without a completed run has no report', async () => {
  assertProblem(await client.get(`${path}?products=junk`), 400, 'INVALID_PRODUCT')
  assertProblem(await client.get(`${path}?products=`), 400, 'INVALID_FIELD')
  assertProblem(await client.get(`${path}?format=csv`), 400, 'INVALID_FIELD')
  assertProblem(await client.get(`${path}?edition=all`), 400, 'INVALID_FIELD')
  assertProblem(await client.get(`${path}?products=scuba-entra`), 409, 'REPORT_NOT_READY')
})

test('a distributor can read the report of its own partner only', async () => {
  const ofPartner = `/v1/distributor/partners/${partnerId}/customers/${customer}/report`
  assert.equal((await distributor.get(ofPartner)).status, 200)
  const stranger = await api.distributor('combined-strangers')
  assertProblem(await stranger.get(ofPartner), 404, 'NOT_FOUND')
  assertProblem(await readAs(others, path), 404, 'NOT_FOUND')
  assertProblem(await client.get('/v1/partner/customers/cust_junk/report'), 404, 'NOT_FOUND')
})

test('a link opens the report in its edition and with its products, until it is revoked', async () => {
  const links = `/v1/partner/customers/${customer}/report-links`
  assertProblem(await client.post(links, { edition: 'owner', products: ['junk'] }), 400, 'INVALID_PRODUCT')
  const { body, status } = await client.post(links, { edition: 'owner', products: ['nist-csf'], expiresInDays: 5 })
  assert.equal(status, 201)
  assert.deepEqual(body.products, ['nist-csf'])
  const page = await open(`${body.url}&edition=full&products=essential-eight`)
  assert.equal(page.status, 200)
  assert.match(page.text, /What to do now/)
  assert.ok(!page.text.includes('Essential Eight'))
  const [, href = ''] = page.text.match(/<a href="([^"]+)">Download as PDF</) ?? []
  const pdf = await open(new URL(href.replaceAll('&amp;', '&'), body.url).href)
  assert.deepEqual([pdf.status, pdf.headers['content-type']], [200, 'application/pdf'])
  const { body: list } = await client.get(links)
  assert.deepEqual([list.links.length, list.links[0].id, list.links[0].edition], [1, body.id, 'owner'])
  assertProblem(await readAs(others, links), 404, 'NOT_FOUND')
  assertProblem(await others.delete(`${links}/${body.id}`), 404, 'NOT_FOUND')
  // A link about the customer is none to a run, and the other way round.
  assertProblem(await client.delete(`/v1/partner/assessments/${csf}/links/${body.id}`), 404, 'NOT_FOUND')
  assert.equal((await open(body.url.replace(customer, csf))).status, 410)
  assert.equal((await client.delete(`${links}/${body.id}`)).status, 204)
  assert.equal((await open(body.url)).status, 410)
  const audit = (await client.get('/v1/partner/audit?limit=10')).body.entries
  const [, shared] = audit.filter(({ subject }: { subject: string }) => subject === body.id)
  assert.deepEqual(
    [shared.action, shared.after.customerId, shared.after.products],
    ['report.shared', customer, ['nist-csf']],
  )
})

test('the links of a customer include those to single runs and those in emails, which can be revoked there', async () => {
  const other = await makeCustomer(client, 'Bellbird')
  await client.put(`/v1/partner/customers/${other}`, { receivers: ['ada@bellbird.example'] })
  const { body: run } = await client.post('/v1/partner/assessments', { customerId: other, product: 'nist-csf' })
  await executeRun(api.app, run.id, { deadlineMs: 10_000 })
  await carryOutNotices(api)
  const links = `/v1/partner/customers/${other}/report-links`
  const empty = assertProblem(await client.post(links, { edition: 'owner', products: [] }), 400, 'INVALID_FIELD')
  assert.match(empty.details[0].message, /products must hold at least 1 item\./)
  const { body: combined } = await client.post(links, { edition: 'full' })
  const { body: single } = await client.post(`/v1/partner/assessments/${run.id}/links`, { edition: 'technical' })
  await client.post(`/v1/partner/assessments/${csf}/links`, { edition: 'technical' })
  const { body: list } = await client.get(links)
  const completedAt = (await client.get(`/v1/partner/assessments/${run.id}`)).body.completedAt
  const about = { run: { id: run.id, product: 'nist-csf', completedAt } }
  assert.deepEqual(
    list.links.map(({ id: _, createdAt, expiresAt, ...rest }: Record<string, unknown>) => rest),
    [
      { edition: 'technical', ...about },
      { edition: 'full' },
      { edition: 'owner', recipient: 'ada@bellbird.example', ...about },
    ],
  )
  assert.deepEqual([list.links[0].id, list.links[1].id], [single.id, combined.id])
  assert.deepEqual((await client.get(`/v1/partner/assessments/${run.id}/links`)).body.links.length, 2)
  const first = (await client.get(`${links}?limit=2`)).body
  const rest = (await client.get(`${links}?limit=2&cursor=${first.nextCursor}`)).body
  assert.deepEqual([...first.links, ...rest.links], list.links)
  assert.ok(!('nextCursor' in rest))

  assertProblem(await client.delete(`/v1/partner/customers/${customer}/report-links/${single.id}`), 404, 'NOT_FOUND')
  assertProblem(await others.delete(`${links}/${single.id}`), 404, 'NOT_FOUND')
  assert.equal((await open(single.url)).status, 200)
  assert.equal((await client.delete(`${links}/${single.id}`)).status, 204)
  assert.equal((await open(single.url)).status, 410)
  const [entry] = (await client.get('/v1/partner/audit?limit=1')).body.entries
  assert.deepEqual(
    [entry.action, entry.subject, entry.before.runId, entry.before.customerId],
    ['report.unshared', single.id, run.id, other],
  )
  for (const { id } of list.links) assert.equal((await client.delete(`${links}/${id}`)).status, 204)
  const left = (await client.get(links)).body.links
  assert.ok(left.every(({ revokedAt }: { revokedAt?: string }) => revokedAt !== undefined))
})

test('products in the body of a link to a run are ignored', async () => {
  const { status, body } = await client.post(`/v1/partner/assessments/${csf}/links`, {
    edition: 'owner',
    products: ['x'],
  })
  assert.deepEqual([status, body.products], [201, undefined])
})

test('a distributor creates, lists and revokes links about a customer of its partner', async () => {
  const links = `/v1/distributor/partners/${partnerId}/customers/${customer}/report-links`
  const { body, status } = await distributor.post(links, { edition: 'full' })
  assert.deepEqual([status, body.products], [201, undefined])
  assert.match((await open(body.url)).text, /Essential Eight/)
  assert.ok((await distributor.get(links)).body.links.some(({ id }: { id: string }) => id === body.id))
  assert.equal((await distributor.delete(`${links}/${body.id}`)).status, 204)
})

test('only signed-in people of the partner and its distributor can open the report', async () => {
  for (const account of [partnerId, distributor.id]) {
    const { cookie } = await signIn(api, account, { role: 'reader' })
    const page = await open(`/reports/${customer}?products=nist-csf`, cookie)
    assert.equal(page.status, 200)
    assert.doesNotMatch(page.text, /Essential Eight:|2 frameworks/)
    assert.match(page.text, /href="\?format=pdf&amp;products=nist-csf"/)
  }
  const { cookie } = await signIn(api, (await api.partner('combined-others')).partnerId)
  assert.equal((await open(`/reports/${customer}`, cookie)).status, 404)
  assert.equal((await open(`/reports/${customer}`)).status, 303)
})

test('the command line prints a signed link that opens only this report', async () => {
  const { text: url } = await runReport(api.app, undefined, { customer, products: 'nist-csf', edition: 'technical' })
  const page = await open(url)
  assert.equal(page.status, 200)
  assert.match(page.text, /What to do, area by area/)
  assert.equal((await open(url.replace('products=nist-csf', 'products=essential-eight'))).status, 410)
  assert.equal((await open(url.replace('&products=nist-csf', ''))).status, 410)
  await assert.rejects(runReport(api.app, undefined, {}), /Specify a run or --customer/)
  await assert.rejects(runReport(api.app, csf, { products: 'nist-csf' }), /needs --customer/)
})

test('deleting the customer deletes its links', async () => {
  const gone = await makeCustomer(client, 'Gone')
  await client.post(`/v1/partner/customers/${gone}/report-links`, { edition: 'owner' })
  assert.equal((await client.delete(`/v1/partner/customers/${gone}`)).status, 204)
  assert.deepEqual(await api.db.selectFrom('report_links').select('id').where('customer_id', '=', gone).execute(), [])
})
