import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { runReport } from '../../../src/cli/report.ts'
import { executeRun } from '../../../src/features/assessments/execution/service.ts'
import { ENDINGS, FORMATS } from '../../../src/features/reports/formats/rules.ts'
import { createReportLink } from '../../../src/features/reports/service.ts'
import { CollectFailure } from '../../../src/graph/transport/collect-failure.ts'
import { snapshotOf } from '../../engine/snapshot-builder.ts'
import { clientOf, makeActivePartner } from '../../harness/accounts.ts'
import { assertProblem, fieldsAtFault, makeCustomer, makeRun, NO_RUN } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import type { Client } from '../../harness/client.ts'

let consents = true

const api = await startApi({
  collect: async ({ tenantId }) => {
    if (!consents) throw new CollectFailure('CONSENT_MISSING', 'The tenant has not consented.')
    return snapshotOf({}, tenantId)
  },
})
const folder = await mkdtemp(join(tmpdir(), 'plumbline reports '))
const dispatcher = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const pathOf = (id: string, format?: string): string =>
  `/v1/partner/assessments/${id}/report${format === undefined ? '' : `?format=${format}`}`

/** A completed run of a customer with this name. */
async function makeEndedRun(client: Client, name = 'Ångström & Søns'): Promise<string> {
  const id = await makeRun(client, await makeCustomer(client, name))
  await executeRun(api.app, id, { deadlineMs: 10_000 })
  return id
}

const acme = await api.as('acme')
const run = await makeEndedRun(acme)

