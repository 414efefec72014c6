import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { sendQueuedMail } from '../../src/features/mail/sending/service.ts'
import { deleteEnded } from '../../src/features/retention/service.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { clientOf, makeActivePartner } from '../harness/accounts.ts'
import { assertProblem, fieldsAtFault, makeCustomer, makeRun, NO_RUN } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client } from '../harness/client.ts'
import { carryOutNotices, mailsOf, openMailbox, queuedMails } from '../security/mails.ts'

let now = new Date('2026-05-08T08:00:00.000Z')
const later = (ms: number): void => {
  now = new Date(now.getTime() + ms)
}

const mailbox = openMailbox()
const api = await startApi({
  now: () => now,
  mailer: mailbox,
  collect: async ({ tenantId }) => snapshotOf({}, tenantId),
})
const dispatcher = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
})

async function makeEndedRun(client: Client, receivers: string[] = []): Promise<string> {
  const customer = await makeCustomer(client)
  if (receivers.length > 0) await client.put(`/v1/partner/customers/${customer}`, { receivers })
  const id = await makeRun(client, customer)
  await executeRun(api.app, id, { deadlineMs: 10_000 })
  return id
}

const acme = await api.as('acme')
const run = await makeEndedRun(acme)
const linksOf = (id: string): string => `/v1/partner/assessments/${id}/links`

async function open(
  url: string,
  more = '',
): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
  const { statusCode, headers, body } = await request(url.replace(api.app.appUrl, api.baseUrl) + more, { dispatcher })
  return { status: statusCode, text: await body.text(), headers }
}

