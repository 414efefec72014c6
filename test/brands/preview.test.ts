import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { makeActivePartner } from '../harness/accounts.ts'
import { makeCustomer, makeRun } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { signIn } from '../portal/sessions.ts'
import { jpeg, png } from '../reports/pictures.ts'
import { previewer } from './previewing.ts'

const api = await startApi({ collect: async ({ tenantId }) => snapshotOf({}, tenantId) })
const { preview, close } = previewer(api)
after(async () => {
  await close()
  await api[Symbol.asyncDispose]()
})

async function makePartner() {
  const distributor = await api.distributor(`look-${crypto.randomUUID()}`)
  const { id, client } = await makeActivePartner(api, distributor)
  return { id, client, distributor, owner: await signIn(api, id) }
}

test('a partner sees its newest report with branding that is not stored yet', async () => {
  const { owner, client } = await makePartner()
  const customer = await makeCustomer(client)
  const run = await makeRun(client, customer)
  await executeRun(api.app, run, { deadlineMs: 1000 })
  const name = (await client.get(`/v1/partner/customers/${customer}`)).body.name
  const logo = png(40, 20).toString('base64')
  const form = { name: 'Contour <Security>', colour: '#AA3377', logoType: 'image/png', logoData: logo, locale: 'de-DE' }
  const { status, text, headers } = await preview(owner, form)
  assert.equal(status, 200, text)
  assert.ok(text.includes(`<bdi>${name}</bdi>`))
  assert.ok(text.includes('Contour &lt;Security&gt;'))
  assert.ok(text.includes(`data:image/png;base64,${logo}`))
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'self'/)
  assert.match(String(headers['content-security-policy']), /img-src data:/)
  assert.deepEqual((await owner.get('/partner/brand')).body, {}, 'nothing is stored')
})

test('without a run a sample is shown, under the name of the company', async () => {
  const { owner, client } = await makePartner()
  const { text, status } = await preview(owner, {})
  assert.equal(status, 200)
  assert.ok(text.includes('<bdi>Sample customer</bdi>'))
  assert.ok(text.includes(`<strong>${(await client.get('/v1/partner/me')).body.company}</strong>`))
})

test('a preview sends no form, loads no script, and stores nothing', async () => {
  const { owner } = await makePartner()
  for (const page of ['email', 'questionnaire', 'approval']) {
    const { status, text, headers } = await preview(owner, { page, name: 'Contour <Security>', colour: '#aa3377' })
    assert.equal(status, 200, text)
    assert.ok(!text.includes('<script') && !text.includes('Contour <Security>'), page)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /form-action 'none'/)
    assert.match(policy, /frame-ancestors 'self'/)
    assert.ok(!policy.includes('script-src'), policy)
  }
  assert.deepEqual((await owner.get('/partner/brand')).body, {})
  assert.equal((await preview(owner, { page: 'invoice' })).status, 400)
})

test('the preview is only for people of partners, on our own pages', async () => {
  const { owner, distributor } = await makePartner()
  const above = await signIn(api, distributor.id)
  assert.equal((await preview({ cookie: '' }, {})).status, 401)
  assert.equal((await preview(above, {})).status, 404)
  assert.equal((await preview(owner, {}, 'cross-site')).status, 403)
})

test('the preview names a value that is not accepted', async () => {
  const { owner } = await makePartner()
  for (const [form, says] of [
    [{ colour: 'red' }, /#rrggbb/],
    [{ timeZone: 'Mars/Base' }, /IANA time zone/],
    [{ logoType: 'image/png', logoData: Buffer.from('<svg/>').toString('base64') }, /image of the type/],
  ] as const) {
    const { status, text, headers } = await preview(owner, form)
    assert.equal(status, 400)
    assert.match(text, says)
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'self'/)
  }
})

test('a logo is checked before it is stored, and a rejected one says why', async () => {
  const { owner, id } = await makePartner()
  const send = (bytes: Buffer, type = 'image/png') =>
    owner.post('/partner/brand/logo', { type, data: bytes.toString('base64') })
  const good = await send(png(320, 90))
  assert.equal(good.status, 200, good.text)
  assert.equal(good.body.type, 'image/png')
  assert.deepEqual((await owner.get('/partner/brand')).body, {}, 'nothing is stored')
  const stored = await owner.put('/partner/brand', { logo: good.body })
  assert.deepEqual(stored.body.logo, good.body, 'what was checked is what is stored')
  for (const [answer, says] of [
    [await send(Buffer.from('GIF89a')), /must be an image of the type image\/png/],
    [await send(await jpeg(10, 10)), /must be an image of the type image\/png/],
    [await send(png(2001, 10)), /1 to 2000 pixels in each direction; this image has 2001 × 10/],
    [await send(Buffer.concat([png(10, 10), Buffer.alloc(200_000)])), /at most 200 kB/],
    [await send(png(320, 90).subarray(0, 80)), /has a part that is longer than the file/],
  ] as const) {
    assert.equal(answer.status, 400)
    assert.match(answer.body.error.message, says)
  }
  const reader = await signIn(api, id, { role: 'technician' })
  assert.equal((await reader.post('/partner/brand/logo', good.body)).status, 403)
})

test('the chosen name replaces the company on reports', async () => {
  const { owner, client } = await makePartner()
  const run = await makeRun(client, await makeCustomer(client))
  await executeRun(api.app, run, { deadlineMs: 1000 })
  const put = (body: unknown) => owner.put('/partner/brand', body)
  assert.equal((await put({ name: '  Contour Security ', locale: 'en-US' })).body.name, 'Contour Security')
  const page = await owner.get(`/partner/assessments/${run}/report`)
  assert.ok(page.text.includes('<strong>Contour Security</strong>'))
  assert.equal((await put({ name: 'two\nlines' })).status, 400)
  assert.equal((await put({ locale: 'tlh-XX' })).status, 400)
  assert.deepEqual(Object.keys((await put({ name: null, locale: null })).body), ['updatedAt'])
  const { company } = (await client.get('/v1/partner/me')).body
  assert.ok((await owner.get(`/partner/assessments/${run}/report`)).text.includes(`<strong>${company}</strong>`))
})