const TYPES = {
  html: /^text\/html; charset=utf-8$/,
  pdf: /^application\/pdf$/,
  csv: /^text\/csv; charset=utf-8$/,
  xlsx: /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet$/,
  json: /^application\/json; charset=utf-8$/,
  ocsf: /^application\/x-ndjson(; charset=utf-8)?$/,
  oscal: /^application\/oscal\.assessment-results\+json; charset=utf-8$/,
}
const BEGINNINGS = {
  html: /^<!doctype html>/,
  pdf: /^%PDF-1\.7/,
  // The client removes the byte order mark.
  csv: /^id,group,/,
  xlsx: /^PK/,
  json: /^\{"format":"plumbline-report\/1"/,
  ocsf: /^\{"class_uid":2003,/,
  oscal: /^\{"assessment-results":/,
}

test('the page with everything that auditors ask for says who requested the run, and no other edition does', async () => {
  const textOf = async (edition: string): Promise<string> =>
    (await acme.get(`${pathOf(run)}?edition=${edition}`)).text.replace(/<[^>]*>/g, '')
  assert.match(await textOf('full'), /UTC, by an API key of acme/i)
  for (const edition of ['owner', 'technical']) assert.doesNotMatch(await textOf(edition), /UTC, by/)
})

test('each format is a file with its type and name, and caches must revalidate it', async () => {
  const day = (await acme.get(`/v1/partner/assessments/${run}`)).body.completedAt.slice(0, 10)
  for (const format of FORMATS) {
    const { status, headers, text } = await acme.get(pathOf(run, format))
    assert.equal(status, 200, text)
    assert.match(String(headers['content-type']), TYPES[format])
    assert.match(text, BEGINNINGS[format])
    const ending = ENDINGS[format]
    const plain = `filename="Angstrom-S-ns-Essential-Eight-${day}.${ending}"`
    const full = `filename*=UTF-8''${encodeURIComponent(`Ångström & Søns – Essential Eight – ${day}.${ending}`)}`
    assert.equal(headers['content-disposition'], `attachment; ${plain}; ${full}`)
    assert.equal(headers['cache-control'], 'private, no-cache')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    const policy = String(headers['content-security-policy'] ?? '')
    assert.equal(policy.startsWith("default-src 'none'"), format === 'html')
  }
  assert.match((await acme.get(pathOf(run))).text, BEGINNINGS.html, 'the default format is the page')
})

test('the page for auditors says who requested the run', async () => {
  const byKey = /, by <bdi>an API key of /
  assert.match((await acme.get(pathOf(run))).text, byKey)
  assert.doesNotMatch((await acme.get(`${pathOf(run)}?edition=technical`)).text, /<bdi>an API key/)
})

test('a report that the client already has is not sent again', async () => {
  for (const format of FORMATS) {
    const { headers } = await acme.get(pathOf(run, format))
    const etag = String(headers.etag)
    const again = await acme.get(pathOf(run, format), { headers: { 'If-None-Match': etag } })
    assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', etag], format)
  }
  const { headers } = await acme.get(pathOf(run, 'json'))
  const statusOf = async (known: string) =>
    (await acme.get(pathOf(run, 'json'), { headers: { 'If-None-Match': known } })).status
  for (const known of [`W/${headers.etag}`, `"other", ${headers.etag}`]) assert.equal(await statusOf(known), 304)
  assert.equal(await statusOf('"other"'), 200)
})

test('the PDF is sent byte for byte', async () => {
  const { headers, body } = await request(`${api.baseUrl}/api${pathOf(run, 'pdf')}`, {
    dispatcher,
    headers: { 'X-Partner-Key': acme.key },
  })
  const bytes = Buffer.from(await body.arrayBuffer())
  assert.equal(headers.etag, `"${createHash('sha256').update(bytes).digest('base64url')}"`)
  assert.match(bytes.subarray(-7).toString('latin1'), /%%EOF\n$/)
})

test("another partner's run answers as if it did not exist, and an unknown format is an error that names it", async () => {
  const globex = await api.as('globex')
  const strange = await globex.get(pathOf(run, 'pdf'))
  for (const id of [NO_RUN, 'junk', '%00', `${run}x`]) {
    const unknown = assertProblem(await globex.get(pathOf(id, 'pdf')), 404, 'NOT_FOUND')
    assert.equal(unknown.message, assertProblem(strange, 404, 'NOT_FOUND').message)
  }
  assertProblem(await api.client('').get(pathOf(run)), 401, 'MISSING_KEY')
  for (const format of ['docx', 'PDF', '', 'pdf&format=csv']) {
    const error = assertProblem(await acme.get(pathOf(run, format)), 400, 'INVALID_FIELD')
    assert.deepEqual(fieldsAtFault(error), ['format INVALID_FIELD'])
    assert.match(error.message, /html, pdf, csv, json, oscal|must be/)
  }
})

test('a run that has not completed has no report', async () => {
  const queued = await makeRun(acme, await makeCustomer(acme))
  consents = false
  const failed = await makeEndedRun(acme)
  consents = true
  const canceled = await makeRun(acme, await makeCustomer(acme))
  assert.equal((await acme.post(`/v1/partner/assessments/${canceled}/cancel`)).status, 200)
  for (const [id, status] of Object.entries({ [queued]: 'queued', [failed]: 'failed', [canceled]: 'canceled' })) {
    for (const format of FORMATS) {
      const error = assertProblem(await acme.get(pathOf(id, format)), 409, 'REPORT_NOT_READY')
      assert.match(error.message, new RegExp(`The run is ${status}`))
    }
  }
  for (const id of [failed, canceled])
    await assert.rejects(runReport(api.app, id), { code: 'REPORT_NOT_READY', message: /never gets a report/ })
  assert.match((await runReport(api.app, queued)).text, /signature=/, 'the page shows the report when it is ready')
})

test("a distributor can read reports of its own partners' runs only", async () => {
  const [wayne, stark] = [await api.distributor('wayne'), await api.distributor('stark')]
  const partner = await makeActivePartner(api, wayne)
  const client = await clientOf(api, wayne, partner.id)
  const id = await makeEndedRun(client)
  const at = (partnerId: string, runId: string) =>
    `/v1/distributor/partners/${partnerId}/assessments/${runId}/report?format=csv`
  const own = await wayne.get(at(partner.id, id))
  assert.equal(own.status, 200, own.text)
  assert.ok(own.text === (await client.get(pathOf(id, 'csv'))).text)
  assertProblem(await stark.get(at(partner.id, id)), 404, 'NOT_FOUND')
  assertProblem(await wayne.get(at(partner.id, run)), 404, 'NOT_FOUND')
})

test('the link to the page also opens the PDF, and nothing else does', async () => {
  const open = async (path: string) => {
    const { statusCode, headers, body } = await request(`${api.baseUrl}${path}`, { dispatcher })
    return { status: statusCode, type: String(headers['content-type']), text: await body.text(), headers }
  }
  const path = (await createReportLink(api.app, run)).replace(api.app.appUrl, '')
  const page = await open(path)
  const [, href = ''] = page.text.match(/<a href="([^"]+)">Download as PDF</) ?? []
  const linked = new URL(href.replaceAll('&amp;', '&'), `https://app.example${path}`)
  const pdf = await open(linked.pathname + linked.search)
  assert.deepEqual([pdf.status, pdf.type], [200, 'application/pdf'])
  assert.match(pdf.text, BEGINNINGS.pdf)
  assert.match(String(pdf.headers['content-disposition']), /^attachment; filename="Angstrom/)
  assert.equal(pdf.headers['cache-control'], 'private, no-store')
  const forged = await open(`${linked.pathname}${linked.search.replace(/expires=\d+/, 'expires=9999999999')}`)
  assert.deepEqual([forged.status, /This link has expired or was revoked/.test(forged.text)], [410, true])
  const unsigned = await open(linked.pathname)
  assert.deepEqual([unsigned.status, unsigned.headers.location], [303, `/sign-in?next=%2Freports%2F${run}`])
  const queued = await makeRun(acme, await makeCustomer(acme))
  const early = await open(`${(await createReportLink(api.app, queued)).replace(api.app.appUrl, '')}&format=pdf`)
  assert.equal(early.status, 200)
  assert.match(early.text, /in the queue/)
})

test('the page of each edition leads to its files, and no link opens a file that says more than its page', async () => {
  const open = async (path: string) => {
    const { statusCode, headers, body } = await request(`${api.baseUrl}${path}`, { dispatcher })
    return { status: statusCode, type: String(headers['content-type']), text: await body.text(), headers }
  }
  const path = (await createReportLink(api.app, run)).replace(api.app.appUrl, '')
  const files = {
    owner: ['pdf', 'xlsx'],
    technical: ['pdf', 'xlsx', 'csv'],
    full: ['pdf', 'xlsx', 'csv', 'json', 'oscal', 'ocsf'],
  }
  for (const [edition, formats] of Object.entries(files)) {
    const { text } = await open(`${path}&edition=${edition}`)
    const [, facts = ''] = /<ul class="facts-line">([\s\S]*?)<\/ul>/.exec(text) ?? []
    const addresses = [...facts.matchAll(/<a href="([^"]+)">/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
    assert.deepEqual(
      addresses.map((href) => new URLSearchParams(href).get('format')),
      formats,
    )
    for (const [index, href] of addresses.entries()) {
      const file = await open(new URL(href, `https://app.example${path}`).pathname + href)
      const format = formats[index] ?? ''
      assert.deepEqual([file.status, file.headers['content-security-policy'] === undefined], [200, false], format)
      assert.match(file.type, Object(TYPES)[format])
      assert.match(String(file.headers['content-disposition']), new RegExp(`-${edition}\\.`))
    }
  }
  for (const [edition, format] of [
    ['owner', 'csv'],
    ['owner', 'oscal'],
    ['technical', 'json'],
    ['technical', 'ocsf'],
  ])
    assert.equal((await open(`${path}&edition=${edition}&format=${format}`)).status, 404, `${edition} ${format}`)
})

test('the command writes the same file as the API returns', async () => {
  const out = join(folder, 'report.csv')
  const { json } = await runReport(api.app, run, { format: 'csv', out })
  const { text } = await acme.get(pathOf(run, 'csv'))
  const whole = `\ufeff${text}`
  assert.ok((await readFile(out, 'utf8')) === whole)
  assert.deepEqual(json, { run, format: 'csv', file: out, bytes: Buffer.byteLength(whole) })
  await runReport(api.app, run, { out: join(folder, 'report.pdf') })
  assert.match(await readFile(join(folder, 'report.pdf'), 'latin1'), BEGINNINGS.pdf)
  await assert.rejects(runReport(api.app, run, { format: 'csv' }), /--format needs --out/)
  await assert.rejects(runReport(api.app, run, { format: 'docx', out }), /--format must be one of html, pdf/)
  await assert.rejects(runReport(api.app, run, { out: join(folder, 'no', 'folder.pdf') }), /cannot be written/)
  await assert.rejects(runReport(api.app, NO_RUN, { out }), { code: 'NOT_FOUND' })
})

test('the command writes the format of the file extension, and the requested edition', async () => {
  for (const [name, format] of [
    ['a.JSON', 'json'],
    ['a.oscal.json', 'oscal'],
    ['a.html', 'html'],
    ['a.ocsf', 'ocsf'],
    ['a.ndjson', 'ocsf'],
    ['a.oscal', 'oscal'],
  ] as const) {
    const out = join(folder, name)
    await runReport(api.app, run, { out })
    assert.match(await readFile(out, 'utf8'), BEGINNINGS[format])
  }
  const out = join(folder, 'report.docx')
  await assert.rejects(
    runReport(api.app, run, { out }),
    /The file name .*report\.docx has no known format: add --format/,
  )
  const contrary = { format: 'csv', out: join(folder, 'report.pdf') }
  await assert.rejects(runReport(api.app, run, contrary), /report\.pdf means pdf, but --format is csv/)
  await runReport(api.app, run, { format: 'oscal', out: join(folder, 'results.json') })
  const { json } = await runReport(api.app, run, { format: 'json', edition: 'technical', out })
  assert.equal(JSON.parse(await readFile(out, 'utf8')).edition, 'technical')
  assert.equal(Object(json).edition, 'technical')
  await assert.rejects(runReport(api.app, run, { edition: 'short' }), /--edition must be one of owner, technical, full/)
  const { text: link } = await runReport(api.app, run, { edition: 'owner' })
  assert.match(link, /&edition=owner$/)
})

test('an edition selects the audience; an unknown one is an error that names it', async () => {
  const plain = await acme.get(pathOf(run, 'json'))
  assert.ok(!('edition' in plain.body) && !('actions' in plain.body), 'without an edition nothing is added')
  for (const edition of ['owner', 'technical', 'full']) {
    const { status, body, headers } = await acme.get(`${pathOf(run, 'json')}&edition=${edition}`)
    assert.deepEqual([status, body.edition], [200, edition])
    assert.match(String(headers['content-disposition']), new RegExp(`-${edition}\\.json"`))
    assert.equal((await acme.get(`${pathOf(run)}?edition=${edition}`)).status, 200)
  }
  for (const edition of ['auditor', 'OWNER', '', 'owner&edition=full']) {
    const error = assertProblem(await acme.get(`${pathOf(run, 'json')}&edition=${edition}`), 400, 'INVALID_FIELD')
    assert.deepEqual(fieldsAtFault(error), ['edition INVALID_FIELD'])
  }
  const link = (await createReportLink(api.app, run, 'owner')).replace(api.app.appUrl, api.baseUrl)
  const page = await request(link, { dispatcher })
  assert.equal(page.statusCode, 200)
  assert.match(await page.body.text(), /edition=owner">Download as PDF/)
  const other = await request(link.replace('edition=owner', 'edition=auditor'), { dispatcher })
  assert.deepEqual([other.statusCode, /This edition does not exist/.test(await other.body.text())], [400, true])
})