test('a shared link opens the report in its edition, and shows when it was last opened', async () => {
  const created = await acme.post(linksOf(run), { edition: 'owner', expiresInDays: 30 })
  assert.equal(created.status, 201, created.text)
  const { id, url, ...rest } = created.body
  assert.match(id, /^lnk_/)
  assert.ok(url.startsWith(`${api.app.appUrl}/reports/${run}?link=`))
  const expiresAt = new Date(now.getTime() + 30 * DAY_MS).toISOString()
  assert.deepEqual(rest, { edition: 'owner', createdAt: now.toISOString(), expiresAt })
  const listed = async () => (await acme.get(linksOf(run))).body.links.find((link: { id: string }) => link.id === id)
  assert.deepEqual(await listed(), { id, ...rest })

  later(5 * 60_000)
  const page = await open(url)
  assert.equal(page.status, 200)
  assert.match(page.text, /<title>Essential Eight assessment of/)
  assert.equal((await listed()).lastOpenedAt, now.toISOString())
  const [, href = ''] = page.text.match(/<a href="([^"]+)">Download as PDF</) ?? []
  later(2 * 60_000)
  const pdf = await open(new URL(href.replaceAll('&amp;', '&'), url).href)
  assert.deepEqual([pdf.status, pdf.headers['content-type']], [200, 'application/pdf'])
  assert.match(String(pdf.headers['content-disposition']), /-owner\.pdf"/)
  assert.equal((await listed()).lastOpenedAt, now.toISOString())
  // The edition is that of the link, whatever its address asks for.
  const other = await open(url, '&edition=full&format=pdf')
  assert.match(String(other.headers['content-disposition']), /-owner\.pdf"/)
})

test('the token is stored as a hash only, and the audit names neither token nor address', async () => {
  const { body } = await acme.post(linksOf(run), { edition: 'technical' })
  const token = new URL(body.url).searchParams.get('link') ?? ''
  const rows = await api.db.selectFrom('report_links').selectAll().where('id', '=', body.id).execute()
  assert.equal(rows.length, 1)
  assert.ok(!JSON.stringify(rows).includes(token))
  await acme.delete(`${linksOf(run)}/${body.id}`)
  const audit = (await acme.get('/v1/partner/audit?limit=10')).body.entries.filter(
    ({ subject }: { subject: string }) => subject === body.id,
  )
  assert.deepEqual(
    audit.map(({ action }: { action: string }) => action),
    ['report.unshared', 'report.shared'],
  )
  assert.deepEqual(audit[1].after.edition, 'technical')
  assert.ok(!JSON.stringify(audit).includes(token))
})

test('a revoked link stops working at once, and revoking it again changes nothing', async () => {
  const { id, url } = (await acme.post(linksOf(run), { edition: 'full' })).body
  const entries = async () => (await acme.get('/v1/partner/audit?limit=50')).body.entries.length
  assert.equal((await acme.delete(`${linksOf(run)}/${id}`)).status, 204)
  const [revokedAt, count] = [now.toISOString(), await entries()]
  later(60_000)
  assert.equal((await acme.delete(`${linksOf(run)}/${id}`)).status, 204)
  assert.equal(await entries(), count)
  const page = await open(url)
  assert.equal(page.status, 410)
  assert.match(page.text, /no longer opens the report/)
  assert.match(page.text, /<a href="\?">sign in and open the report/)
  const link = (await acme.get(linksOf(run))).body.links.find((one: { id: string }) => one.id === id)
  assert.equal(link.revokedAt, revokedAt)
  assert.equal(link.lastOpenedAt, undefined)
})

test('invalid input is an error that names the field, and creates nothing', async () => {
  const before = (await acme.get(linksOf(run))).body.links.length
  for (const [body, fault] of [
    [{}, 'edition MISSING_FIELD'],
    [{ edition: 'short' }, 'edition INVALID_FIELD'],
    [{ edition: 'owner', expiresInDays: 0 }, 'expiresInDays INVALID_FIELD'],
    [{ edition: 'owner', expiresInDays: 366 }, 'expiresInDays INVALID_FIELD'],
    [{ edition: 'owner', expiresInDays: 1.5 }, 'expiresInDays INVALID_FIELD'],
  ] as const) {
    const answer = await acme.post(linksOf(run), body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.deepEqual(fieldsAtFault(answer.body.error), [fault])
  }
  assert.equal((await acme.get(linksOf(run))).body.links.length, before)
})

test('a run that ended without a result gets no link, for its partner or distributor', async () => {
  const shaw = await api.distributor('shaw')
  const partner = await makeActivePartner(api, shaw)
  const client = await clientOf(api, shaw, partner.id)
  const canceled = await makeRun(client, await makeCustomer(client))
  await client.post(`/v1/partner/assessments/${canceled}/cancel`)
  const body = { edition: 'owner' }
  for (const answer of [
    await client.post(linksOf(canceled), body),
    await shaw.post(`/v1/distributor/partners/${partner.id}/assessments/${canceled}/links`, body),
  ]) {
    assertProblem(answer, 409, 'REPORT_NOT_READY')
    assert.match(answer.body.error.message, /canceled.*start a new run/)
  }
  assert.deepEqual((await client.get(linksOf(canceled))).body.links, [])
})

test('an Idempotency-Key creates one link, and a replay returns its address again', async () => {
  const once = { headers: { 'Idempotency-Key': 'share once' } }
  const first = await acme.post(linksOf(run), { edition: 'owner' }, once)
  const again = await acme.post(linksOf(run), { edition: 'owner' }, once)
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers['idempotency-replayed'], 'true')
})

test('only the partner and its distributor have access to links', async () => {
  const [wayne, stark, globex] = [
    await api.distributor('wayne'),
    await api.distributor('stark'),
    await api.as('globex'),
  ]
  const partner = await makeActivePartner(api, wayne)
  const client = await clientOf(api, wayne, partner.id)
  const own = await makeEndedRun(client)
  const at = `/v1/distributor/partners/${partner.id}/assessments/${own}/links`
  const created = await wayne.post(at, { edition: 'technical', expiresInDays: 365 })
  assert.equal(created.status, 201, created.text)
  assert.equal((await open(created.body.url)).status, 200)
  assert.equal((await client.get(linksOf(own))).body.links[0].id, created.body.id)
  assert.equal((await wayne.get(at)).body.links.length, 1)
  const id = created.body.id
  for (const [caller, path] of [
    [globex, linksOf(own)],
    [stark, at],
    [acme, linksOf(NO_RUN)],
    [acme, linksOf('junk')],
  ] as const) {
    assertProblem(await caller.get(path), 404, 'NOT_FOUND')
    assertProblem(await caller.post(path, { edition: 'owner' }), 404, 'NOT_FOUND')
    assertProblem(await caller.delete(`${path}/${id}`), 404, 'NOT_FOUND')
  }
  assertProblem(await acme.delete(`${linksOf(run)}/${id}`), 404, 'NOT_FOUND')
  assert.equal((await open(created.body.url)).status, 200)
  assert.equal((await wayne.delete(`${at}/${id}`)).status, 204)
  assert.equal((await open(created.body.url)).status, 410)
})

test('a report has at most a hundred active links', async () => {
  const full = await makeEndedRun(acme)
  const row = { partner_id: (await api.partner('acme')).partnerId, run_id: full, edition: 'owner' as const }
  const rows = Array.from({ length: 100 }, (_, index) => ({
    ...row,
    id: `lnk_${index}`,
    token_hash: Buffer.from(`hash ${index}`),
    created_at: now,
    expires_at: new Date(now.getTime() + DAY_MS),
  }))
  await api.db.insertInto('report_links').values(rows).execute()
  assertProblem(await acme.post(linksOf(full), { edition: 'owner' }), 409, 'LIMIT_REACHED')
  later(DAY_MS)
  assert.equal((await acme.post(linksOf(full), { edition: 'owner' })).status, 201)
})

test("each receiver of a report gets a personal link to the owner's edition by email, which can be revoked", async () => {
  await carryOutNotices(api)
  const shared = await makeEndedRun(acme, ['ada@bellbird.example', 'bo@bellbird.example'])
  await carryOutNotices(api)
  for (const id of await queuedMails(api)) await sendQueuedMail(api.app, id)
  const { links } = (await acme.get(linksOf(shared))).body
  assert.deepEqual(links.map(({ recipient }: { recipient: string }) => recipient).toSorted(), [
    'ada@bellbird.example',
    'bo@bellbird.example',
  ])
  const urlTo = (to: string): string => {
    const mail = mailbox.sent.find((one) => one.to === to)
    return /https:\S+\?link=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
  }
  const [ada, bo] = [urlTo('ada@bellbird.example'), urlTo('bo@bellbird.example')]
  assert.ok(ada !== '' && ada !== bo)
  const page = await open(ada, '&edition=full')
  assert.equal(page.status, 200)
  const files = [...page.text.matchAll(/<a href="\?([^"]+)">/g)].map(([, query = '']) =>
    new URLSearchParams(query.replaceAll('&amp;', '&')).get('format'),
  )
  assert.deepEqual(files, ['pdf', 'xlsx'])
  assert.match(String((await open(ada, '&format=pdf')).headers['content-disposition']), /-owner\.pdf"/)
  assert.deepEqual(
    links.map(({ edition }: { edition: string }) => edition),
    ['owner', 'owner'],
  )
  const opened = (await acme.get(linksOf(shared))).body.links.filter(
    ({ lastOpenedAt }: { lastOpenedAt?: string }) => lastOpenedAt !== undefined,
  )
  assert.deepEqual([opened.length, opened[0].recipient], [1, 'ada@bellbird.example'])
  assert.equal((await acme.delete(`${linksOf(shared)}/${opened[0].id}`)).status, 204)
  assert.deepEqual([(await open(ada)).status, (await open(bo)).status], [410, 200])
  assert.equal((await mailsOf(api, 'report-ready')).length, 2)
})

test('expired links are deleted some time later, and all of them with the customer', async () => {
  const customer = await makeCustomer(acme)
  const id = await makeRun(acme, customer)
  await executeRun(api.app, id, { deadlineMs: 10_000 })
  const linkIds = async () =>
    (await api.db.selectFrom('report_links').select('id').where('run_id', '=', id).execute()).map((row) => row.id)
  const short = await acme.post(linksOf(id), { edition: 'owner', expiresInDays: 1 })
  const long = await acme.post(linksOf(id), { edition: 'owner', expiresInDays: 365 })
  later(2 * DAY_MS)
  await deleteEnded(api.app)
  assert.equal((await linkIds()).length, 2)
  later(api.app.limits.keepEventsDays * DAY_MS)
  await deleteEnded(api.app)
  assert.deepEqual(await linkIds(), [long.body.id])
  assert.notEqual(short.body.id, long.body.id)
  assert.equal((await acme.delete(`/v1/partner/customers/${customer}`)).status, 204)
  assert.deepEqual(await linkIds(), [])
})
