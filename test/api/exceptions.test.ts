import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { NIST_CSF } from '../../src/engine/frameworks/nist-csf/nist-csf.ts'
import { newId } from '../../src/shared/ids.ts'
import {
  assertKeys,
  assertProblem,
  countRows,
  eventsOf,
  fieldsAtFault,
  makeCustomer,
  NO_CUSTOMER,
  TIMESTAMP,
} from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'

let now = new Date('2026-05-04T10:00:00.000Z')
const api = await startApi({ now: () => now })
after(() => api[Symbol.asyncDispose]())

const acme = await api.as('acme')
const pathOf = (customerId: string): string => `/v1/partner/customers/${customerId}/exceptions`

const input = (more: Record<string, unknown> = {}): Json => ({
  kind: 'compensating-control',
  product: 'essential-eight',
  requirement: 'ISM-1504',
  reason: 'The network lets nobody in who has not passed it.',
  approver: 'Ada Park, managing director',
  expiresAt: '2027-03-31T00:00:00Z',
  ...more,
})

const emergency = (object: string, more: Record<string, unknown> = {}): Json => ({
  ...input({ kind: 'emergency-account', object, ...more }),
  product: undefined,
  requirement: undefined,
})

async function record(customerId: string, more: Record<string, unknown> = {}, client: Client = acme): Promise<Json> {
  const { status, body, text } = await client.post(pathOf(customerId), input(more))
  assert.equal(status, 201, text)
  return body
}

const auditOf = (subject: string) =>
  api.db.selectFrom('audit').selectAll().where('subject', '=', subject).orderBy('id').execute()

