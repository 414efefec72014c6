import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { executeRun } from '../../../src/features/assessments/execution/service.ts'
import { snapshotOf } from '../../engine/snapshot-builder.ts'
import { assertProblem, makeCustomer } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import { signIn } from '../../portal/sessions.ts'
import { readLayout } from '../../reports/pdf-layout.ts'

let clock = new Date('2031-08-20T12:00:00.000Z')
const api = await startApi({ now: () => clock, collect: async ({ tenantId }) => snapshotOf({}, tenantId) })
const dispatcher = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
})

async function enter(name: string) {
  const client = await api.as(name, 'enterprise')
  const { partnerId } = await api.partner(name, 'enterprise')
  const assess = async (customerId: string, product = 'essential-eight'): Promise<string> => {
    const { body } = await client.post('/v1/partner/assessments', { customerId, product })
    await executeRun(api.app, body.id, { deadlineMs: 10_000 })
    return body.id
  }
  return { client, partnerId, assess, read: async () => await signIn(api, partnerId, { role: 'reader' }) }
}

const pathOf = (customerId: string, query = ''): string => `/partner/customers/${customerId}/quarterly-sheet${query}`

/** The pages of a PDF. */
async function pagesAt(path: string, cookie: string) {
  const { statusCode, body } = await request(`${api.baseUrl}/portal/api${path}`, { dispatcher, headers: { cookie } })
  assert.equal(statusCode, 200)
  return readLayout(Buffer.from(await body.arrayBuffer()))
}

test('a sheet exists for each quarter from the first completed run on, in the time zone of the brand', async () => {
  clock = new Date('2031-06-30T20:00:00.000Z')
  const { client, assess, read } = await enter('zoned')
  const customer = await makeCustomer(client, 'Fabrikam Timber')
  const reader = await read()
  assert.deepEqual((await reader.get(`/partner/customers/${customer}/quarters`)).body, { quarters: [], products: [] })
  await assess(customer)
  clock = new Date('2031-10-10T12:00:00.000Z')
  const later = await read()
  const { body } = await later.get(`/partner/customers/${customer}/quarters`)
  assert.deepEqual(body, {
    quarters: [
      { quarter: '2031-Q4', name: 'October to December 2031', isOver: false },
      { quarter: '2031-Q3', name: 'July to September 2031', isOver: true },
      { quarter: '2031-Q2', name: 'April to June 2031', isOver: true },
    ],
    products: ['essential-eight'],
  })
  assert.equal((await client.put('/v1/partner/brand', { timeZone: 'Australia/Sydney' })).status, 200)
  const zoned = (await later.get(`/partner/customers/${customer}/quarters`)).body
  assert.equal(zoned.quarters.at(-1).quarter, '2031-Q3', 'in Sydney it was the first of July already')
})

test('the page compares the quarter with the run before it, and names every framework', async () => {
  clock = new Date('2031-05-20T12:00:00.000Z')
  const { client, assess, read } = await enter('paged')
  const customer = await makeCustomer(client, 'Fabrikam & Timber')
  await assess(customer)
  clock = new Date('2031-08-20T12:00:00.000Z')
  await assess(customer)
  await assess(customer, 'nist-csf')
  const page = await (await read()).get(pathOf(customer, '?quarter=2031-Q3'))
  assert.equal(page.status, 200, page.text)
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(page.headers['content-disposition'], undefined, 'it is shown in a frame')
  assert.match(String(page.headers['content-security-policy']), /frame-ancestors 'self'/)
  assert.match(page.text, /Fabrikam &amp; Timber/)
  assert.match(page.text, /July to September 2031, as of 20 August 2031/)
  assert.match(page.text, /Then: 20 May 2031/)
  assert.match(page.text, /Now: 20 August 2031/)
  for (const name of ['Essential Eight', 'NIST Cybersecurity Framework']) assert.ok(page.text.includes(name), name)

  const one = await (await read()).get(pathOf(customer, '?quarter=2031-Q3&products=nist-csf'))
  assert.ok(!one.text.includes('Essential Eight'))
  assert.match(one.text, /This is the first assessment\. It found no weaknesses in what is known\./)
  const before = await (await read()).get(pathOf(customer, '?quarter=2031-Q2'))
  assert.match(before.text, /Now: 20 May 2031/, 'what came later is not in it')
})

