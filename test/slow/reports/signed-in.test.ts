import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { executeRun } from '../../../src/features/assessments/execution/service.ts'
import { createReportLink } from '../../../src/features/reports/service.ts'
import { snapshotOf } from '../../engine/snapshot-builder.ts'
import { makeActivePartner } from '../../harness/accounts.ts'
import { makeCustomer, makeRun, NO_RUN } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import { startBrowser, withoutBrowser } from '../../harness/browser.ts'
import { makePerson, PASSWORD } from '../../people/fixture.ts'
import { signIn } from '../../portal/sessions.ts'

const api = await startApi({ ownPages: true, collect: async ({ tenantId }) => snapshotOf({}, tenantId) })
const dispatcher = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
})

const distributor = await api.distributor('reports-distribution')
const { id: partnerId, client } = await makeActivePartner(api, distributor, { email: 'admin@reports.example' })
const run = await makeRun(client, await makeCustomer(client, 'Fabrikam'))
await executeRun(api.app, run, { deadlineMs: 10_000 })
const path = `/reports/${run}`

async function open(at: string, cookie = '') {
  const { statusCode, headers, body } = await request(`${api.baseUrl}${at}`, { dispatcher, headers: { cookie } })
  return { status: statusCode, headers, text: await body.text() }
}

const toSignIn = (id: string): string => `/sign-in?next=${encodeURIComponent(`/reports/${id}`)}`

test('people of the partner and of its distributor open a report, and its PDF, without a link', async () => {
  for (const account of [partnerId, distributor.id]) {
    const { cookie } = await signIn(api, account, { role: 'reader' })
    const page = await open(path, cookie)
    assert.equal(page.status, 200)
    assert.match(page.text, /Fabrikam/)
    assert.equal(page.headers['cache-control'], 'private, no-store')
    assert.match(page.text, /<a href="\?format=pdf">Download as PDF</)
    const pdf = await open(`${path}?format=pdf`, cookie)
    assert.deepEqual([pdf.status, pdf.headers['content-type']], [200, 'application/pdf'])
  }
})

test('others get NOT_FOUND, whether or not the report exists', async () => {
  const others = [(await api.partner('others')).partnerId, (await api.distributor('other-reports')).id]
  for (const account of others) {
    const { cookie } = await signIn(api, account)
    const unknown = await open(`/reports/${NO_RUN}`, cookie)
    assert.equal(unknown.status, 404)
    for (const at of [path, `${path}?format=pdf`, '/reports/%00', '/reports/junk']) {
      const answer = await open(at, cookie)
      assert.deepEqual([answer.status, answer.text], [404, unknown.text], at)
    }
  }
})

test('a signed link still opens its report for everybody', async () => {
  const link = (await createReportLink(api.app, run)).replace(api.app.appUrl, '')
  const { cookie } = await signIn(api, (await api.partner('others')).partnerId)
  for (const jar of ['', cookie]) {
    const page = await open(link, jar)
    assert.equal(page.status, 200)
    assert.match(page.text, /href="\?format=pdf&amp;expires=\d+&amp;signature=[\w.-]+"/)
  }
})

test('people who are not signed in are sent to the sign-in page; with an invalid link, they are told so', async () => {
  for (const [at, back] of [
    [path, run],
    [`${path}?format=pdf`, `${run}?format=pdf`],
    [`${path}?expires=soon`, run],
  ] as const) {
    const answer = await open(at)
    assert.deepEqual([answer.status, answer.headers.location, answer.text], [303, toSignIn(back), ''], at)
  }
  for (const link of ['expires=9999999999&signature=wrong', 'link=wrong', `link=${'a'.repeat(43)}&format=pdf`]) {
    const { status, text } = await open(`${path}?${link}`)
    assert.equal(status, 410, link)
    assert.match(text, /<a href="\?">sign in and open the report<\/a>/)
    assert.ok(!text.includes(run))
  }
  assert.equal((await open('/reports/%2F%2Fevil.example')).headers.location, toSignIn('%2F%2Fevil.example'))
  assert.equal((await open(path, '__Host-portal=unknown')).headers.location, toSignIn(run))
})

test('people of a suspended partner are shown no report', async () => {
  const { id, client: suspended } = await makeActivePartner(api, distributor, { email: 'admin@reports-gone.example' })
  const theirs = await makeRun(suspended, await makeCustomer(suspended))
  await executeRun(api.app, theirs, { deadlineMs: 10_000 })
  const { cookie } = await signIn(api, id)
  // As between the commit of a suspension and the deletion of a session that slipped through.
  await api.db.updateTable('partners').set({ status: 'suspended' }).where('id', '=', id).execute()
  assert.equal((await open(`/reports/${theirs}`, cookie)).headers.location, '/suspended')
  const own = await signIn(api, distributor.id)
  assert.equal((await open(`/reports/${theirs}`, own.cookie)).status, 200, 'its distributor still reads it')
})

test('signing in on the way to a report leads to the report', { skip: withoutBrowser }, async () => {
  await using browser = await startBrowser(api)
  const { page, complaints } = await browser.open()
  const { email } = await makePerson(api, partnerId, { email: 'reads@reports.example', role: 'reader' })
  await page.goto(`${path}?edition=owner`)
  assert.equal(new URL(page.url()).pathname, '/sign-in')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`**${path}?edition=owner`)
  await page.getByRole('heading', { level: 1, name: /Fabrikam/ }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as PDF' }).click(),
  ])
  assert.match(download.suggestedFilename(), /^Fabrikam.*owner\.pdf$/)
  assert.deepEqual(complaints, [])
})