test('an exception is recorded as sent, can be read back, is audited, and emits no event', async () => {
  const customerId = await makeCustomer(acme)
  const { partnerId } = await api.partner('acme')
  const events = await eventsOf(api.db, partnerId)
  const created = await record(customerId, {
    object: ' scanner@umbrella.example ',
    reason: '  Because of\nthe wall.  ',
  })
  assert.match(created.id, /^exc_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  const fields =
    'approvedAt approver createdAt customerId expiresAt id kind object product reason requirement statement'
  assertKeys(created, `${fields} status updatedAt`)
  assert.match(created.statement, /multi-factor authentication/)
  assert.deepEqual(
    [created.object, created.reason, created.status],
    ['scanner@umbrella.example', 'Because of\nthe wall.', 'active'],
  )
  assert.equal(created.approvedAt, now.toISOString())
  assert.match(created.expiresAt, TIMESTAMP)
  assert.deepEqual((await acme.get(pathOf(customerId))).body, { exceptions: [created] })
  const [audit] = await auditOf(created.id)
  assert.deepEqual([audit?.action, audit?.partner_id, audit?.before], ['exception.created', partnerId, null])
  assert.equal(JSON.parse(JSON.stringify(audit?.after)).reason, 'Because of\nthe wall.')
  assert.equal((await eventsOf(api.db, partnerId)).length, events.length)
})

test('an emergency account is declared without product and requirement, and counts for every product', async () => {
  const customerId = await makeCustomer(acme)
  const { status, body } = await acme.post(pathOf(customerId), emergency('glass@umbrella.example'))
  assert.equal(status, 201)
  assertKeys(body, 'approvedAt approver createdAt customerId expiresAt id kind object reason status updatedAt')
  const csf = await record(customerId, { product: 'nist-csf', requirement: NIST_CSF.requirements[0]?.id })
  const eight = await record(customerId)
  const listed = async (query: string): Promise<string[]> =>
    (await acme.get(`${pathOf(customerId)}${query}`)).body.exceptions.map(({ id }: Json) => id)
  assert.deepEqual(await listed(''), [eight.id, csf.id, body.id])
  assert.deepEqual(await listed('?product=essential-eight'), [eight.id, body.id])
  assert.deepEqual(await listed('?product=nist-csf'), [csf.id, body.id])
  assert.deepEqual(await listed('?product=astrology'), [])
})

// The input, the code, and the invalid fields.
const REFUSED: readonly (readonly [Record<string, unknown>, string, string[]])[] = [
  [{ kind: undefined }, 'MISSING_FIELD', ['kind MISSING_FIELD']],
  [{ kind: 'oversight' }, 'INVALID_FIELD', ['kind INVALID_FIELD']],
  [
    { product: undefined, requirement: undefined },
    'MISSING_FIELD',
    ['product MISSING_FIELD', 'requirement MISSING_FIELD'],
  ],
  [{ product: 'astrology' }, 'INVALID_PRODUCT', ['product INVALID_PRODUCT']],
  [{ requirement: 'ISM-0000' }, 'INVALID_FIELD', ['requirement INVALID_FIELD']],
  [{ requirement: 'PR.AA-03' }, 'INVALID_FIELD', ['requirement INVALID_FIELD']],
  [{ requirement: ' ' }, 'INVALID_FIELD', ['requirement INVALID_FIELD']],
  [{ reason: 'Too short' }, 'INVALID_FIELD', ['reason INVALID_FIELD']],
  [{ reason: '   Too short   ' }, 'INVALID_FIELD', ['reason INVALID_FIELD']],
  [{ reason: 'x'.repeat(2001) }, 'INVALID_FIELD', ['reason INVALID_FIELD']],
  [{ reason: 'With a NUL \u0000 in it' }, 'INVALID_FIELD', ['reason INVALID_FIELD']],
  [{ reason: ' '.repeat(20) }, 'MISSING_FIELD', ['reason MISSING_FIELD']],
  [{ reason: undefined }, 'MISSING_FIELD', ['reason MISSING_FIELD']],
  [{ approver: '' }, 'MISSING_FIELD', ['approver MISSING_FIELD']],
  [{ approver: 'n'.repeat(201) }, 'INVALID_FIELD', ['approver INVALID_FIELD']],
  [{ object: 'a\u0000b' }, 'INVALID_FIELD', ['object INVALID_FIELD']],
  [{ object: 'o'.repeat(501) }, 'INVALID_FIELD', ['object INVALID_FIELD']],
  [{ expiresAt: undefined }, 'MISSING_FIELD', ['expiresAt MISSING_FIELD']],
  [{ expiresAt: '2027-03-31' }, 'INVALID_FIELD', ['expiresAt INVALID_FIELD']],
  [{ expiresAt: '2027-02-30T00:00:00Z' }, 'INVALID_FIELD', ['expiresAt INVALID_FIELD']],
  [{ expiresAt: '2027-03-31T00:00:00' }, 'INVALID_FIELD', ['expiresAt INVALID_FIELD']],
  [{ expiresAt: '2026-05-04T10:00:00Z' }, 'INVALID_FIELD', ['expiresAt INVALID_FIELD']],
  [{ expiresAt: '2027-05-05T00:00:01Z' }, 'INVALID_FIELD', ['expiresAt INVALID_FIELD']],
  [{ approvedAt: '2026-05-04T10:00:01Z' }, 'INVALID_FIELD', ['approvedAt INVALID_FIELD']],
  [{ approvedAt: '2025-05-04T09:59:59Z' }, 'INVALID_FIELD', ['approvedAt INVALID_FIELD']],
  [
    { kind: 'emergency-account', product: undefined, requirement: undefined },
    'MISSING_FIELD',
    ['object MISSING_FIELD'],
  ],
  [
    { kind: 'emergency-account', object: 'glass@umbrella.example' },
    'INVALID_FIELD',
    ['product INVALID_FIELD', 'requirement INVALID_FIELD'],
  ],
  [
    { requirement: undefined, reason: '  Too short  ', expiresAt: '2020-01-01T00:00:00Z' },
    'MISSING_FIELD',
    ['expiresAt INVALID_FIELD', 'reason INVALID_FIELD', 'requirement MISSING_FIELD'],
  ],
]

test('invalid input is refused with each invalid field, and changes nothing', async () => {
  const customerId = await makeCustomer(acme)
  const before = await countRows(api.db)
  for (const [more, code, fields] of REFUSED) {
    const answer = await acme.post(pathOf(customerId), input(more))
    assert.deepEqual(fieldsAtFault(assertProblem(answer, 400, code)), fields, JSON.stringify(more))
  }
  assert.deepEqual(await countRows(api.db), before)
  assert.deepEqual((await acme.get(pathOf(customerId))).body, { exceptions: [] })
})

test('an exception may expire at most twelve months ahead, and have been approved at most twelve months ago', async () => {
  const customerId = await makeCustomer(acme)
  const times = { expiresAt: '2027-05-04T23:59:59.999Z', approvedAt: '2025-05-04T10:00:00+00:00' }
  const created = await record(customerId, times)
  assert.deepEqual([created.expiresAt, created.approvedAt], [times.expiresAt, '2025-05-04T10:00:00.000Z'])
})

test('an object has one exception, ignoring case; after its removal another can be recorded', async () => {
  const customerId = await makeCustomer(acme)
  const first = await record(customerId)
  await record(customerId, { object: 'PC-1' })
  for (const more of [{}, { kind: 'accepted-risk' }, { object: 'pc-1' }]) {
    const error = assertProblem(await acme.post(pathOf(customerId), input(more)), 409, 'DUPLICATE_ITEM')
    assert.match(error.message, /^exc_/)
  }
  assert.equal((await acme.delete(`${pathOf(customerId)}/${first.id}`)).status, 204)
  await record(customerId)
})

test('a change leaves omitted fields, is audited with the state before, and can renew an expired exception', async () => {
  const customerId = await makeCustomer(acme)
  const created = await record(customerId, { expiresAt: '2026-06-01T00:00:00Z' })
  const path = `${pathOf(customerId)}/${created.id}`
  const asRead = await acme.put(path, created)
  assert.deepEqual([asRead.status, asRead.body], [200, created])
  assert.equal((await auditOf(created.id)).length, 1, 'a change without a difference is not recorded')

  now = new Date('2026-06-02T00:00:00.000Z')
  const [expired] = (await acme.get(pathOf(customerId))).body.exceptions
  assert.equal(expired.status, 'expired')
  const reworded = await acme.put(path, { ...expired, approver: 'Bo Lane' })
  assert.deepEqual([reworded.status, reworded.body.status, reworded.body.approver], [200, 'expired', 'Bo Lane'])
  const renewed = await acme.put(path, { expiresAt: '2027-06-01T00:00:00Z', requirement: 'ISM-1401' })
  assert.deepEqual(renewed.body, {
    ...reworded.body,
    expiresAt: '2027-06-01T00:00:00.000Z',
    status: 'active',
    updatedAt: now.toISOString(),
  })
  const audit = await auditOf(created.id)
  assert.deepEqual(
    audit.map(({ action }) => action),
    ['exception.created', 'exception.updated', 'exception.updated'],
  )
  const [, , last] = audit.map(({ before, after: later }) => JSON.parse(JSON.stringify({ before, later })))
  assert.equal(last.before.expiresAt, '2026-06-01T00:00:00.000Z')
  assert.deepEqual(last.later.changedFields, ['expiresAt'])
  for (const change of [{ expiresAt: '2026-06-02T00:00:00Z' }, { reason: 'short' }, { approver: null }]) {
    assertProblem(await acme.put(path, change), 400, 'INVALID_FIELD')
  }
})

test('a removed exception is not listed any more, and stays in the audit trail', async () => {
  const customerId = await makeCustomer(acme)
  const created = await record(customerId)
  const path = `${pathOf(customerId)}/${created.id}`
  const removed = await acme.delete(path)
  assert.deepEqual([removed.status, removed.text], [204, ''])
  assert.deepEqual((await acme.get(pathOf(customerId))).body, { exceptions: [] })
  assertProblem(await acme.delete(path), 404, 'NOT_FOUND')
  assertProblem(await acme.put(path, {}), 404, 'NOT_FOUND')
  const [, last] = await auditOf(created.id)
  assert.equal(last?.action, 'exception.removed')
  assert.equal(JSON.parse(JSON.stringify(last?.before)).reason, created.reason)
})

test('another partner’s customer or exception answers as if it did not exist', async () => {
  const stranger = await api.as('stranger')
  const customerId = await makeCustomer(acme)
  const another = await makeCustomer(acme)
  const { id } = await record(customerId)
  const before = await countRows(api.db)
  const customers = [
    [stranger, customerId],
    [acme, NO_CUSTOMER],
    [acme, encodeURIComponent('cust_\u0000')],
  ] as const
  for (const [client, customer] of customers) {
    assertProblem(await client.get(pathOf(customer)), 404, 'NOT_FOUND')
    assertProblem(await client.post(pathOf(customer), input()), 404, 'NOT_FOUND')
  }
  const exceptions = [
    ...customers.map(([client, customer]) => [client, customer, id] as const),
    [acme, another, id],
    [acme, customerId, 'exc_01jd0000000000000000000000'],
    [acme, customerId, 'nonsense'],
  ] as const
  for (const [client, customer, exception] of exceptions) {
    const path = `${pathOf(customer)}/${exception}`
    assertProblem(await client.put(path, { approver: 'Eve' }), 404, 'NOT_FOUND')
    assertProblem(await client.delete(path), 404, 'NOT_FOUND')
  }
  assert.deepEqual(await countRows(api.db), before)
  assert.equal((await acme.get(pathOf(customerId))).body.exceptions[0].approver, 'Ada Park, managing director')
})

test('the list is paged, newest first', async () => {
  const customerId = await makeCustomer(acme)
  const ids: string[] = []
  for (const object of ['one', 'two', 'three']) ids.unshift((await record(customerId, { object })).id)
  const first = await acme.get(`${pathOf(customerId)}?limit=2`)
  const second = await acme.get(`${pathOf(customerId)}?limit=2&cursor=${first.body.nextCursor}`)
  const read = [...first.body.exceptions, ...second.body.exceptions].map(({ id }: Json) => id)
  assert.deepEqual([read, second.body.nextCursor], [ids, undefined])
  assertProblem(
    await acme.get(`${pathOf(await makeCustomer(acme))}?cursor=${first.body.nextCursor}`),
    400,
    'INVALID_FIELD',
  )
})

test('a repeated call under one key records one exception', async () => {
  const customerId = await makeCustomer(acme)
  const headers = { 'Idempotency-Key': 'once' }
  const first = await acme.post(pathOf(customerId), input(), { headers })
  const second = await acme.post(pathOf(customerId), input(), { headers })
  assert.deepEqual([second.status, second.body], [201, first.body])
  assert.equal(second.headers['idempotency-replayed'], 'true')
})

test('a customer has at most five emergency accounts, however many concurrent calls there are', async () => {
  const customerId = await makeCustomer(acme)
  const calls = Array.from({ length: 9 }, (_, n) => acme.post(pathOf(customerId), emergency(`glass${n}@x.example`)))
  const statuses = (await Promise.all(calls)).map(({ status }) => status).sort()
  assert.deepEqual(statuses, [201, 201, 201, 201, 201, 409, 409, 409, 409])
  assertProblem(await acme.post(pathOf(customerId), emergency('more@x.example')), 409, 'LIMIT_REACHED')
  await record(customerId)
})

test('a customer has at most 500 exceptions, and they are deleted with it', async () => {
  const customerId = await makeCustomer(acme)
  const { partnerId } = await api.partner('acme')
  const rows = Array.from({ length: 500 }, (_, n) => ({
    id: newId('exc'),
    partner_id: partnerId,
    customer_id: customerId,
    kind: 'accepted-risk' as const,
    product: 'essential-eight',
    requirement: 'ISM-1504',
    object: `PC-${n}`,
    reason: 'It is to be replaced.',
    approver: 'Ada Park',
    approved_at: now,
    expires_at: new Date('2027-01-01T00:00:00Z'),
    created_at: now,
    updated_at: now,
  }))
  await api.db.insertInto('exceptions').values(rows).execute()
  const error = assertProblem(await acme.post(pathOf(customerId), input()), 409, 'LIMIT_REACHED')
  assert.match(error.message, /at most 500/)
  assert.equal((await acme.get(pathOf(customerId))).body.exceptions.length, 500)
  assert.equal((await acme.delete(`/v1/partner/customers/${customerId}`)).status, 204)
  const left = await api.db.selectFrom('exceptions').select('id').where('customer_id', '=', customerId).execute()
  assert.deepEqual(left, [])
})