test('planned repairs are listed with owner and due date, and so are exceptions that end soon', async () => {
  clock = new Date('2031-08-20T12:00:00.000Z')
  const { client, assess, partnerId, read } = await enter('planned')
  const customer = await makeCustomer(client)
  await client.put(`/v1/partner/customers/${customer}/questionnaires/essential-eight`, {
    answers: [{ id: 'ISM-1810', answer: 'no' }],
  })
  await assess(customer)
  const technician = await signIn(api, partnerId, { role: 'technician' })
  const change = { product: 'essential-eight', requirements: ['ISM-1810'], status: 'planned' }
  const planned = await technician.put(`/partner/customers/${customer}/findings/progress`, {
    ...change,
    ownerId: technician.session.personId,
    dueOn: '2031-09-12',
  })
  assert.equal(planned.status, 200, planned.text)
  const exception = {
    kind: 'emergency-account',
    object: 'break-glass@bellbird.example',
    reason: 'For the day when nothing else works.',
    approver: 'Ada Park',
    expiresAt: '2031-11-30T00:00:00.000Z',
  }
  assert.equal((await client.post(`/v1/partner/customers/${customer}/exceptions`, exception)).status, 201)
  const page = await (await read()).get(pathOf(customer))
  assert.match(page.text, /By 12 September 2031, Pat Example/)
  assert.match(
    page.text,
    /break-glass@bellbird\.example, for when nobody else can sign in<p>Emergency account, ends 30 November 2031/,
  )
})

test('the PDF has one page, a file name with the quarter, and an ETag', async () => {
  clock = new Date('2031-08-20T12:00:00.000Z')
  const { client, assess, read } = await enter('printed')
  const customer = await makeCustomer(client, 'Fabrikam Timber')
  for (const product of ['essential-eight', 'nist-csf', 'scuba-entra']) await assess(customer, product)
  const reader = await read()
  const pdf = await reader.get(pathOf(customer, '?quarter=2031-Q3&format=pdf'))
  assert.deepEqual([pdf.status, pdf.headers['content-type']], [200, 'application/pdf'])
  assert.match(String(pdf.headers['content-disposition']), /"Fabrikam-Timber-Quarterly-sheet-2031-Q3\.pdf"/)
  assert.equal((await pagesAt(pathOf(customer, '?quarter=2031-Q3&format=pdf'), reader.cookie)).length, 1)
  const again = await reader.get(pathOf(customer, '?quarter=2031-Q3&format=pdf'), {
    headers: { 'if-none-match': String(pdf.headers.etag) },
  })
  assert.equal(again.status, 304)
})

test('invalid input is named in the error, and other accounts get NOT_FOUND', async () => {
  clock = new Date('2031-08-20T12:00:00.000Z')
  const { client, assess, read } = await enter('refused')
  const customer = await makeCustomer(client)
  const reader = await read()
  assertProblem(await reader.get(pathOf(customer)), 409, 'REPORT_NOT_READY')
  await assess(customer)
  assertProblem(await reader.get(pathOf(customer, '?quarter=2031-Q5')), 400, 'INVALID_FIELD')
  assertProblem(await reader.get(pathOf(customer, '?quarter=2031-Q4')), 400, 'INVALID_FIELD')
  assertProblem(await reader.get(pathOf(customer, '?quarter=2031-Q2')), 409, 'REPORT_NOT_READY')
  assertProblem(await reader.get(pathOf(customer, '?products=junk')), 400, 'INVALID_PRODUCT')
  assertProblem(await reader.get(pathOf(customer, '?products=nist-csf')), 409, 'REPORT_NOT_READY')
  const stranger = await (await enter('strangers')).read()
  for (const path of [pathOf(customer), `/partner/customers/${customer}/quarters`])
    assertProblem(await stranger.get(path), 404, 'NOT_FOUND')
})

test('the sheets of all matching customers with a completed run are one PDF, sorted by name', async () => {
  clock = new Date('2031-08-20T12:00:00.000Z')
  const { client, assess, read } = await enter('many')
  const [zulu, alpha, fresh] = [
    await makeCustomer(client, 'Zulu'),
    await makeCustomer(client, 'Alpha'),
    await makeCustomer(client, 'Fresh'),
  ]
  await assess(zulu)
  await assess(alpha)
  const reader = await read()
  const path = '/partner/portfolio/quarterly-sheets?product=essential-eight&quarter=2031-Q3'
  const all = await reader.get(path)
  assert.equal(all.status, 200, all.text.slice(0, 300))
  assert.match(String(all.headers['content-disposition']), /"Quarterly-sheets-2031-Q3\.pdf"/)
  assertProblem(await reader.get(`${path}&customerIds=${fresh}`), 409, 'REPORT_NOT_READY')
  assertProblem(await reader.get(`${path}&q=nobody`), 409, 'REPORT_NOT_READY')
  const stranger = await (await enter('many-strangers')).read()
  assertProblem(await stranger.get(`${path}&customerIds=${zulu}`), 409, 'REPORT_NOT_READY')
  const rows = Array.from({ length: 19 }, (_, n) => ({ name: `More ${n}`, tenantId: crypto.randomUUID() }))
  assert.equal((await client.post('/v1/partner/customers/bulk', { customers: rows })).status, 201)
  assertProblem(await reader.get(path), 400, 'TOO_MANY')
  const pages = await pagesAt(`${path}&customerIds=${zulu},${alpha}`, reader.cookie)
  const names = pages.map((page) => page.find(({ tag }) => tag === 'H1')?.text)
  assert.deepEqual(names, ['Alpha', 'Zulu'])
})
