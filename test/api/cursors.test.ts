import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makePartner } from '../harness/accounts.ts'
import { assertProblem, fieldsAtFault, makeCustomer, makeRun } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client } from '../harness/client.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

const partner = await api.as('pager')
for (const name of ['One', 'Two']) await makeRun(partner, await makeCustomer(partner, name))
const customerId = await makeCustomer(partner, 'Three')
const runId = await makeRun(partner, customerId)
const [links, ofRun] = [`/v1/partner/customers/${customerId}/report-links`, `/v1/partner/assessments/${runId}/links`]
for (const path of [links, ofRun, links, ofRun])
  assert.equal((await partner.post(path, { edition: 'full' })).status, 201)
const distributor = await api.distributor('meridian')
for (const company of ['One', 'Two']) await makePartner(distributor, { company })

/** Every list of both APIs. */
const LISTS: readonly { client: Client; path: string }[] = [
  { client: partner, path: '/v1/partner/customers' },
  { client: partner, path: '/v1/partner/assessments' },
  { client: partner, path: '/v1/partner/events' },
  { client: partner, path: '/v1/partner/audit' },
  { client: partner, path: links },
  { client: partner, path: ofRun },
  { client: distributor, path: '/v1/distributor/partners' },
  { client: distributor, path: '/v1/distributor/audit' },
]

async function nextCursor({ client, path }: { client: Client; path: string }): Promise<string> {
  const page = await client.get(`${path}?limit=1`)
  assert.match(page.body?.nextCursor ?? '', /^[\w-]+$/, page.text)
  return page.body.nextCursor
}

test('a cursor continues its own list and is refused by any other', async () => {
  for (const own of LISTS) {
    const cursor = await nextCursor(own)
    for (const { client, path } of LISTS) {
      const answer = await client.get(`${path}?limit=1&cursor=${cursor}`)
      if (path === own.path) assert.equal(answer.status, 200, answer.text)
      else assert.deepEqual(fieldsAtFault(assertProblem(answer, 400, 'INVALID_FIELD')), ['cursor INVALID_FIELD'], path)
    }
  }
})

test('a manipulated cursor is refused before its content reaches the database', async () => {
  const instants = ['', '1', 'now', 'infinity', '2026-02-30T00:00:00.000Z', '+275760-09-13T00:00:00.000Z', '2026-01-01']
  const ids = ['', 'x', '\0', `cust_${'0'.repeat(25)}\0`, '1e3', '-1', '9'.repeat(19), `1;${'0'.repeat(20)}`]
  for (const list of LISTS) {
    const cursor = await nextCursor(list)
    const [createdAt, id, fingerprint] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const forgeries = [...instants.map((instant) => [instant, id]), ...ids.map((other) => [createdAt, other])]
    for (const forged of forgeries) {
      const text = Buffer.from(JSON.stringify([...forged, fingerprint])).toString('base64url')
      const answer = await list.client.get(`${list.path}?limit=1&cursor=${text}`)
      assertProblem(answer, 400, 'INVALID_FIELD')
    }
  }
})
