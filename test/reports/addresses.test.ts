import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { signReportLink } from '../../src/features/reports/rules.ts'
import { createReportLink } from '../../src/features/reports/service.ts'
import { CollectFailure } from '../../src/graph/transport/collect-failure.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { makeCustomer, makeRun } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { signIn } from '../portal/sessions.ts'

/** What somebody reads who opens the address of a report that does not lead to one. */

let consents = true
const api = await startApi({
  ownPages: true,
  collect: async ({ tenantId }) => {
    if (!consents)
      throw new CollectFailure(
        'CONSENT_MISSING',
        'Create a consent link (POST /v1/partner/customers/{id}/consent-link).',
      )
    return snapshotOf({}, tenantId)
  },
})
const dispatcher = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
})

const acme = await api.as('acme')
const { partnerId } = await api.partner('acme')
const { cookie } = await signIn(api, partnerId)
await acme.put('/v1/partner/brand', { contact: { email: 'help@acme.example' } })
const customer = await makeCustomer(acme)
const run = await makeEndedRun()

async function makeEndedRun(): Promise<string> {
  const id = await makeRun(acme, customer)
  await executeRun(api.app, id, { deadlineMs: 10_000 })
  return id
}

async function open(url: string, jar = '') {
  const address = url.startsWith('http') ? url.replace(api.app.appUrl, api.baseUrl) : `${api.baseUrl}${url}`
  const { statusCode, headers, body } = await request(address, { dispatcher, headers: { cookie: jar } })
  return { status: statusCode, headers, text: contentOf(await body.text()) }
}

/** A page without its style sheet and its script, or the beginning of a file. */
const contentOf = (text: string): string => text.replace(/<(style|script)>.*?<\/\1>/gs, '').slice(0, 100_000)

const shareOf = async (id: string, edition: string): Promise<string> =>
  (await acme.post(`/v1/partner/assessments/${id}/links`, { edition })).body.url

/** The addresses that a page offers, without those of contacts. */
const offered = (page: string): string[] =>
  [...page.matchAll(/<a href="(\?[^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

test('the sign-in leads back to the edition, the format and the products that were asked for, and to nothing else', async () => {
  for (const [id, asked, known] of [
    [run, 'edition=owner', 'edition=owner'],
    [run, 'edition=technical&format=xlsx', 'edition=technical&format=xlsx'],
    [customer, 'edition=owner&products=essential-eight', 'edition=owner&products=essential-eight'],
    [run, 'edition=owner&next=//evil.example&%2F%2Fevil=1', 'edition=owner'],
    [run, 'edition=//evil.example&format=//evil.example', ''],
  ] as const) {
    const { status, headers } = await open(`/reports/${id}?${asked}`)
    const next = `/reports/${id}${known && `?${known}`}`
    assert.deepEqual([status, headers.location], [303, `/sign-in?next=${encodeURIComponent(next)}`], asked)
    const form = await open(String(headers.location))
    assert.ok(form.text.includes(`name="next" value="${next.replaceAll('&', '&amp;')}"`), asked)
    const back = await open(String(headers.location), cookie)
    assert.equal(back.headers.location, next)
  }
})

test('an unknown edition leads to those that exist', async () => {
  const signed = await createReportLink(api.app, run)
  for (const [url, jar] of [
    [`/reports/${run}?edition=x`, cookie],
    [`/reports/${customer}?edition=x&products=essential-eight`, cookie],
    [`${signed}&edition=x`, ''],
  ] as const) {
    const { status, text } = await open(url, jar)
    assert.equal(status, 400)
    assert.match(text, /This edition does not exist/)
    assert.doesNotMatch(text, /deleted/)
    const choices = offered(text)
    assert.deepEqual(
      choices.map((href) => new URLSearchParams(href).get('edition')),
      ['owner', 'technical', 'full'],
    )
    for (const href of choices) assert.equal((await open(url.split('?')[0] + href, jar)).status, 200, href)
  }
})

test('a shared link opens its own edition, whatever its address asks for', async () => {
  const { status, text } = await open(`${await shareOf(run, 'owner')}&edition=x`)
  assert.equal(status, 200)
  assert.deepEqual(
    offered(text).map((href) => new URLSearchParams(href).get('format')),
    ['pdf', 'xlsx'],
  )
})

test('a format that a reader cannot have leads to those that exist', async () => {
  const link = await shareOf(run, 'owner')
  for (const [url, jar, code, formats] of [
    [`${link}&format=doc`, '', 400, [null, 'pdf', 'xlsx']],
    [`${link}&format=oscal`, '', 404, [null, 'pdf', 'xlsx']],
    [`/reports/${run}?format=doc`, cookie, 400, [null, 'pdf', 'xlsx', 'csv', 'json', 'oscal', 'ocsf']],
    [`/reports/${customer}?format=csv&edition=technical`, cookie, 404, [null, 'pdf']],
  ] as const) {
    const { status, text } = await open(url, jar)
    assert.equal(status, code, url)
    assert.match(text, code === 400 ? /This format does not exist/ : /This edition does not come in this format/)
    const choices = offered(text)
    assert.deepEqual(
      choices.map((href) => new URLSearchParams(href).get('format')),
      formats,
    )
    for (const href of choices) assert.equal((await open(url.split('?')[0] + href, jar)).status, 200, href)
  }
})

test('the page of a failed run tells a customer plainly whom to ask, and helps signed-in people of the partner', async () => {
  consents = false
  const failed = await makeRun(acme, customer)
  // It shows the state of the run until there is a report.
  const link = await shareOf(failed, 'owner')
  assert.match((await open(link)).text, /Waiting to start/)
  await executeRun(api.app, failed, { deadlineMs: 10_000 })
  consents = true
  for (const url of [link, signReportLink(api.app, failed), `${link}&format=pdf`]) {
    const { status, text } = await open(url)
    assert.equal(status, 200)
    assert.match(text, /could not be completed/i)
    assert.match(text, /Ask <bdi>acme<\/bdi>/i)
    assert.match(text, /mailto:help@acme\.example/)
    assert.doesNotMatch(text, new RegExp(`POST|consent|CONSENT_MISSING|${failed}|monthly|new run`, 'i'))
  }
  const { text } = await open(`/reports/${failed}`, cookie)
  for (const words of ['CONSENT_MISSING', 'Create a consent link.', failed, 'start a new run'])
    assert.ok(text.includes(words))
})

test('the page of a customer without a completed run says so', async () => {
  const fresh = await makeCustomer(acme)
  const { body } = await acme.post(`/v1/partner/customers/${fresh}/report-links`, { edition: 'owner' })
  for (const [url, jar] of [
    [body.url, ''],
    [`/reports/${fresh}`, cookie],
  ] as const) {
    const { status, text } = await open(url, jar)
    assert.equal(status, 409)
    assert.match(text, /No report yet/)
    assert.doesNotMatch(text, /deleted/)
  }
})
